import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { isEditedAfter, isoFromText, statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { countSchema } from '#core/platform-kit/wire.ts';

export const reviewSchema = z.object({
  id: z.string().min(1),
  title: z.string().nullish(),
  text: z.string().nullish(),
  rating: countSchema,
  likes: countSchema.nullish(),
  language: z.string().nullish(),
  filtered: z.boolean().nullish(),
  pending: z.boolean().nullish(),
  isPending: z.boolean().nullish(),
  dates: z.object({
    publishedDate: z.string().nullish(),
    updatedDate: z.string().nullish(),
    experiencedDate: z.string().nullish(),
  }),
  consumer: z
    .object({
      id: z.string().nullish(),
      displayName: z.string().nullish(),
      imageUrl: z.string().nullish(),
      countryCode: z.string().nullish(),
      numberOfReviews: countSchema.nullish(),
      isVerified: z.boolean().nullish(),
    })
    .nullish(),
  labels: z
    .object({
      verification: z.object({ isVerified: z.boolean().nullish(), verificationLevel: z.string().nullish() }).nullish(),
    })
    .nullish(),
  reply: z.object({ message: z.string().nullish(), publishedDate: z.string().nullish() }).nullish(),
});
type Review = z.infer<typeof reviewSchema>;

/** `authorId`: whose list this is, for reviews that do not name their author. */
export function toItem(review: Review, authorId: string | null): Item {
  const { consumer, dates, reply } = review;
  const verification = review.labels?.verification;
  const author = orNull(consumer?.id) ?? authorId;
  const answer = orNull(reply?.message);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: {
      name: orNull(consumer?.displayName),
      id: author,
      url: author === null ? null : `https://www.trustpilot.com/users/${author}`,
      avatarUrl: withScheme(consumer?.imageUrl),
      verified: consumer?.isVerified ?? null,
    },
    title: orNull(review.title),
    text: review.text ?? '',
    createdAt: statedInstant(dates.publishedDate, 'dates.publishedDate'),
    isEdited: isEditedAfter(dates.publishedDate, dates.updatedDate ?? null),
    likes: review.likes ?? null,
    rating: review.rating,
    ratingScale: 5,
    language: orNull(review.language),
    url: `https://www.trustpilot.com/reviews/${review.id}`,
    ownerReply: answer === null ? null : { text: answer, createdAt: statedInstant(reply?.publishedDate, 'reply.publishedDate') },
    extra: {
      country: orNull(consumer?.countryCode) ?? undefined,
      authorReviewCount: consumer?.numberOfReviews ?? undefined,
      experiencedAt: isoFromText(dates.experiencedDate)?.slice(0, 10),
      verified: verification?.isVerified ?? undefined,
      verificationLevel: orNull(verification?.verificationLevel) ?? undefined,
      filtered: review.filtered === true ? true : undefined,
      pending: review.pending === true || review.isPending === true ? true : undefined,
    },
  });
}
