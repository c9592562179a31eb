import type { Scope } from '#core/auth/identify.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { type Parameters, required } from '#core/auth/oauth/parameters.ts';
import {
  checkResource,
  type GrantParts,
  grantTokens,
  invalidGrant,
  type NotedTokens,
  noteTokens,
  type TokenAnswer,
} from '#core/auth/oauth/token-answer.ts';
import { sha256Hex } from '#core/auth/secret.ts';
import { parseScope } from '#core/auth/scope.ts';
import type { OAuthFamily } from '#core/auth/oauth/ports.ts';

/**
 * Exchanges a refresh token for a new pair (RFC 6749, 6). Each works once; one that comes again was stolen or copied, and
 * takes its whole family with it (RFC 9700, 4.14.2).
 * @throws OAuthError invalid_request, invalid_grant, invalid_scope, invalid_target
 */
export async function redeemRefreshToken(parameters: Parameters, origin: string, parts: GrantParts): Promise<TokenAnswer> {
  const asked = {
    refreshToken: required(parameters, 'refresh_token'),
    clientId: required(parameters, 'client_id'),
    scope: parameters.get('scope'),
    resource: parameters.get('resource'),
  };
  return grantTokens(() => rotate(asked, origin, parts), origin, parts);
}

interface Asked {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
}

function rotate(asked: Asked, origin: string, parts: GrantParts): NotedTokens | OAuthError {
  const { oauth, now } = parts;
  oauth.prune(now());
  const sha256 = sha256Hex(asked.refreshToken);
  const token = oauth.findRefreshToken(sha256);
  if (token === null || token.family.clientId !== asked.clientId) return invalidGrant('The refresh token is not known.');
  if (token.isSpent) {
    oauth.revokeFamily(token.family.id, now());
    return invalidGrant('This refresh token was already used; its whole family is revoked. Authorize again.');
  }
  if (token.isFamilyRevoked) return invalidGrant('This refresh token was revoked. Authorize again.');
  if (token.expiresAtMs <= now()) return invalidGrant('This refresh token has expired. Authorize again.');
  checkResource(asked.resource, token.family, origin);
  const scopes = scopesOf(asked.scope, token.family);
  oauth.spendRefreshToken(sha256);
  return noteTokens(token.family, scopes, parts);
}

/** Less than was allowed may be asked for, more may not. @throws OAuthError invalid_scope */
function scopesOf(asked: string | undefined, family: OAuthFamily): readonly Scope[] {
  const allowed = parseScope(family.scope) ?? [];
  if (asked === undefined) return allowed;
  const scopes = parseScope(asked);
  if (scopes !== null && scopes.length > 0 && scopes.every((scope) => allowed.includes(scope))) return scopes;
  throw new OAuthError('invalid_scope', `The scope is more than what was allowed: ${family.scope}.`);
}
