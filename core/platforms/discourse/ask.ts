import type { z } from 'zod';
import { type CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { errorSchema } from '#core/platforms/discourse/wire.ts';

const NO_FORUM = "A web page answered instead of the forum's data: the host runs no Discourse, or it keeps programs out.";

/**
 * An answer of a forum, with its own ways to refuse told apart.
 * @throws CommentdockError
 */
export async function askForum<S extends z.ZodType>(session: Session, schema: S, request: PlatformRequest): Promise<z.output<S>> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  if (answer.status < 200 || answer.status >= 300) throw refusalIn(answer);
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED', NO_FORUM);
  return answer.json(schema);
}

function refusalIn(answer: Answer): CommentdockError {
  const refusal = refusalOf(answer);
  const said = checked(errorSchema, jsonIn(answer.text)).data;
  if (said === undefined) return refusal;
  if (answer.status === 403)
    return said.error_type === 'not_logged_in'
      ? new PlatformRefusal('LOGIN_REQUIRED', 'This forum shows its topics only to people who are logged in.')
      : new PlatformRefusal('PRIVATE', 'This forum shows that to nobody but those its owners allow.');
  const seconds = said.extras?.wait_seconds ?? null;
  if (!(refusal instanceof ThrottledFailure) || refusal.secondsToWait !== null || seconds === null) return refusal;
  return new ThrottledFailure(`${refusal.message} The forum asks to wait ${Math.ceil(seconds)} s.`, { secondsToWait: Math.ceil(seconds) });
}
