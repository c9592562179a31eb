import { indexesOf, redirect, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface EtsyParams {
  /** Reviews of the listing, and of the shop. Default 20. */
  readonly reviews?: number;
  /** False: the pages carry no token. Default true. */
  readonly hasToken?: boolean;
  /** What the call for more reviews does: refuses, or says that there are some and gives none. Default open. */
  readonly list?: 'open' | 'refuses' | 'empty';
  /** How the list ends: it says how many pages it has, or gives an empty one. Default both. */
  readonly end?: 'stated' | 'empty';
  /** False: the shop has no page of reviews. Default true. */
  readonly hasCards?: boolean;
  /** The token that pages give from the second read on; the first one then lasts for one call. */
  readonly nextToken?: string;
  /** True: every buyer bought twice, in one sale, and says the same of both. Default false. */
  readonly hasEqualRows?: boolean;
}

/** The row whose words are told in the place of another's. */
type Said = (index: number) => number;

export const LISTING = '949905096';
export const SHOP = 'SomeShop';
const TOKEN = '3:1700000000:abc:def';
export const SHOP_ID = 13285848;
const PAGE_SIZE = 8;
const CARDS_PER_PAGE = 10;
const CALL = '/api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews';
const SPEC = String.raw`Etsy\Modules\ListingPage\Reviews\DeepDive\AsyncApiSpec`;

/**
 * Etsy with one listing and its shop, `etsy.me/listing` and `etsy.me/shop` that lead to them. Every third review is answered by the shop,
 * every second has a photograph.
 */
export function etsySimulator(params: EtsyParams): Simulator {
  const count = params.reviews ?? 20;
  const state = { reads: 0, calls: 0 };
  const said = (index: number): number => (params.hasEqualRows === true ? index - (index % 4 >= 2 ? 2 : 0) : index);
  return (request) => {
    const { url, method } = request;
    if (url.hostname === 'etsy.me') return shortLink(url.pathname);
    if (url.hostname === 'openapi.etsy.com') return officialAnswer(request, count, said);
    if (url.hostname !== 'www.etsy.com') return null;
    if (url.pathname === CALL) return method === 'POST' ? answerCall(request, params, count, state) : { status: 405 };
    const page = Number(url.searchParams.get('page') ?? 1);
    if (url.pathname === `/shop/${SHOP}/reviews`) return params.hasCards === false ? notFound() : cards(page, count, said);
    const isListing = new RegExp(`^/listing/${LISTING}(?:/|$)`).test(url.pathname);
    if (!isListing && url.pathname !== `/shop/${SHOP}`) return notFound();
    state.reads += 1;
    const shown = Array.from({ length: Math.min(4, count) }, (_, index) => said(index));
    return { body: sitePage(isListing, shown, params.hasToken === false ? null : tokenOf(params, state.reads)) };
  };
}

function tokenOf({ nextToken }: EtsyParams, reads: number): string {
  return reads > 1 && nextToken !== undefined ? nextToken : TOKEN;
}

function shortLink(path: string): SimulatedAnswer {
  if (path === '/listing') return redirect(`https://www.etsy.com/listing/${LISTING}/a-stand?utm=1`);
  if (path === '/shop') return redirect(`https://www.etsy.com/shop/${SHOP}`);
  return path === '/help' ? redirect('https://www.etsy.com/help') : notFound();
}

function sitePage(isListing: boolean, shown: readonly number[], token: string | null): string {
  const linked = {
    '@context': 'https://schema.org',
    '@type': isListing ? 'Product' : 'Organization',
    name: isListing ? 'A stand' : SHOP,
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.9', reviewCount: 7695 },
    review: shown.map((index) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5 },
      datePublished: '2025-08-19',
      reviewBody: `It&#39;s good, ${index}`,
      author: { '@type': 'Person', name: `Buyer ${index}` },
    })),
  };
  const head = token === null ? '' : `<meta name="csrf_nonce" content="${token}">`;
  return `<!DOCTYPE html><html lang="en-US"><head><title>Etsy</title>${head}<script type="application/ld+json">${JSON.stringify(linked)}</script></head>
    <body><a href="https://www.etsy.com/listing/${LISTING}/a-stand">A stand</a><script>var data = {"shop_id":${SHOP_ID}};</script></body></html>`;
}

function answerCall({ headers, body }: SimulatedRequest, params: EtsyParams, count: number, state: { calls: number }): SimulatedAnswer {
  state.calls += 1;
  const isStale = params.nextToken !== undefined && state.calls > 1 && headers['x-csrf-token'] !== params.nextToken;
  const isKnown = headers['x-csrf-token'] === TOKEN || headers['x-csrf-token'] === params.nextToken;
  if (!isKnown || isStale || params.list === 'refuses') return { status: 403, body: { error: 'Forbidden' } };
  const { specs } = JSON.parse(body) as { specs: { deep_dive_reviews: [string, Record<string, unknown>] } };
  const [spec, wish] = specs.deep_dive_reviews;
  if (spec !== SPEC || wish['shop_id'] !== SHOP_ID || wish['listing_id'] !== Number(LISTING))
    return { status: 400, body: { error: 'Bad' } };
  const page = wish['page'] as number;
  const shown = params.list === 'empty' ? [] : pageOf(page, count, PAGE_SIZE);
  return {
    body: {
      output: { deep_dive_reviews: shown.map((index) => card(index, wish['scope'] === 'shopReviews')).join('') },
      jsData: {
        reviews: shown.map((index) => row(index)),
        ratingCounts: { All: count, 5: count, 4: 0, 3: 0, 2: 0, 1: 0 },
        tagFilters: [],
        ...(params.end === 'empty' ? {} : { totalPages: Math.ceil(count / PAGE_SIZE) }),
      },
    },
  };
}

function row(index: number) {
  return {
    transactionId: index % 2 === 0 ? 4_000_000_000 + index : `${4_000_000_000 + index}`,
    reviewInfo: { rating: 5 - (index % 3), reviewDate: `Aug ${19 - (index % 19)}, 2025` },
    reviewContent: { reviewText: index % 5 === 4 ? '' : `Sturdy & well built ${index}` },
    ...(index % 2 === 0 ? { buyerInfo: { name: `Buyer ${index}` } } : {}),
  };
}

function card(index: number, ofShop: boolean): string {
  const photo =
    index % 2 === 0
      ? `<img src="https://i.etsystatic.com/iusa_75x75.${index}.jpg?version=0"><img src="https://i.etsystatic.com/il_1.jpg">`
      : '';
  const response =
    index % 3 === 0
      ? `<div class="wt-mt-xs-2"><p class="wt-text-caption">Response from <a href="/shop/${SHOP}">${SHOP}</a></p><p class="wt-text-body">Thank you, ${index}!</p></div>`
      : '';
  const bought = ofShop
    ? `<a href="/listing/${LISTING}/a-stand?ref=x"><img src="x.jpg"></a><a href="/listing/${LISTING}/a-stand?ref=x">A stand &amp; more</a>`
    : '';
  return `<div data-review-region="${4_000_000_000 + index}"><input type="hidden" name="rating" value="${5 - (index % 3)}">
    <a href="https://www.etsy.com/people/buyer${index}?ref=x">Buyer ${index} on card</a>
    <p class="wt-text-body">Sturdy &amp; well built ${index}</p>${photo}${bought}${response}</div>`;
}

function officialAnswer({ url, headers }: SimulatedRequest, count: number, said: Said): SimulatedAnswer {
  const { pathname, searchParams } = url;
  const key = headers['x-api-key'];
  if (key === undefined || key === '') return { status: 401, body: { error: 'invalid_token' } };
  if (pathname === '/v3/application/shops') {
    const results = searchParams.get('shop_name') === SHOP ? [{ shop_id: SHOP_ID, shop_name: SHOP }] : [];
    return { body: { count: results.length, results } };
  }
  const lists = [`/v3/application/listings/${LISTING}/reviews`, `/v3/application/shops/${SHOP_ID}/reviews`];
  if (!lists.includes(pathname)) return { status: 404, body: { error: 'Resource not found' } };
  const offset = Number(searchParams.get('offset'));
  const size = Math.min(Number(searchParams.get('limit')), Math.max(0, count - offset));
  const results = Array.from({ length: size }, (_, place) => {
    const index = offset + place;
    return pathname.includes('/shops/') ? { ...officialRow(index), ...saleOf(index) } : officialRow(said(index));
  });
  return { body: { count, results } };
}

/** Only the list of a shop names sale and buyer. */
function saleOf(index: number): object {
  return { transaction_id: 4_000_000_000 + index, buyer_user_id: index % 5 === 4 ? null : 77 + index };
}

function officialRow(index: number): object {
  const created = Date.parse('2025-08-19T10:00:00Z') / 1000 - Math.floor(index / 3) * 60;
  return {
    shop_id: SHOP_ID,
    listing_id: Number(LISTING),
    rating: 5 - (index % 3),
    review: index % 2 === 0 ? `It&#39;s good, ${index}` : null,
    language: 'en',
    image_url_fullxfull: index % 2 === 0 ? `https://i.etsystatic.com/iap_fullxfull.${index}.jpg` : null,
    create_timestamp: created,
    created_timestamp: created,
    update_timestamp: created + (index % 2) * 60,
    updated_timestamp: created + (index % 2) * 60,
  };
}

function cards(page: number, count: number, said: Said): SimulatedAnswer {
  const rows = pageOf(page, count, CARDS_PER_PAGE).map(
    (index) => `<li class="review-item">${index % 2 === 0 ? card(index, true) : olderCard(said(index), index)}</li>`,
  );
  return { body: `<html><body><ul>${rows.join('')}</ul></body></html>` };
}

function olderCard(index: number, bought: number): string {
  return `<a href="/listing/${1000 + (bought % 3)}/a-thing">A thing ${bought % 3}</a><p class="shop2-review-attribution">Reviewed by <a href="/people/buyer${index}">Buyer ${index}</a> on Aug ${1 + index}, 2024</p>
    <span aria-label="4.5 out of 5 stars"></span><p class="wt-text-body">Older words ${index} of Jan 1, 2001</p>
    <div class="shop2-review-response"><p>Glad to hear ${index}</p></div>`;
}

function pageOf(page: number, count: number, size: number): number[] {
  const first = (page - 1) * size;
  return indexesOf(first, size, count);
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: '<html><body>Sorry, the page you were looking for was not found.</body></html>' };
}
