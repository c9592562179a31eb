import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { countSchema, numberSchema, text } from '#core/platform-kit/wire.ts';

const reviewSchema = z.object({
  reviewUrl: z.string().min(1),
  reviewScore: numberSchema.nullish(),
  /** Seconds since 1970. */
  reviewedDate: countSchema.nullish(),
  helpfulVotesCount: countSchema.nullish(),
  isApproved: z.boolean().nullish(),
  guestDetails: z
    .object({
      username: text,
      avatarUrl: text,
      countryCode: text,
      countryName: text,
      anonymous: z.boolean().nullish(),
      guestTypeTranslation: text,
    })
    .nullish(),
  textDetails: z.object({ title: text, positiveText: text, negativeText: text, lang: text }).nullish(),
  partnerReply: z.object({ reply: text }).nullish(),
  bookingDetails: z
    .object({
      customerType: text,
      roomType: z.object({ name: text }).nullish(),
      numNights: countSchema.nullish(),
      checkinDate: text,
      checkoutDate: text,
      stayStatus: text,
    })
    .nullish(),
  photos: z.array(z.object({ urls: z.array(z.object({ size: text, url: text })).nullish() })).nullish(),
});
export type WireReview = z.output<typeof reviewSchema>;

/** Reviews, or what went wrong. */
export const listSchema = z.object({
  reviewListFrontend: z.object({
    reviewCard: rowsOf(reviewSchema).nullish(),
    reviewsCount: countSchema.nullish(),
    statusCode: z.int().nullish(),
    message: text,
  }),
});
export type ReviewList = z.output<typeof listSchema>['reviewListFrontend'];
