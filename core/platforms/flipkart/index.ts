// Flipkart: the state that its review pages carry, else the page model that its script asks for, else the review call; all keyless.
// Fragile: visitors from outside India and programs get empty pages or a captcha; pages may repeat beyond the tenth.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import type { Next, Page, TargetParams } from '#core/platform-api/define.ts';
import { placeAt } from '#core/platforms/flipkart/address.ts';
import { askReviews, type ReviewPage, type ReviewPlace } from '#core/platforms/flipkart/doors.ts';
import { reviewItem } from '#core/platforms/flipkart/review.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import type { Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

type ListCursor = { readonly list: 'reviews' } & { readonly [K in keyof ReviewPlace]: ReviewPlace[K] } & {
  /** The orders that follow where this one does not give all. */
  readonly further: readonly string[];
  /** Ids of the first page and of the one before: a page of those alone says that there is no more. */
  readonly seen: readonly string[];
  readonly before: readonly string[];
  readonly total: number | null;
};
type ShortCursor = { readonly list: 'short'; readonly address: string; readonly orders: readonly string[] };
type Cursor = ListCursor | ShortCursor;

const PER_PAGE = 10;
/** Fewer new reviews on a full page are those that stand on every one. */
const FEWEST_NEW = 3;
const NEWEST = 'MOST_RECENT';
const ORDERS: Readonly<Partial<Record<Sort, string>>> = {
  top: 'MOST_HELPFUL',
  new: NEWEST,
  best: 'POSITIVE_FIRST',
  controversial: 'NEGATIVE_FIRST',
};
const ALL_ORDERS = Object.values(ORDERS);
const IN_ALL_ORDERS = 'Flipkart gives no more in one order: the others were read too, and what they share is counted once.';

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'flipkart',
  name: 'Flipkart',
  homepage: 'https://www.flipkart.com',
  description: 'Reviews of a product, in all orders where one does not give them all.',
  category: 'shop',
  tier: 'all',
  verified: true,
  comparedWith: [{ client: 'an unnamed client', date: '2026-03' }],
  targets: [
    target(
      'product',
      REVIEWS,
      [
        'flipkart.com/<name>/p/<item>?pid=<product id>',
        'flipkart.com/<name>/product-reviews/<item>?pid=<product id>',
        'dl.flipkart.com/dl/<name>/p/<item>',
      ],
      [
        'https://www.flipkart.com/a-phone-black-128-gb/p/itm6ac6485515ae4?pid=MOBGTAGPTB3VS24W',
        'https://www.flipkart.com/a-phone-black-128-gb/product-reviews/itm6ac6485515ae4?pid=MOBGTAGPTB3VS24W&page=3&sortOrder=MOST_RECENT',
        'https://dl.flipkart.com/dl/a-phone-black-128-gb/p/itm6ac6485515ae4?pid=MOBGTAGPTB3VS24W',
      ],
    ),
    target(
      'short',
      REVIEWS,
      ['dl.flipkart.com/s/<code>', 'fkrt.it/<code>'],
      ['https://dl.flipkart.com/s/AbCdEfNNNN', 'https://fkrt.it/AbCdEfNNNN'],
    ),
  ],
  options: [],
  sorts: ['top', 'new', 'best', 'controversial'],
  hosts: ['.flipkart.com', 'fkrt.it'],
  walls: {
    bodies: [{ kind: 'challenge', by: 'Flipkart', in: 'title', mark: /^Flipkart reCAPTCHA$/, source: 'its robot check' }],
    statuses: [
      {
        kind: 'block',
        by: 'Flipkart',
        statuses: [529, 533],
        host: /(?:^|\.)flipkart\.(?:com|net)$/,
        source: 'public code: refused requests',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.flipkart.com'],
    names: ['at', 'rt', 'ud'],
    login: 'https://www.flipkart.com/account/login',
    hint: 'None are needed. Where Flipkart asks for a captcha, solve it in your own browser and give all cookies of flipkart.com: T, SN, at, rt.',
  },
  transport: 'http',
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params }, options) {
    const order = options.sort === null ? undefined : ORDERS[options.sort];
    const orders = order === undefined ? ALL_ORDERS : [order];
    const { address = '' } = params;
    return [{ cursor: kind === 'short' ? { list: 'short', address, orders } : firstOf(params, orders), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'reviews') return listPage(cursor, session);
    const params = await leadOfShortLink(session, cursor.address, (url) => {
      const found = placeAt(url);
      return found?.kind === 'product' ? found.params : null;
    });
    if (params === null) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of Flipkart.');
    return listPage(firstOf(params, cursor.orders), session);
  },
});

function firstOf({ name = '', item = '', pid }: TargetParams, [order = NEWEST, ...further]: readonly string[]): ListCursor {
  return { list: 'reviews', name, item, pid: pid ?? null, order, page: 1, further, seen: [], before: [], total: null };
}

async function listPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const shown = await askReviews(session, cursor);
  const total = shown.total ?? cursor.total;
  const ids = [...new Set(shown.reviews.map(({ id }) => id))];
  const known = new Set([...cursor.seen, ...cursor.before]);
  const news = ids.filter((id) => !known.has(id)).length;
  const isCapped = cursor.page > 1 && ids.length >= FEWEST_NEW && news < FEWEST_NEW;
  const isLast = isCapped || ids.length === 0 || (shown.pages !== null && cursor.page >= shown.pages);
  const next = { ...cursor, page: cursor.page + 1, seen: cursor.page === 1 ? ids : cursor.seen, before: ids, total };
  return {
    items: readRows(shown.reviews, 'reviews', (review) => reviewItem(review, shown.fetchedAt)),
    ...(isLast ? ending(cursor, { ...shown, total }, isCapped) : { next: [{ cursor: next, role: 'page' }] }),
    ...(shown.total === null ? {} : { total: shown.total }),
    ...(cursor.order === NEWEST ? { dateOrder: 'newestFirst' as const } : {}),
    // A further order begins with much that is known; `seen` and `before` tell where a list repeats itself.
    mayRepeat: true,
    door: shown.door,
  };
}

/** The next order, where the pages of this one cannot have held all that there is. */
function ending(
  cursor: ListCursor,
  { pages, total }: Pick<ReviewPage, 'pages' | 'total'>,
  isCapped: boolean,
): Pick<Page<Cursor>, 'next' | 'notes' | 'gaps'> {
  const read = pages !== null && cursor.page >= pages ? pages : cursor.page - 1;
  if (!isCapped && total !== null && read * PER_PAGE >= total) return {};
  const [order, ...further] = cursor.further;
  if (order !== undefined) {
    const other: Next<Cursor> = { cursor: { ...cursor, order, further, page: 1, seen: [], before: [], total }, role: 'list' };
    return { next: [other], notes: [IN_ALL_ORDERS] };
  }
  if (!isCapped) return {};
  const note = `Flipkart repeats itself from page ${cursor.page} of the order ${cursor.order} on. An export without a sort reads all its orders.`;
  return { gaps: [{ cause: 'notServed', count: 0, note }] };
}
