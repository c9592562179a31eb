// Coupang: the API that the page of a product asks for its reviews, and the older answer in HTML. Fragile: Akamai lets hardly anybody in but
// browsers, so that the request is made from inside the page where a plain one is refused.
import { definePlatform, type Page, type TargetParams } from '#core/platform-api/define.ts';
import { placeAt } from '#core/platforms/coupang/address.ts';
import { type ArticlesCursor, articlesPage, type Order, type ReviewsCursor, reviewsPage } from '#core/platforms/coupang/lists.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly order: Order };
type Cursor = ShortCursor | ReviewsCursor | ArticlesCursor;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'coupang',
  name: 'Coupang',
  homepage: 'https://www.coupang.com',
  description: 'Reviews of a product, in Korea and Taiwan.',
  category: 'shop',
  recorded: '2024-08-02',
  comparedWith: [{ client: 'an unnamed client', date: '2026-07' }],
  targets: [
    target(
      'product',
      REVIEWS,
      ['coupang.com/vp/products/<id>', 'm.coupang.com/vm/products/<id>', 'tw.coupang.com/products/<slug>-<id>'],
      [
        'https://www.coupang.com/vp/products/7335597976?itemId=18741704367&vendorItemId=85873964906',
        'https://m.coupang.com/vm/products/7335597976',
        'https://www.tw.coupang.com/products/a-thing-7335597976',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['link.coupang.com/a/<code>', 'link.coupang.com/re/<code>'],
      ['https://link.coupang.com/a/bAbCdE', 'https://link.coupang.com/re/AFFSDP?pageKey=7335597976'],
    ),
  ],
  sorts: ['top', 'new'],
  hosts: ['.coupang.com'],
  cookies: {
    need: 'optional',
    domains: ['.coupang.com'],
    hint: 'None are needed where a browser is installed. Where Coupang denies access: open the product in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.coupang.com, and copy all of them, PCID, sid and _abck above all.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ target: kind, params }, options) {
    const order: Order = options.sort === 'new' ? 'DATE_DESC' : 'ORDER_SCORE_ASC';
    return [
      { cursor: kind === 'short' ? { list: 'short', address: params['address'] ?? '', order } : firstOf(params, order), role: 'page' },
    ];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') {
      const params = await paramsOfShortLink(session, cursor.address, placeAt, 'product');
      return reviewsPage(firstOf(params, cursor.order), session);
    }
    return cursor.list === 'articles' ? articlesPage(cursor, session) : reviewsPage(cursor, session);
  },
});

function firstOf({ market, product = '' }: TargetParams, order: Order): ReviewsCursor {
  return { list: 'reviews', market: market === 'tw' ? 'tw' : 'kr', product, order, stars: null, page: 1 };
}
