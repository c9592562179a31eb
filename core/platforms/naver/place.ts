// Reviews of a place: those in the state of its page, then what the page asks for while its button for more is pressed. Known from public clients alone.
import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked, fits, rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromUtcText } from '#core/platform-kit/dates.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { everyOf, nearest } from '#core/platform-kit/json-tree.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, countSchema, idSchema, readWire, text } from '#core/platform-kit/wire.ts';
import { statusRefusal } from '#core/platforms/naver/cbox.ts';
import { PRESSES, pressing, QUIET_MS } from '#core/platforms/naver/pressing.ts';

/** `held`: reviews that the state of the page had; null until it has been read. */
export type PlaceCursor = { readonly list: 'place'; readonly place: string; readonly held: number | null; readonly total: number | null };

const STATE = /window\.__APOLLO_STATE__\s{0,9}=\s{0,9}/;
const MORE = 'a:text-matches("^펼쳐서 더보기|^더보기$"), .fvwqf';
const TOO_FAST = '제한되었습니다';
const SCALE = 5;
const NOT_ALL = 'The page of this place holds its newest reviews alone, and no browser brought the others.';
const DAY = /^(?:(\d{2}|\d{4})\.\s{0,3})?(\d{1,2})\.\s{0,3}(\d{1,2})(?:\.|$)/;
const SEOUL_MS = 9 * 3_600_000;

const reviewSchema = z.object({
  id: idSchema.nullish(),
  reviewId: idSchema.nullish(),
  rating: z.number().nullish(),
  author: z.object({ id: idSchema.nullish(), nickname: text, imageUrl: text, url: text }).nullish(),
  body: text,
  thumbnail: text,
  media: z.array(z.object({ type: text, thumbnail: text, videoUrl: text })).nullish(),
  visitCount: count,
  created: text,
  representativeVisitDateTime: text,
  reply: z.object({ body: text, created: text }).nullish(),
  originType: text,
  votedKeywords: z.array(z.object({ name: text })).nullish(),
});
type Review = z.infer<typeof reviewSchema>;

const stateSchema = z.record(z.string(), z.unknown());
const refSchema = z.object({ __ref: z.string() });
const listSchema = z.object({ items: z.array(z.unknown()), total: countSchema.nullish() });
const answerSchema = z.object({ visitorReviews: z.object({ items: rowsOf(reviewSchema), total: countSchema.nullish() }).nullable() });

type State = z.infer<typeof stateSchema>;

/**
 * The reviews that come with the page of a place, then those that it asks for.
 * @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, RATE_LIMITED, PLATFORM_CHANGED
 */
export async function placePage(cursor: PlaceCursor, session: Session): Promise<Page<PlaceCursor>> {
  if (cursor.held !== null) return furtherReviews(cursor, cursor.held, session);
  const url = addressOf(cursor.place);
  const { value: answer, by } = await plainOrBrowser(session, 'places of Naver', {
    plain: async () => wholePage(await session.fetch({ url, accept: 'any' })),
    browser: async () => wholePage(await session.page({ url, accept: 'any' })),
  });
  const { items, total } = reviewsInState(answer, cursor.place);
  const held = rowsGiven(items);
  const hasMore = held > 0 && (total ?? 0) > held;
  return {
    items,
    next: hasMore ? [{ cursor: { ...cursor, held, total }, role: 'page' }] : [],
    total,
    mayRepeat: true,
    door: `page of the place${by}`,
  };
}

function addressOf(place: string): string {
  return `https://pcmap.place.naver.com/place/${place}/review/visitor`;
}

function wholePage(answer: Answer): Answer {
  if (answer.text.includes(TOO_FAST) && !STATE.test(answer.text)) throw new ThrottledFailure();
  if (answer.status !== 200) throw statusRefusal(answer);
  return answer;
}

function reviewsInState({ text: html, fetchedAt }: Answer, place: string): { readonly items: Item[]; readonly total: number | null } {
  const state = readWire(stateSchema, jsonBehind(html, STATE), '__APOLLO_STATE__');
  const list = nearest(state, isReviewList);
  const details = Object.entries(checked(stateSchema, state['ROOT_QUERY']).data ?? {}).filter(([name]) => name.startsWith('placeDetail'));
  if (list === undefined && details.length > 0 && details.every(([, value]) => value === null)) throw new PlatformRefusal('NOT_FOUND');
  if (list === undefined && !(`PlaceDetailBase:${place}` in state)) throw new PlatformChanged('__APOLLO_STATE__.VisitorReview');
  if (list === undefined) return { items: [], total: null };
  const { items, total } = readWire(listSchema, list, 'visitorReviews');
  const read = (row: unknown): Item => reviewItem(readWire(reviewSchema, wholeOf(row, state), 'VisitorReview'), fetchedAt);
  return { items: readRows(eachOnce(items), 'visitorReviews.items', read), total: total ?? null };
}

/** A list that names the same review many times would have all of it read as often. */
function eachOnce(rows: readonly unknown[]): readonly unknown[] {
  const met = new Set<string>();
  return rows.filter((row) => {
    const name = checked(refSchema, row).data?.__ref;
    const isNew = name === undefined || !met.has(name);
    if (name !== undefined) met.add(name);
    return isNew;
  });
}

function isReviewList(value: object): boolean {
  if (!('items' in value && Array.isArray(value.items) && '__typename' in value)) return false;
  return typeof value.__typename === 'string' && value.__typename.startsWith('VisitorReviews');
}

/** A review with the parts that the state keeps elsewhere. */
function wholeOf(row: unknown, state: State): unknown {
  const { __ref: name } = readWire(refSchema, row, 'item');
  const review = readWire(stateSchema, state[name], name);
  return Object.fromEntries(Object.entries(review).map(([key, value]) => [key, fits(refSchema, value) ? partOf(value, state) : value]));
}

/** An object alone, of which few fields are read: a list or a text that many reviews name would be read as often. */
function partOf(value: unknown, state: State): unknown {
  const { __ref: name } = readWire(refSchema, value, 'part');
  const part = state[name];
  if (part != null && (typeof part !== 'object' || Array.isArray(part))) throw new PlatformChanged(name);
  return part;
}

/** What lies beyond the state is asked for by the page alone; without it the ledger says so. */
async function furtherReviews({ place, total }: PlaceCursor, held: number, session: Session): Promise<Page<PlaceCursor>> {
  const missing = Math.max(0, (total ?? 0) - held);
  const heard = await orShut(
    session.capture(
      { url: addressOf(place), actions: pressing(MORE) },
      { url: '*.place.naver.com/graphql*', method: 'POST', body: 'isitorReviews', count: PRESSES, timeoutMs: QUIET_MS },
    ),
  );
  if (heard instanceof CommentdockError) {
    return { items: [], gaps: [{ cause: 'notServed', count: missing, note: `${NOT_ALL} ${heard.message}` }], door: 'page of the place' };
  }
  const lists = heard.answers.flatMap((answer) => reviewsInAnswer(answer));
  const rest = lists.reduce((left, list) => left - rowsGiven(list), missing);
  return {
    items: lists.flat(),
    gaps: rest <= 0 ? [] : [{ cause: 'notServed', count: rest, note: 'The page of this place brought no more reviews.' }],
    mayRepeat: true,
    door: 'page of the place, in the browser',
  };
}

/** Several questions may go in one request. */
function reviewsInAnswer(answer: Answer): Item[][] {
  const said = everyOf(answer.json(z.unknown()), (value) => 'visitorReviews' in value);
  return said.flatMap((data) => {
    const { visitorReviews: list } = readWire(answerSchema, data, 'data');
    return list === null ? [] : [readRows(list.items, 'visitorReviews.items', (row) => reviewItem(row, answer.fetchedAt))];
  });
}

function reviewItem(review: Review, seenAt: Date): Item {
  const id = review.id ?? review.reviewId;
  if (id == null) throw new PlatformChanged('id');
  const { author, reply, media } = review;
  const films = (media ?? []).filter(({ type }) => type === 'video');
  const pictures = (media ?? []).filter(({ type }) => type !== 'video').map(({ thumbnail }) => thumbnail);
  const visitedAt = isoFromUtcText(review.representativeVisitDateTime);
  const day = dayOf(review.created, seenAt);
  return makeItem({
    id,
    kind: 'review',
    author: {
      name: orNull(author?.nickname),
      id: author?.id ?? null,
      url: orNull(author?.url),
      avatarUrl: orNull(author?.imageUrl),
    },
    text: review.body ?? '',
    createdAt: visitedAt ?? day,
    createdAtPrecision: visitedAt === null ? (day === null ? null : 'day') : 'second',
    rating: review.rating ?? null,
    ratingScale: review.rating == null ? null : SCALE,
    media: mediaOf(
      media?.length ? pictures : [review.thumbnail],
      films.map(({ videoUrl, thumbnail }) => videoUrl ?? thumbnail),
    ),
    ownerReply: orNull(reply?.body) === null ? null : { text: reply?.body ?? null, createdAt: dayOf(reply?.created, seenAt) },
    extra: {
      keywords: review.votedKeywords?.length ? review.votedKeywords.flatMap(({ name }) => name ?? []) : undefined,
      visitCount: review.visitCount ?? undefined,
      originType: orNull(review.originType) ?? undefined,
    },
  });
}

/** "9.13.금" or "24.9.13.금" as midnight UTC of that day; without a year the latest one that is not to come. Null for other words. */
export function dayOf(words: string | null | undefined, seenAt: Date): string | null {
  const found = DAY.exec(words?.trim() ?? '');
  if (found === null) return null;
  const [, year, month, day] = found.map(Number) as [number, number, number, number];
  const today = new Date(seenAt.getTime() + SEOUL_MS);
  const at = (of: number): Date => new Date(Date.UTC(of, month - 1, day));
  const stated = Number.isNaN(year) ? null : year < 100 ? 2_000 + year : year;
  const thisYear = at(today.getUTCFullYear());
  const date = stated === null ? (thisYear > today ? at(today.getUTCFullYear() - 1) : thisYear) : at(stated);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString() : null;
}
