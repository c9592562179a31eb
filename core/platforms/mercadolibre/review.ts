import { z } from 'zod';
import type { Item, Media } from '#core/contract/item.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { withScheme } from '#core/platform-kit/web-address.ts';
import { idSchema, numberSchema } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

export const SCALE = 5;

export const mediumSchema = z.object({
  type: z.string().nullish(),
  url: z.string().nullish(),
  variations: z.array(z.object({ url: z.string().nullish() })).nullish(),
});

export const reviewSchema = z.object({
  id: idSchema,
  rating: numberSchema.nullish(),
  title: z.string().nullish(),
  variant: z.string().nullish(),
  comment: z
    .object({
      content: z.object({ text: z.string().nullish() }).nullish(),
      date: z.string().nullish(),
      country: z.string().nullish(),
    })
    .nullish(),
  media: z.array(mediumSchema).nullish(),
});
type Review = z.infer<typeof reviewSchema>;

/** `language`: of the site, which writes dates as people say them. */
export function reviewItem({ id, rating, title, variant, comment, media }: Review, language: string, fetchedAt: Date): Item {
  const words = orNull(comment?.date)?.trim() ?? null;
  return makeItem({
    id,
    kind: 'review',
    title: orNull(title),
    text: plainOrNull(comment?.content?.text),
    ...instantOf(words, language, fetchedAt),
    relativeTime: words,
    rating: rating ?? null,
    ratingScale: SCALE,
    media: (media ?? []).flatMap(mediaOf),
    extra: { variant: orNull(variant), location: orNull(comment?.country) },
  });
}

/** Nothing for "more than a year ago", which has no end. */
function instantOf(words: string | null, language: string, fetchedAt: Date): Pick<Item, 'createdAt' | 'createdAtPrecision'> {
  const found = words === null ? null : (readWrittenDate(words, language) ?? estimateInstant(words, fetchedAt));
  return { createdAt: found?.createdAt ?? null, createdAtPrecision: found?.createdAtPrecision ?? null };
}

/** None for a medium without an address. */
export function mediaOf({ type, url, variations }: z.infer<typeof mediumSchema>): Media[] {
  const address = withScheme(url) ?? withScheme(variations?.find((variation) => orNull(variation.url) !== null)?.url);
  return address === null ? [] : [{ type: type === 'video' ? 'video' : 'image', url: address }];
}
