import { z } from 'zod';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { IncompleteAnswer } from '#core/contract/error.ts';
import type { Next, Page } from '#core/platform-api/define.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import { SITES } from '#core/platforms/shopee/address.ts';
import { askShopee } from '#core/platforms/shopee/ask.ts';
import { ratingItem, ratingSchema } from '#core/platforms/shopee/rating.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `star` 0: all ratings. `seen`: rows met so far with one star, with two, up to five. */
export type ProductCursor = {
  readonly list: 'product';
  readonly host: string;
  readonly shop: string;
  readonly item: string;
  readonly star: number;
  readonly offset: number;
  readonly seen: readonly number[];
};

/** As many as the page asks for. */
const PER_PAGE = 6;

/** `rating_count`: with one star, with two, up to five. */
const summarySchema = z.object({ rating_total: countSchema.nullish(), rating_count: z.array(z.int()).nullish() });
const listSchema = z.object({
  ratings: rowsOf(ratingSchema).nullish(),
  item_rating_summary: summarySchema.nullish(),
  has_more: z.boolean().nullish(),
});
type Summary = z.output<typeof summarySchema>;

/**
 * A page of the ratings of a product. Where the list of all ends before the count does, the lists by stars are read on from where it ended.
 * @throws CommentdockError as `askShopee`; IncompleteAnswer where ratings are counted and none is there
 */
export async function productPage(cursor: ProductCursor, session: Session): Promise<Page<ProductCursor>> {
  const { host, shop, item, star, offset } = cursor;
  const { data, door } = await askShopee(session, listSchema, {
    host,
    path: '/api/v2/item/get_ratings',
    query: { itemid: item, shopid: shop, limit: PER_PAGE, offset, filter: 0, flag: 1, type: star },
    page: `/product/${shop}/${item}`,
  });
  const rows = data.ratings ?? [];
  const isFirst = star === 0 && offset === 0;
  const total = data.item_rating_summary?.rating_total ?? null;
  if (isFirst && rows.length === 0 && total !== 0)
    throw new IncompleteAnswer(`Shopee counts ${total ?? 'an unknown number of'} ratings and shows none.`);
  const seen = cursor.seen.map((count, index) => count + rows.filter((row) => row.rating_star === index + 1).length);
  const isLast = rows.length === 0 || data.has_more === false;
  const next: Next<ProductCursor>[] = isLast
    ? furtherLists({ ...cursor, seen }, data.item_rating_summary)
    : [{ cursor: { ...cursor, offset: offset + rowsGiven(rows), seen }, role: 'page' }];
  return {
    items: readRows(rows, 'data.ratings', (row) => ratingItem(row, SITES[host] ?? '')),
    next,
    ...(isFirst ? { total } : {}),
    door,
  };
}

/** One list for each number of stars of which more are counted than were met. They run in the order of the list of all. */
function furtherLists(cursor: ProductCursor, summary: Summary | null | undefined): Next<ProductCursor>[] {
  if (cursor.star !== 0) return [];
  return (summary?.rating_count ?? []).slice(0, cursor.seen.length).flatMap((counted, index) => {
    const met = cursor.seen[index] ?? 0;
    return counted > met ? [{ cursor: { ...cursor, star: index + 1, offset: met, seen: [0, 0, 0, 0, 0] }, role: 'list' }] : [];
  });
}
