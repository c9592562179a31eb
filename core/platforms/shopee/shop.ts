import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { idSchema } from '#core/platform-kit/wire.ts';
import { SITES } from '#core/platforms/shopee/address.ts';
import { askShopee } from '#core/platforms/shopee/ask.ts';
import { ratingItem, ratingSchema } from '#core/platforms/shopee/rating.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `shop`: its number; null where its name alone is known, on the first page. */
export type ShopCursor = {
  readonly list: 'shop';
  readonly host: string;
  readonly shop: string | null;
  readonly name: string | null;
  readonly user: string | null;
  readonly offset: number;
};

const PER_PAGE = 6;
const ALL = 0;

const baseSchema = z.object({ shopid: idSchema.nullish(), shop_id: idSchema.nullish(), userid: idSchema.nullish() }).nullable();
const listSchema = z.object({ items: rowsOf(ratingSchema) });

/**
 * A page of the ratings of all products of a shop.
 * @throws CommentdockError as `askShopee`
 */
export async function shopPage(cursor: ShopCursor, session: Session): Promise<Page<ShopCursor>> {
  const known = cursor.shop === null ? await named(cursor, session) : { shop: cursor.shop, user: cursor.user };
  const { data, door } = await askShopee(session, listSchema, {
    host: cursor.host,
    path: '/api/v4/seller_operation/get_shop_ratings_new',
    query: { limit: PER_PAGE, offset: cursor.offset, shopid: known.shop, type: ALL, userid: known.user ?? undefined },
    page: known.user === null ? `/shop/${known.shop}` : `/buyer/${known.user}/rating?shop_id=${known.shop}`,
  });
  return {
    items: readRows(data.items, 'data.items', (row) => ratingItem(row, SITES[cursor.host] ?? '')),
    next: data.items.length === 0 ? [] : [{ cursor: { ...cursor, ...known, offset: cursor.offset + rowsGiven(data.items) }, role: 'page' }],
    door: `shop ${door}`,
  };
}

/** @throws PlatformRefusal NOT_FOUND where no shop has that name */
async function named({ host, name }: ShopCursor, session: Session): Promise<{ shop: string; user: string | null }> {
  const { data } = await askShopee(session, baseSchema, {
    host,
    path: '/api/v4/shop/get_shop_base',
    query: { need_cancel_rate: 'true', username: name ?? '' },
    page: `/${name}`,
  });
  if (data === null) throw new PlatformRefusal('NOT_FOUND', `Shopee knows no shop "${name}".`);
  const shop = data.shopid ?? data.shop_id ?? null;
  if (shop === null) throw new PlatformChanged('data.shopid');
  return { shop, user: data.userid ?? null };
}
