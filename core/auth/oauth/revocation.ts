import { type Parameters, required } from '#core/auth/oauth/parameters.ts';
import type { GrantParts } from '#core/auth/oauth/token-answer.ts';
import { sha256Hex } from '#core/auth/secret.ts';

/**
 * Revokes a token (RFC 7009): a refresh token with its whole family, an access token alone. A token that is not known, or
 * is another client's, changes nothing.
 * @throws OAuthError invalid_request where a parameter is missing
 */
export async function revokeToken(parameters: Parameters, { oauth, accessTokens, now }: GrantParts): Promise<void> {
  const token = required(parameters, 'token');
  const clientId = required(parameters, 'client_id');
  const refreshToken = oauth.findRefreshToken(sha256Hex(token));
  if (refreshToken !== null) {
    if (refreshToken.family.clientId === clientId) oauth.revokeFamily(refreshToken.family.id, now());
    return;
  }
  const accessToken = await accessTokens.read(token);
  if (accessToken?.standing.family.clientId === clientId) oauth.spendAccessToken(accessToken.jti);
}
