import { z } from 'zod';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { isRedirectUri } from '#core/auth/oauth/redirect-uri.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';

const MAX_REDIRECT_URIS = 20;
const MAX_NAME_LENGTH = 100;

/** Control characters, invisible ones and those that turn the direction of text: a name shows what it is, or nothing. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** What we read of a client's metadata (RFC 7591, 2); the rest is ignored. */
const clientMetadataSchema = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  application_type: z.string().optional(),
});

export interface DescribedClient {
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/**
 * What a client says of itself, checked. What we do not offer is left out of the answer where something is left (RFC 7591,
 * 3.2.1), else refused.
 * @throws OAuthError invalid_redirect_uri, invalid_client_metadata
 */
export function describeClient(metadata: unknown): DescribedClient {
  const parsed = clientMetadataSchema.safeParse(metadata);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const code = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, wordsOfIssues(parsed.error.issues, { input: metadata, name: 'The metadata' }));
  }
  const { redirect_uris: redirectUris, client_name: name, grant_types: grants, response_types: responses } = parsed.data;
  const refused = redirectUris.find((uri) => !isRedirectUri(uri));
  if (refused !== undefined) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `A redirect URI starts with https://, http://127.0.0.1 or http://localhost and has no fragment: ${shown(refused) ?? ''}`,
    );
  }
  if (grants !== undefined && !grants.includes('authorization_code')) {
    throw new OAuthError('invalid_client_metadata', 'grant_types must hold authorization_code.');
  }
  if (responses !== undefined && !responses.includes('code')) {
    throw new OAuthError('invalid_client_metadata', 'response_types must hold code.');
  }
  return { name: shown(name ?? ''), redirectUris };
}

/** A text of somebody else's, fit to be shown; null where nothing is left. */
function shown(text: string): string | null {
  const clean = text.replace(UNSHOWN, '').replace(/\s+/g, ' ').trim();
  return clean === '' ? null : [...clean].slice(0, MAX_NAME_LENGTH).join('');
}
