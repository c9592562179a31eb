import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface FlipkartParams {
  /** Reviews of the product. Default 25. */
  readonly reviews?: number;
  /** Pages of each order; further ones repeat the last. Default: all. */
  readonly mostPages?: number;
  /** False: a page does not say how many there are. Default true. */
  readonly hasBar?: boolean;
  /** What the site shows instead of pages of reviews. The page model and the review call answer all the same. */
  readonly site?: 'captcha' | 'shell';
  /** True: the page model is refused, too. */
  readonly isModelShut?: boolean;
  /** False: the data stands in `__NEXT_DATA__`. Default true. */
  readonly setsState?: boolean;
}

export const PID = 'MOBGTAGPTB3VS24W';
export const ITEM = 'itm6ac6485515ae4';
const PER_PAGE = 10;
const CREATED = ['12 Mar, 2024', 'Mar, 2024', '5 months ago', '2 Sept, 2023'];
const AGENT = /^Mozilla\/5\.0 .* FKUA\/website\/42\/website\/Desktop$/;

/** Flipkart with one product; `itm404` is gone, `itmbad` is an error page. Short links lead to the product, `fkrt.it/nowhere` to the start page. */
export function flipkartSimulator(params: FlipkartParams): Simulator {
  return ({ url, method, headers, body }) => {
    if (url.hostname === 'fkrt.it' || (url.hostname === 'dl.flipkart.com' && url.pathname.startsWith('/s/')))
      return redirect(
        url.pathname === '/nowhere' ? 'https://www.flipkart.com/' : `https://dl.flipkart.com/dl/a-phone/p/${ITEM}?pid=${PID}`,
      );
    if (url.hostname === '1.rome.api.flipkart.com')
      return AGENT.test(headers['x-user-agent'] ?? '') ? { body: model(url.searchParams, params) } : { status: 403, body: '' };
    if (url.hostname !== 'www.flipkart.com') return null;
    if (url.pathname === '/api/4/page/fetch') {
      if (method !== 'POST' || params.isModelShut === true || !AGENT.test(headers['x-user-agent'] ?? '')) return { status: 403, body: '' };
      const { pageUri } = JSON.parse(body) as { pageUri: string };
      return { body: model(new URL(pageUri, url).searchParams, params) };
    }
    return sitePage(url, params);
  };
}

function sitePage(url: URL, params: FlipkartParams): SimulatedAnswer {
  if (params.site === 'captcha') return { body: '<html><head><title>Flipkart reCAPTCHA</title></head><body></body></html>' };
  if (params.site === 'shell') return { body: '<html><body><script>window.__INITIAL_STATE__ = {"pageDataV4":{}};</script></body></html>' };
  if (url.pathname === '/error') return { body: '<html><body>Something is not right</body></html>' };
  if (url.pathname.endsWith('/itmbad')) return redirect('/error');
  if (!url.pathname.endsWith(`/product-reviews/${ITEM}`))
    return { body: '<html><body>Unfortunately the page you are looking for has been moved or deleted</body></html>' };
  const state = JSON.stringify({ pageDataV4: model(url.searchParams, params) }).replaceAll('<', '\\u003c');
  const script =
    params.setsState === false
      ? `<script id="__NEXT_DATA__" type="application/json">${state}</script>`
      : `<script>window.__INITIAL_STATE__ = ${state}; window.x = {};</script>`;
  return { body: `<!DOCTYPE html><html><body><div id="container"></div>${script}</body></html>` };
}

function model(query: URLSearchParams, { reviews: count = 25, mostPages = Infinity, hasBar }: FlipkartParams): object {
  const pages = Math.min(mostPages, Math.max(1, Math.ceil(count / PER_PAGE)));
  const asked = Number(query.get('page'));
  const page = mostPages === Infinity ? asked : Math.min(asked, pages);
  const order = ordered(count, query.get('sortOrder') ?? '').slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const ratings = { type: 'TextValue', text: `${(count * 12).toLocaleString('en-IN')} Ratings & ${count.toLocaleString('en-IN')} Reviews` };
  const widgets = [
    { type: 'PRODUCT_MIN', data: { ratingsBreakup: { value: ratings } } },
    { type: 'PAGE_TITLE', data: { text: 'A phone Reviews' } },
    ...order.map((index) => ({ type: 'REVIEWS', data: { renderableComponents: [{ value: review(index) }] } })),
    ...(hasBar === false ? [] : [{ type: 'PAGINATION_BAR', data: { value: { currentPage: page, totalPages: pages } } }]),
  ];
  return { RESPONSE: { slots: widgets.map((widget) => ({ slotType: 'WIDGET', widget })) } };
}

function ordered(count: number, order: string): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (order === 'NEGATIVE_FIRST') return places.toReversed();
  if (order === 'MOST_RECENT') return places.toSorted((a, b) => ((a * 7) % count) - ((b * 7) % count));
  return order === 'POSITIVE_FIRST' ? places.toSorted((a, b) => (b % 5) - (a % 5) || a - b) : places;
}

export function review(index: number): object {
  return {
    type: 'ProductReviewValue',
    id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    rating: 1 + (index % 5),
    title: index % 6 === 5 ? null : `Title &amp; ${index}`,
    text: index % 7 === 3 ? '' : `It&rsquo;s fine &lt;3<br>Twice ${index}`,
    author: `Buyer ${index}`,
    created: CREATED[index % CREATED.length],
    certifiedBuyer: index % 2 === 1,
    ...(index % 3 === 1 ? { helpfulCount: index % 4 } : {}),
    upvote: { type: 'UpvoteValue', value: { count: 20 + index } },
    downvote: { value: { count: index % 3 } },
    location: index % 4 === 3 ? null : { city: index % 2 === 1 ? 'Pune' : '', state: 'Maharashtra' },
    images:
      index % 3 === 1
        ? [{ value: { type: 'ImageValue', imageURL: `https://rukminim1.example/blobio/{@width}/{@height}/${index}.jpg?q={@quality}` } }]
        : [],
    url: `/reviews/${PID}:${index}?reviewId=${index}`,
    reviewPropertyMap: { VERIFIED_PURCHASE: index % 2 === 1 },
    totalCount: 9,
    productAttributes: index % 2 === 1 ? [{ name: 'Color', value: 'Black' }] : null,
  };
}
