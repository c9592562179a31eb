// How GitHub's API is asked, as the program that we are: by name, with the owner's token where there is one, and without cookies.
import { z } from 'zod';
import { type CommentdockError, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { orNull } from '#core/platform-api/item.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { linkIn } from '#core/platform-kit/link-header.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { errorSchema, graphqlErrorsSchema } from '#core/platforms/github/wire.ts';

/** A further page is asked for by the address that GitHub gave, which may name a repository by its number. */
type Question = Pick<PlatformRequest, 'query' | 'method' | 'json'> & { readonly url: string; readonly accept?: string };

export const API = 'https://api.github.com';
export const PER_PAGE = 100;
/** The owner gives a token among the cookies, under this name; it goes into a header, and as a cookie nowhere. */
const TOKEN = 'auth_token';
const JSON_OF_GITHUB = 'application/vnd.github+json';
const VERSION = '2022-11-28';
/** 301: to an address that stands in the body, where the header does not say it. */
const TAKEN = [301, 401, 403, 410, 422];
const OVER_LIMIT = /rate limit|abuse/i;
/** What GitHub wants after a refusal that names no time. */
const USUAL_WAIT_SECONDS = 60;
const ADVICE =
  'Without a token GitHub answers one address 60 calls an hour, with one 5,000: make one at github.com/settings/tokens (public read is enough) and give it as the cookie auth_token (options.cookies), or save it with `commentdock accounts add github`.';

export function tokenOf(session: Pick<Session, 'cookie'>): string | null {
  return orNull(session.cookie(API, TOKEN));
}

export function requestOf(session: Pick<Session, 'cookie'>, { accept = JSON_OF_GITHUB, ...question }: Question): PlatformRequest {
  const token = tokenOf(session);
  const headers = { accept, 'user-agent': 'Commentdock', 'x-github-api-version': VERSION };
  return { ...question, headers: token === null ? headers : { ...headers, authorization: `Bearer ${token}` }, withoutCookies: true };
}

/**
 * An answer, or one with status 422, which GitHub gives where it serves no more of a list.
 * @throws CommentdockError NOT_FOUND, COMMENTS_DISABLED, LOGIN_REQUIRED, PRIVATE, RATE_LIMITED; further errors are those of `fetch`
 */
export async function askGithub(session: Session, question: Question): Promise<Answer> {
  const first = await send(session, question);
  const moved = first.status === 301 ? absoluteAddress(sayingOf(first, 'url'), API) : null;
  const answer = moved === null ? first : await send(session, { ...question, url: moved });
  if (answer.status === 422 || (answer.status >= 200 && answer.status < 300)) return answer;
  throw refused(answer, session);
}

async function send(session: Session, question: Question): Promise<Answer> {
  const answer = await orShut(session.fetch({ ...requestOf(session, question), accept: TAKEN }));
  if (answer instanceof ThrottledFailure) throw throttled(answer.message, answer.secondsToWait, session);
  if (answer instanceof Error) throw answer;
  return answer;
}

/** The data of a query, checked. @throws CommentdockError as `askGithub`, and PLATFORM_CHANGED */
export async function askGraphql<S extends z.ZodType>(
  session: Session,
  schema: S,
  json: { readonly query: string; readonly variables: Readonly<Record<string, string | number | null>> },
): Promise<z.output<S>> {
  const answer = await askGithub(session, { url: `${API}/graphql`, method: 'POST', json });
  if (answer.status === 422) throw refusalOf(answer);
  const kinds = answer.json(graphqlErrorsSchema).errors?.map(({ type }) => type) ?? [];
  if (kinds.includes('NOT_FOUND')) throw new PlatformRefusal('NOT_FOUND');
  if (kinds.includes('RATE_LIMITED')) throw overLimit(answer, session);
  return graphqlData(answer, schema);
}

/**
 * What has to be said as a list begins that takes more calls than GitHub answers without a token.
 * @param limit how many rows are wanted
 */
export function shortOfCalls({ headers, url }: Answer, session: Pick<Session, 'cookie'>, limit: number): readonly string[] {
  const [left, resetAt] = [numberIn(headers, 'x-ratelimit-remaining'), numberIn(headers, 'x-ratelimit-reset')];
  const last = linkIn(headers['link'], 'last', url);
  const pages = last === null ? 1 : Number(new URL(last).searchParams.get('page') ?? 1);
  const further = Math.min(pages, Math.ceil(limit / PER_PAGE)) - 1;
  if (tokenOf(session) !== null || left === null || !(further > left)) return [];
  const until = resetAt === null ? '' : ` until ${clock(resetAt * 1_000)}`;
  return [`This list takes ${further} further calls, and GitHub answers ${left} more${until}. ${ADVICE}`];
}

function refused(answer: Answer, session: Session): CommentdockError {
  const { status, headers } = answer;
  const said = sayingOf(answer);
  const isOver = headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined || OVER_LIMIT.test(said ?? '');
  if (status === 401)
    return new PlatformRefusal('LOGIN_REQUIRED', 'GitHub does not take this token. Make a new one at github.com/settings/tokens.');
  if (status === 403 && isOver) return overLimit(answer, session);
  if (status === 403 && said !== null) return new PlatformRefusal('PRIVATE', `GitHub says: ${said}`);
  if (status === 410 && said !== null && /\bissues\b/i.test(said) && /\bdisabled\b/i.test(said))
    return new PlatformRefusal('COMMENTS_DISABLED', `GitHub says: ${said}`);
  return refusalOf(answer);
}

function sayingOf(answer: Answer, field: 'message' | 'url' = 'message'): string | null {
  return answer.isJson ? orNull(checked(errorSchema, answer.json(z.unknown())).data?.[field]) : null;
}

function overLimit(answer: Answer, session: Session): ThrottledFailure {
  const seconds = waitSecondsOf(answer);
  const until = clock(answer.fetchedAt.getTime() + seconds * 1_000);
  return throttled(`GitHub asks to slow down until ${until}; what was fetched is kept.`, seconds, session);
}

function throttled(words: string, secondsToWait: number | null, session: Session): ThrottledFailure {
  const advice = tokenOf(session) === null ? ` ${ADVICE}` : '';
  return new ThrottledFailure(words + advice, secondsToWait === null ? {} : { secondsToWait });
}

function waitSecondsOf({ headers, fetchedAt }: Answer): number {
  const asked = numberIn(headers, 'retry-after');
  if (asked !== null) return Math.ceil(asked);
  const resetAt = headers['x-ratelimit-remaining'] === '0' ? numberIn(headers, 'x-ratelimit-reset') : null;
  return resetAt === null ? USUAL_WAIT_SECONDS : Math.max(0, Math.ceil(resetAt - fetchedAt.getTime() / 1_000));
}

function numberIn(headers: Answer['headers'], name: string): number | null {
  const text = headers[name] ?? '';
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** `14:05 UTC` */
function clock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
