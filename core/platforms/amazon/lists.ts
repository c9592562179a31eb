import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { type Marketplace, marketplaceAt } from '#core/platforms/amazon/marketplaces.ts';
import {
  askSite,
  hasNextPage,
  isProductPage,
  isReviewPage,
  languageOf,
  type More,
  type MoreDoor,
  moreDoorIn,
  moreIn,
  softBlock,
  type Stated,
  statedIn,
} from '#core/platforms/amazon/page.ts';
import { onlyReview, reviewsIn } from '#core/platforms/amazon/review.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { type HtmlElement, parseHtml } from '#core/platform-kit/html-tree.ts';
import { readJson } from '#core/platform-kit/wire.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';
import { rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `recent`, or the site's own order. */
export type Order = 'recent' | '';

/** Which reviews a list holds. Each narrower list has the same limit of pages. */
type Narrowing = { readonly star?: string; readonly isVerified?: true; readonly hasMedia?: true; readonly isReordered?: true };

type Visit = {
  readonly domain: string;
  readonly order: Order;
  /** The pasted marketplace: cookies go there, its total counts, and its failure is the export's. */
  readonly isHome: boolean;
};
export type ProductCursor = Visit & { readonly at: 'product'; readonly asin: string };
export type SingleCursor = Visit & { readonly at: 'single'; readonly review: string };
export type ListCursor = Visit & {
  readonly at: 'list';
  readonly asin: string;
  readonly narrowing: Narrowing;
  readonly page: number;
  /** What the pages before gave: null on the first. */
  readonly before: {
    readonly ids: readonly string[];
    readonly read: number;
    readonly stated: Stated | null;
    readonly language: string;
    readonly more: (More & { readonly door: MoreDoor }) | null;
  } | null;
  /** The product's own page was read before: the first page may bring nothing new. */
  readonly afterProduct?: true;
};
type AnyCursor = ProductCursor | SingleCursor | ListCursor;

/** Pages after which Amazon ends a list, however long it is. */
const LISTED_PAGES = 10;
const PER_PAGE = 10;
const STARS = ['five_star', 'four_star', 'three_star', 'two_star', 'one_star'];
/** The site's script counts its requests so. */
const SCOPES = 4;
const STREAM_SEPARATOR = '&&&';

const NARROWED_NOTE = `Amazon ends every list after ${LISTED_PAGES} pages. Lists by stars, by order, of verified purchases and of reviews with pictures were read too; what is in none of them is missing.`;

/** The product's own page: the reviews within it, and with a login all of the list. */
export async function productPage(cursor: ProductCursor, session: Session): Promise<Page<AnyCursor>> {
  const { asin, isHome, order } = cursor;
  const market = marketOf(cursor);
  const page = parseHtml((await askSite(session, { url: `${hostOf(market)}/dp/${asin}` })).text);
  const items = reviewsIn(page, { market, language: languageOf(page) ?? market.language });
  if (items.length === 0 && !isProductPage(page)) throw softBlock(market);
  const stated = statedIn(page);
  const shown = { items, ...totalOf(cursor, stated), door: 'product page' };
  if (isHome && session.hasCookies)
    return { ...shown, next: [{ cursor: firstPage(cursor, {}, order, { afterProduct: true }), role: 'page' }] };
  if (items.length === 0 && (stated?.count ?? 0) > 0) throw new PlatformRefusal('LOGIN_REQUIRED');
  return { ...shown, gaps: behindLogin(cursor, rowsGiven(items), stated) };
}

/** One review by its own address. */
export async function singlePage(cursor: SingleCursor, session: Session): Promise<Page<AnyCursor>> {
  const market = marketOf(cursor);
  const page = parseHtml((await askSite(session, { url: `${hostOf(market)}/gp/customer-reviews/${cursor.review}` })).text);
  return { items: [onlyReview(page, cursor.review, { market, language: languageOf(page) ?? market.language })], door: 'review page' };
}

/** A page of a list, by its address or by the button for more. */
export async function listPage(cursor: ListCursor, session: Session): Promise<Page<AnyCursor>> {
  const { before, narrowing, afterProduct } = cursor;
  const market = marketOf(cursor);
  const more = before?.more ?? null;
  const answer = await askSite(session, more === null ? pageRequest(cursor) : moreRequest(cursor, more));
  const page = parseHtml(more === null ? answer.text : piecesOf(answer.text));
  const language = languageOf(page) ?? before?.language ?? market.language;
  const items = reviewsIn(page, { market, language });
  if (more === null && items.length === 0 && !isReviewPage(page)) throw softBlock(market);
  const stated = statedIn(page) ?? before?.stated ?? null;
  const isNarrow = Object.keys(narrowing).length > 0;
  if (before === null && !isNarrow && items.length === 0 && (stated?.count ?? 0) > 0) throw emptyList(session);

  const ids = items.map(({ id }) => id);
  const isSame = before !== null && ids.length > 0 && ids.join() === before.ids.join();
  const read = (before?.read ?? 0) + (isSame ? 0 : rowsGiven(items));
  const shown = {
    items,
    ...(isNarrow ? {} : totalOf(cursor, stated)),
    ...(isNarrow || (afterProduct && before === null) ? { mayRepeat: true } : {}),
    door: 'review pages',
  };
  const following = isSame || ids.length === 0 ? null : nextOf(cursor, page, { ids, read, stated, language });
  if (following !== null && cursor.isHome && session.hasCookies) return { ...shown, next: [following] };
  if (!session.hasCookies || !cursor.isHome) return { ...shown, gaps: following === null ? [] : behindLogin(cursor, read, stated) };
  const narrower = narrowerThan(cursor, read, stated);
  const notes = narrower.length > 0 ? [NARROWED_NOTE] : isSame && cursor.page <= LISTED_PAGES ? [sameAgain(cursor.page)] : [];
  return { ...shown, next: narrower, notes };
}

/** The first page of a list of a product. */
export function firstPage(
  { domain, isHome, asin }: Pick<ListCursor, 'domain' | 'isHome' | 'asin'>,
  narrowing: Narrowing,
  order: Order,
  origin: Pick<ListCursor, 'afterProduct'> = {},
): ListCursor {
  return { at: 'list', domain, isHome, asin, order, narrowing, page: 1, before: null, ...origin };
}

type Seen = Omit<NonNullable<ListCursor['before']>, 'more'>;

/** By the link to the next page; by the button for more where a page has that instead. Null at the end of the list. */
function nextOf(cursor: ListCursor, page: HtmlElement, seen: Seen): Next<ListCursor> | null {
  if (hasNextPage(page))
    return { cursor: { ...cursor, page: cursor.page + 1, before: { ...seen, more: null } }, role: 'page', expect: PER_PAGE };
  const more = moreIn(page);
  if (more === null) return null;
  const door = moreDoorIn(page) ?? cursor.before?.more?.door;
  if (door === undefined) throw new PlatformChanged('cr-state-object.reviewsCsrfToken');
  return { cursor: { ...cursor, page: more.page, before: { ...seen, more: { ...more, door } } }, role: 'page', expect: PER_PAGE };
}

/** Lists that part of a list's reviews stand in too, where Amazon has ended that before its end. */
function narrowerThan(cursor: ListCursor, read: number, stated: Stated | null): Next<ListCursor>[] {
  const { narrowing, order, page } = cursor;
  if (page < LISTED_PAGES || (stated !== null && stated.count <= read)) return [];
  const { star, ...further } = narrowing;
  if (Object.keys(further).length > 0) return [];
  const lists =
    star === undefined
      ? STARS.map((each) => firstPage(cursor, { star: each }, order))
      : [
          firstPage(cursor, { star, isReordered: true }, order === '' ? 'recent' : ''),
          firstPage(cursor, { star, isVerified: true }, order),
          firstPage(cursor, { star, hasMedia: true }, order),
        ];
  return lists.map((list) => ({ cursor: list, role: 'list' }));
}

function pageRequest({ asin, order, narrowing: { star, isVerified, hasMedia }, page, ...visit }: ListCursor): PlatformRequest {
  return {
    url: `${hostOf(marketOf(visit))}/product-reviews/${asin}/`,
    query: {
      ie: 'UTF8',
      reviewerType: isVerified ? 'avp_only_reviews' : 'all_reviews',
      pageNumber: page,
      sortBy: order === '' ? undefined : order,
      filterByStar: star,
      mediaType: hasMedia ? 'media_reviews_only' : undefined,
    },
  };
}

function moreRequest(cursor: ListCursor, { token, page, door }: More & { readonly door: MoreDoor }): PlatformRequest {
  const { asin, order, narrowing } = cursor;
  const host = hostOf(marketOf(cursor));
  const reftag = door.path.startsWith('/hz/') ? `cm_cr_getr_d_paging_btm_next_${page}` : 'cm_cr_getr_d_paging_btm';
  return {
    url: `${host}${door.path}ref=${reftag}`,
    method: 'POST',
    headers: {
      'anti-csrftoken-a2z': door.key,
      'x-requested-with': 'XMLHttpRequest',
      accept: 'text/html,*/*',
      origin: host,
      referer: `${host}/product-reviews/${asin}/`,
    },
    form: {
      sortBy: order,
      reviewerType: narrowing.isVerified ? 'avp_only_reviews' : 'all_reviews',
      formatType: '',
      mediaType: narrowing.hasMedia ? 'media_reviews_only' : '',
      filterByStar: narrowing.star ?? '',
      filterByAge: '',
      pageNumber: String(page),
      filterByLanguage: '',
      filterByKeyword: '',
      nextPageToken: token,
      shouldAppend: 'true',
      deviceType: 'desktop',
      canShowIntHeader: 'true',
      reviewsShown: 'undefined',
      reftag,
      pageSize: String(PER_PAGE),
      asin,
      scope: `reviewsAjax${page % SCOPES}`,
    },
  };
}

/**
 * The HTML that a stream of instructions to the page carries: `["append", "#cm_cr-review_list", "<div>..."]`, one after another.
 * @throws PlatformChanged
 */
function piecesOf(stream: string): string {
  const chunks = stream.split(STREAM_SEPARATOR).filter((chunk) => chunk.trim() !== '');
  const pieces = chunks.map((chunk) => readJson(chunk, 'stream'));
  if (pieces.length === 0 || !pieces.every(Array.isArray)) throw new PlatformChanged('stream');
  return pieces.flatMap(([, , html]: unknown[]) => (typeof html === 'string' ? html : [])).join('\n');
}

function emptyList(session: Session): Error {
  return session.hasCookies ? new PlatformChanged('review') : new PlatformRefusal('LOGIN_REQUIRED');
}

function totalOf({ isHome }: Visit, stated: Stated | null): { readonly total?: number } {
  return isHome && stated !== null ? { total: stated.count } : {};
}

/** Only the total of the pasted marketplace is that of the export. */
function behindLogin({ domain, isHome }: Visit, read: number, stated: Stated | null): readonly Gap[] {
  if (stated === null || stated.count <= read) return [];
  const more = `${domain} shows more reviews only after a login. Give the cookies of your own session there (options.cookies) to get them.`;
  const note = stated.ofReviews ? more : `${more} The number that it states counts stars without words too.`;
  return [{ cause: 'login', count: isHome ? stated.count - read : 0, note }];
}

function sameAgain(page: number): string {
  return `Amazon gave page ${page - 1} of the list again instead of page ${page}: the list was ended there.`;
}

function marketOf({ domain }: Pick<Visit, 'domain'>): Marketplace {
  const market = marketplaceAt(domain);
  if (market === null) throw new PlatformRefusal('NOT_FOUND', `${domain} is no marketplace of Amazon.`);
  return market;
}

function hostOf({ domain }: Marketplace): string {
  return `https://www.${domain}`;
}
