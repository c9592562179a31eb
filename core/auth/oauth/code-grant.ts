import { createHash } from 'node:crypto';
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
import { sameText, sha256Hex } from '#core/auth/secret.ts';
import { parseScope } from '#core/auth/scope.ts';
import type { OAuthCode } from '#core/auth/oauth/ports.ts';

/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * Redeems an authorization code (RFC 6749, 4.1.3). A code that comes again takes back all that it ever gave.
 * @throws OAuthError invalid_request, invalid_grant, invalid_target
 */
export async function redeemCode(parameters: Parameters, origin: string, parts: GrantParts): Promise<TokenAnswer> {
  const asked = {
    code: required(parameters, 'code'),
    clientId: required(parameters, 'client_id'),
    redirectUri: required(parameters, 'redirect_uri'),
    verifier: required(parameters, 'code_verifier'),
    resource: parameters.get('resource'),
  };
  return grantTokens(() => exchange(asked, origin, parts), origin, parts);
}

interface Asked {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource: string | undefined;
}

function exchange(asked: Asked, origin: string, parts: GrantParts): NotedTokens | OAuthError {
  const { oauth, now } = parts;
  const sha256 = sha256Hex(asked.code);
  const code = oauth.findCode(sha256);
  if (code === null || code.family.clientId !== asked.clientId) return invalidGrant('The code is not known.');
  if (code.isSpent) {
    oauth.revokeFamily(code.family.id, now());
    return invalidGrant('The code was used before; all that it gave is revoked.');
  }
  if (code.isFamilyRevoked || code.expiresAtMs <= now()) return invalidGrant('The code has expired.');
  const complaint = complaintAbout(asked, code);
  if (complaint !== null) return invalidGrant(complaint);
  checkResource(asked.resource, code.family, origin);
  oauth.spendCode(sha256);
  return noteTokens(code.family, parseScope(code.family.scope) ?? [], parts);
}

function complaintAbout({ redirectUri, verifier }: Asked, code: OAuthCode): string | null {
  if (redirectUri !== code.redirectUri) return 'The redirect_uri is not that of the authorization request.';
  const challenge = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  if (!VERIFIER.test(verifier) || !sameText(challenge, code.codeChallenge)) return 'The code_verifier does not fit the code_challenge.';
  return null;
}
