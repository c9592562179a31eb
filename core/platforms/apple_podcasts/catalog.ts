import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, PlatformRequest } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { flag, idSchema, text } from '#core/platform-kit/wire.ts';
import { SITE } from '#core/platforms/apple_podcasts/show-page.ts';

interface CatalogPlace {
  readonly show: string;
  readonly country: string;
  readonly offset: number;
}

export interface CatalogPage {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. */
  readonly nextOffset: number | null;
}

const CATALOG = 'https://amp-api.podcasts.apple.com';
const REVIEWS_PER_PAGE = 20;

const reviewSchema = z.object({
  id: idSchema,
  attributes: z.object({ date: text, isEdited: flag, rating: z.int(), review: text, title: text, userName: text }),
});
const catalogSchema = z.object({ next: text, data: rowsOf(reviewSchema) });

export function catalogRequest({ show, country, offset }: CatalogPlace, token: string): PlatformRequest {
  return {
    url: `${CATALOG}/v1/catalog/${country}/podcasts/${show}/reviews`,
    query: { l: 'en-US', offset, limit: REVIEWS_PER_PAGE },
    headers: {
      authorization: `Bearer ${token}`,
      origin: SITE,
      referer: `${SITE}/${country}/podcast/id${show}`,
      accept: 'application/json',
    },
  };
}

/** @throws PlatformChanged */
export function readCatalog(answer: Answer, { country, offset }: CatalogPlace): CatalogPage {
  const { data, next } = answer.json(catalogSchema);
  const following = data.length === 0 || !next ? null : offsetIn(next);
  const goesOn = following !== null && following > offset;
  return { items: readRows(data, 'data', (review) => toItem(review, country)), nextOffset: goesOn ? following : null };
}

function offsetIn(next: string): number {
  const offset = URL.parse(next, CATALOG)?.searchParams.get('offset') ?? '';
  if (!/^\d{1,9}$/.test(offset)) throw new PlatformChanged('next');
  return Number(offset);
}

function toItem({ id, attributes }: z.infer<typeof reviewSchema>, country: string): Item {
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
    extra: { country },
  });
}
