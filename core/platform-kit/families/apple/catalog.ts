// The reviews of Apple's catalog, which its stores of apps and of podcasts answer alike.
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { flag, idSchema, text } from '#core/platform-kit/wire.ts';

export interface CatalogPage {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. */
  readonly nextOffset: number | null;
}

/** It gives no more at once. */
export const CATALOG_REVIEWS_PER_PAGE = 20;

const reviewSchema = z.object({
  id: idSchema,
  attributes: z.object({
    date: text,
    isEdited: flag,
    rating: z.int(),
    review: text,
    title: text,
    userName: text,
    developerResponse: z.object({ body: text, modified: text }).nullish(),
  }),
});
const catalogSchema = z.object({ next: text, data: rowsOf(reviewSchema) });

/** @throws PlatformChanged */
export function readCatalog(answer: Answer, { country, offset }: { readonly country: string; readonly offset: number }): CatalogPage {
  const { data, next } = answer.json(catalogSchema);
  const following = data.length === 0 || !next ? null : offsetIn(next, answer.url);
  const goesOn = following !== null && following > offset;
  return { items: readRows(data, 'data', (review) => toItem(review, country)), nextOffset: goesOn ? following : null };
}

function offsetIn(next: string, base: string): number {
  const offset = URL.parse(next, base)?.searchParams.get('offset') ?? '';
  if (!/^\d{1,9}$/.test(offset)) throw new PlatformChanged('next');
  return Number(offset);
}

function toItem({ id, attributes }: z.infer<typeof reviewSchema>, country: string): Item {
  const reply = attributes.developerResponse;
  const answer = orNull(reply?.body);
  return makeItem({
    id,
    kind: 'review',
    author: { name: orNull(attributes.userName) },
    title: orNull(attributes.title),
    text: attributes.review ?? '',
    createdAt: statedInstant(attributes.date, 'data.attributes.date'),
    isEdited: attributes.isEdited ?? null,
    rating: attributes.rating,
    ratingScale: 5,
    ownerReply:
      answer === null ? null : { text: answer, createdAt: statedInstant(reply?.modified, 'data.attributes.developerResponse.modified') },
    extra: { country },
  });
}
