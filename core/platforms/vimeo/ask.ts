import { type CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { refusal, subject, type Subject, viewer } from '#core/platforms/vimeo/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

const API = 'https://api.vimeo.com';
const VIEWER = 'https://vimeo.com/_next/viewer';
const ACCEPT = 'application/vnd.vimeo.*+json;version=3.4.10';
const REFUSED = [400, 401, 403, 404];
const TOKEN = 'vimeo token';
/** The token's time is over, or it never held. */
const BAD_TOKEN = 8003;
const NOT_FOUND = 5000;
const THROTTLED = 9000;
const COMMENTS_OFF = 3413;
/** Not for us, a password that is wrong or missing, a film that has to be paid for. */
const NOT_ALLOWED = new Set([3200, 3300, 2222, 2223, 3410]);
const LOGIN =
  'Vimeo shows this only to people who are logged in. Log in at vimeo.com in your own browser and give the cookie vimeo (options.cookies).';

/**
 * An answer of Vimeo's API, with the token that its own site hands out; a token whose time is over is renewed once.
 * @throws CommentdockError LOGIN_REQUIRED, PRIVATE, NOT_FOUND, COMMENTS_DISABLED, RATE_LIMITED; further errors are those of `fetch`
 */
export async function askVimeo(session: Session, path: string, query: NonNullable<PlatformRequest['query']>): Promise<Answer> {
  const token = await tokenOf(session);
  const answer = await send(session, path, query, token);
  if (answer.status === 200) return answer;
  if (!isTokenRefused(answer)) throw refused(answer);
  // Another page of this run may have renewed it meanwhile.
  if ((await tokenOf(session)) === token) session.forget(TOKEN);
  const second = await send(session, path, query, await tokenOf(session));
  if (second.status === 200) return second;
  throw refused(second);
}

/** What Vimeo says of a video; null where it does not. */
export async function askVideo(session: Session, path: string): Promise<Subject | null> {
  return optionalAnswer(session, subject, requestOf(path, {}, await tokenOf(session)));
}

function tokenOf(session: Session): Promise<string> {
  return session.once(TOKEN, async () => {
    const answer = await session.fetch({ url: VIEWER, headers: { accept: 'application/json' }, accept: [401] });
    if (answer.status === 401) throw new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
    return answer.json(viewer).jwt;
  });
}

function requestOf(path: string, query: NonNullable<PlatformRequest['query']>, token: string): PlatformRequest {
  return { url: `${API}${path}`, query, headers: { accept: ACCEPT, authorization: `jwt ${token}` } };
}

function send(session: Session, path: string, query: NonNullable<PlatformRequest['query']>, token: string): Promise<Answer> {
  return session.fetch({ ...requestOf(path, query, token), accept: REFUSED });
}

function isTokenRefused(answer: Answer): boolean {
  return answer.status === 401 || codeOf(answer) === BAD_TOKEN;
}

function codeOf(answer: Answer): number | null {
  return answer.isJson ? (answer.json(refusal).error_code ?? null) : null;
}

function refused(answer: Answer): CommentdockError {
  if (isWebPage(answer) || !answer.isJson) return refusalOf(answer);
  const { error, developer_message: detail } = answer.json(refusal);
  const code = codeOf(answer);
  const said = [error, detail].filter(Boolean).join(' ') || `error ${code}`;
  if (isTokenRefused(answer)) return new PlatformRefusal('LOGIN_REQUIRED', LOGIN);
  if (code === THROTTLED) return new ThrottledFailure(`Vimeo says: ${said}`);
  if (code === COMMENTS_OFF) return new PlatformRefusal('COMMENTS_DISABLED');
  if ((code !== null && NOT_ALLOWED.has(code)) || /password|private/i.test(said))
    return new PlatformRefusal('PRIVATE', `Vimeo says: ${said}`);
  if (code === NOT_FOUND || answer.status === 404) return new PlatformRefusal('NOT_FOUND', `Vimeo says: ${said}`);
  return refusalOf(answer);
}
