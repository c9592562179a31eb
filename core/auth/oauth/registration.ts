import { randomUUID } from 'node:crypto';
import { describeClient } from '#core/auth/oauth/client-metadata.ts';
import { SCOPES } from '#core/auth/identify.ts';
import { scopeText } from '#core/auth/scope.ts';
import type { OAuthStore } from '#core/auth/oauth/ports.ts';

/** Anybody on this machine may register: those that the owner never allowed anything do not pile up. */
const UNUSED_CLIENTS_KEPT = 1_000;

/** RFC 7591, 3.2.1. Without a secret: clients are public, PKCE protects them. */
interface Registration {
  readonly client_id: string;
  /** Seconds since 1970. */
  readonly client_id_issued_at: number;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: 'none';
  readonly scope: string;
}

/** Registers a client. @throws OAuthError invalid_redirect_uri, invalid_client_metadata */
export function registerClient(metadata: unknown, { oauth, now }: { readonly oauth: OAuthStore; now(): number }): Registration {
  const { name, redirectUris } = describeClient(metadata);
  const client = { clientId: randomUUID(), name, redirectUris, createdAtMs: now() };
  oauth.transaction(() => {
    oauth.insertClient(client);
    oauth.pruneClients(UNUSED_CLIENTS_KEPT);
  });
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAtMs / 1_000),
    ...(name === null ? {} : { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: scopeText(SCOPES),
  };
}
