import { idSchema, numberSchema } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';

/** A review within the block that the page has for search engines. */
const embeddedReviewSchema = z.object({
  author: z.union([z.string(), z.object({ name: z.string().nullish() })]).nullish(),
  datePublished: z.string().nullish(),
  reviewBody: z.string().nullish(),
  reviewRating: z.object({ ratingValue: numberSchema.nullish() }).nullish(),
});
export type EmbeddedReview = z.infer<typeof embeddedReviewSchema>;

/** The product or the shop itself in that block. `reviewCount` is the shop's, on the page of a listing too. */
export const embeddedSchema = z.object({
  /** A single one may stand alone. */
  review: z.preprocess(
    (given) => (typeof given === 'object' && given !== null ? [given].flat() : given),
    rowsOf(embeddedReviewSchema).nullish(),
  ),
  aggregateRating: z.object({ reviewCount: numberSchema.nullish() }).nullish(),
});

const reviewSchema = z.object({
  transactionId: idSchema,
  reviewInfo: z.object({ rating: numberSchema.nullish(), reviewDate: z.string().nullish() }).nullish(),
  reviewContent: z.object({ reviewText: z.string().nullish() }).nullish(),
  buyerInfo: z.object({ name: z.string().nullish() }).nullish(),
});
export type Review = z.infer<typeof reviewSchema>;

/** `jsData` of an answer. */
export const listSchema = z.object({
  reviews: rowsOf(reviewSchema),
  ratingCounts: z.object({ All: z.union([z.int(), z.string()]).nullish() }).nullish(),
  totalPages: numberSchema.nullish(),
});

/** The cards of the same reviews as HTML. */
export const outputSchema = z.object({ output: z.object({ deep_dive_reviews: z.string().nullish() }).nullish() });
