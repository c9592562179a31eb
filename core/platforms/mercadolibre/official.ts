// The official API, for owners who have a token of their own: instants, titles, votes and the platform's own total.
import { CommentdockError } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Gap, Page } from '#core/platform-api/define.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { idSchema } from '#core/platform-kit/wire.ts';
import { SITES, siteOf } from '#core/platforms/mercadolibre/address.ts';
import { mediaOf, mediumSchema, SCALE } from '#core/platforms/mercadolibre/review.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `product`: of the catalogue, where the item is one of its sellers' offers. */
export type OfficialCursor = { readonly list: 'official'; readonly item: string; readonly product: string | null; readonly offset: number };

const API = 'https://api.mercadolibre.com/reviews/item/';
/** The owner gives the token of the official API among the cookies, under this name. */
const TOKEN = 'access_token';
const PAGE_SIZE = 50;
/** What the API says where it does not take the token, or does not know the item as the site does. */
const SHUT = new Set(['LOGIN_REQUIRED', 'BLOCKED', 'NOT_FOUND', 'PLATFORM_CHANGED']);

const reviewSchema = z.object({
  id: idSchema,
  date_created: z.string().nullish(),
  status: z.string().nullish(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  rate: z.number().nullish(),
  likes: z.int().nullish(),
  dislikes: z.int().nullish(),
  buying_date: z.string().nullish(),
  attributes_variation: z.array(z.unknown()).nullish(),
  media: z.array(mediumSchema).nullish(),
  translations: z.record(z.string(), z.unknown()).nullish(),
});
const answerSchema = z.object({
  paging: z.object({ total: z.int().nullish(), total_pageable: z.int().nullish() }).nullish(),
  reviews: rowsOf(reviewSchema),
});

/** The first page for who has a token; else null, or why the API gave nothing. */
export async function firstOfficial(
  cursor: Omit<OfficialCursor, 'list' | 'offset'>,
  session: Session,
): Promise<Page<OfficialCursor> | { readonly shut: CommentdockError } | null> {
  if (tokenOf(cursor.item, session) === null) return null;
  try {
    return await officialPage({ list: 'official', ...cursor, offset: 0 }, session);
  } catch (error) {
    if (error instanceof CommentdockError && SHUT.has(error.code)) return { shut: error };
    throw error;
  }
}

export async function officialPage(cursor: OfficialCursor, session: Session): Promise<Page<OfficialCursor>> {
  const { item, product, offset } = cursor;
  const { paging, reviews } = await session.json(answerSchema, {
    url: `${API}${item}`,
    query: { limit: PAGE_SIZE, offset, catalog_product_id: product ?? undefined },
    headers: { accept: 'application/json', authorization: `Bearer ${tokenOf(item, session) ?? ''}` },
  });
  const total = paging?.total ?? null;
  const listed = paging?.total_pageable ?? total;
  const reached = offset + rowsGiven(reviews);
  const goesOn = reviews.length > 0 && (listed === null ? rowsGiven(reviews) >= PAGE_SIZE : reached < listed);
  return {
    items: readRows(reviews, 'reviews', officialItem),
    next: goesOn ? [{ cursor: { ...cursor, offset: reached }, role: 'page' }] : [],
    ...(total === null ? {} : { total }),
    ...(!goesOn && total !== null && listed !== null && listed < total ? { gaps: [unlisted(total - listed)] } : {}),
    door: 'official API',
  };
}

function officialItem(review: z.infer<typeof reviewSchema>): Item {
  const { translations, attributes_variation: variation } = review;
  return makeItem({
    id: review.id,
    kind: 'review',
    title: orNull(review.title),
    text: plainOrNull(review.content),
    createdAt: statedInstant(review.date_created, 'reviews.date_created'),
    likes: review.likes ?? null,
    dislikes: review.dislikes ?? null,
    rating: review.rate ?? null,
    ratingScale: SCALE,
    media: (review.media ?? []).flatMap(mediaOf),
    extra: {
      status: orNull(review.status) ?? undefined,
      boughtAt: statedInstant(review.buying_date, 'reviews.buying_date') ?? undefined,
      variation: variation && variation.length > 0 ? variation : undefined,
      translations: translations && Object.keys(translations).length > 0 ? translations : undefined,
    },
  });
}

function unlisted(count: number): Gap {
  return { cause: 'notServed', count, note: 'The official API of Mercado Libre counts more reviews than it lists.' };
}

function tokenOf(item: string, session: Session): string | null {
  return session.cookie(`https://www.${SITES[siteOf(item)]?.domain ?? ''}`, TOKEN);
}
