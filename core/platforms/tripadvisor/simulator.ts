import { redirect, type Simulator } from '#test/world/simulator.ts';

export interface TripadvisorParams {
  /** Reviews of the place. Default 34. */
  readonly reviews?: number;
  /** Name of the query that the site knows. Default: the newest that we know. */
  readonly query?: string;
  /** The older query names the list another way. */
  readonly shape?: 'proxy' | 'locations';
}

export const PLACE = '264936';
export const PLACE_PATH = `/Hotel_Review-g190327-d${PLACE}-Reviews-Some_Hotel-Sliema_Island_of_Malta.html`;
const NEWEST_MS = Date.parse('2026-01-31T00:00:00Z');
const DAY_MS = 86_400_000;

/** Tripadvisor with one place; `tripadvisor.app.link/place` leads to it. */
export function tripadvisorSimulator(params: TripadvisorParams): Simulator {
  const count = params.reviews ?? 34;
  const query = params.query ?? 'ef1a9f94012220d3';
  return ({ url, method, body }) => {
    if (url.hostname === 'tripadvisor.app.link') return redirect(`https://www.tripadvisor.com${PLACE_PATH}?m=1`);
    if (url.hostname !== 'www.tripadvisor.com') return null;
    if (method !== 'POST') return { body: '<!DOCTYPE html><html><head><title>Some Hotel</title></head><body></body></html>' };
    if (url.pathname !== '/data/graphql/ids') return null;
    return { body: (JSON.parse(body) as Operation[]).map((each) => answerTo(each, count, query, params.shape ?? 'proxy')) };
  };
}

interface Operation {
  readonly variables: {
    readonly locationId: number;
    readonly limit: number;
    readonly offset: number;
    readonly sortBy: string;
    readonly language: string;
  };
  readonly extensions: { readonly preRegisteredQueryId: string };
}

function answerTo({ variables, extensions }: Operation, count: number, query: string, shape: 'proxy' | 'locations'): object {
  if (extensions.preRegisteredQueryId !== query) return { data: null, errors: [{ message: 'Unknown query id' }] };
  const { locationId, limit, offset, sortBy, language } = variables;
  if (String(locationId) !== PLACE) return { data: { ReviewsProxy_getReviewListPageForLocation: [{ totalCount: null, reviews: [] }] } };
  const last = Math.min(count, offset + limit);
  const indices = Array.from({ length: Math.max(0, last - offset) }, (_, place) => offset + place);
  // The site's own order begins somewhere in the middle.
  const order = (index: number) => (sortBy === 'DATE' ? index : (index + 5) % count);
  const list = { totalCount: count, preferredReviewIds: [], reviews: indices.map((index) => review(order(index), language)) };
  return { data: shape === 'proxy' ? { ReviewsProxy_getReviewListPageForLocation: [list] } : { locations: [{ reviewListPage: list }] } };
}

/** Newest first: the index counts days back. */
function review(index: number, language: string): object {
  const day = (daysBack: number) => new Date(NEWEST_MS - daysBack * DAY_MS).toISOString().slice(0, 10);
  const has = (every: number) => index % every === 1;
  const picture = (name: string) => ({
    data: { photoSizeDynamic: { urlTemplate: `https://media.example/${name}${index}.jpg?w={width}&h={height}&s=1` } },
  });
  return {
    id: 1_000_000_000 + index,
    status: 'PUBLISHED',
    reviewDetailPageWrapper: {
      reviewDetailPageRoute: { url: `/ShowUserReviews-g190327-d${PLACE}-r${1_000_000_000 + index}-Some_Hotel.html` },
    },
    location: { locationId: Number(PLACE), name: 'Some Hotel', placeType: 'ACCOMMODATION' },
    createdDate: day(index + 3),
    publishedDate: has(7) ? null : day(index),
    userProfile: has(9)
      ? null
      : {
          id: `19EF${index}`,
          displayName: `Guest ${index % 12}`,
          username: `Guest${index % 12}`,
          avatar: picture('avatar'),
          contributionCounts: { sumAllUgc: index },
          hometown: { fallbackString: null, location: { name: 'Bari', additionalNames: { long: 'Bari, Italy' } } },
        },
    rating: 1 + (index % 5),
    title: `Stay ${index}`,
    text: `Room ${index} & more <3\n\nAgain.`,
    language,
    originalLanguage: has(2) ? 'it' : language,
    translationType: has(2) ? 'MACHINE' : null,
    helpfulVotes: index % 4,
    tripInfo: has(3) ? { stayDate: day(index + 30), tripType: 'FAMILY' } : null,
    additionalRatings: has(4)
      ? [
          { ratingLabel: 'Location', rating: 4 },
          { ratingLabel: 'Service', rating: 0 },
        ]
      : [],
    photos: has(5)
      ? [
          { id: 1, ...picture('photo') },
          {
            id: 2,
            photoSizes: [
              { url: 'https://media.example/s.jpg', width: 50 },
              { url: 'https://media.example/l.jpg', width: 900 },
            ],
          },
        ]
      : [],
    mgmtResponse: has(6)
      ? {
          id: 5,
          text: `Dear guest ${index},\nthank you.`,
          language,
          publishedDate: day(index - 1),
          connectionToSubject: 'Owner',
          userProfile: { displayName: 'Guest Care Team' },
        }
      : null,
    publishPlatform: 'OTHER',
  };
}
