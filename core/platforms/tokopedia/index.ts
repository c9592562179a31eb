// Tokopedia: the GraphQL of its own pages, keyless. Fragile: Akamai lets plain clients in by their looks, so that a browser may be needed;
// the list of a shop's reviews is known from public code alone.
import { EmptyAnswer, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Next, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt, productAddress } from '#core/platforms/tokopedia/address.ts';
import { askProductReviews, askShopReviews, type ListPlace, PAGE_SIZES, productIdOf, shopIdOf } from '#core/platforms/tokopedia/ask.ts';
import { productReview, shopReview } from '#core/platforms/tokopedia/review.ts';
import type { Session } from '#core/platform-api/session.ts';

type Sort = ListPlace['sort'];
type NamedCursor = { readonly list: 'named'; readonly kind: 'product' | 'shop' | 'short'; readonly name: string; readonly sort: Sort };
type ReviewsCursor = ListPlace & {
  readonly list: 'product' | 'shop';
  /** Reviews on the pages before. */
  readonly read: number;
};
type Cursor = NamedCursor | ReviewsCursor;

const REVIEWS = { type: 'reviews' } as const;
const STARS = [5, 4, 3, 2, 1];

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'tokopedia',
  name: 'Tokopedia',
  homepage: 'https://www.tokopedia.com',
  description: 'Reviews of a product or of a shop.',
  category: 'shop',
  recorded: '2024-01',
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'product',
      { own: REVIEWS },
      ['tokopedia.com/<shop>/<product>', 'tokopedia.com/<shop>/<product>/review'],
      [
        'https://www.tokopedia.com/liger-official/product-459906903',
        'https://www.tokopedia.com/liger-official/a-product-1730123456789/review',
        'https://m.tokopedia.com/liger-official/a-product?extParam=src%3Dshop',
      ],
    ),
    target('shop', { own: REVIEWS }, ['tokopedia.com/<shop>/review'], ['https://www.tokopedia.com/liger-official/review']),
    target(
      'short',
      { own: REVIEWS },
      ['tokopedia.link/<code>', 'tk.tokopedia.com/<code>'],
      ['https://tokopedia.link/AbCdEfGhIj', 'https://tk.tokopedia.com/ZSabcDEF/'],
    ),
  ],
  sorts: ['top', 'new'],
  hosts: ['.tokopedia.com', 'tokopedia.link'],
  cookies: { need: 'none', domains: ['.tokopedia.com'] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target, params }, options) {
    const sort = options.sort === 'new' ? 'create_time desc' : 'informative_score desc';
    const { product = '', shop = '', address = '' } = params;
    if (target === 'short') return [{ cursor: { list: 'named', kind: 'short', name: address, sort }, role: 'page' }];
    const named =
      target === 'shop' ? ({ kind: 'shop', name: shop } as const) : ({ kind: 'product', name: productAddress(shop, product) } as const);
    return [{ cursor: { list: 'named', ...named, sort }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list !== 'named') return reviewsPage(cursor, session);
    const { kind, name } = cursor.kind === 'short' ? await leadOf(cursor.name, session) : { kind: cursor.kind, name: cursor.name };
    const id = await (kind === 'shop' ? shopIdOf : productIdOf)(session, name);
    return reviewsPage({ list: kind, id, sort: cursor.sort, filter: '', page: 1, read: 0 }, session);
  },
});

/** @throws PlatformRefusal NOT_FOUND where it leads to neither a product nor the reviews of a shop */
async function leadOf(address: string, session: Session): Promise<{ kind: 'product' | 'shop'; name: string }> {
  const place = await placeOfShortLink(session, address, placeAt);
  if (place === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product, and to no reviews of a shop.');
  const { product, shop = '' } = place.params;
  return product === undefined ? { kind: 'shop', name: shop } : { kind: 'product', name: productAddress(shop, product) };
}

async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<Cursor>> {
  const { items, hasNext, total, by } = await (cursor.list === 'shop' ? shopItems : productItems)(cursor, session);
  const isWhole = cursor.filter === '';
  const isEmpty = items.length === 0;
  if (isEmpty && isWhole && cursor.page === 1 && (total ?? 0) > 0)
    throw new EmptyAnswer(
      `Tokopedia says that there are ${total} reviews, and gives none. Wait some hours, or choose another route (options.vpn).`,
    );
  const read = cursor.read + items.length;
  // The next page is announced for ever: an empty one is the end. A part of the list may repeat what is known, so that nothing else ends it.
  const goesOn = !isEmpty && hasNext !== false && (isWhole || (total !== null && read < total));
  const further = isEmpty && isWhole && cursor.page > 1 && read < (total ?? 0) ? listsByStars(cursor) : [];
  return {
    items,
    next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1, read }, role: 'page', expect: PAGE_SIZES[cursor.list] }] : further,
    ...(isWhole ? { total } : { mayRepeat: true }),
    ...(cursor.sort === 'create_time desc' ? { dateOrder: 'newestFirst' as const } : {}),
    door: `GraphQL${by}`,
  };
}

/** The site ends long lists before their end. Those of each number of stars go further together. */
function listsByStars(cursor: ReviewsCursor): Next<Cursor>[] {
  return STARS.map((stars) => ({ cursor: { ...cursor, filter: `rating=${stars}`, page: 1, read: 0 }, role: 'list' }));
}

async function productItems(place: ListPlace, session: Session) {
  const { list, totalReviews, fetchedAt, ...rest } = await askProductReviews(session, place);
  return { items: (list ?? []).map((review) => productReview(review, fetchedAt)), total: totalReviews ?? null, ...rest };
}

async function shopItems(place: ListPlace, session: Session) {
  const { list, totalReviews, fetchedAt, ...rest } = await askShopReviews(session, place);
  return { items: (list ?? []).map((review) => shopReview(review, fetchedAt)), total: totalReviews ?? null, ...rest };
}
