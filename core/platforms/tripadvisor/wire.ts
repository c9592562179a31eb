import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema, text } from '#core/platform-kit/wire.ts';

/** A template has places for width and height in its query; without that it is the whole picture. */
const sizesSchema = z.object({
  photoSizeDynamic: z.object({ urlTemplate: text }).nullish(),
  photoSizes: z.array(z.object({ url: text, width: z.number().nullish() }).nullish()).nullish(),
});
const pictureSchema = sizesSchema.extend({ data: sizesSchema.nullish() });
export type WirePicture = z.output<typeof pictureSchema>;

const idSchema = z.union([z.int(), z.string().min(1)]).transform(String);

const personSchema = z.object({
  id: idSchema.nullish(),
  displayName: text,
  username: text,
  avatar: pictureSchema.nullish(),
  contributionCounts: z.object({ sumAllUgc: countSchema.nullish() }).nullish(),
  hometown: z
    .object({
      fallbackString: text,
      location: z.object({ name: text, additionalNames: z.object({ long: text }).nullish() }).nullish(),
    })
    .nullish(),
});

const reviewSchema = z.object({
  id: idSchema,
  reviewDetailPageWrapper: z.object({ reviewDetailPageRoute: z.object({ url: text }).nullish() }).nullish(),
  title: text,
  text: text,
  rating: z.number().nullish(),
  language: text,
  originalLanguage: text,
  translationType: text,
  createdDate: text,
  publishedDate: text,
  publishPlatform: text,
  helpfulVotes: countSchema.nullish(),
  userProfile: personSchema.nullish(),
  tripInfo: z.object({ stayDate: text, tripType: text }).nullish(),
  additionalRatings: z.array(z.object({ ratingLabel: text, rating: z.number().nullish() })).nullish(),
  mgmtResponse: z
    .object({ text: text, publishedDate: text, connectionToSubject: text, userProfile: z.object({ displayName: text }).nullish() })
    .nullish(),
  photos: z.array(pictureSchema.nullish()).nullish(),
});
export type WireReview = z.output<typeof reviewSchema>;

const listSchema = z.object({ totalCount: countSchema.nullish(), reviews: rowsOf(reviewSchema.nullish()).nullish() });
export type ReviewList = z.output<typeof listSchema>;

/** One query has named it so since 2025, the one before another way. */
export const dataSchema = z.object({
  ReviewsProxy_getReviewListPageForLocation: z.array(listSchema.nullish()).nullish(),
  locations: z.array(z.object({ reviewListPage: listSchema.nullish() }).nullish()).nullish(),
});
