import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema, text } from '#core/platform-kit/wire.ts';

/** The same instant twice: as UTC, and with the offset of the place. */
const instantSchema = z.object({ utcDateTime: text, localDateTimeForBusiness: text }).nullish();
export type WireInstant = z.output<typeof instantSchema>;

const authorSchema = z.object({
  encid: text,
  displayName: text,
  displayLocation: text,
  reviewCount: countSchema.nullish(),
  friendCount: countSchema.nullish(),
  businessPhotoCount: countSchema.nullish(),
  currentTruncatedEliteYear: z.unknown().optional(),
  profilePhoto: z.object({ photoUrl: z.object({ url: text }).nullish() }).nullish(),
});

const reviewSchema = z.object({
  encid: z.string().min(1),
  text: z.object({ full: text, language: text, translated: text }).nullish(),
  rating: z.number().nullish(),
  createdAt: instantSchema,
  author: authorSchema.nullish(),
  business: z.object({ alias: text }).nullish(),
  availableReactionsContainer: z
    .object({ availableReactions: z.array(z.object({ reactionType: z.string(), count: countSchema.nullish() })).nullish() })
    .nullish(),
  businessPhotos: z.array(z.object({ photoUrl: z.object({ url: text }).nullish(), caption: text })).nullish(),
  businessVideos: z.array(z.object({ videoUrl: text })).nullish(),
  bizUserPublicReply: z.object({ text, createdAt: instantSchema, owner: z.object({ displayName: text, role: text }).nullish() }).nullish(),
  latestReviewUpdate: z.unknown().optional(),
  previousReviews: z.array(z.unknown()).nullish(),
  tags: z.object({ isFirstReviewer: z.boolean().nullish(), checkInCount: countSchema.nullish() }).nullish(),
});
export type WireReview = z.output<typeof reviewSchema>;

export const feedSchema = z.object({
  business: z
    .object({
      alias: text,
      reviewCount: countSchema.nullish(),
      reviewCountsByLanguage: z.array(z.object({ language: z.string(), count: countSchema.nullish() })).nullish(),
      reviews: z.object({
        edges: rowsOf(z.object({ node: reviewSchema.nullish() })),
        pageInfo: z.object({ hasNextPage: z.boolean().nullish() }).nullish(),
      }),
    })
    .nullish(),
});
export type Feed = z.output<typeof feedSchema>;

const partSchema = z.object({ errors: z.array(z.object({ extensions: z.object({ code: text }).nullish() })).nullish() });
/** What the answers to a batch say went wrong. */
export const batchSchema = z.union([z.array(partSchema), partSchema.transform((part) => [part])]);
