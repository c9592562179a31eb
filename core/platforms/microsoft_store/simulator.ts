import { scrolledPage } from '#test/world/scrolled-page.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface MicrosoftStoreParams {
  /** Reviews in the store of each country; all others do not have the product. Default 60 in the United States. */
  readonly reviews?: Readonly<Record<string, number>>;
  /** False: the call for reviews answers 403. Default true. */
  readonly hasCall?: boolean;
}

export const PRODUCT = '9WZDNCRFJ3TJ';
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');

/** The Microsoft Store with one product. `aka.ms/an-app` leads to it. Names of fields are those of the web, of the app and of Xbox in turn. */
export function microsoftStoreSimulator({ reviews = { us: 60 }, hasCall = true }: MicrosoftStoreParams): Simulator {
  return ({ url }) => {
    if (url.hostname === 'aka.ms') return lead(url.pathname);
    const isKnown = url.href.includes(PRODUCT);
    if (url.hostname === 'displaycatalog.mp.microsoft.com')
      return catalog(isKnown ? reviews[(url.searchParams.get('market') ?? '').toLowerCase()] : undefined);
    if (url.hostname !== 'apps.microsoft.com') return null;
    const country = (url.searchParams.get('gl') ?? '').toLowerCase();
    const count = isKnown ? reviews[country] : undefined;
    if (url.pathname.startsWith('/detail/')) return { body: productPage(country) };
    if (url.pathname.startsWith('/api/Products/GetReviewsSummary/')) return { body: { averageRating: 4.1, reviewCount: count ?? 0 } };
    if (!url.pathname.startsWith('/api/products/getReviews/')) return null;
    if (!hasCall && !url.searchParams.has('fromPage')) return { status: 403, body: 'Forbidden' };
    if (count === undefined) return { status: 404, body: { message: 'not found' } };
    return callAnswer(url.searchParams, count, country);
  };
}

/** Its reviews come once they are asked for, ten at a time. */
function productPage(country: string): string {
  return scrolledPage({
    title: 'Store',
    address: `'/api/products/getReviews/${PRODUCT}?fromPage=1&noItems=10&hl=en-us&gl=${encodeURIComponent(country)}&pgNo=' + (n + 1)`,
    rows: 'answer.items.length',
    opener: { html: '<div class="reviews-summary"><a href="#all">See all</a></div>', selector: '.reviews-summary a' },
  });
}

function callAnswer(query: URLSearchParams, count: number, country: string): SimulatedAnswer {
  const [page, size] = [Number(query.get('pgNo')), Number(query.get('noItems'))];
  const first = (page - 1) * size;
  const items = Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, place) => review(first + place, country));
  return { body: { items, hasMorePages: first + size < count } };
}

function catalog(ratings: number | undefined): SimulatedAnswer {
  const usage = [
    { AggregateTimeSpan: '7Days', AverageRating: 4, RatingCount: 2 },
    { AggregateTimeSpan: 'AllTime', AverageRating: 4.1, RatingCount: (ratings ?? 0) * 10 },
  ];
  return { body: { Products: ratings === undefined ? [] : [{ ProductId: PRODUCT, MarketProperties: [{ UsageData: usage }] }] } };
}

/** Newest first: the index counts hours back. */
function review(index: number, country: string): object {
  const id = `${country}-${index}`;
  const date = new Date(NEWEST_MS - index * 3_600_000).toISOString().replace('Z', '');
  const reply = index % 4 === 1 ? { text: `Thank you ${index}`, date } : null;
  if (index % 3 === 1) {
    return {
      ReviewId: id,
      ReviewerName: `Reader ${index}`,
      Rating: 1 + (index % 5),
      Title: `Review ${index}`,
      ReviewText: `Good & ${index}\r\nend`,
      SubmittedDateTimeUtc: date,
      HelpfulPositive: index,
      HelpfulNegative: 1,
      IsRevised: true,
      DeviceFamily: 'Windows.Desktop',
      OSVersion: '10.0.26100',
      AppVersion: '1.2.3',
      Market: country.toUpperCase(),
      Locale: 'en-us',
      DeveloperResponse: reply === null ? null : { Text: reply.text, Date: reply.date },
    };
  }
  if (index % 3 === 2)
    return {
      reviewId: id,
      rating: 1 + (index % 5),
      reviewTitle: `Review ${index}`,
      reviewText: '',
      reviewDate: `${date}0000`,
      helpfulnessVotes: index,
    };
  return {
    reviewId: id,
    reviewerName: `Reader ${index}`,
    rating: 1 + (index % 5),
    title: `Review ${index}`,
    reviewText: `Good ${index}`,
    submittedDateTimeUtc: date,
    helpfulPositive: index,
    helpfulNegative: 0,
    deviceFamily: 'Windows.Xbox',
    developerResponse: reply,
  };
}

function lead(path: string): SimulatedAnswer {
  const location =
    path === '/an-app' ? `https://apps.microsoft.com/detail/${PRODUCT}?hl=de-de&gl=DE` : 'https://learn.microsoft.com/en-us/';
  return { status: 301, headers: { location }, body: '' };
}
