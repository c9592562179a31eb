import { indexesOf, redirect, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface TrendyolParams {
  /** Reviews of the product. Default 45. */
  readonly reviews?: number;
  /** What the API answers with instead. A caller without a country always gets its 418. */
  readonly refusal?: { readonly status: number; readonly body: object | string };
  /** What the page of all reviews has: the state it is made from (default), nothing of it; or there is no such page. */
  readonly page?: 'state' | 'silent' | 'gone';
  /** From which number pages of that page are counted. Default 0. */
  readonly countsFrom?: 0 | 1;
}

export const PRODUCT = '64074794';
const API = '/discovery-storefront-trproductgw-service/api/review-read/product-reviews/detailed';
const PAGE = `-p-${PRODUCT}/yorumlar`;
const STATE_SIZE = 30;
const NEWEST_MS = Date.UTC(2026, 9, 3, 12, 30);
const DAY_MS = 86_400_000;

/** Trendyol with one product, its review API and the page of all reviews; `ty.gl/product` leads to it, `ty.gl/shop` to a seller. */
export function trendyolSimulator(params: TrendyolParams): Simulator {
  return (request) => {
    const { hostname, pathname, searchParams } = request.url;
    if (hostname === 'ty.gl')
      return redirect(`https://www.trendyol.com/${pathname === '/product' ? `a/cat-bed-p-${PRODUCT}?boutiqueId=61` : 'magaza/cats-m-1'}`);
    if (hostname === 'apigw.trendyol.com') return api(request, params);
    if (hostname !== 'www.trendyol.com') return null;
    if (!pathname.endsWith(PAGE) || params.page === 'gone') return { status: 404, body: '<!doctype html><title>404</title>' };
    return page(Number(searchParams.get('page') ?? params.countsFrom ?? 0), params);
  };
}

function api({ url, headers }: SimulatedRequest, { reviews = 45, refusal }: TrendyolParams): SimulatedAnswer {
  if (refusal) return refusal;
  if (headers['cookie']?.includes('countryCode=TR') !== true)
    return { status: 418, body: { errors: [{ message: 'Required country information is wrong or missing' }] } };
  const query = url.searchParams;
  if (url.pathname !== API || query.get('contentId') !== PRODUCT) return { status: 404, body: { isSuccess: false, result: null } };
  const size = Number(query.get('pageSize') ?? 10);
  const places = indexesOf(Number(query.get('page') ?? 0) * size, size, reviews);
  const isByScore = query.get('orderBy') === 'Score';
  return {
    body: {
      isSuccess: true,
      statusCode: 200,
      error: null,
      result: {
        summary: {
          averageRating: 4.4,
          totalRatingCount: reviews * 4,
          totalCommentCount: reviews,
          totalPages: Math.ceil(reviews / size),
          totalImageReviewCount: 3,
          ratingCounts: [{ rate: 5, count: reviews }],
          tags: [],
        },
        aiSummary: null,
        reviews: places.map((place) => review(isByScore ? reviews - 1 - place : place)),
      },
    },
  };
}

function review(index: number): object {
  const written = NEWEST_MS - index * DAY_MS;
  return {
    id: 700_000 + index,
    contentId: Number(PRODUCT),
    userFullName: index % 6 === 5 ? '' : `K** ${index}**`,
    showUserFullName: false,
    rate: 1 + (index % 5),
    comment: `  Yorum ${index}\r\nikinci satır `,
    likesCount: index,
    language: 'tr',
    createdAt: index % 7 === 6 ? null : written,
    lastModifiedAt: index % 4 === 0 ? written + 60_000 : written,
    seller: { id: 968, name: `Satıcı ${index}` },
    mediaFiles:
      index % 3 === 0
        ? [
            { url: `https://cdn.dsmcdn.example/${index}.jpg`, thumbnailUrl: 'x', mediaType: 'IMAGE' },
            { url: `https://cdn.dsmcdn.example/${index}.mp4`, thumbnailUrl: 'x', mediaType: 'VIDEO' },
          ]
        : [],
    trusted: index % 2 === 0,
    isElite: index % 5 === 0,
    isInfluencer: false,
  };
}

function page(asked: number, { reviews = 45, page: kind, countsFrom = 0 }: TrendyolParams): SimulatedAnswer {
  const number = Math.max(0, asked - countsFrom);
  const content = indexesOf(number * STATE_SIZE, STATE_SIZE, reviews).map((index) => ({
    isElite: index % 5 === 0,
    isInfluencer: index % 5 === 1,
    commentDateISOtype: new Date(NEWEST_MS - index * DAY_MS).toISOString().slice(0, 10),
    userFullName: `K** ${index}**`,
    id: 700_000 + index,
    rate: 1 + (index % 5),
    commentTitle: index % 2 === 0 ? '' : `Başlık ${index}`,
    comment: `Yorum ${index}: {"güzel"};`,
    trusted: true,
    lastModifiedDate: '3 Ekim 2026',
    sellerName: `Satıcı ${index}`,
    reviewLikeCount: index,
    userLiked: false,
  }));
  const productReviews = { totalElements: reviews, totalPages: Math.ceil(reviews / STATE_SIZE), page: number, size: STATE_SIZE, content };
  const state = JSON.stringify({ ratingAndReviewResponse: { ratingAndReview: { productReviews } }, slug: 'x' }).replaceAll('<', '\\u003C');
  const script =
    kind === 'silent' ? '' : `window.__REVIEW_APP_INITIAL_STATE__ = ${state};\n            window.TYPageName="product_reviews";`;
  return {
    body: `<!doctype html><html lang="tr"><title>Yorumlar</title><body><div id="reviews-app"></div><script type="application/javascript">
            ${script}</script></body></html>`,
  };
}
