// Walmart (United States): the data that its product and review pages carry (`__NEXT_DATA__`), keyless. Fragile: after some pages a
// robot check stands before all of them.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type Page, type PastedUrl } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { placeOfShortLink } from '#core/platform-kit/short-link.ts';
import { productPage, reviewItem, reviewsPage, type ShownReviews } from '#core/platforms/walmart/review.ts';

/** What an address of Walmart names. `short` leads to one of the others. */
type Place = NamedPlace<'product' | 'reviews' | 'short'>;

/** The stores of Canada and Mexico run on another site. */
const SITES = new Set(['walmart.com', 'm.walmart.com', 'mobile.walmart.com', 'business.walmart.com']);
const SHORT_SITES = new Set(['w-mt.co', 'walmrt.us']);
const ITEM = /^\d{5,14}$/;
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const FOLDERS: Readonly<Record<string, 'product' | 'reviews'>> = { ip: 'product', product: 'product', reviews: 'reviews' };

type ListCursor = {
  /** A product's own page stands for the first page of the list in the default order. */
  readonly list: 'product' | 'reviews';
  readonly item: string;
  readonly sort: string;
  readonly page: number;
};

type ShortCursor = { readonly list: 'short'; readonly address: string; readonly sort: string };

type Cursor = ListCursor | ShortCursor;

const PER_PAGE = 10;
const RELEVANCY = 'relevancy';

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  top: RELEVANCY,
  new: 'submission-desc',
  old: 'submission-asc',
  best: 'rating-desc',
  controversial: 'rating-asc',
};

const DATE_ORDERS: Readonly<Record<string, NonNullable<Page['dateOrder']>>> = {
  'submission-desc': 'newestFirst',
  'submission-asc': 'oldestFirst',
};

const COUNTS_RATINGS = 'The total counts all ratings; those without words may not be in the list.';
const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

const OWN_HOST = /(?:^|\.)walmart\.(?:com|ca|com\.mx)$/;

export default definePlatform<Cursor>({
  id: 'walmart',
  name: 'Walmart',
  homepage: 'https://www.walmart.com',
  description: 'Reviews of a product in the United States, with the answers of its maker.',
  category: 'shop',
  recorded: '2025-08',
  comparedWith: [
    { client: 'SurfSense', date: '2026-07-19' },
    { client: 'scrapfly-scrapers', date: '2026-05-20' },
  ],
  targets: [
    target(
      'product',
      REVIEWS,
      ['walmart.com/ip/<name>/<item id>', 'walmart.com/ip/<item id>'],
      [
        'https://www.walmart.com/ip/715596133',
        'https://www.walmart.com/ip/Apple-MacBook-Air-13-3-inch/715596133?athbdg=L1600',
        'https://www.walmart.com/ip/seort/1736740710',
      ],
    ),
    target(
      'reviews',
      REVIEWS,
      ['walmart.com/reviews/product/<item id>'],
      ['https://www.walmart.com/reviews/product/1738646759?page=2&sort=helpful'],
    ),
    target('short', REVIEWS, ['w-mt.co/<code>', 'walmrt.us/<code>'], ['https://w-mt.co/g/1/AbCdEf', 'https://walmrt.us/3AbCdEf']),
  ],
  sorts: ['top', 'new', 'old', 'best', 'controversial'],
  hosts: ['.walmart.com', 'w-mt.co', 'walmrt.us'],
  walls: {
    addresses: [{ kind: 'challenge', by: 'Walmart', host: OWN_HOST, path: /^\/blocked\/?$/, source: 'its "Robot or human?" page' }],
    bodies: [
      {
        kind: 'challenge',
        by: 'PerimeterX',
        in: 'json',
        mark: /"redirectUrl"\s*:\s*"\/blocked\?/,
        status: 'refusing',
        source: 'Walmart, answers to XHR',
      },
      { kind: 'challenge', by: 'Walmart', in: 'title', mark: /^Robot or human\?$/, source: 'its robot check' },
    ],
    statuses: [{ kind: 'block', by: 'Walmart', statuses: [418, 444, 520], host: OWN_HOST, source: 'public code: refused requests' }],
  },
  cookies: {
    need: 'optional',
    domains: ['.walmart.com'],
    names: ['auth'],
    login: 'https://www.walmart.com/account/login',
    hint: 'None are needed. Where Walmart asks "Robot or human?", open the page in your own browser, answer there, and give all cookies of walmart.com: _px3, _pxvid, _pxhd, ACID.',
  },
  pace: { perSecond: 0.5, concurrency: 1 },

  start({ target: kind, params }, options) {
    const sort = SORT_NAMES[options.sort ?? 'top'];
    if (kind === 'short') return [{ cursor: { list: 'short', address: params['address'] ?? '', sort }, role: 'page' }];
    return [{ cursor: firstOf({ kind: kind === 'reviews' ? 'reviews' : 'product', params }, sort), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    return listPage(cursor.list === 'short' ? await behindShortLink(cursor, session) : cursor, session);
  },
});

function firstOf({ kind, params }: Pick<Place, 'kind' | 'params'>, sort: string): ListCursor {
  const list = kind === 'product' && sort === RELEVANCY ? 'product' : 'reviews';
  return { list, item: params['item'] ?? '', sort, page: 1 };
}

async function behindShortLink({ address, sort }: ShortCursor, session: Session): Promise<ListCursor> {
  const place = await placeOfShortLink(session, address, placeAt);
  if (place === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of Walmart in the United States.');
  return firstOf(place, sort);
}

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { list, item, sort, page } = cursor;
  const { reviews, door } = list === 'product' ? await productPage(session, item) : await reviewsPage(session, item, { sort, page });
  const items = readRows(reviews.customerReviews ?? [], 'customerReviews', reviewItem);
  const listed = reviews.filteredReviewsCount ?? reviews.reviewsWithTextCount ?? null;
  if (items.length === 0 && page === 1 && (listed ?? 0) > 0) throw new PlatformChanged('customerReviews');
  const goesOn = items.length > 0 && (listed === null || page * PER_PAGE < listed);
  const dateOrder = DATE_ORDERS[sort];
  return {
    items,
    next: goesOn ? [{ cursor: { list: 'reviews', item, sort, page: page + 1 }, role: 'page' }] : [],
    ...(page === 1 ? stated(reviews, items.length) : {}),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    door,
  };
}

function stated({ reviewsWithTextCount, totalReviewCount }: ShownReviews['reviews'], shown: number): Pick<Page, 'total' | 'notes'> {
  const total = reviewsWithTextCount ?? totalReviewCount ?? null;
  const countsRatings = reviewsWithTextCount == null && (total ?? 0) > shown;
  return { total, ...(countsRatings ? { notes: [COUNTS_RATINGS] } : {}) };
}

/** What the address names; null where it is nothing of Walmart that could be exported. */
function placeAt({ protocol, host, segments, query, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_SITES.has(host)) return segments.length > 0 ? { kind: 'short', params: { address: withoutHash(href) } } : null;
  if (!SITES.has(host)) return null;
  const path = LANGUAGE.test(segments[0] ?? '') && FOLDERS[segments[0] ?? ''] === undefined ? segments.slice(1) : segments;
  const folder = FOLDERS[path[0] ?? ''];
  const own = folder === undefined ? undefined : path.findLast((part, index) => index > 0 && ITEM.test(part));
  const item = own ?? query.get('athcpid')?.trim() ?? '';
  return ITEM.test(item) ? { kind: folder ?? 'product', params: { item } } : null;
}

function withoutHash(href: string): string {
  return href.replace(/#.*$/, '');
}
