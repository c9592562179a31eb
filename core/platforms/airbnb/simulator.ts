import { redirect, type Simulator } from '#test/world/simulator.ts';

export interface AirbnbParams {
  /** Reviews of the listing. Default 53. */
  readonly reviews?: number;
  /** Hash of the query that the site knows. Default: the newest that we know. */
  readonly hash?: string;
  /** Key that the site takes; it stands on the page of the listing. Default: the public one. */
  readonly key?: string;
  /** As answers were in 2023: without `metadata`. */
  readonly isOld?: boolean;
}

export const LISTING = '38817969';
export const PUBLIC_KEY = 'd306zoyjsyarp7ifhu67rjxn52tv0t20';
const KNOWN = 'cfdc3ffbe997a618795fc5a8f9a9b484054ce9be68c8788cd2ffda999934c5ae';
/** Reviews of years ago hold the line ends that were typed, each before the break that stands for it. */
const OLD_FROM = 48;
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');

/** Airbnb with one listing; `/h/cosy` and `abnb.me/cosy` lead to it. */
export function airbnbSimulator(params: AirbnbParams): Simulator {
  const { reviews = 53, hash = KNOWN, key = PUBLIC_KEY } = params;
  return ({ url, headers }) => {
    const [first, second, ...rest] = url.pathname.split('/').filter(Boolean);
    if (url.hostname === 'abnb.me') return redirect('https://www.airbnb.com/slink/cosy');
    if (url.hostname !== 'www.airbnb.com') return null;
    if (first === 'h' || first === 'slink') return redirect(`/rooms/${LISTING}?source_impression_id=p3`);
    if (first === 'rooms') return { body: `<html><script>{"api_config":{"baseUrl":"/api","key":"${key}"}}</script></html>` };
    if (first !== 'api' || second !== 'v3') return null;
    if (headers['x-airbnb-api-key'] !== key)
      return { status: 400, body: { error_code: 400, error_type: 'invalid_key', error_message: 'Invalid API key' } };
    const asked = JSON.parse(url.searchParams.get('extensions') ?? '{}') as { persistedQuery?: { sha256Hash?: string } };
    if (rest[1] !== hash || asked.persistedQuery?.sha256Hash !== hash)
      return { status: 400, body: { errors: [{ message: 'PersistedQueryNotFound' }] } };
    return { body: answerTo(JSON.parse(url.searchParams.get('variables') ?? '{}') as Variables, reviews, params.isOld === true) };
  };
}

interface Variables {
  readonly id: string;
  readonly pdpReviewsRequest: { readonly limit: number; readonly offset: unknown; readonly sortingPreference: string };
}

function answerTo({ id, pdpReviewsRequest }: Variables, count: number, isOld: boolean): object {
  if (atob(id) !== `StayListing:${LISTING}`) return { data: { presentation: null }, errors: [{ message: 'RESOURCE_NOT_FOUND: listing' }] };
  const { limit, sortingPreference } = pdpReviewsRequest;
  const offset = typeof pdpReviewsRequest.offset === 'string' ? Number(pdpReviewsRequest.offset) : 0;
  const last = Math.min(count, offset + limit);
  const order = (index: number) => (sortingPreference === 'MOST_RECENT' ? index : count - 1 - index);
  const reviews = Array.from({ length: Math.max(0, last - offset) }, (_, place) => review(order(offset + place)));
  const metadata = { reviewsCount: count, endCursor: null, reviewTags: [] };
  return { data: { presentation: { stayProductDetailPage: { reviews: isOld ? { reviews } : { reviews, metadata } } } } };
}

/** Newest first: the index counts hours back. */
function review(index: number): object {
  const has = (every: number) => index % every === 1;
  const isOld = index >= OLD_FROM;
  return {
    __typename: 'PdpReviewForP3',
    id: String(1_000_000 + index),
    comments: has(8) ? '' : `Lovely &amp; quiet ${index}.${isOld ? '\r<br/>\r<br/>\r<br/>' : '<br/><br/>'}Will <b>return</b>.`,
    language: has(3) ? 'fr' : 'en',
    createdAt: new Date(NEWEST_MS - index * 3_600_000).toISOString().replace('.000', ''),
    localizedDate: '1 week ago',
    rating: 1 + (index % 5),
    reviewer: {
      deleted: false,
      firstName: `Guest${index}`,
      id: String(500 + index),
      pictureUrl: has(4) ? null : `https://media.example/${index}.jpg`,
      userProfilePicture: { baseUrl: `https://media.example/base${index}.jpg` },
      profilePath: `/users/profile/${500 + index}`,
      isSuperhost: false,
    },
    reviewHighlight: has(2) ? 'Stayed a few nights' : null,
    localizedReviewerLocation: has(5) ? null : 'Lyon, France',
    localizedReview: has(3) ? { comments: `Translated<br/>${index}`, needsTranslation: true, disclaimer: 'Translated from French' } : null,
    response: has(6) ? `Thank you,${isOld ? '\r' : ''}<br/>guest ${index}!` : null,
    localizedRespondedDate: has(6) ? 'January 2026' : null,
    collectionTag: null,
    reviewMediaItems: has(7) ? [{ __typename: 'ReviewPhoto', image: { baseUrl: `https://media.example/photo${index}.jpg` } }] : [],
    reviewPhotoUrls: has(7) ? [`https://media.example/photo${index}.jpg`] : [],
  };
}
