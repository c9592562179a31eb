import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap, Next, Page } from '#core/platform-api/define.ts';
import { type MarketName, MARKETS } from '#core/platforms/coupang/address.ts';
import { ARTICLE, articleItem, reviewItem } from '#core/platforms/coupang/items.ts';
import { pageSchema, type Review } from '#core/platforms/coupang/wire.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { tellApart } from '#core/platform-kit/hash.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

export type Order = 'ORDER_SCORE_ASC' | 'DATE_DESC';
type Subject = { readonly market: MarketName; readonly product: string; readonly order: Order };
/** `stars`: null for those of all stars. */
export type ReviewsCursor = { readonly list: 'reviews'; readonly stars: number | null; readonly page: number } & Subject;
export type ArticlesCursor = { readonly list: 'articles'; readonly page: number } & Subject;
type Further = ReviewsCursor | ArticlesCursor;

const PAGE_SIZE = 30;
const ARTICLES_PER_PAGE = 5;
/** No list goes further, whatever it counts. */
const MOST_LISTED = 1500;
const STARS = [5, 4, 3, 2, 1];
const FINE = 'RET0000';
const CAPPED: Gap = {
  cause: 'notServed',
  count: 0,
  note: `Coupang lists no more than ${MOST_LISTED} reviews of each number of stars; it counts more.`,
};
/** How many there are, within the older answer. */
const COUNT = 'data-review-total-count';
const COUNTED = `[${COUNT}]`;
const DENIED = /<title>\s*Access Denied|errors\.edgesuite\.net/i;
/** What another answer of the site may still be asked for. */
const SHUT = new Set(['BLOCKED', 'CAPTCHA', 'NOT_FOUND', 'LOGIN_REQUIRED', 'PLATFORM_CHANGED']);

/** A page of the API; where it refuses at its first page, the older answer, which the site has begun to take down: it is asked last. */
export async function reviewsPage(cursor: ReviewsCursor, session: Session): Promise<Page<Further>> {
  const { market, product, order } = cursor;
  try {
    return await listPage(cursor, session);
  } catch (error) {
    const isFirst = cursor.page === 1 && cursor.stars === null;
    if (!isFirst || !(error instanceof CommentdockError) || !SHUT.has(error.code)) throw error;
    return await articlesPage({ list: 'articles', market, product, order, page: 1 }, session).catch((other: unknown) => {
      throw other instanceof CommentdockError ? error : other;
    });
  }
}

/** A page of the older answer, in HTML; it ends with one that has none. */
export async function articlesPage(cursor: ArticlesCursor, session: Session): Promise<Page<ArticlesCursor>> {
  const { market, product, order, page } = cursor;
  const query = {
    productId: product,
    page,
    size: ARTICLES_PER_PAGE,
    sortBy: order,
    ratings: '',
    q: '',
    viRoleCode: 2,
    ratingSummary: 'false',
  };
  const { value, by } = await ask(cursor, session, {
    url: `${MARKETS[market].origin}/vp/product/reviews`,
    query,
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  });
  const html = parseHtml(value.text);
  const articles = html.all(ARTICLE);
  if (articles.length === 0 && html.first('[class*="sdp-review"]') === null) {
    throw new PlatformChanged(ARTICLE);
  }
  const apart = tellApart();
  const counted = html.first(COUNTED)?.attribute(COUNT);
  return {
    items: readRows(articles, 'article', (article) => articleItem(article, product, apart)),
    next: articles.length === 0 ? [] : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...orderOf(order),
    ...(counted == null ? {} : { total: readCount(counted)?.value ?? null }),
    door: `older reviews${by}`,
  };
}

async function listPage(cursor: ReviewsCursor, session: Session): Promise<Page<ReviewsCursor>> {
  const { market, product, order, stars, page } = cursor;
  const query = { productId: product, page, size: PAGE_SIZE, sortBy: order, ratingSummary: 'true', ratings: stars ?? '', market: '' };
  const { value, by } = await ask(cursor, session, {
    url: `${MARKETS[market].origin}/next-api/review`,
    query,
    headers: { accept: 'application/json' },
  });
  const { code, words, reviews, total, pages } = value.json(pageSchema);
  if (code !== null && code !== FINE) throw new PlatformChanged('rCode', `Coupang answers with ${code}${words ? `: ${words}` : '.'}`);
  if (reviews === null || (page === 1 && reviews.length === 0 && (total ?? 0) > 0)) throw new PlatformChanged('rData.paging.contents');
  const shown = reviews.filter((review) => review.deleted !== true && review.blinded !== true);
  const isLast = reviews.length === 0 || (pages !== null && page >= pages) || page * PAGE_SIZE >= MOST_LISTED;
  const isCapped = isLast && (total ?? 0) > MOST_LISTED && page * PAGE_SIZE >= MOST_LISTED;
  return {
    items: readRows(shown, 'contents', (review) => reviewItem(review, market)),
    next: isLast ? (isCapped && stars === null ? byStars(cursor) : []) : [{ cursor: { ...cursor, page: page + 1 }, role: 'page' }],
    ...(stars === null ? { total, ...orderOf(order) } : { mayRepeat: true }),
    gaps: [...withheld(reviews), ...(isCapped && stars !== null ? [CAPPED] : [])],
    door: `reviews${by}`,
  };
}

/** A list of each number of stars reaches further than one of all. */
function byStars(cursor: ReviewsCursor): Next<ReviewsCursor>[] {
  return STARS.map((stars) => ({ cursor: { ...cursor, stars, page: 1 }, role: 'list' }));
}

function withheld(reviews: readonly Review[]): Gap[] {
  const deleted = reviews.filter((review) => review.deleted === true).length;
  const hidden = reviews.filter((review) => review.deleted !== true && review.blinded === true).length;
  return [
    ...(deleted === 0 ? [] : [{ cause: 'deleted' as const, count: deleted }]),
    ...(hidden === 0 ? [] : [{ cause: 'hidden' as const, count: hidden }]),
  ];
}

function orderOf(order: Order): Pick<Page, 'dateOrder'> {
  return order === 'DATE_DESC' ? { dateOrder: 'newestFirst' } : {};
}

/** A request that the page of the product makes: plain, and from inside that page where plain clients are shut out. */
function ask({ market, product }: Subject, session: Session, request: PlatformRequest) {
  const { origin, productPath } = MARKETS[market];
  const page = `${origin}${productPath}${product}`;
  const own: PlatformRequest = { ...request, headers: { ...request.headers, referer: page } };
  return plainOrBrowser(session, origin, {
    plain: () => session.fetch(own).then(unlessDenied, endlessRedirect),
    browser: () => session.inPage({ ...own, page: { url: page } }).then(unlessDenied, endlessRedirect),
  });
}

/** @throws PlatformRefusal BLOCKED for the page that Akamai shows instead, whatever its status */
function unlessDenied(answer: Answer): Answer {
  if (isWebPage(answer) && DENIED.test(answer.text)) throw new PlatformRefusal('BLOCKED');
  return answer;
}

/** The site sends clients without its cookies in a circle. */
function endlessRedirect(error: unknown): never {
  throw error instanceof PlatformChanged && error.path === 'location' ? new PlatformRefusal('BLOCKED') : error;
}
