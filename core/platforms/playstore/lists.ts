import { CommentdockError } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { askReviews, FIRST_SIZE, type ReviewPage } from '#core/platforms/playstore/call.ts';
import type { PlayCursor, RestCursor, ReviewsCursor, Selection, Store } from '#core/platforms/playstore/cursor.ts';
import { detailsRequest, figuresIn } from '#core/platforms/playstore/details.ts';
import { toItem } from '#core/platforms/playstore/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

export const NEWEST = 2;
const SORTS = [1, 2, 3] as const;
const SCORES = [1, 2, 3, 4, 5] as const;
/** The most that the store gives at once, and how fast we get there: a short list, or a limit, is not run past. */
const LARGEST_SIZE = 4_500;
const GROWTH = 4;
const CIRCLE: Gap = {
  cause: 'notServed',
  count: 0,
  note: 'Google Play led back to a page of this list that was read before: the list did not come to its end.',
};

export function firstOf({ app, hl, gl, country, isFurther }: Store, { sort, score }: Selection, limit: number): ReviewsCursor {
  const size = sizeWithin(FIRST_SIZE, limit);
  return { list: 'reviews', app, hl, gl, country, isFurther, sort, score, token: null, size, read: 0, onTop: score !== null };
}

/** A further page of the app's own list, or of one on top of it, whatever that answers. */
export async function nextPage(cursor: ReviewsCursor, session: Session): Promise<Page<PlayCursor>> {
  if (!cursor.onTop) return reviewsPage(await askReviews(cursor, session), cursor, session);
  try {
    return reviewsPage(await askReviews(cursor, session), cursor, session);
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
    const gap: Gap = { cause: 'notServed', count: 0, note: `A further list (${nameOf(cursor)}) was refused: ${error.code}.` };
    return { items: [], gaps: [gap] };
  }
}

/** The app's own list is read to its end, whatever repeats in it; what comes on top only as long as it brings something new. */
export async function reviewsPage(
  { reviews, token, size }: ReviewPage,
  cursor: ReviewsCursor,
  session: Session,
): Promise<Page<PlayCursor>> {
  const { options } = session;
  const items = readRows(reviews, 'reviews', (review) => toItem(review, cursor.app, cursor.country));
  const read = cursor.read + rowsGiven(reviews);
  const isCircle = token !== null && (await wasSeen(token, cursor, session));
  const ends = items.length === 0 || token === null || isCircle;
  const following = { ...cursor, token, size: grown(size, cursor, options.limit - read), read };
  return {
    items,
    next: ends ? afterEnd(cursor, items.at(-1)?.createdAt, options.minTimestamp, read) : [{ cursor: following, role: 'page' }],
    ...(cursor.onTop || cursor.isFurther ? {} : { mayRepeat: true }),
    ...(isCircle && !cursor.onTop ? { gaps: [CIRCLE] } : {}),
    ...(cursor.sort === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    door: cursor.score === null ? 'review call' : 'review call, one rating',
  };
}

/** Lists of Google Play run in circles now and then: a token that led to a page of this list before leads there again. */
async function wasSeen(token: string, cursor: ReviewsCursor, session: Session): Promise<boolean> {
  const { app, gl, sort, score } = cursor;
  const tokens = await session.once(`tokens ${app} ${gl} ${sort} ${score}`, async () => new Set<string>());
  if (cursor.token !== null) tokens.add(cursor.token);
  return tokens.has(token);
}

/** A list of several pages may have ended before its time. One that ended at the wanted dates has not. */
function afterEnd(cursor: ReviewsCursor, oldest: string | null | undefined, minTimestamp: number | null, read: number): Next<PlayCursor>[] {
  const { onTop, token, app, hl, gl, country, isFurther, sort } = cursor;
  const isPast = sort === NEWEST && isBefore(oldest, minTimestamp);
  if (onTop || token === null || isPast) return [];
  return [{ cursor: { list: 'rest', app, hl, gl, country, isFurther, sort, read }, role: 'list', optional: true }];
}

/** What the app's page states, and the other lists where that is more than was read. */
export async function restPage(cursor: RestCursor, session: Session): Promise<Page<PlayCursor>> {
  const { status, text } = await session.fetch({ ...detailsRequest(cursor), tries: 'once' });
  const { ratings, reviews } = status === 200 ? figuresIn(text) : { ratings: null, reviews: null };
  if (reviews !== null && reviews <= cursor.read) return { items: [] };
  const selections: Selection[] = [
    ...SORTS.filter((sort) => sort !== cursor.sort).map((sort) => ({ sort, score: null })),
    ...SCORES.map((score) => ({ sort: NEWEST, score })),
  ];
  const stated =
    reviews === null ? 'The page of the app does not say how many reviews it has' : `The page of the app states ${reviews} reviews`;
  const rated = ratings === null ? '' : ` and ${ratings} ratings, with and without words`;
  return {
    items: [],
    next: selections.map((selection) => ({
      cursor: { ...firstOf(cursor, selection, session.options.limit), onTop: true },
      role: 'list',
    })),
    notes: [
      `${stated}${rated}, over all languages. Google Play gives one language at a time: these are those in "${cursor.hl}", as far as it gives them in any order and by any rating.`,
    ],
  };
}

function grown(size: number, { read }: ReviewsCursor, left: number): number {
  // A list that answered to a larger wish by a refusal stays small.
  const wish = read > 0 && size === FIRST_SIZE ? FIRST_SIZE : Math.min(size * GROWTH, LARGEST_SIZE);
  return sizeWithin(wish, left);
}

function sizeWithin(size: number, left: number): number {
  return Math.max(FIRST_SIZE, Math.min(size, left));
}

function nameOf({ sort, score }: ReviewsCursor): string {
  return score === null ? `order ${sort}` : `rating ${score}`;
}
