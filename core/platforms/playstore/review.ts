import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { slot } from '#core/platform-kit/batchexecute.ts';
import { isoFromInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';

/** Seconds, and nanoseconds where there are any. */
const instantSchema = z.array(z.number().nullish()).nullish();

/** Positions become names first, so that an error names the field. */
export const reviewSchema = z.preprocess(
  nameFields,
  z.object({
    id: z.string().min(1),
    authorName: z.string().nullish(),
    avatarUrl: z.string().nullish(),
    rating: z.int(),
    text: z.string().nullish(),
    createdAt: instantSchema,
    likes: z.int().nullish(),
    replyText: z.string().nullish(),
    replyCreatedAt: instantSchema,
    authorId: z.string().nullish(),
    appVersion: z.string().nullish(),
    criterias: z.array(z.unknown()).nullish(),
  }),
);
type Review = z.infer<typeof reviewSchema>;

/** `country`: the store that the list was asked of, where the owner named some. */
export function toItem(review: Review, app: string, country: string | null): Item {
  const reply = orNull(review.replyText);
  return makeItem({
    id: review.id,
    kind: 'review',
    author: { name: orNull(review.authorName), id: orNull(review.authorId), avatarUrl: orNull(review.avatarUrl) },
    text: review.text ?? '',
    createdAt: isoFromInstant(review.createdAt),
    likes: review.likes ?? null,
    rating: review.rating,
    ratingScale: 5,
    url: `https://play.google.com/store/apps/details?id=${app}&reviewId=${review.id}`,
    ownerReply: reply === null ? null : { text: reply, createdAt: isoFromInstant(review.replyCreatedAt) },
    extra: {
      appVersion: review.appVersion ?? undefined,
      criterias: review.criterias ?? undefined,
      country: country ?? undefined,
    },
  });
}

function nameFields(review: unknown): Record<string, unknown> {
  return {
    id: slot(review, 0),
    authorName: slot(review, 1, 0),
    avatarUrl: slot(review, 1, 1, 3, 2),
    rating: slot(review, 2),
    text: slot(review, 4),
    createdAt: slot(review, 5),
    likes: slot(review, 6),
    replyText: slot(review, 7, 1),
    replyCreatedAt: slot(review, 7, 2),
    authorId: slot(review, 9, 0),
    appVersion: slot(review, 10),
    criterias: slot(review, 12, 0),
  };
}
