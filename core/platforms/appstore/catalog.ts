import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Answer, PlatformRequest } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

interface CatalogPlace {
  readonly app: string;
  readonly country: string;
  readonly offset: number;
}

export interface CatalogPage {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. */
  readonly nextOffset: number | null;
}

const ORIGIN = 'https://apps.apple.com';
const REVIEWS_PER_PAGE = 20;

const reviewSchema = z.object({
  id: z.union([z.string().min(1), z.int().transform(String)]),
  attributes: z.object({
    date: z.string().nullish(),
    isEdited: z.boolean().nullish(),
    rating: z.int(),
    review: z.string().nullish(),
    title: z.string().nullish(),
    userName: z.string().nullish(),
    developerResponse: z.object({ body: z.string().nullish(), modified: z.string().nullish() }).nullish(),
  }),
});
const catalogSchema = z.object({ next: z.string().nullish(), data: rowsOf(reviewSchema) });

export function catalogRequest({ app, country, offset }: CatalogPlace): PlatformRequest {
  return {
    url: `${ORIGIN}/api/apps/v1/catalog/${country}/apps/${app}/reviews`,
    query: { platform: 'iphone', offset, limit: REVIEWS_PER_PAGE },
    headers: { origin: ORIGIN, referer: `${ORIGIN}/`, accept: 'application/json' },
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
  const offset = URL.canParse(next, ORIGIN) ? new URL(next, ORIGIN).searchParams.get('offset') : null;
  if (offset === null || !/^\d+$/.test(offset)) throw new PlatformChanged('next');
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
