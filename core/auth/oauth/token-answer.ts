import type { Scope } from '#core/auth/identify.ts';
import { ACCESS_TOKEN_LIFETIME_S, type AccessTokens } from '#core/auth/oauth/access-tokens.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { resourcePath } from '#core/auth/oauth/own-origins.ts';
import { newSecret, sha256Hex } from '#core/auth/secret.ts';
import { scopeText } from '#core/auth/scope.ts';
import type { OAuthFamily, OAuthStore } from '#core/auth/oauth/ports.ts';

const REFRESH_TOKEN_LIFETIME_MS = 30 * 86_400_000;

/** What the grants work with. */
export interface GrantParts {
  readonly oauth: OAuthStore;
  readonly accessTokens: AccessTokens;
  now(): number;
}

/** RFC 6749, 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Tokens that were decided on and noted, not signed yet: signing takes a turn of the event loop, a transaction none. */
export interface NotedTokens {
  readonly family: OAuthFamily;
  readonly scopes: readonly Scope[];
  readonly jti: string;
  readonly refreshToken: string;
}

/** Notes a new pair in the store. Belongs into the transaction that spends what it is given for. */
export function noteTokens(family: OAuthFamily, scopes: readonly Scope[], { oauth, accessTokens, now }: GrantParts): NotedTokens {
  const refreshToken = newSecret();
  const expiresAtMs = now() + REFRESH_TOKEN_LIFETIME_MS;
  oauth.insertRefreshToken({ sha256: sha256Hex(refreshToken), familyId: family.id, expiresAtMs });
  oauth.extendFamily(family.id, expiresAtMs);
  return { family, scopes, jti: accessTokens.note(family), refreshToken };
}

/**
 * Decides in one transaction and signs what it noted; `origin` is the issuer. A refusal is returned, not thrown: what it
 * revoked must stay revoked.
 * @throws OAuthError the refusal
 */
export async function grantTokens(
  decide: () => NotedTokens | OAuthError,
  origin: string,
  { oauth, accessTokens }: GrantParts,
): Promise<TokenAnswer> {
  const noted = oauth.transaction(decide);
  if (noted instanceof OAuthError) throw noted;
  return {
    access_token: await accessTokens.sign({ ...noted, origin }),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    refresh_token: noted.refreshToken,
    scope: scopeText(noted.scopes),
  };
}

/** What was presented gives nothing (RFC 6749, 5.2). */
export function invalidGrant(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}

/**
 * The resource of a token request is the one that was allowed (RFC 8707, 2.2).
 * @throws OAuthError invalid_target
 */
export function checkResource(resource: string | undefined, family: OAuthFamily, origin: string): void {
  if (resource === undefined || resourcePath(resource, origin) === family.resource) return;
  throw new OAuthError('invalid_target', 'The resource is not the one that was allowed.');
}
