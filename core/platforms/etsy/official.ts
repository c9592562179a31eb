// Etsy's official API (v3), for owners who have a key of their own: all reviews, with their instants and languages.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { Page } from '#core/platform-api/define.ts';
import { ORIGIN } from '#core/platforms/etsy/items.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { madeUpId, tellApart, type TellApart } from '#core/platform-kit/hash.ts';
import { decodeEntities } from '#core/platform-kit/html-text.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { idSchema } from '#core/platform-kit/wire.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `path`: of the list below the API's root. */
export type OfficialCursor = { readonly list: 'official'; readonly path: string; readonly offset: number };

const API = 'https://openapi.etsy.com/v3/application';
/** The owner gives the key of the official API among the cookies, under this name. */
const KEY = 'api_key';
const PAGE_SIZE = 100;
const SCALE = 5;

const reviewSchema = z.object({
  shop_id: idSchema.nullish(),
  listing_id: idSchema.nullish(),
  transaction_id: idSchema.nullish(),
  buyer_user_id: idSchema.nullish(),
  rating: z.number().nullish(),
  review: z.string().nullish(),
  language: z.string().nullish(),
  image_url_fullxfull: z.string().nullish(),
  created_timestamp: z.number().nullish(),
  updated_timestamp: z.number().nullish(),
});
type WireReview = z.infer<typeof reviewSchema>;
const listSchema = z.object({ count: z.int().nullish(), results: rowsOf(reviewSchema) });
const shopsSchema = z.object({ results: z.array(z.object({ shop_id: idSchema, shop_name: z.string() })) });

/** True where the owner gave a key. */
export function hasKey(session: Session): boolean {
  return keyOf(session) !== null;
}

/** The first reviews of a listing. */
export function officialListing(id: string, session: Session): Promise<Page<OfficialCursor>> {
  return officialPage({ list: 'official', path: `/listings/${id}/reviews`, offset: 0 }, session);
}

/** The first reviews of a shop, whose number the API knows by its name. */
export async function officialShop(shop: string, session: Session): Promise<Page<OfficialCursor>> {
  const { results } = (await ask(session, '/shops', { shop_name: shop })).json(shopsSchema);
  const found = results.find(({ shop_name: name }) => name.toLowerCase() === shop.toLowerCase());
  if (found === undefined) throw new PlatformRefusal('NOT_FOUND');
  return officialPage({ list: 'official', path: `/shops/${found.shop_id}/reviews`, offset: 0 }, session);
}

export async function officialPage({ list, path, offset }: OfficialCursor, session: Session): Promise<Page<OfficialCursor>> {
  const { count, results } = (await ask(session, path, { limit: PAGE_SIZE, offset })).json(listSchema);
  const apart = tellApart();
  const reached = offset + rowsGiven(results);
  const goesOn = results.length > 0 && (count == null ? rowsGiven(results) >= PAGE_SIZE : reached < count);
  return {
    items: readRows(results, 'results', (review) => officialItem(review, apart)),
    next: goesOn ? [{ cursor: { list, path, offset: reached }, role: 'page' }] : [],
    ...(count == null ? {} : { total: count }),
    door: 'official API',
  };
}

function officialItem(review: WireReview, apart: TellApart): Item {
  const { created_timestamp: created, updated_timestamp: updated, image_url_fullxfull: image, listing_id: listing } = review;
  return makeItem({
    id: review.transaction_id ?? apart(idOf(review)),
    kind: 'review',
    author: { id: review.buyer_user_id ?? null },
    text: orNull(decodeEntities(review.review ?? '')),
    createdAt: isoFromSeconds(created),
    isEdited: created ? isEditedAfter(created, updated ?? undefined) : null,
    rating: review.rating ?? null,
    ratingScale: SCALE,
    language: orNull(review.language),
    media: orNull(image) === null ? [] : [{ type: 'image', url: image ?? '' }],
    extra: { listingUrl: listing == null ? undefined : `${ORIGIN}/listing/${listing}` },
  });
}

/**
 * Only the list of a shop names the sale and the buyer of a review; in that of a listing its own facts stand for it.
 * @throws PlatformChanged where not even the moment is given
 */
function idOf({ listing_id: listing, created_timestamp: created, rating, review, image_url_fullxfull: image }: WireReview): string {
  if (created == null) throw new PlatformChanged('results.created_timestamp');
  return madeUpId(String(listing ?? ''), String(created), String(rating ?? ''), review ?? null, image ?? null);
}

/** @throws CommentdockError LOGIN_REQUIRED for a key that the API does not take */
async function ask(session: Session, path: string, query: Readonly<Record<string, string | number>>): Promise<Answer> {
  try {
    return await session.fetch({ url: `${API}${path}`, query, headers: { accept: 'application/json', 'x-api-key': keyOf(session) ?? '' } });
  } catch (error) {
    if (!(error instanceof CommentdockError) || (error.code !== 'LOGIN_REQUIRED' && error.code !== 'BLOCKED')) throw error;
    throw new PlatformRefusal(
      'LOGIN_REQUIRED',
      'The official API of Etsy does not take this key (api_key). Look it up at etsy.com/developers/your-apps.',
    );
  }
}

function keyOf(session: Session): string | null {
  return session.cookie(ORIGIN, KEY);
}
