import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromMs, statedInstant } from '#core/platform-kit/dates.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;

/** What both forms of a review say. */
const SAID = {
  id: idSchema,
  userFullName: text,
  rate: z.number().nullish(),
  comment: text,
  trusted: flag,
  isElite: flag,
  isInfluencer: flag,
  mediaFiles: z.array(z.object({ url: text, mediaType: z.unknown().optional() })).nullish(),
};
/** Moments are in milliseconds. */
const reviewSchema = z.object({
  ...SAID,
  likesCount: count,
  language: text,
  createdAt: z.number().nullish(),
  lastModifiedAt: z.number().nullish(),
  seller: z.object({ name: text }).nullish(),
});
export type Review = z.infer<typeof reviewSchema>;

const olderReviewSchema = z.object({
  ...SAID,
  commentTitle: text,
  commentDateISOtype: text,
  reviewLikeCount: count,
  sellerName: text,
});
type OlderReview = z.infer<typeof olderReviewSchema>;

const listSchema = z.object({
  summary: z.object({ totalCommentCount: count, totalPages: count }).nullish(),
  reviews: rowsOf(reviewSchema),
});
const olderListSchema = z.object({ totalElements: count, totalPages: count, page: count, content: rowsOf(olderReviewSchema) });

export const answerSchema = z.object({ result: listSchema });

/** What the page of all reviews is made from. */
export const stateSchema = z.object({
  ratingAndReviewResponse: z.object({ ratingAndReview: z.object({ productReviews: olderListSchema }) }),
});

/** An answer that the page gets by itself: of the API of today, or of the one before. */
export const heardSchema = z.object({ result: z.union([listSchema, z.object({ productReviews: olderListSchema })]) });

export function reviewItem(review: Review): Item {
  const { createdAt: written, lastModifiedAt: changed } = review;
  return makeItem({
    ...saidBy(review),
    createdAt: isoFromMs(written),
    likes: review.likesCount ?? null,
    language: orNull(review.language),
    isEdited: written == null || changed == null ? null : changed > written,
    extra: extraOf(review, review.seller?.name),
  });
}

export function olderItem(review: OlderReview): Item {
  const createdAt = statedInstant(review.commentDateISOtype?.slice(0, 'YYYY-MM-DD'.length), 'commentDateISOtype');
  return makeItem({
    ...saidBy(review),
    title: orNull(review.commentTitle),
    createdAt,
    createdAtPrecision: createdAt === null ? null : 'day',
    likes: review.reviewLikeCount ?? null,
    extra: extraOf(review, review.sellerName),
  });
}

function saidBy({ id, userFullName, comment, rate, mediaFiles }: Review | OlderReview) {
  const files = mediaFiles ?? [];
  const isFilm = ({ mediaType }: (typeof files)[number]): boolean => /video/i.test(String(mediaType));
  return {
    id,
    kind: 'review' as const,
    author: { name: orNull(userFullName) },
    text: orNull(comment),
    rating: rate ?? null,
    ratingScale: SCALE,
    media: mediaOf(
      files.filter((file) => !isFilm(file)).map(({ url }) => url),
      files.filter(isFilm).map(({ url }) => url),
    ),
  };
}

function extraOf({ trusted, isElite, isInfluencer }: Review | OlderReview, seller: string | null | undefined): Item['extra'] {
  return {
    seller: orNull(seller) ?? undefined,
    verifiedPurchase: trusted ?? undefined,
    isElite: isElite === true ? true : undefined,
    isInfluencer: isInfluencer === true ? true : undefined,
  };
}
