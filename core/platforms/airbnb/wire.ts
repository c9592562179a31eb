import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema, numberSchema, text } from '#core/platform-kit/wire.ts';

const idSchema = z.union([z.string().min(1), z.int()]).transform(String);

const personSchema = z.object({
  id: idSchema.nullish(),
  firstName: text,
  pictureUrl: text,
  profilePath: text,
  isSuperhost: z.boolean().nullish(),
  userProfilePicture: z.object({ baseUrl: text }).nullish(),
});

const reviewSchema = z.object({
  id: idSchema,
  comments: text,
  language: text,
  createdAt: text,
  rating: numberSchema.nullish(),
  reviewer: personSchema.nullish(),
  localizedReviewerLocation: text,
  reviewHighlight: text,
  localizedReview: z.object({ comments: text, needsTranslation: z.boolean().nullish() }).nullish(),
  response: text,
  localizedRespondedDate: text,
  roomTypeListingTitle: text,
  collectionTag: z.unknown().optional(),
  reviewMediaItems: z.array(z.unknown()).nullish(),
  reviewPhotoUrls: z.array(z.unknown()).nullish(),
});
export type WireReview = z.output<typeof reviewSchema>;

const listSchema = z.object({
  reviews: rowsOf(reviewSchema.nullish()),
  metadata: z.object({ reviewsCount: countSchema.nullish() }).nullish(),
});

export const dataSchema = z.object({
  presentation: z.object({ stayProductDetailPage: z.object({ reviews: listSchema.nullish() }).nullish() }).nullish(),
});

/** What an answer says went wrong: in GraphQL's way, or in that of what stands before it. */
export const failureSchema = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.object({ message: text, extensions: z.object({ classification: text, code: z.unknown().optional() }).nullish() }))
    .nullish(),
  error_code: z.union([z.int(), z.string()]).nullish(),
  error_type: text,
});
export type Failure = z.output<typeof failureSchema>;
