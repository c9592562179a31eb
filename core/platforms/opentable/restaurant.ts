// What the page of a restaurant is made from, and the reviews in it and in the answers that it gets.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, flag, idSchema, numberSchema, readJson, readWire, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;
const STATE_NAME = '__INITIAL_STATE__';
/** As an object, or as one within a text. */
const STATE = /\b__INITIAL_STATE__\s{0,9}=\s{0,9}(?:JSON\.parse\(\s{0,9}(?="))?/;
/** What a text of JavaScript may escape and one of JSON may not. */
const ESCAPED = /\\(?:x([\da-f]{2})|([^]))/gi;

const score = numberSchema.nullish();
const reviewSchema = z.object({
  reviewId: idSchema,
  text,
  rating: z.object({ overall: score, food: score, service: score, ambience: score, value: score, noise: z.unknown().optional() }).nullish(),
  user: z.object({ nickname: text, metro: z.object({ displayName: text }).nullish(), isVip: flag, numOfApprovedReviews: count }).nullish(),
  publicRestaurantReply: z.object({ message: text, responseDateTimeUtc: text }).nullish(),
  submittedDateTime: text,
  dinedDateTime: text,
  type: text,
  fromPreviousConcept: flag,
  photos: z.array(z.unknown()).nullish(),
});
type Review = z.infer<typeof reviewSchema>;
const reviewsSchema = rowsOf(reviewSchema);

const stateSchema = z.object({
  restaurantProfile: z.object({
    restaurant: z.object({ statistics: z.object({ reviews: z.object({ allTimeTextReviewCount: count }).nullish() }).nullish() }).nullish(),
    reviewSearchResults: z.object({ sortBy: text, totalPages: count, totalCount: count, reviews: reviewsSchema.nullish() }).nullable(),
  }),
});

/** A page of reviews, and what its restaurant has of them. `pages`: 0 where it has no list. `sortBy`: their order in the site's words. */
export interface Shown {
  readonly reviews: readonly Review[];
  readonly total: number | null;
  readonly pages: number;
  readonly sortBy: string | null;
}

/**
 * What the page of a restaurant shows.
 * @throws PlatformChanged where it has no state, or one without a restaurant
 */
export function shownIn(html: string): Shown {
  const state = stateIn(html);
  if (state === undefined) throw new PlatformChanged(STATE_NAME, 'The page of the restaurant came without its reviews.');
  const { restaurant, reviewSearchResults: results } = readWire(stateSchema, state, '').restaurantProfile;
  const total = results?.totalCount ?? restaurant?.statistics?.reviews?.allTimeTextReviewCount ?? null;
  const pages = results === null ? 0 : (results.totalPages ?? 1);
  return { reviews: results?.reviews ?? [], total, pages, sortBy: results?.sortBy ?? null };
}

/** Unchecked; undefined where the page has none. @throws PlatformChanged where it is no JSON */
function stateIn(html: string): unknown {
  const found = STATE.exec(html);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  if (html[start] !== '"') return jsonBehind(html, STATE);
  const end = endOfText(html, start);
  if (end === null) throw new PlatformChanged(STATE_NAME);
  const literal = html.slice(start, end).replace(ESCAPED, (whole, code: string | undefined, sign: string | undefined) => {
    if (code !== undefined) return `\\u00${code}`;
    return sign === "'" ? sign : whole;
  });
  return readJson(String(readJson(literal, STATE_NAME)), STATE_NAME);
}

/** Behind the quote that ends the text whose first quote stands at `start`; null where none does. */
function endOfText(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return null;
}

/** The reviews in an answer that the page gets, wherever they stand in it; null where it has none. */
export function reviewsIn(answer: unknown): readonly Review[] | null {
  const list = nearest(answer, (part) => Array.isArray(part) && part.some(isReview));
  return list === undefined ? null : readWire(reviewsSchema, list, 'reviews');
}

function isReview(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'reviewId' in part;
}

export function itemsOf(reviews: readonly Review[]): Item[] {
  return readRows(reviews, 'reviews', reviewItem);
}

function reviewItem(review: Review): Item {
  const { rating, user, publicRestaurantReply: reply } = review;
  const answer = orNull(reply?.message);
  return makeItem({
    id: review.reviewId,
    kind: 'review',
    author: { name: orNull(user?.nickname) },
    text: review.text ?? null,
    createdAt: statedInstant(review.submittedDateTime, 'submittedDateTime'),
    rating: rating?.overall ?? null,
    ratingScale: SCALE,
    media: mediaOf((review.photos ?? []).map(addressOf)),
    ownerReply: answer === null ? null : { text: answer, createdAt: statedInstant(reply?.responseDateTimeUtc, 'responseDateTimeUtc') },
    extra: {
      food: rating?.food ?? undefined,
      service: rating?.service ?? undefined,
      ambience: rating?.ambience ?? undefined,
      value: rating?.value ?? undefined,
      noise: typeof rating?.noise === 'string' ? rating.noise : undefined,
      dinedAt: statedInstant(review.dinedDateTime, 'dinedDateTime') ?? undefined,
      metro: orNull(user?.metro?.displayName) ?? undefined,
      isVip: user?.isVip ?? undefined,
      authorReviewCount: user?.numOfApprovedReviews ?? undefined,
      type: orNull(review.type) ?? undefined,
      fromPreviousConcept: review.fromPreviousConcept === true ? true : undefined,
    },
  });
}

/** An address, or an object that holds one: nobody wrote down which. */
function addressOf(photo: unknown): string | null {
  if (typeof photo === 'string') return photo;
  const url: unknown = typeof photo === 'object' && photo !== null && 'url' in photo ? photo.url : null;
  return typeof url === 'string' ? url : null;
}
