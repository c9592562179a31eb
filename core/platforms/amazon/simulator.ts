import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface AmazonParams {
  /** Reviews with words of any product, in each marketplace. Default 25. */
  readonly reviews?: number;
  /** False: review pages lead to the login, as they do for visitors. Default true. */
  readonly isLoggedIn?: boolean;
  /** How product pages are marked up: as before 2025, as since then, or without any review. Default `classic`. */
  readonly layout?: 'classic' | 'new' | 'none';
  /** How many stars all reviews have. Default: five to one by turns. */
  readonly stars?: number;
  /** How review pages go on: by a link to the next page, or by the button for more. Default `links`. */
  readonly paging?: 'links' | 'button';
}

interface Sale {
  readonly domain: string;
  readonly count: number;
  readonly stars: number | undefined;
}

const PER_PAGE = 10;
const MOST_PAGES = 10;
const SHOWN_ON_PRODUCT_PAGE = 8;
const NEWEST_MS = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const KEY = 'hK+simulated/key=';
const STARS = ['', 'one_star', 'two_star', 'three_star', 'four_star', 'five_star'];
const SHORT_HOSTS = new Set(['amzn.to', 'a.co', 'amzn.eu', 'amzn.asia']);
const MORE_PATH = /^\/portal\/customer-reviews\/ajax\/reviews\/get\//;

/**
 * Amazon with one product in each marketplace, whatever is asked for: reviews from the newest on, five stars to one by turns. ASINs that
 * end in 404 are unknown; short links lead to amazon.com.
 */
export function amazonSimulator(params: AmazonParams): Simulator {
  const { reviews = 25, isLoggedIn = true, layout = 'classic', paging = 'links' } = params;
  return ({ url, method, headers, body }) => {
    if (SHORT_HOSTS.has(url.hostname)) return redirect('https://www.amazon.com/Some-Product/dp/B000000001?tag=x');
    const domain = /^www\.(amazon\.[a-z.]+)$/.exec(url.hostname)?.[1];
    if (domain === undefined) return null;
    const sale = { domain, count: reviews, stars: params.stars };
    const [folder = '', id = ''] = url.pathname.split('/').filter(Boolean);
    if (folder === 'ap') return page('<form name="signIn"><input id="ap_email"><input type="password" id="ap_password"></form>');
    if (id.endsWith('404')) return { status: 404, body: '<html><title>Page Not Found</title></html>' };
    if (folder === 'dp') return productPage(sale, layout);
    if (folder === 'gp') return singlePage(sale, url.pathname);
    if (!isLoggedIn) return redirect(`https://www.${domain}/ap/signin?openid.return_to=x`);
    if (MORE_PATH.test(url.pathname) && method === 'POST') return morePage(sale, headers, new URLSearchParams(body));
    return folder === 'product-reviews' ? reviewPage(sale, url.searchParams, paging) : null;
  };
}

function productPage(sale: Sale, layout: NonNullable<AmazonParams['layout']>): SimulatedAnswer {
  const { count } = sale;
  const shown = layout === 'none' ? [] : indices(count).slice(0, SHOWN_ON_PRODUCT_PAGE);
  const stated = count === 0 ? '' : `<span id="acrCustomerReviewText">(${(count * 3).toLocaleString('en')})</span>`;
  return page(
    `<div id="dp"><h1><span id="productTitle"> Some product </span></h1>${stated}<ul id="cm-cr-dp-review-list">
    ${shown.map((index) => (layout === 'new' ? newReview(sale, index) : classicReview(sale, index))).join('')}</ul></div>`,
  );
}

function singlePage(sale: Sale, path: string): SimulatedAnswer {
  const index = indices(sale.count).find((each) => path.includes(idOf(sale.domain, each)));
  return page(index === undefined ? '<div>nothing</div>' : classicReview(sale, index));
}

function reviewPage(sale: Sale, query: URLSearchParams, paging: AmazonParams['paging']): SimulatedAnswer {
  const number = Number(query.get('pageNumber'));
  const list = listOf(sale, query);
  const shown = pageOf(list, number);
  const goesOn = list.length > number * PER_PAGE && number < MOST_PAGES;
  const link = `<ul class="a-pagination"><li class="a-last${goesOn ? '' : ' a-disabled'}"><a href="?pageNumber=${number + 1}">Next page</a></li></ul>`;
  const state = JSON.stringify({ asin: 'B000000001', reviewsCsrfToken: KEY, reviewsAjaxUrl: '/portal/customer-reviews/ajax/reviews/get/' });
  return page(
    `<span id="cr-state-object" data-state='${state}'></span>
    <div data-hook="cr-filter-info-review-rating-count">${(list.length * 4).toLocaleString('en')} total ratings, ${list.length.toLocaleString('en')} with reviews</div>
    <div id="viewpoint-R000"><span data-hook="review-title">A copy</span></div>
    <div id="cm_cr-review_list">${shown.map((index) => classicReview(sale, index)).join('')}${paging === 'button' && goesOn ? button(number + 1) : ''}</div>
    ${paging === 'button' ? '' : link}`,
  );
}

function morePage(sale: Sale, headers: Readonly<Record<string, string>>, form: URLSearchParams): SimulatedAnswer {
  const number = Number(form.get('pageNumber'));
  if (headers['anti-csrftoken-a2z'] !== KEY || form.get('nextPageToken') !== `token ${number}`) return { status: 403, body: 'Forbidden' };
  const list = listOf(sale, form);
  const goesOn = list.length > number * PER_PAGE && number < MOST_PAGES;
  const pieces: unknown[] = [
    ['script', 'if(window.ue) { ues(1) }'],
    ...pageOf(list, number).map((index) => ['append', '#cm_cr-review_list', classicReview(sale, index)]),
    ['append', '#cm_cr-review_list', goesOn ? button(number + 1) : '<div></div>'],
    ['loaded', ''],
  ];
  return { body: pieces.map((piece) => JSON.stringify(piece)).join('\n&&&\n') };
}

function button(number: number): string {
  const state = JSON.stringify({ nextPageToken: `token ${number}`, pageNumber: String(number) }).replaceAll('"', '&quot;');
  return `<a data-hook="show-more-button" data-reviews-state-param="${state}" href="#">Show 10 more reviews</a>`;
}

/** The site's own order begins with the oldest. */
function listOf(sale: Sale, query: URLSearchParams): number[] {
  const star = STARS.indexOf(query.get('filterByStar') ?? '');
  const isVerified = query.get('reviewerType') === 'avp_only_reviews';
  const list = indices(sale.count).filter(
    (index) =>
      (star < 1 || starsOf(sale, index) === star) && (!isVerified || index % 2 === 0) && (!query.get('mediaType') || index % 4 === 1),
  );
  return query.get('sortBy') === 'recent' ? list : list.toReversed();
}

function pageOf(list: readonly number[], number: number): readonly number[] {
  return list.slice((number - 1) * PER_PAGE, number * PER_PAGE);
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function starsOf({ stars }: Sale, index: number): number {
  return stars ?? 5 - (index % 5);
}

function idOf(domain: string, index: number): string {
  return `R${domain.replace(/\W/g, '').slice(6).toUpperCase().padEnd(5, 'X')}${String(index).padStart(8, '0')}`;
}

function sentenceOf(domain: string, index: number): string {
  const day = new Date(NEWEST_MS - index * DAY_MS);
  const written = (language: string) => day.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
  if (domain === 'amazon.de') return `Rezension aus Deutschland vom ${written('de')}`;
  if (domain === 'amazon.co.jp') return `${written('ja')}に日本でレビュー済み`;
  return `Reviewed in the United States on ${written('en-US')}`;
}

function classicReview(sale: Sale, index: number): string {
  const { domain } = sale;
  const [id, stars] = [idOf(domain, index), starsOf(sale, index)];
  const alt = domain === 'amazon.co.jp' ? `5つ星のうち${stars}.0` : `${stars}.0 out of 5 stars`;
  const votes = [``, `One person found this helpful`, `1,234 people found this helpful`][index % 3] ?? '';
  return `<li id="${id}" data-hook="review" class="review"><div id="customer_review-${id}">
    ${author(index)}
    <a data-hook="review-title" href="/gp/customer-reviews/${id}"><i data-hook="review-star-rating" class="a-icon a-star-${stars}"><span class="a-icon-alt">${alt}</span></i><span class="a-letter-space"></span> <span>Title &amp; ${index}</span></a>
    <span data-hook="review-date">${sentenceOf(domain, index)}</span>
    <a data-hook="format-strip" href="#">Size: M<i class="a-icon a-icon-text-separator" role="img" aria-label="|"></i>Colour: red</a>
    ${index % 2 === 0 ? '<span data-hook="avp-badge">Verified Purchase</span>' : ''}
    <span data-hook="review-body">${index % 4 === 3 ? `<div class="video-block"><span>The media could not be loaded.</span><input type="hidden" class="video-url" value="https://m.media-amazon.com/${index}.mp4"></div>` : ''}
      <div class="a-expander-content"><span>Words ${index} <br /><br /> and   more</span></div><div class="a-expander-header"><span>Read more</span></div></span>
    ${index % 4 === 1 ? `<img data-hook="review-image-tile" src="grey.gif" data-src="https://m.media-amazon.com/images/I/7${index}L._SY88.jpg">` : ''}
    ${votes === '' ? '' : `<span data-hook="helpful-vote-statement">${votes}</span>`}
  </div></li>`;
}

/** Its element has no id, stands there twice, and other countries' reviews come as written and translated. */
function newReview(sale: Sale, index: number): string {
  const { domain } = sale;
  const id = idOf(domain, index);
  const card = `<div data-hook="review"><div id="customer_review_foreign-${id}">
    ${author(index)}
    <i data-hook="cmps-review-star-rating" class="a-icon a-icon-star"><span class="a-icon-alt">${starsOf(sale, index)},0 su 5 stelle</span></i>
    <h5 data-hook="reviewTitle"><span class="cr-original-review-content">Titel ${index}</span><span class="cr-translated-review-content aok-hidden">Title ${index}</span></h5>
    <span data-hook="review-date">${sentenceOf(domain, index)}</span><span data-hook="avp-badge-linkless">Verified</span>
    <div data-hook="reviewText"><span class="a-offscreen">Brief content visible</span><div data-hook="reviewRichContentContainer"><p>Erstens ${index}</p><p>Zweitens</p></div></div>
    <span class="a-color-success">Amazon Vine Customer Review of Free Product</span>
  </div></div>`;
  return `${card}${card}<div data-hook="review"><span>nobody's</span></div>`;
}

function author(index: number): string {
  const link = `/gp/profile/amzn1.account.AE${index}XYZ/ref=cm_cr?ie=UTF8`;
  return `<a href="${link}" class="a-profile"><div class="a-profile-avatar"><img src="grey.gif" data-src="https://avatars.example/${index}.jpg"></div><span class="a-profile-name">Buyer ${index}</span></a>`;
}

function page(body: string): SimulatedAnswer {
  return { body: `<!doctype html><html lang="en-us"><body>${body}</body></html>` };
}
