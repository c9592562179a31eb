import type { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { envelopeOf, refusal } from '#core/platforms/stackexchange/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

const API = 'https://api.stackexchange.com/2.3';
export const PER_PAGE = 100;
/** Pages above it are given to holders of a key only. */
const MOST_PAGES = 25;
const REFUSED = [400, 403, 404];
const WAIT = /available in (\d+) seconds/;
const WRONG_SITE = /\bsite\b/i;
const LATER = new Set([500, 503]);

type Query = Readonly<Record<string, string | number>>;

/** One page of a list. `pauseMs`: how long the API asks not to be asked for the same list. */
interface Listed<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  readonly pauseMs: number;
}

/**
 * @param query behind the name of the site and the filter that brings the texts
 * @throws CommentdockError NOT_FOUND, RATE_LIMITED, PLATFORM_CHANGED; further errors are those of `fetch`
 */
export async function askList<S extends z.ZodType>(
  session: Session,
  item: S,
  path: string,
  { site, ...query }: Query & { readonly site: string },
): Promise<Listed<z.output<S>>> {
  const answer = await session.fetch({ url: `${API}${path}`, query: { site, filter: 'withbody', ...query }, accept: REFUSED });
  if (answer.status !== 200) throw refused(answer);
  const { items, has_more: hasMore, backoff } = answer.json(envelopeOf(item));
  return { items, hasMore: hasMore === true, pauseMs: Math.ceil((backoff ?? 0) * 1000) };
}

/** True where anonymous readers get no further page. */
export function isLastPage(page: number): boolean {
  return page >= MOST_PAGES;
}

function refused(answer: Answer): CommentdockError {
  if (isWebPage(answer) || !answer.isJson) return refusalOf(answer);
  const { error_id: id, error_name: name, error_message: message } = answer.json(refusal);
  const said = message ?? name ?? `error ${id}`;
  if (id === 502 || name === 'throttle_violation') return throttled(said);
  if (id === 400 && WRONG_SITE.test(said)) return new PlatformRefusal('NOT_FOUND', `Stack Exchange knows no such site: ${said}.`);
  if (id === 404) return new PlatformRefusal('NOT_FOUND', `Stack Exchange says: ${said}.`);
  if (id === 403 || id === 401 || id === 402 || id === 406) return new PlatformRefusal('BLOCKED', `Stack Exchange says: ${said}.`);
  if (LATER.has(id)) return new TransientFailure(`Stack Exchange says: ${said}.`);
  return new PlatformChanged('error_id', `Stack Exchange says: ${said}.`);
}

function throttled(said: string): ThrottledFailure {
  const seconds = WAIT.exec(said)?.[1];
  return new ThrottledFailure(
    `Stack Exchange says: ${said}. It gives 300 answers a day to one address; what was fetched is kept.`,
    seconds === undefined ? {} : { secondsToWait: Number(seconds) },
  );
}
