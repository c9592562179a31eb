import type { Authorization } from '#core/auth/authorization.ts';
import { redeemCode } from '#core/auth/oauth/code-grant.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { readParameters, required } from '#core/auth/oauth/parameters.ts';
import { redeemRefreshToken } from '#core/auth/oauth/refresh-grant.ts';
import { type Exchange, readForm } from '#core/surfaces/oauth/exchange.ts';
import { answerProtocol } from '#core/surfaces/oauth/protocol-answer.ts';

/** The grants that are offered. */
const GRANTS = { authorization_code: redeemCode, refresh_token: redeemRefreshToken } as const;

/** RFC 6749, 3.2. */
export async function answerToken(exchange: Exchange, authorization: Authorization): Promise<void> {
  await answerProtocol(exchange, 200, async () => {
    const parameters = readParameters(await readForm(exchange));
    const grantType = required(parameters, 'grant_type');
    if (!isOffered(grantType)) {
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    }
    authorization.clients.findHere(required(parameters, 'client_id'));
    return GRANTS[grantType](parameters, exchange.origin, authorization);
  });
}

function isOffered(grantType: string): grantType is keyof typeof GRANTS {
  return Object.hasOwn(GRANTS, grantType);
}
