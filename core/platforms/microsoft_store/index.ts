// Microsoft Store: the call of its web pages for reviews, keyless, else what such a page receives in the browser; the public catalog knows
// which products there are. How the call is sorted is not known: the order is the store's own.
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { SELECTORS } from '#core/contract/options.ts';
import { definePlatform, type Next, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import { type Door, knock } from '#core/platform-kit/knock.ts';
import { targetsOf, type NamedPlace } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { countriesOf, openStorefronts } from '#core/platform-kit/storefronts.ts';
import { countSchema, readWire } from '#core/platform-kit/wire.ts';
import { isReviewList, reviewSchema, toItem } from '#core/platforms/microsoft_store/review.ts';
import { z } from 'zod';

/** What an address of the store names. `short`: a link that leads to a product, or elsewhere at Microsoft. */
type Place = NamedPlace<'product' | 'short'>;

/** The scheme of links into the Store app, whose host is the page of it. */
const APP = 'ms-windows-store:';
const APP_PAGES = new Set(['pdp', 'review']);
const SHORT_SITE = 'aka.ms';

/** On a site of Microsoft's many others, the parts of the path that say "store". */
const STORE_FOLDERS = new Set(['store', 'p']);

/** Twelve characters, of desktop apps fourteen; words have no digits. */
const PRODUCT = /^(?=.*\d)(?:[0-9a-z]{12}|xp[0-9a-z]{12})$/i;
const LOCALE = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i;
const MARKET = /^[a-z]{2}$/i;
const SHORT_NAME = /^[\w-]+$/;

/** A product in the store of one country. */
type Store = {
  readonly product: string;
  /** Language of the pages: `en-us`. */
  readonly hl: string;
  /** Country, lower case. */
  readonly gl: string;
};

interface CallPage {
  readonly items: readonly Item[];
  readonly goesOn: boolean;
}

const ORIGIN = 'https://apps.microsoft.com';
const REVIEWS_PER_PAGE = 25;

/** Answers that one page of the browser's list takes. */
const ANSWERS_PER_PAGE = 4;

/** Identifiers of desktop apps, which the catalog does not have. */
const DESKTOP = /^XP/;
const ALL_TIME = 'AllTime';
const callSchema = z.object({ items: rowsOf(reviewSchema).nullish(), hasMorePages: z.boolean().nullish() });
const usageSchema = z.object({ AggregateTimeSpan: z.string().nullish(), RatingCount: countSchema.nullish() });

const catalogSchema = z.object({
  Products: z.array(z.object({ MarketProperties: z.array(z.object({ UsageData: z.array(usageSchema).nullish() })).nullish() })),
});

type ShortCursor = { readonly door: 'short'; readonly name: string; readonly countries: readonly string[] };

/** The stores still to be read. `found`: one before had the product. */
type OpeningCursor = {
  readonly door: 'opening';
  readonly product: string;
  readonly hl: string;
  readonly countries: readonly string[];
  readonly isOnly: boolean;
  readonly found: boolean;
};

type CallCursor = Store & { readonly door: 'call'; readonly page: number };

type BrowserCursor = Store & { readonly door: 'browser'; readonly skip: number };

type Cursor = ShortCursor | OpeningCursor | CallCursor | BrowserCursor;

const REVIEWS = { type: 'reviews' } as const;
const LANGUAGE = 'en-us';
const COUNTRY = 'us';
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'microsoft_store',
  name: 'Microsoft Store',
  homepage: 'https://apps.microsoft.com',
  description: 'Reviews of an app or a game in the store of one country or of several.',
  category: 'apps',
  recorded: '2024-01-14',
  comparedWith: [],
  targets: [
    target(
      'product',
      { own: REVIEWS },
      [
        'apps.microsoft.com/detail/<product id>',
        'apps.microsoft.com/store/detail/<name>/<product id>',
        'microsoft.com/<locale>/p/<name>/<product id>',
        'microsoft.com/store/productId/<product id>',
        'xbox.com/<locale>/games/store/<name>/<product id>',
        'ms-windows-store://pdp/?ProductId=<product id>',
      ],
      [
        'https://apps.microsoft.com/detail/9wzdncrfj3tj?hl=en-us&gl=US',
        'https://apps.microsoft.com/store/detail/an-app/XP8BT8DW290MPQ',
        'https://www.microsoft.com/de-de/p/an-app/9wzdncrfj3tj?activetab=pivot:overviewtab',
        'https://www.microsoft.com/store/apps/9WZDNCRFJ3TJ',
        'https://www.microsoft.com/store/productId/9WZDNCRFJ3TJ',
        'https://www.xbox.com/en-GB/games/store/a-game/9NBLGGH537BL',
        'ms-windows-store://pdp/?ProductId=9WZDNCRFJ3TJ',
        'ms-windows-store://review/?ProductId=9WZDNCRFJ3TJ',
      ],
    ),
    target('short', { own: REVIEWS }, ['aka.ms/<name>'], ['https://aka.ms/an-app']),
  ],
  written: { schemes: ['ms-windows-store:'] },
  options: ['countries'],
  ignores: SELECTORS,
  hosts: ['.microsoft.com', '.xbox.com', 'aka.ms'],
  cookies: { need: 'none', domains: ['.microsoft.com'] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ target, params }, options) {
    const countries = countriesOf(options.countries);
    if (target === 'short') return [{ cursor: { door: 'short', name: params['name'] ?? '', countries }, role: 'page' }];
    return [{ cursor: openingOf(params, countries), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.door === 'call') return callPage(readCall(await session.fetch(callRequest(cursor, cursor.page)), cursor), cursor);
    if (cursor.door === 'browser') return browserPage(cursor, session);
    return openingPage(cursor.door === 'short' ? await behindShortLink(cursor, session) : cursor, session);
  },
});

function openingOf({ product = '', hl = LANGUAGE, gl = COUNTRY }: TargetParams, wanted: readonly string[]): OpeningCursor {
  const countries = wanted.length > 0 ? wanted : [gl];
  return { door: 'opening', product, hl, countries, isOnly: countries.length === 1, found: false };
}

/** @throws PlatformRefusal NOT_FOUND where it leads elsewhere */
async function behindShortLink({ name, countries }: ShortCursor, session: Session): Promise<OpeningCursor> {
  const params = await leadOfShortLink(session, `https://aka.ms/${name}`, (url) => placeAt(url)?.params ?? null);
  if (params?.['product'] === undefined) throw new PlatformRefusal('NOT_FOUND', 'This link leads to no product of the Microsoft Store.');
  return openingOf(params, countries);
}

/** @throws PlatformRefusal NOT_FOUND where no store has the product */
async function openingPage(cursor: OpeningCursor, session: Session): Promise<Page<Cursor>> {
  const { product, hl, countries, isOnly } = cursor;
  const { page, gaps } = await openStorefronts<Cursor>({
    countries,
    open: (gl) => openStore({ product, hl, gl }, isOnly, session),
    further: (country) => ({ ...cursor, countries: [country], found: true }),
  });
  if (page !== null) return page;
  if (cursor.found) return { items: [], gaps };
  const detail = `The Microsoft Store has no product ${product} in ${countries.join(', ')}. Check the address, or choose other countries (options.countries).`;
  throw new PlatformRefusal('NOT_FOUND', detail);
}

/** The first page of the first door that is open; null where the store does not have the product. */
async function openStore(store: Store, isOnly: boolean, session: Session): Promise<Page<Cursor> | null> {
  const call = await knock(session, callRequest(store, 1), (answer) => readCall(answer, store));
  const { exists, ratings } = await lookUp(session, store);
  const isGone = exists === false || (exists === null && 'status' in call && call.status === 404);
  const isEmpty = !('value' in call) || call.value.items.length === 0;
  if (isGone && isEmpty) return null;
  const stated = ratings === null ? {} : { notes: [`The store of "${store.gl}" counts ${ratings} ratings, with and without words.`] };
  const total = isOnly ? { total: ratings } : {};
  const page =
    'value' in call
      ? callPage(call.value, { ...store, door: 'call', page: 1 })
      : await afterShutCall({ ...store, door: 'browser', skip: 0 }, call.refusal, session);
  return { ...page, ...stated, ...total };
}

function callPage({ items, goesOn }: CallPage, cursor: CallCursor): Page<Cursor> {
  const next: Next<Cursor>[] = goesOn ? [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }] : [];
  return { items, next, door: 'reviews call' };
}

/** @throws `shut`, what the call said, where there is no browser, or its page receives nothing */
async function afterShutCall(cursor: BrowserCursor, shut: CommentdockError, session: Session): Promise<Page<Cursor>> {
  try {
    const page = await browserPage(cursor, session);
    if (page.items.length > 0 || (page.next ?? []).length > 0) return page;
  } catch (error) {
    if (!isNoBrowser(error)) throw error;
  }
  throw shut;
}

async function browserPage(cursor: BrowserCursor, session: Session): Promise<Page<Cursor>> {
  const { items, taken, ended } = await scrollPage(session, cursor, cursor.skip);
  return {
    items,
    next: ended ? [] : [{ cursor: { ...cursor, skip: cursor.skip + taken }, role: 'page' }],
    mayRepeat: true,
    door: 'page, in the browser',
  };
}

/** What the address names; null where it is nothing of the store that could be exported. */
function placeAt(url: PastedUrl): Place | null {
  if (url.protocol === APP) return APP_PAGES.has(url.host) ? productIn(url, [parameter(url, 'productid')]) : null;
  if (!url.protocol.startsWith('http')) return null;
  const [first = '', ...others] = url.segments;
  if (url.host === SHORT_SITE) return SHORT_NAME.test(first) && others.length === 0 ? { kind: 'short', params: { name: first } } : null;
  if (url.host === 'apps.microsoft.com') return productIn(url, url.segments.toReversed());
  const isStore =
    (isHost(url, 'xbox.com') || url.host === 'microsoft.com') && url.segments.some((part) => STORE_FOLDERS.has(part.toLowerCase()));
  return isStore ? productIn(url, [...url.segments.toReversed(), parameter(url, 'productid')]) : null;
}

/** `candidates`: where the id may stand, the likeliest first. */
function productIn(url: PastedUrl, candidates: readonly string[]): Place | null {
  const product = candidates.find((part) => PRODUCT.test(part));
  if (product === undefined) return null;
  const locale = [parameter(url, 'hl'), url.segments[0] ?? ''].find((part) => LOCALE.test(part));
  const market = [parameter(url, 'gl'), LOCALE.exec(locale ?? '')?.[2] ?? ''].find((part) => MARKET.test(part));
  return {
    kind: 'product',
    params: {
      product: product.toUpperCase(),
      ...(locale === undefined ? {} : { hl: locale.toLowerCase() }),
      ...(market === undefined ? {} : { gl: market.toLowerCase() }),
    },
  };
}

/** Names of parameters come in any letter case. */
function parameter({ query }: PastedUrl, name: string): string {
  return [...query].find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

/** @param page counts from 1 */
function callRequest({ product, hl, gl }: Store, page: number): PlatformRequest {
  return {
    url: `${ORIGIN}/api/products/getReviews/${product}`,
    query: { pgNo: page, noItems: REVIEWS_PER_PAGE, hl, gl: gl.toUpperCase() },
    headers: { referer: detailAddress({ product, hl, gl }) },
  };
}

/** @throws PlatformChanged */
function readCall(answer: Answer, { gl }: Store): CallPage {
  const { items, hasMorePages } = answer.json(callSchema);
  const reviews = items ?? [];
  return { items: readRows(reviews, 'reviews', (review) => toItem(review, gl)), goesOn: reviews.length > 0 && hasMorePages !== false };
}

/** What the catalog knows of a product: whether the country's store has it, and how many ratings it counts. */
async function lookUp(session: Session, { product, hl, gl }: Store): Promise<{ exists: boolean | null; ratings: number | null }> {
  const request = {
    url: 'https://displaycatalog.mp.microsoft.com/v7.0/products',
    query: { bigIds: product, market: gl.toUpperCase(), languages: hl },
  };
  const found: Door<z.output<typeof catalogSchema>> = await knock(session, request, (answer) => answer.json(catalogSchema));
  if (!('value' in found)) return { exists: found.status === 404 ? false : null, ratings: null };
  const [known] = found.value.Products;
  if (known === undefined) return { exists: DESKTOP.test(product) ? null : false, ratings: null };
  const usage = known.MarketProperties?.flatMap(({ UsageData }) => UsageData ?? []);
  return { exists: true, ratings: usage?.find(({ AggregateTimeSpan }) => AggregateTimeSpan === ALL_TIME)?.RatingCount ?? null };
}

/**
 * Reviews that the page of the product receives by itself while it is scrolled.
 * @param skip answers that were taken already
 * @throws CommentdockError BROWSER_MISSING, NOT_FOUND, BLOCKED...
 */
async function scrollPage(session: Session, store: Store, skip: number) {
  const { answers, ended } = await session.scroll(
    {
      url: detailAddress(store),
      actions: [{ click: '[class*="review" i] a, [aria-label*="review" i]', optional: true, timeoutMs: 3_000 }],
    },
    { url: `${new URL(ORIGIN).host}/*review*`, count: ANSWERS_PER_PAGE },
    { skip },
  );
  return { items: answers.flatMap((answer) => reviewsIn(answer, store)), taken: answers.length, ended };
}

/** Of what the page receives, summaries and lists without reviews have none. */
function reviewsIn(answer: Answer, { gl }: Store): readonly Item[] {
  if (!answer.isJson) return [];
  const list = nearest(answer.json(z.unknown()), isReviewList);
  return list === undefined ? [] : readRows(readWire(rowsOf(reviewSchema), list, 'reviews'), 'reviews', (review) => toItem(review, gl));
}

/** True for what keeps the browser from being a door at all. */
function isNoBrowser(error: unknown): boolean {
  return error instanceof CommentdockError && (error.code === 'BROWSER_MISSING' || error.code === 'NETWORK');
}

function detailAddress({ product, hl, gl }: Store): string {
  return `${ORIGIN}/detail/${product}?hl=${hl}&gl=${gl.toUpperCase()}`;
}
