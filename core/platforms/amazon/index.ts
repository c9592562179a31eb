// Amazon: the HTML of product and review pages, in two layouts. Fragile: reviews past those of the first page are shown to people with a
// login only (since November 2024), each list ends after ten pages, and robot checks come with several statuses.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { paramsOf, placeAt, SHORT_HOSTS } from '#core/platforms/amazon/address.ts';
import {
  firstPage,
  type ListCursor,
  listPage,
  type Order,
  type ProductCursor,
  productPage,
  type SingleCursor,
  singlePage,
} from '#core/platforms/amazon/lists.ts';
import { MARKETPLACES, marketplaceAt, marketplaceIn } from '#core/platforms/amazon/marketplaces.ts';
import { definePlatform, type Next, type Page } from '#core/platform-api/define.ts';
import { AMAZON_WALLS } from '#core/platform-kit/families/amazon/walls.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = {
  readonly at: 'short';
  readonly link: string;
  readonly order: Order;
  readonly countries: readonly string[];
  readonly isHome: true;
};
/** Says which of the countries asked for have no marketplace. Asks for nothing. */
type UnknownCursor = { readonly at: 'unknown'; readonly countries: readonly string[]; readonly isHome: true };
type Cursor = ShortCursor | UnknownCursor | ProductCursor | SingleCursor | ListCursor;
type Named = { readonly kind: 'product' | 'reviews' | 'review' } & ReturnType<typeof paramsOf>;

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'amazon',
  name: 'Amazon',
  homepage: 'https://www.amazon.com',
  description: 'Reviews of a product in one marketplace or in several, or one review.',
  category: 'shop',
  recorded: '2026-02-19',
  comparedWith: [{ client: 'scrapfly-scrapers', date: '2026-07-03' }],
  targets: [
    target(
      'product',
      REVIEWS,
      ['amazon.<country>/dp/<ASIN>', 'amazon.<country>/gp/product/<ASIN>', 'amazon.<country>/gp/aw/d/<ASIN>'],
      [
        'https://www.amazon.com/dp/B0BBPNPZTC',
        'https://www.amazon.de/-/en/Some-Product/dp/B0BBPNPZTC/ref=sr_1_1?th=1',
        'https://www.amazon.co.uk/gp/product/0132350882',
        'https://www.amazon.co.jp/gp/aw/d/B0BBPNPZTC',
      ],
    ),
    target(
      'reviews',
      REVIEWS,
      ['amazon.<country>/product-reviews/<ASIN>', 'amazon.<country>/portal/customer-reviews/<ASIN>'],
      [
        'https://www.amazon.it/Some-Product/product-reviews/B0BBPNPZTC/ref=cm_cr_arp_d_paging_btm_2?ie=UTF8&pageNumber=2',
        'https://www.amazon.com.br/portal/customer-reviews/B0BBPNPZTC',
      ],
    ),
    target(
      'review',
      REVIEWS,
      ['amazon.<country>/gp/customer-reviews/<review id>'],
      ['https://www.amazon.com/gp/customer-reviews/RIY0N097PYR7K'],
    ),
    target(
      'short',
      REVIEWS,
      ['amzn.to/<code>', 'a.co/d/<code>', 'amzn.eu/d/<code>', 'amzn.asia/d/<code>'],
      ['https://amzn.to/3AbCdEf', 'https://a.co/d/1a2B3c4'],
    ),
  ],
  options: ['countries'],
  sorts: ['top', 'new'],
  hosts: [...MARKETPLACES.map(({ domain }) => `.${domain}`), ...SHORT_HOSTS.keys()],
  walls: AMAZON_WALLS,
  cookies: {
    need: 'optional',
    domains: MARKETPLACES.map(({ domain }) => `.${domain}`),
    domainsOf: ({ domain }) =>
      MARKETPLACES.filter((market) => domain === undefined || market.domain === domain).map((market) => `.${market.domain}`),
    login: 'https://www.amazon.com/gp/sign-in.html',
    hint: 'Log in at the marketplace of the product (each has its own login), open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy session-id, session-token, ubid-..., at-..., sess-at-... and x-...: without them Amazon shows the reviews of the first page alone.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ target: kind, params }, { sort, countries }) {
    const order = sort === 'new' ? 'recent' : '';
    const named = paramsOf(params);
    if (kind === 'short') return [{ cursor: { at: 'short', link: named.link, order, countries, isHome: true }, role: 'page' }];
    return visits({ ...named, kind: kind as Named['kind'] }, order, countries);
  },

  async fetchPage(cursor, session) {
    if (cursor.isHome) return pageAt(cursor, session);
    try {
      return await pageAt(cursor, session);
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      const cause = error.code === 'LOGIN_REQUIRED' ? 'login' : 'blocked';
      return { items: [], gaps: [{ cause, count: 0, note: `${cursor.domain}: ${error.message}` }] };
    }
  },
});

async function pageAt(cursor: Cursor, session: Session): Promise<Page<Cursor>> {
  if (cursor.at === 'list') return listPage(cursor, session);
  if (cursor.at === 'product') return productPage(cursor, session);
  if (cursor.at === 'single') return singlePage(cursor, session);
  if (cursor.at === 'short') return behindShortLink(cursor, session);
  return { items: [], notes: [`Amazon has no marketplace in ${cursor.countries.join(', ')}.`] };
}

async function behindShortLink({ link, order, countries }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const place = await placeOfShortLink(session, link, placeAt);
  if (place === null || place.kind === 'short') throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of Amazon.');
  const [home, ...further] = visits({ ...paramsOf(place.params), kind: place.kind }, order, countries);
  const page = home === undefined ? { items: [] } : await pageAt(home.cursor, session);
  return { ...page, next: [...(page.next ?? []), ...further] };
}

/** The pasted marketplace first, then those of the countries asked for. */
function visits({ kind, domain, asin, review }: Named, order: Order, countries: readonly string[]): readonly Next<Cursor>[] {
  if (kind === 'review') return [{ cursor: { at: 'single', domain, review, order, isHome: true }, role: 'page' }];
  const markets = countries.flatMap((code) => marketplaceIn(code) ?? []);
  const unknown = [...new Set(countries.filter((code) => marketplaceIn(code) === null).map((code) => code.toUpperCase()))];
  const domains = [...new Set([domain, ...markets.map((market) => market.domain)])].filter((each) => marketplaceAt(each) !== null);
  const cursors = domains.map((each): Cursor => {
    const place = { domain: each, asin, isHome: each === domain };
    return kind === 'product' ? { at: 'product', ...place, order } : firstPage(place, {}, order);
  });
  if (unknown.length > 0) cursors.push({ at: 'unknown', countries: unknown, isHome: true });
  return cursors.map((cursor, index) => ({ cursor, role: index === 0 ? 'page' : 'list' }));
}
