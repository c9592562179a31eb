import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import {
  type Review,
  bookSchema,
  type Cache,
  cachedReviewSchema,
  pageSchema,
  refSchema,
  reviewSchema,
  shownReviewsSchema,
  workSchema,
} from '#core/platforms/goodreads/wire.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

const ORIGIN = 'https://www.goodreads.com';
/** Status with which the site's firewall asks for a script to run. */
const WALL = new Set([202, 403, 503]);
const BOOK_QUERY = /^getBookByLegacyId\(/;

/** What the page of a book says. */
export interface BookPage {
  readonly work: string;
  readonly total: number | null;
  /** Null where the page carries no list. */
  readonly reviews: readonly Review[] | null;
  /** How many there are in it, those too that could not be read. */
  readonly given: number;
  readonly html: string;
  readonly url: string;
}

/** @throws CommentdockError NOT_FOUND, BLOCKED, PLATFORM_CHANGED... */
export async function askBook(session: Session, path: string): Promise<BookPage> {
  const answer = await askPage(session, `${ORIGIN}${path}`);
  const data = nextDataOf(answer.text);
  if (data === null) throw new PlatformChanged('__NEXT_DATA__');
  const cache = readWire(pageSchema, data, '__NEXT_DATA__').props.pageProps.apolloState;
  const work = workOf(cache);
  return { work: work.id, total: work.stats?.textReviewsCount ?? null, ...reviewsOf(cache), html: answer.text, url: answer.url };
}

async function askPage(session: Session, url: string): Promise<Answer> {
  const answer = await plain(session, url);
  if (answer !== null) {
    if (answer.status === 200) return answer;
    throw refusalOf(answer);
  }
  try {
    const shown = await session.page({ url, ready: { selector: '#__NEXT_DATA__' }, accept: 'any' });
    if (shown.status === 200 || nextDataOf(shown.text) !== null) return shown;
    throw WALL.has(shown.status) ? new PlatformRefusal('BLOCKED') : refusalOf(shown);
  } catch (error) {
    const isNoAnswer = error instanceof CommentdockError && ['CAPTCHA', 'BROWSER_MISSING', 'NETWORK'].includes(error.code);
    throw isNoAnswer ? new PlatformRefusal('BLOCKED') : error;
  }
}

/** Null where a wall stands before the page. */
async function plain(session: Session, url: string): Promise<Answer | null> {
  try {
    const answer = await session.fetch({ url, accept: 'any' });
    return WALL.has(answer.status) ? null : answer;
  } catch (error) {
    if (error instanceof CommentdockError && error.code === 'CAPTCHA') return null;
    throw error;
  }
}

function workOf(cache: Cache) {
  const name = Object.keys(cache.ROOT_QUERY).find((key) => BOOK_QUERY.test(key));
  const path = 'apolloState.ROOT_QUERY.getBookByLegacyId';
  if (name === undefined) throw new PlatformChanged(path);
  if (cache.ROOT_QUERY[name] === null) throw new PlatformRefusal('NOT_FOUND');
  const book = readWire(refSchema, cache.ROOT_QUERY[name], path).__ref;
  const work = readWire(bookSchema, cache[book], `apolloState.${book}`).work.__ref;
  return readWire(workSchema, cache[work], `apolloState.${work}`);
}

/** In the order of the list: an entry that no edge names is the visitor's own review. */
function reviewsOf(cache: Cache): Pick<BookPage, 'reviews' | 'given'> {
  const shown = cache.ROOT_QUERY['getReviews'] ?? Object.entries(cache.ROOT_QUERY).find(([key]) => key.startsWith('getReviews('))?.[1];
  if (shown === undefined || shown === null) return { reviews: null, given: 0 };
  const { edges } = readWire(shownReviewsSchema, shown, 'apolloState.ROOT_QUERY.getReviews');
  // Each entry is read once, however often the list points at it.
  const named = [...new Set(edges.map(({ node }) => node.__ref))];
  const reviews = readRows(named, 'apolloState', (entry) => {
    const cached = readWire(cachedReviewSchema, cache[entry], entry);
    const creator = cached.creator ? cache[cached.creator.__ref] : null;
    return readWire(reviewSchema, { ...cached, creator }, entry);
  });
  return { reviews, given: rowsGiven(reviews) + rowsGiven(edges) - edges.length };
}
