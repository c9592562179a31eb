import type { Authorization } from '#core/auth/authorization.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { readParameters } from '#core/auth/oauth/parameters.ts';
import { revokeToken } from '#core/auth/oauth/revocation.ts';
import { type Exchange, readForm, sendJson } from '#core/surfaces/oauth/exchange.ts';
import { asCommentdockError } from '#core/contract/error.ts';

/** RFC 7009. Always 200 (interface.md): who asks learns nothing of tokens that are not its own. */
export async function answerRevocation(exchange: Exchange, authorization: Authorization): Promise<void> {
  try {
    await revokeToken(readParameters(await readForm(exchange)), authorization);
  } catch (error) {
    if (!(error instanceof OAuthError) && asCommentdockError(error).status >= 500) throw error;
  }
  sendJson(exchange, 200, {});
}
