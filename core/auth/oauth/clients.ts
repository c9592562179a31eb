import { type ClientDocuments, isDocumentUrl } from '#core/auth/oauth/client-document.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { isLoopbackRedirect, isRedirectUri, matchesRedirectUri } from '#core/auth/oauth/redirect-uri.ts';
import type { OAuthStore } from '#core/auth/oauth/ports.ts';

/** Known without registration (interface.md): on this machine it may be called back at any port and path. */
const BUILT_IN_CLIENT_ID = 'mcp';
const BUILT_IN_CLIENT_NAME = 'MCP client';
/** The callback of the hosted assistant that interface.md speaks of. */
const HOSTED_CALLBACK = 'https://claude.ai/api/mcp/auth_callback';

export interface OAuthClient {
  readonly clientId: string;
  /** What it calls itself. Nobody checked it. */
  readonly name: string;
  /** Host of the document that it comes from; null for clients that are known in another way. */
  readonly vouchedBy: string | null;
  mayReturnTo(redirectUri: string): boolean;
}

export interface Clients {
  /** Without asking anybody: null where the client's document has to be read first. @throws OAuthError invalid_client */
  findHere(clientId: string): OAuthClient | null;
  /** @throws OAuthError invalid_client */
  find(clientId: string, signal: AbortSignal): Promise<OAuthClient>;
}

export function createClients({ oauth, documents }: { readonly oauth: OAuthStore; readonly documents: ClientDocuments }): Clients {
  const findHere = (clientId: string): OAuthClient | null => {
    if (clientId === BUILT_IN_CLIENT_ID) return builtInClient();
    if (isDocumentUrl(clientId)) return null;
    const client = oauth.findClient(clientId);
    if (client === null) throw new OAuthError('invalid_client', 'The client is not known. Register it first.');
    const { name, redirectUris } = client;
    return { clientId, name: name ?? clientId, vouchedBy: null, mayReturnTo: (uri) => matchesRedirectUri(uri, redirectUris) };
  };
  return {
    findHere,
    async find(clientId, signal) {
      const here = findHere(clientId);
      if (here !== null) return here;
      const { name, redirectUris } = await documents.describe(clientId, signal);
      return {
        clientId,
        name: name ?? clientId,
        vouchedBy: new URL(clientId).host,
        mayReturnTo: (uri) => matchesRedirectUri(uri, redirectUris),
      };
    },
  };
}

function builtInClient(): OAuthClient {
  return {
    clientId: BUILT_IN_CLIENT_ID,
    name: BUILT_IN_CLIENT_NAME,
    vouchedBy: null,
    mayReturnTo: (uri) => uri === HOSTED_CALLBACK || (isRedirectUri(uri) && isLoopbackRedirect(uri)),
  };
}
