import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { countSchema, text } from '#core/platform-kit/wire.ts';

/** Names begin with a capital in some answers: `ReviewId` and `reviewId`. */
function namesOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [`${name.charAt(0).toLowerCase()}${name.slice(1)}`, field]));
}

/** A review of the web's store, of the Store app or of Xbox, whose names differ. */
export const reviewSchema = z.preprocess(
  namesOf,
  z.object({
    reviewId: z.string().min(1),
    reviewerName: text,
    rating: z.number(),
    title: text,
    reviewTitle: text,
    reviewText: text,
    submittedDateTimeUtc: text,
    reviewDate: text,
    helpfulPositive: countSchema.nullish(),
    helpfulnessVotes: countSchema.nullish(),
    helpfulNegative: countSchema.nullish(),
    isRevised: z.boolean().nullish(),
    deviceFamily: text,
    oSVersion: text,
    osVersion: text,
    appVersion: text,
    market: text,
    locale: text,
    developerResponse: z.preprocess(namesOf, z.object({ text, date: text })).nullish(),
  }),
);

/** True for a list of reviews, wherever it stands in an answer. */
export function isReviewList(value: object): boolean {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return typeof first === 'object' && first !== null && ('reviewId' in first || 'ReviewId' in first);
}

/** `country`: whose store it is. */
export function toItem(review: z.output<typeof reviewSchema>, country: string): Item {
  const reply = review.developerResponse;
  const answer = orNull(reply?.text);
  return makeItem({
    id: review.reviewId,
    kind: 'review',
    author: { name: orNull(review.reviewerName) },
    title: orNull(review.title) ?? orNull(review.reviewTitle),
    text: review.reviewText ?? '',
    createdAt: statedInstant(review.submittedDateTimeUtc, 'submittedDateTimeUtc') ?? statedInstant(review.reviewDate, 'reviewDate'),
    isEdited: review.isRevised ?? null,
    rating: review.rating,
    ratingScale: 5,
    likes: review.helpfulPositive ?? review.helpfulnessVotes ?? null,
    dislikes: review.helpfulNegative ?? null,
    language: orNull(review.locale),
    ownerReply: answer === null ? null : { text: answer, createdAt: statedInstant(reply?.date, 'developerResponse.date') },
    extra: {
      appVersion: orNull(review.appVersion) ?? undefined,
      device: orNull(review.deviceFamily) ?? undefined,
      osVersion: orNull(review.osVersion) ?? orNull(review.oSVersion) ?? undefined,
      market: orNull(review.market) ?? undefined,
      country,
    },
  });
}
