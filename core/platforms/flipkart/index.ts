// Flipkart: the state that its review pages carry, else the page model that its script asks for, else the review call; all keyless.
// Fragile: visitors from outside India and programs get empty pages or a captcha; pages may repeat beyond the tenth.
import { CommentdockError, type ErrorCode, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Sort } from '#core/contract/options.ts';
import { definePlatform, type Next, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { everyOf, nearest, shallowest } from '#core/platform-kit/json-tree.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { reviewItem, reviewSchema } from '#core/platforms/flipkart/review.ts';
import type { z } from 'zod';

/** What an address of Flipkart names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

const SITES = new Set(['flipkart.com', 'm.flipkart.com']);

/** The host of links into the app: `/dl/...` is an address of the site, anything else a short link. */
const APP_LINKS = 'dl.flipkart.com';
const SHORT_SITE = 'fkrt.it';
const FOLDERS = new Set(['p', 'product-reviews']);
const ITEM = /^itm\w*$/i;
const PRODUCT = /^\w{8,24}$/;
const ANY_NAME = 'product';

/** A product, and which page of its reviews in which order. */
interface ReviewPlace {
  readonly name: string;
  readonly item: string;
  /** The number of the product; null where the address had none. */
  readonly pid: string | null;
  readonly order: string;
  readonly page: number;
}

/** What a page of reviews says. */
interface ReviewPage {
  readonly reviews: readonly z.output<typeof reviewSchema>[];
  /** How many pages there are, and how many reviews; null where it does not say. */
  readonly pages: number | null;
  readonly total: number | null;
  readonly fetchedAt: Date;
  readonly door: string;
}

type Door = { readonly name: string; ask(session: Session, place: ReviewPlace): Promise<Answer> };

const ORIGIN = 'https://www.flipkart.com';

/** What the site's own script puts behind the user agent, in a header of its own. */
const SITE_AGENT = ' FKUA/website/42/website/Desktop';
const STATE = /window\.__INITIAL_STATE__\s*=\s*/;
const CAPTCHA = /<title>\s*Flipkart reCAPTCHA\b/i;
const GONE = /Unfortunately the page you are looking for has been moved or deleted/i;
const REVIEW = 'ProductReviewValue';
const PAGES = 'PAGINATION_BAR';

/** Parts of a page of reviews, also where it has none. */
const PARTS = new Set(['REVIEWS', PAGES, 'REVIEW_FILTERS', 'PRODUCT_MIN', 'PAGE_TITLE', 'RATING', 'ASPECT_CARDS', 'REVIEW_IMAGES']);

/** "12,345 Ratings & 1,234 Reviews", also with elements between. */
const TOTAL = /Ratings?(?:\s|&nbsp;|&amp;|&|\\u0026|\\u00a0|and|<[^<>]*>){1,12}(\d[\d,.]*\s?(?:k|lakhs?|crores?)?)\s*Reviews?\b/i;

/** With these another door may open. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['CAPTCHA', 'BLOCKED', 'PLATFORM_CHANGED', 'BROWSER_MISSING']);

const DOORS: readonly Door[] = [
  { name: 'review page', ask: (session, place) => session.fetch({ url: `${ORIGIN}${pathOf(place)}` }) },
  {
    name: 'page model, in the browser',
    ask: async (session, place) =>
      session.inPage({
        url: `${ORIGIN}/api/4/page/fetch`,
        method: 'POST',
        json: { pageUri: pathOf(place) },
        headers: await siteAgent(session),
      }),
  },
  {
    name: 'review call',
    ask: async (session, { pid, order, page }) => {
      if (pid === null) throw new PlatformRefusal('BLOCKED');
      const query = `pid=${pid}&aid=overall&sortOrder=${order}&certifiedBuyer=false&page=${page}`;
      const url = `https://1.rome.api.flipkart.com/api/3/product/reviews?${query}`;
      return session.fetch({
        url,
        headers: { ...(await siteAgent(session)), accept: 'application/json', origin: ORIGIN, referer: `${ORIGIN}/` },
      });
    },
  },
];

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
  recorded: '2025-10-06',
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

/** What the address names; null where it is nothing of Flipkart that could be exported. */
function placeAt({ protocol, host, segments, query, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const isAppLink = host === APP_LINKS;
  if (host === SHORT_SITE || (isAppLink && segments[0] !== 'dl'))
    return segments.length > 0 ? { kind: 'short', params: { address: href.replace(/#.*$/, '') } } : null;
  if (!isAppLink && !SITES.has(host)) return null;
  const path = isAppLink ? segments.slice(1) : segments;
  const at = path.findIndex((part, index) => FOLDERS.has(part) && ITEM.test(path[index + 1] ?? ''));
  if (at === -1 || at > 1) return null;
  const pid = query.get('pid')?.trim() ?? '';
  const name = at === 1 ? (path[0] ?? ANY_NAME) : ANY_NAME;
  return { kind: 'product', params: { name, item: path[at + 1] ?? '', ...(PRODUCT.test(pid) ? { pid } : {}) } };
}

async function siteAgent(session: Session): Promise<{ readonly 'x-user-agent': string }> {
  return { 'x-user-agent': `${await session.userAgent(ORIGIN)}${SITE_AGENT}` };
}

/**
 * A page of reviews by the first door that opens; those that were shut are not tried again in this run.
 * @throws CommentdockError what the first of them said: CAPTCHA, BLOCKED, PLATFORM_CHANGED; NOT_FOUND...
 */
async function askReviews(session: Session, place: ReviewPlace): Promise<ReviewPage> {
  const open = await session.once('flipkart doors', async (): Promise<{ first: number }> => ({ first: 0 }));
  let said: CommentdockError | null = null;
  for (const [index, door] of DOORS.entries()) {
    if (index < open.first) continue;
    try {
      const page = pageIn(await door.ask(session, place), place, door.name);
      open.first = index;
      return page;
    } catch (error) {
      if (!(error instanceof CommentdockError)) throw error;
      // Behind the first door a refusal of any kind is no more than a door that is shut.
      if (!SHUT.has(error.code) && said === null) throw error;
      said ??= error;
    }
  }
  open.first = 0;
  throw said ?? new PlatformRefusal('BLOCKED');
}

function pathOf({ name, item, pid, order, page }: ReviewPlace): string {
  const query = new URLSearchParams({ ...(pid === null ? {} : { pid }), page: String(page), sortOrder: order });
  return `/${percentEncoded(name)}/product-reviews/${percentEncoded(item)}?${query}`;
}

function pageIn(answer: Answer, { page }: ReviewPlace, door: string): ReviewPage {
  const { text, url, fetchedAt } = answer;
  if (CAPTCHA.test(text)) throw new PlatformRefusal('CAPTCHA');
  const model = answer.isJson ? readJson(text, '$') : (jsonBehind(text, STATE) ?? nextDataOf(text));
  const found = everyOf(model, (value) => typeOf(value) === REVIEW);
  if (found.length === 0) {
    if (GONE.test(text)) throw new PlatformRefusal('NOT_FOUND');
    const isPage = everyOf(model, (value) => PARTS.has(typeOf(value))).length > 0;
    const isPastEnd = page > 1 && answer.isJson;
    if (new URL(url).pathname === '/error' || (!isPage && !isPastEnd))
      throw new PlatformRefusal(
        'BLOCKED',
        'Flipkart answers with an empty page, as it does to visitors from outside India and to programs.',
      );
  }
  const reviews = readRows(found, REVIEW, (value) => readWire(reviewSchema, value, ''));
  const total = totalIn(text, model);
  if (reviews.length === 0 && page === 1 && (total ?? 0) > 0) throw new PlatformChanged(REVIEW);
  return { reviews, pages: pagesIn(model), total, fetchedAt, door };
}

function pagesIn(model: unknown): number | null {
  const bar = nearest(model, (value) => typeOf(value) === PAGES);
  return (shallowest(bar, 'totalPages', isCount) as number | undefined) ?? null;
}

function totalIn(text: string, model: unknown): number | null {
  const written = TOTAL.exec(text)?.[1];
  if (written !== undefined) return readCount(written)?.value ?? null;
  return (shallowest(model, 'reviewCount', isCount) as number | undefined) ?? null;
}

function typeOf(value: object): string {
  const { type } = value as { readonly type?: unknown };
  return typeof type === 'string' ? type : '';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value);
}
