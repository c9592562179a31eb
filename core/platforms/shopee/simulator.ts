import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface ShopeeParams {
  /** Ratings of the product, and of the shop. Default 20. */
  readonly ratings?: number;
  /** The list of all ends after so many rows; lists by stars do not. Default: never. */
  readonly cap?: number;
}

export const SHOP = '133366641';
export const PRODUCT = '2476032338';
export const SHOP_NAME = 'a_shop.official';
const USER = '133367000';
const HOST = 'shopee.co.id';
const NEWEST_S = Date.parse('2026-01-20T00:00:00Z') / 1000;

/**
 * Shopee in Indonesia with one product of one shop. `shope.ee/product` and `s.shopee.co.id/shop` lead to them over the app's folder,
 * `shope.ee/away` out of Shopee, `shope.ee/login` to the login.
 */
export function shopeeSimulator(params: ShopeeParams): Simulator {
  const count = params.ratings ?? 20;
  return ({ url }) => {
    if (url.hostname === 'shope.ee' || url.hostname === `s.${HOST}`) return shortLink(url.pathname);
    if (url.hostname !== HOST) return null;
    if (url.pathname === `/product/${SHOP}/${PRODUCT}`) return { body: '<!doctype html><html><body><div id="main"></div></body></html>' };
    const { offset = '0', limit = '6', type = '0', shopid, itemid, username } = Object.fromEntries(url.searchParams);
    const slice = (rows: readonly number[]) => rows.slice(Number(offset), Number(offset) + Number(limit)).map(rating);
    if (url.pathname === '/api/v4/shop/get_shop_base')
      return {
        body: username === SHOP_NAME ? { error: 0, data: { shopid: Number(SHOP), userid: Number(USER) } } : { error: 4, data: null },
      };
    if (url.pathname === '/api/v4/seller_operation/get_shop_ratings_new')
      return { body: { error: 0, data: { items: slice(shopid === SHOP ? all(count) : []) } } };
    if (url.pathname !== '/api/v2/item/get_ratings') return null;
    if (shopid !== SHOP || itemid !== PRODUCT) return { body: { version: 'x', data: null, error: 4, error_msg: 'not found' } };
    const rows = type === '0' ? all(count).slice(0, params.cap ?? count) : all(count).filter((index) => starsOf(index) === Number(type));
    return {
      body: {
        version: 'x',
        error: 0,
        error_msg: null,
        data: {
          ratings: slice(rows),
          item_rating_summary: {
            rating_total: count,
            rating_count: [1, 2, 3, 4, 5].map((stars) => all(count).filter((index) => starsOf(index) === stars).length),
          },
        },
      },
    };
  };
}

function shortLink(path: string): SimulatedAnswer {
  const leads: Readonly<Record<string, string>> = {
    '/product': `https://${HOST}/universal-link/product/${SHOP}/${PRODUCT}?utm_source=x`,
    '/shop': `https://${HOST}/universal-link?redir=${encodeURIComponent(`https://${HOST}/shop/${SHOP}`)}`,
    '/away': 'https://www.example.com/',
    '/login': `https://${HOST}/buyer/login?next=x`,
  };
  const location = leads[path];
  return location === undefined ? { body: '<html>Nothing here</html>' } : { status: 301, headers: { location }, body: '' };
}

function all(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function starsOf(index: number): number {
  return 1 + (index % 5);
}

function rating(index: number): object {
  const none = { comment: null, ctime: null, cmtid: null, userid: null };
  return {
    cmtid: 42_000_000_000 + index,
    author_username: index % 2 === 0 ? 's*****n' : `buyer${index}`,
    author_portrait: index % 3 === 0 ? '' : '7566ffea3cafd07cc66e9215f3fdea02',
    userid: 1000 + index,
    anonymous: index % 2 === 0,
    comment: index % 7 === 3 ? '' : `Bagus ${index} &amp; murah\r\nbaris  kedua`,
    ctime: NEWEST_S - index * 3600,
    rating: 1,
    rating_star: starsOf(index),
    like_count: index % 4 === 0 ? null : index,
    images: index % 5 === 1 ? ['16404ca4ce64a255f5e395adb77710dd'] : null,
    videos: index % 10 === 1 ? [{ url: 'https://cvf.example/1.mp4', cover: 'x' }] : [],
    ItemRatingReply:
      index % 6 === 1 ? { ...none, comment: 'Terima kasih', ctime: NEWEST_S - index * 3600 + 60 } : index % 6 === 2 ? null : none,
    product_items: [{ itemid: Number(PRODUCT), name: 'Kursi', model_name: 'Hitam' }],
    tags: null,
  };
}
