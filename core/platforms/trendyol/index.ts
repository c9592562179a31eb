// Trendyol: the review API of its shop front, asked as a visitor from Turkey; where that is shut the state in the page of all reviews, and
// last what that page asks for by itself. Fragile: the API alone is known from clients of today, the state from answers of 2022.
import { z } from 'zod';
import { CommentdockError, type ErrorCode, IncompleteAnswer, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { isWithoutBrowser, plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isBefore, isoFromMs } from '#core/platform-kit/dates.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { paramsOfShortLink } from '#core/platform-kit/short-link.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { answerSchema, heardSchema, olderItem, type Review, reviewItem, stateSchema } from '#core/platforms/trendyol/review.ts';

/** What an address of Trendyol names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

/** `path`: of the product, as pasted. `page`: pages, or answers heard, that were read. */
type ListCursor = { readonly list: 'api' | 'state' | 'heard'; readonly product: string; readonly path: string; readonly page: number };
type ShortCursor = { readonly list: 'short'; readonly address: string };
type Cursor = ListCursor | ShortCursor;

const SITE = 'https://www.trendyol.com';
const API = 'https://apigw.trendyol.com/discovery-storefront-trproductgw-service/api/review-read/product-reviews/detailed';
const PAGE_SIZE = 20;
/** The API refuses callers of no country with a status of its own. */
const FROM_TURKEY = 'countryCode=TR; language=tr; storefrontId=1; platform=web';
const NO_COUNTRY = 418;

const HOSTS = new Set(['trendyol.com', 'm.trendyol.com']);
const SHORT_HOST = 'ty.gl';
const CODE = /^[\w-]{1,64}$/;
const PRODUCT = /-p-(\d{1,18})$/;
/** Before the product stand at most a country, a language and a brand. */
const DEEPEST = 3;

const STATE = /window\.__REVIEW_APP_INITIAL_STATE__\s{0,9}=\s{0,9}/;
const HEARD = ['*.trendyol.com/*product-reviews*', '*.trendyol.com/*review-read*'];

/** What keeps us out of the API, and perhaps not out of the page. */
const SHUT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BLOCKED', 'CAPTCHA', 'GEO_BLOCKED', 'NOT_FOUND', 'PLATFORM_CHANGED']);
/** Of several refusals the first of these is told; what is none of them comes before all. */
const TELLING: readonly ErrorCode[] = ['CAPTCHA', 'GEO_BLOCKED', 'RATE_LIMITED', 'NOT_FOUND', 'BLOCKED', 'PLATFORM_CHANGED'];

const REVIEWS = { own: { type: 'reviews' } } as const;
const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'trendyol',
  name: 'Trendyol',
  homepage: SITE,
  description: 'Reviews of a product.',
  category: 'shop',
  recorded: '2022-10',
  comparedWith: [
    { client: 'trendyol-hepsiburada-comment-scrapper', date: '2022' },
    { client: 'an unnamed client', date: '2026' },
  ],
  targets: [
    target(
      'product',
      REVIEWS,
      ['trendyol.com/<brand>/<name>-p-<id>', 'trendyol.com/<language>/<brand>/<name>-p-<id>', 'm.trendyol.com/<brand>/<name>-p-<id>'],
      [
        'https://www.trendyol.com/apple/iphone-11-p-64074794?boutiqueId=61&merchantId=968',
        'https://www.trendyol.com/apple/iphone-11-p-64074794/yorumlar',
        'https://www.trendyol.com/de/apple/iphone-11-p-64074794',
        'https://m.trendyol.com/apple/iphone-11-p-64074794/saticiya-sor',
      ],
    ),
    target('short', REVIEWS, ['ty.gl/<code>'], ['https://ty.gl/abc123def4']),
  ],
  sorts: ['new', 'top'],
  hosts: ['.trendyol.com', SHORT_HOST],
  cookies: {
    need: 'optional',
    domains: ['.trendyol.com'],
    hint: 'None are needed. Where Trendyol refuses this machine: open the product in your own browser, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.trendyol.com, and copy cf_clearance and __cf_bm.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ params }) {
    const { address } = params;
    return [{ cursor: address === undefined ? firstOf(params) : { list: 'short', address }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return firstPage(firstOf(await paramsOfShortLink(session, cursor.address, placeAt, 'product')), session);
    if (cursor.list === 'api') return cursor.page === 0 ? firstPage(cursor, session) : apiPage(cursor, session);
    return cursor.list === 'state' ? statePage(cursor, session) : heardPage(cursor, session);
  },
});

function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT_HOST)
    return segments.length === 1 && CODE.test(segments[0] ?? '')
      ? { kind: 'short', params: { address: href.replace(/[?#].*$/, '') } }
      : null;
  const at = segments.findIndex((part) => PRODUCT.test(part));
  const product = PRODUCT.exec(segments[at] ?? '')?.[1];
  if (!HOSTS.has(host) || product === undefined || at > DEEPEST) return null;
  const path = segments.slice(0, at + 1).map((part) => `/${percentEncoded(part)}`);
  return { kind: 'product', params: { product, path: path.join('') } };
}

function firstOf({ product = '', path = '' }: TargetParams): ListCursor {
  return { list: 'api', product, path, page: 0 };
}

/**
 * The first page of the first door that is open.
 * @throws CommentdockError what tells most of what the doors say
 */
async function firstPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const api = await orShut(apiPage(cursor, session));
  if (!(api instanceof CommentdockError)) return api;
  if (!SHUT.has(api.code) || api instanceof IncompleteAnswer) throw api;
  const state = await orShut(statePage({ ...cursor, list: 'state' }, session));
  if (!(state instanceof CommentdockError)) return { ...state, notes: [...(state.notes ?? []), api.message] };
  if (!(state instanceof PlatformChanged)) throw tellingOfAll([api, state]);
  const heard = await orShut(heardPage({ ...cursor, list: 'heard' }, session));
  if (!(heard instanceof CommentdockError)) return { ...heard, notes: [api.message, state.message] };
  throw tellingOfAll([api, state, ...(isWithoutBrowser(heard) ? [] : [heard])]);
}

/** That a product is not there is believed of no second door where the form of the first has changed: it may be gone with it. */
function tellingOfAll([first, ...others]: readonly [CommentdockError, ...CommentdockError[]]): CommentdockError {
  const believed = others.filter(({ code }) => !(first instanceof PlatformChanged && code === 'NOT_FOUND'));
  const rank = ({ code }: CommentdockError): number => TELLING.indexOf(code);
  return believed.reduce((telling, error) => (rank(error) < rank(telling) ? error : telling), first);
}

async function apiPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { product, path, page } = cursor;
  const { sort, minTimestamp } = session.options;
  const isByChange = sort !== 'top';
  const orderBy = isByChange ? 'LastModifiedDate' : 'Score';
  const answer = await session.fetch({
    url: API,
    query: { contentId: product, page, pageSize: PAGE_SIZE, order: 'DESC', orderBy, channelId: 1 },
    headers: { accept: 'application/json', origin: SITE, referer: SITE + path, cookie: FROM_TURKEY },
    accept: [NO_COUNTRY],
  });
  if (answer.status === NO_COUNTRY) throw new PlatformRefusal('GEO_BLOCKED', 'Trendyol refuses callers from the country of this machine.');
  const { summary, reviews } = answer.json(answerSchema).result;
  const isLast = rowsGiven(reviews) === 0 || (summary?.totalPages != null && page + 1 >= summary.totalPages);
  const isPast = isByChange && reviews.length > 0 && reviews.every((review) => isOlder(review, minTimestamp));
  return {
    items: readRows(reviews, 'result.reviews', reviewItem),
    next: isLast || isPast ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(page === 0 ? { total: summary?.totalCommentCount ?? null } : {}),
    door: 'review API',
  };
}

/** The list runs by the last change, which may be a new one of an old review. */
function isOlder({ createdAt, lastModifiedAt }: Review, minTimestamp: number | null): boolean {
  return isBefore(isoFromMs(createdAt), minTimestamp) && isBefore(isoFromMs(lastModifiedAt ?? createdAt), minTimestamp);
}

async function statePage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const url = `${pageOfReviews(cursor)}${cursor.page === 0 ? '' : `?page=${cursor.page}`}`;
  const { value: shown, by } = await plainOrBrowser(session, 'Trendyol', {
    plain: () => session.fetch({ url }),
    browser: () => session.page({ url }),
  });
  const state = jsonBehind(shown.text, STATE);
  if (state === undefined) throw new PlatformChanged('__REVIEW_APP_INITIAL_STATE__');
  const { content, page, totalPages, totalElements } = readWire(stateSchema, state, '').ratingAndReviewResponse.ratingAndReview
    .productReviews;
  const isLast = rowsGiven(content) === 0 || (page ?? cursor.page) + 1 >= (totalPages ?? Infinity);
  const isUnsorted = cursor.page === 0 && session.options.sort === 'top';
  return {
    items: readRows(content, 'productReviews.content', olderItem),
    next: isLast ? [] : [{ cursor: { ...cursor, page: cursor.page + 1 }, role: 'page' }],
    ...(cursor.page === 0 ? { total: totalElements ?? null } : {}),
    // Where the site counts its pages from 1, the second address is that of the first page.
    ...(cursor.page === 1 && page === 0 ? { mayRepeat: true } : {}),
    ...(isUnsorted ? { notes: ['The page of all reviews has an order of its own: the sort had no effect.'] } : {}),
    door: `page of all reviews${by}`,
  };
}

/** The next answers that the page of all reviews gets while it is scrolled; some are of other kinds. */
async function heardPage(cursor: ListCursor, session: Session): Promise<Page<Cursor>> {
  const { answers, ended } = await session.scroll({ url: pageOfReviews(cursor) }, { url: HEARD }, { skip: cursor.page });
  const lists = answers.flatMap((answer) => {
    const read = answer.isJson ? checked(heardSchema, answer.json(z.unknown())) : null;
    return read?.success ? [read.data.result] : [];
  });
  if (cursor.page === 0 && lists.length === 0) throw new PlatformChanged('capture', 'The page of all reviews did not ask for reviews.');
  const [first] = lists;
  return {
    items: lists.flatMap((list) =>
      'reviews' in list
        ? readRows(list.reviews, 'result.reviews', reviewItem)
        : readRows(list.productReviews.content, 'result.productReviews.content', olderItem),
    ),
    next: ended || answers.length === 0 ? [] : [{ cursor: { ...cursor, page: cursor.page + answers.length }, role: 'page' }],
    ...(cursor.page > 0 || first === undefined
      ? {}
      : { total: ('reviews' in first ? first.summary?.totalCommentCount : first.productReviews.totalElements) ?? null }),
    mayRepeat: true,
    door: 'what the page of all reviews asks for, in the browser',
  };
}

function pageOfReviews({ path }: ListCursor): string {
  return `${SITE}${path}/yorumlar`;
}
