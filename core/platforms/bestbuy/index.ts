// Best Buy (United States): the call behind the site's own review pages, keyless, by the number of the article. Fragile: Akamai lets
// requests of programs hang, and visitors from elsewhere meet a gate that asks for a country.
import { PlatformChanged } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { placeAt } from '#core/platforms/bestbuy/address.ts';
import { askSku, askTopics } from '#core/platforms/bestbuy/ask.ts';
import { reviewItem } from '#core/platforms/bestbuy/review.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type ListCursor = { readonly list: 'article'; readonly sku: string; readonly sort: string; readonly page: number };
/** A product by its path: the page tells the number of the article. */
type ProductCursor = { readonly list: 'product'; readonly path: string; readonly sort: string };
type Cursor = ListCursor | ProductCursor;

const NEWEST = 'MOST_RECENT';
const MOST_HELPFUL = 'MOST_HELPFUL';
const SORT_NAMES: Readonly<Partial<Record<Sort, string>>> = { top: MOST_HELPFUL, new: NEWEST, best: 'HIGHEST_RATING' };

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'bestbuy',
  name: 'Best Buy',
  homepage: 'https://www.bestbuy.com',
  description: 'Reviews of a product in the United States, with the answers of its brand.',
  category: 'shop',
  tier: 'all',
  verified: true,
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-05-21' }],
  withoutTotal: ['reviews'],
  targets: [
    target(
      'article',
      REVIEWS,
      ['bestbuy.com/site/<name>/<sku>.p', 'bestbuy.com/site/reviews/<name>/<sku>', 'bestbuy.com/product/<name>/<bsin>/sku/<sku>'],
      [
        'https://www.bestbuy.com/site/sony-playstation-5-slim-console/6565065.p?skuId=6565065',
        'https://www.bestbuy.com/site/reviews/sony-playstation-5-slim-console/6565065?page=2&sort=MOST_RECENT',
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26/sku/6565065',
      ],
    ),
    target(
      'product',
      REVIEWS,
      ['bestbuy.com/product/<name>/<bsin>', 'bestbuy.com/product/<name>/<bsin>/reviews'],
      [
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26',
        'https://www.bestbuy.com/product/sony-playstation-5-slim-console/J3ZYG2JC26/reviews',
      ],
    ),
  ],
  options: [],
  sorts: ['top', 'new', 'best'],
  hosts: ['.bestbuy.com'],
  cookies: {
    need: 'optional',
    domains: ['.bestbuy.com'],
    hint: 'None are needed. Where Best Buy refuses this machine, open the page in your own browser and give all cookies of bestbuy.com: _abck, bm_sz, SID, CTT, intl_splash.',
  },
  transport: 'http',
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }, options) {
    const sort = SORT_NAMES[options.sort ?? 'top'] ?? MOST_HELPFUL;
    const { sku = '', path = '' } = params;
    return [{ cursor: kind === 'product' ? { list: 'product', path, sort } : { list: 'article', sku, sort, page: 1 }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'article') return listPage(cursor, session);
    return listPage({ list: 'article', sku: await askSku(session, cursor.path), sort: cursor.sort, page: 1 }, session);
  },
});

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { topics, pages, door } = await askTopics(session, cursor);
  const endsEarly = topics.length === 0 && pages !== null && cursor.page <= pages;
  if (endsEarly && cursor.page === 1) throw new PlatformChanged('topics');
  const goesOn = topics.length > 0 && (pages === null || cursor.page < pages);
  return {
    items: readRows(topics, 'topics', reviewItem),
    next: goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [],
    ...(endsEarly
      ? { gaps: [{ cause: 'notServed', count: 0, note: `Best Buy gave nothing from page ${cursor.page} of ${pages} on.` }] }
      : {}),
    ...(cursor.sort === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    door,
  };
}
