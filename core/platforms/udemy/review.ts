import { z } from 'zod';
import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { countSchema, idSchema, numberSchema, text } from '#core/platform-kit/wire.ts';

const SCALE = 5;

const reviewSchema = z.object({
  id: idSchema,
  content: text,
  rating: numberSchema.nullish(),
  created: text,
  modified: text,
  user: z.object({ id: idSchema.nullish(), title: text, display_name: text, public_display_name: text, image_50x50: text }).nullish(),
  response: z.object({ content: text, created: text }).nullish(),
});
type Review = z.infer<typeof reviewSchema>;

/** `next`: address of the next page. */
export const listSchema = z.object({ count: countSchema.nullish(), next: text, results: rowsOf(reviewSchema) });

export function reviewItem(review: Review): Item {
  const { created, modified, response } = review;
  const reply = orNull(response?.content);
  const changedAt = modified === created ? null : statedInstant(modified, 'modified');
  return makeItem({
    id: review.id,
    kind: 'review',
    author: authorOf(review.user),
    text: orNull(review.content),
    createdAt: statedInstant(created, 'created'),
    rating: review.rating ?? null,
    ratingScale: SCALE,
    ownerReply: reply === null ? null : { text: reply, createdAt: statedInstant(response?.created, 'response.created') },
    extra: { modifiedAt: changedAt ?? undefined },
  });
}

function authorOf(user: Review['user']): Partial<Author> {
  return {
    name: orNull(user?.display_name) ?? orNull(user?.public_display_name) ?? orNull(user?.title),
    id: user?.id ?? null,
    avatarUrl: orNull(user?.image_50x50),
  };
}
