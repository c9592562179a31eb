import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface BestBuyParams {
  /** Reviews of the article. Default 45. */
  readonly reviews?: number;
  /** True: a review of each page stands on the next one, too, as where new ones came meanwhile. */
  readonly shifts?: boolean;
  /** Who is asked for a country: those without its cookie, or everybody whose address does not say otherwise. */
  readonly gate?: 'without cookie' | 'without address';
}

export const SKU = '6565065';
const BSIN = 'J3ZYG2JC26';
const PER_PAGE = 20;
const HOUR_MS = 3_600_000;
const NEWEST_MS = Date.parse('2026-01-31T18:00:00Z');
const GATE =
  '<html><head><title>Best Buy International</title></head><body><h1>Choose a country.</h1><a href="/?intl=nosplash">US</a></body></html>';

/** Best Buy with one article. Another number has no reviews; the page of another product does not exist. */
export function bestBuySimulator(params: BestBuyParams): Simulator {
  const count = params.reviews ?? 45;
  return ({ url, headers }) => {
    if (url.hostname !== 'www.bestbuy.com') return null;
    const isLetIn =
      url.searchParams.get('intl') === 'nosplash' ||
      (params.gate !== 'without address' && headers['cookie']?.includes('intl_splash=false'));
    if (params.gate !== undefined && isLetIn !== true) return { body: GATE };
    if (url.pathname.startsWith('/product/')) return url.pathname.includes(BSIN) ? productPage() : { status: 404, body: 'Not found' };
    if (url.pathname !== '/ugc/v2/reviews') return null;
    const page = Number(url.searchParams.get('page'));
    const size = Number(url.searchParams.get('pageSize'));
    if (size > PER_PAGE || !(page >= 1)) return { status: 400, body: {} };
    const held = url.searchParams.get('sku') === SKU ? count : 0;
    const first = Math.max(0, (page - 1) * size - (params.shifts === true ? page - 1 : 0));
    const places = indexesOf(first, size, held);
    const isReversed = url.searchParams.get('sort') === 'HIGHEST_RATING';
    return {
      body: {
        page,
        pageSize: size,
        totalPages: Math.ceil(held / size),
        topics: places.map((place) => topic(isReversed ? count - 1 - place : place)),
      },
    };
  };
}

/** Newest first: the index counts hours back. */
export function topic(index: number): object {
  const central = new Date(NEWEST_MS - index * HOUR_MS - 6 * HOUR_MS).toISOString().replace('Z', '-06:00');
  return {
    id: `00000000-0000-3000-8000-${String(index).padStart(12, '0')}`,
    topicType: 'review',
    rating: 1 + (index % 5),
    recommended: index % 2 === 1,
    title: index % 6 === 5 ? null : `Title &amp; ${index}`,
    text: index % 7 === 3 ? '' : `Works &lt;fine&gt;.<br>Twice  &#39;${index}&#39;.\r\nEnd <3 😀`,
    author: `Buyer ${index}`,
    positiveFeedbackCount: index % 4,
    negativeFeedbackCount: index % 3,
    commentCount: index % 2,
    writeCommentUrl: `/site/reviews/submission/${SKU}/review/${338_000_000 + index}?campaignid=RR_&return=`,
    submissionTime: central,
    brandResponses: index % 5 === 1 ? [{ response: 'Thank you.', date: central, department: 'Maker' }] : [],
    badges:
      index % 4 === 3
        ? null
        : [badge('Incentivized'), ...(index % 2 === 1 ? [badge('VerifiedPurchaser'), badge('My Best Buy\\u00ae Member')] : [])],
    photos:
      index % 3 === 1
        ? [{ photoId: 'x', caption: null, normalUrl: `https://photos.example/${index}`, piscesUrl: 'https://pisces.example/x' }]
        : [],
    qualityRating: null,
    valueRating: index % 2 === 1 ? 4 : null,
    easeOfUseRating: null,
    daysOfOwnership: index % 2 === 1 ? 81 : null,
    pros: null,
    cons: null,
    secondaryRatings: index % 2 === 1 ? [{ attribute: 'EaseofUse', value: 5, attributeLabel: 'Ease of Use', valueLabel: 'Excellent' }] : [],
  };
}

function badge(code: string): object {
  return { badgeCode: code, badgeName: code, badgeType: 'Custom', iconText: null };
}

function productPage(): SimulatedAnswer {
  const state = JSON.stringify(JSON.stringify({ product: { bsin: BSIN, skuId: SKU } }));
  return { body: `<!DOCTYPE html><html><body><script>self.__next_f.push([1,${state}])</script></body></html>` };
}
