import { type Scope, SCOPES } from '#core/auth/identify.ts';
import type { OAuthClient } from '#core/auth/oauth/clients.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { DEFAULT_RESOURCE, resourcePath } from '#core/auth/oauth/own-origins.ts';
import { type Parameters, required } from '#core/auth/oauth/parameters.ts';
import { parseScope } from '#core/auth/scope.ts';

/** base64url of a SHA-256. */
const CODE_CHALLENGE = /^[\w-]{43}$/;

/** What a client asks the owner for. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly Scope[];
  /** Path of what the access tokens will be for. */
  readonly resource: string;
  readonly codeChallenge: string;
}

/**
 * Where answers to this request may go. What fails here is told to the person in front of the browser, never by a redirect.
 * @throws OAuthError invalid_request
 */
export function redirectUriOf(parameters: Parameters, client: OAuthClient): string {
  const redirectUri = required(parameters, 'redirect_uri');
  if (client.mayReturnTo(redirectUri)) return redirectUri;
  throw new OAuthError('invalid_request', 'The redirect_uri is not one that this client registered.');
}

/**
 * The rest of the request: what fails here is told to the client. PKCE with S256 is required of every client, so that no
 * request can be talked down to less (RFC 9700, 2.1.1).
 * @throws OAuthError
 */
export function readAuthorizationRequest(
  parameters: Parameters,
  { client, redirectUri, origin }: { readonly client: OAuthClient; readonly redirectUri: string; readonly origin: string },
): AuthorizationRequest {
  if (required(parameters, 'response_type') !== 'code') throw new OAuthError('unsupported_response_type', 'response_type must be code.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query') throw new OAuthError('invalid_request', 'response_mode must be query.');
  const codeChallenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  if (!CODE_CHALLENGE.test(codeChallenge)) throw new OAuthError('invalid_request', 'The code_challenge is no S256 challenge.');
  const asked = parameters.get('scope');
  const scopes = asked === undefined ? SCOPES : parseScope(asked);
  if (scopes === null || scopes.length === 0) throw new OAuthError('invalid_scope', 'The scopes are read and write.');
  const named = parameters.get('resource');
  const resource = named === undefined ? DEFAULT_RESOURCE : resourcePath(named, origin);
  if (resource === null) throw new OAuthError('invalid_target', 'The resource is not one of this service.');
  return { client, redirectUri, scopes, resource, codeChallenge };
}
