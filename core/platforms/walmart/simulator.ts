import { redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface WalmartParams {
  /** Reviews of every item. Default 34. */
  readonly reviews?: number;
  /** False: pages as of 2023, which state the number of ratings alone. Default true. */
  readonly statesTexts?: boolean;
}

export const ITEM = '715596133';
const PER_PAGE = 10;
const DAY_MS = 86_400_000;
const NEWEST_MS = Date.parse('2026-01-31T00:00:00Z');

/**
 * Walmart with one item. `/ip/404404404` is unknown, `/ip/500500500` shows no reviews, `/ip/600600600` is a robot check; short links lead to
 * the item, `w-mt.co/nowhere` to the start page.
 */
export function walmartSimulator(params: WalmartParams): Simulator {
  const count = params.reviews ?? 34;
  return ({ url }) => {
    if (url.hostname === 'w-mt.co' || url.hostname === 'walmrt.us')
      return redirect(url.pathname === '/nowhere' ? 'https://www.walmart.com/' : `https://www.walmart.com/ip/a-thing/${ITEM}?u=1`);
    if (url.hostname !== 'www.walmart.com') return null;
    const [, folder = '', item = '', further = ''] = url.pathname.split('/');
    if (folder === 'blocked' || item === '600600600')
      return { body: '<html><head><title>Robot or human?</title></head><body></body></html>' };
    if (folder === '' || item === '404404404') return { status: 404, body: '<html><body>This page could not be found</body></html>' };
    if (item === '500500500') return page({ product: { id: '4S6KN6TWU0A0', suppressReviews: true }, reviews: null });
    const product = { id: '4S6KN6TWU0A0', usItemId: item, name: 'A thing' };
    if (folder === 'ip') return page({ product, reviews: listed(count, 1, 'relevancy', params.statesTexts !== false) });
    if (folder !== 'reviews' || item !== 'product' || further === '') return null;
    const sort = url.searchParams.get('sort') ?? 'relevancy';
    return page({ product: null, reviews: listed(count, Number(url.searchParams.get('page') ?? 1), sort, params.statesTexts !== false) });
  };
}

function listed(count: number, page: number, sort: string, statesTexts: boolean): object {
  const isReversed = sort === 'submission-asc' || sort === 'rating-asc';
  const places = Array.from(
    { length: Math.max(0, Math.min(PER_PAGE, count - (page - 1) * PER_PAGE)) },
    (_, row) => (page - 1) * PER_PAGE + row,
  );
  const reviews = places.map((place) => review(isReversed ? count - 1 - place : place));
  return {
    averageOverallRating: 4.5,
    totalReviewCount: count * 3,
    ...(statesTexts ? { reviewsWithTextCount: count, filteredReviewsCount: count } : {}),
    customerReviews: reviews,
    topPositiveReview: review(0),
    topNegativeReview: review(count - 1),
    activePage: page,
    activeSort: sort,
  };
}

/** Newest first: the index counts days back. Odd ones are of the form of 2025, even ones of 2023. */
export function review(index: number): object {
  const date = new Date(NEWEST_MS - index * DAY_MS);
  const picture = `https://i5.example/${index}.bin`;
  return {
    reviewId: String(340_000_000 + index),
    rating: 1 + (index % 5),
    reviewSubmissionTime: `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`,
    reviewText: index % 7 === 3 ? null : `Fish & chips &amp; <b>${index}</b> times\n\nagain`,
    reviewTitle: index % 2 === 0 ? null : `Title ${index}`,
    negativeFeedback: index % 3,
    positiveFeedback: index % 4,
    userNickname: `Reader ${index}`,
    badges: index % 2 === 0 ? null : [badge('VerifiedPurchaser', 'Verified Purchase'), badge('PrizeIncentive', 'Incentivized Review')],
    clientResponses: index % 5 === 1 ? [{ date: '2/3/2026', department: 'Maker', name: null, response: '\nThank you.\n    ' }] : [],
    syndicationSource: index % 5 === 2 ? { logoImageUrl: 'https://photos.example/x', contentLink: null, name: 'Maker US' } : null,
    media:
      index % 4 === 1
        ? [
            { mediaType: 'IMAGE', normalUrl: picture },
            { mediaType: 'VIDEO', normalUrl: `${picture}.mp4` },
          ]
        : null,
    photos: index % 4 === 2 ? [{ caption: null, id: 'x', Sizes: { normal: { id: 'normal', Url: picture } } }] : null,
    ...(index % 2 === 0
      ? {}
      : {
          originalLanguage: 'English',
          sellerName: 'Walmart.com',
          fulfilledBy: null,
          features: [
            { name: 'Color', value: 'Gold' },
            { name: 'Size', value: 'M' },
          ],
        }),
  };
}

function badge(id: string, text: string): object {
  return { badgeType: 'Custom', id, contentType: 'REVIEW', glassBadge: { id, text } };
}

function page(data: object): SimulatedAnswer {
  const embedded = JSON.stringify({ props: { pageProps: { initialData: { data } } } }).replaceAll('<', '\\u003c');
  return {
    body: `<!DOCTYPE html><html><head><title>A thing - Walmart.com</title></head><body><script id="__NEXT_DATA__" type="application/json">${embedded}</script></body></html>`,
  };
}
