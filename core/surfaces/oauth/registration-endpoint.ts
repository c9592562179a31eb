import type { Attempts } from '#core/auth/attempts.ts';
import type { Authorization } from '#core/auth/authorization.ts';
import { registerClient } from '#core/auth/oauth/registration.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { type Exchange, readJson } from '#core/surfaces/oauth/exchange.ts';
import { answerProtocol } from '#core/surfaces/oauth/protocol-answer.ts';

/** RFC 7591. @throws CommentdockError RATE_LIMIT_EXCEEDED */
export async function answerRegistration(exchange: Exchange, authorization: Authorization, attempts: Attempts): Promise<void> {
  const secondsToWait = attempts.take(exchange.network);
  if (secondsToWait !== null) {
    throw new CommentdockError('RATE_LIMIT_EXCEEDED', `Too many clients were registered. Wait ${secondsToWait} seconds.`, {
      secondsToWait,
    });
  }
  await answerProtocol(exchange, 201, async () => registerClient(await readJson(exchange), authorization));
}
