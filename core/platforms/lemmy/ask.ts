// The two APIs of Lemmy servers: v3 (0.18, 0.19, PieFed) and v4 (1.0).
import { z } from 'zod';
import { type CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { errorSchema } from '#core/platforms/lemmy/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

export type Api = 'v3' | 'v4';
interface ApiCall {
  readonly path: string;
  readonly query: NonNullable<PlatformRequest['query']>;
}
/** One call in the words of either API. */
export type Calls = Readonly<Record<Api, ApiCall>>;

const UNKNOWN = /^(?:couldnt_find_\w+|not_found)$/;
const OTHER_ERRORS: Readonly<Record<string, () => CommentdockError>> = {
  instance_is_private: () => new PlatformRefusal('PRIVATE', 'This server shows its content to its own members alone.'),
  rate_limit_error: () => new ThrottledFailure(),
  not_logged_in: () => new PlatformRefusal('LOGIN_REQUIRED'),
};

/**
 * The answer of the API that the server has: `known`, else v3, and v4 where there is no v3.
 * @throws CommentdockError
 */
export async function askLemmy(
  session: Session,
  host: string,
  calls: Calls,
  known: Api | null,
): Promise<{ readonly answer: Answer; readonly api: Api }> {
  if (known !== null) return { answer: taken(await call(session, host, known, calls[known])), api: known };
  const older = await call(session, host, 'v3', calls.v3);
  if (older.status !== 404 || errorOf(older) !== null) return { answer: taken(older), api: 'v3' };
  return { answer: taken(await call(session, host, 'v4', calls.v4)), api: 'v4' };
}

function call(session: Session, host: string, api: Api, { path, query }: ApiCall): Promise<Answer> {
  return session.fetch({ url: `https://${host}/api/${api}/${path}`, query, accept: 'any' });
}

function taken(answer: Answer): Answer {
  const error = errorOf(answer);
  if (error !== null) {
    if (UNKNOWN.test(error)) throw new PlatformRefusal('NOT_FOUND');
    const made = OTHER_ERRORS[error];
    if (made !== undefined) throw made();
  }
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
  if (isWebPage(answer)) {
    throw new PlatformRefusal(
      'BLOCKED',
      "A web page answered instead of the server's API: the host is no Lemmy server, or it keeps programs out.",
    );
  }
  return answer;
}

/** The API's own word for what is wrong; null where the answer has none. */
function errorOf(answer: Answer): string | null {
  if (!answer.isJson) return null;
  return checked(errorSchema, answer.json(z.unknown())).data?.error ?? null;
}
