import { indexesOf, redirect, type SimulatedAnswer, type SimulatedRequest, type Simulator } from '#test/world/simulator.ts';

export interface OpenTableParams {
  /** Reviews with words. Default 24. */
  readonly reviews?: number;
  /** How the page has its state: within a text (default), as an object, or not at all. */
  readonly state?: 'text' | 'object' | 'none';
  /** False: addresses of further pages show the first one. Default true. */
  readonly hasAddresses?: boolean;
  /** True: the place has left the network, and its page has no list. */
  readonly isClosed?: boolean;
  /** True: the page comes without its first reviews, and asks for them. */
  readonly isLate?: boolean;
}

const SLUG = 'the-cat-london';
const NUMBER = 77;
const PAGE_SIZE = 10;
const NEWEST_MS = Date.UTC(2022, 8, 6, 18, 13, 24);
const DAY_MS = 86_400_000;

/** OpenTable with one restaurant, on the hosts of all countries; `/gone-place` leads to its start. */
export function openTableSimulator(params: OpenTableParams): Simulator {
  return (request) => {
    const { hostname, pathname, origin, searchParams } = request.url;
    if (!hostname.startsWith('www.opentable.')) return null;
    if (pathname === '/dapi/fe/gql') return call(request, params);
    if (pathname === `/restaurant/profile/${NUMBER}/reserve` || pathname === `/${SLUG}`) return redirect(`${origin}/r/${SLUG}`);
    if (pathname === '/r/gone-place') return redirect(`${origin}/landing?gone=1`);
    if (pathname === '/landing') return { body: '<!doctype html><title>OpenTable</title>' };
    if (!/^(?:\/[a-z]{2}-[A-Z]{2})?\/r\/the-cat-london$/.test(pathname)) return { status: 404, body: '<!doctype html><title>404</title>' };
    const isAddressed = params.hasAddresses !== false;
    const page = isAddressed ? Number(searchParams.get('page') ?? 1) : 1;
    return { body: document(page, (isAddressed ? searchParams.get('sortBy') : null) ?? 'newestReview', params) };
  };
}

/** What the page asks for when its pages are turned. */
function call({ method, url, body, headers }: SimulatedRequest, params: OpenTableParams): SimulatedAnswer {
  if (method !== 'POST' || headers['x-csrf-token'] === undefined) return { status: 403, body: { errors: [{ message: 'Forbidden' }] } };
  const { variables } = JSON.parse(body) as { readonly variables: { readonly page: number; readonly sortBy: string } };
  if (url.searchParams.get('opname') !== 'ReviewSearchResults') return { body: { data: {} } };
  return { body: { data: { reviewSearchResults: results(variables.page, variables.sortBy, params) } } };
}

function document(page: number, sortBy: string, params: OpenTableParams): string {
  const { reviews = 24, state = 'text', isClosed = false, isLate = false } = params;
  const pages = Math.ceil(reviews / PAGE_SIZE);
  const shown = results(page, sortBy, params);
  const text = JSON.stringify({
    authentication: { isAuthenticated: false },
    restaurantProfile: {
      restaurant: {
        restaurantId: NUMBER,
        name: 'The Cat',
        statistics: {
          reviews: { allTimeTextReviewCount: reviews, totalNumberOfReviews: reviews * 3, ratings: { overall: { rating: 4.3 } } },
        },
      },
      reviewSearchResults: isClosed ? null : isLate ? { ...shown, reviews: [], isLoading: true } : shown,
    },
  });
  const literal = JSON.stringify(text).replaceAll('<', '\\x3C').replaceAll("'", "\\'");
  const value = state === 'text' ? `JSON.parse(${literal})` : text.replaceAll('<', '\\u003C');
  return `<!doctype html><html lang="en-US"><head><title>The Cat - OpenTable</title></head><body><div id="root">
<section id="reviews"><button data-test="icSortBy">Newest</button><ul><li data-value="highestRating">Highest rated</li></ul>
<button aria-label="Go to the next page"${page < pages ? '' : ' disabled'}>Next</button></section></div><script>
 window.__CSRF_TOKEN__="00000000-0000-0000-0000-000000000000";
 ${state === 'none' ? '' : `window.__INITIAL_STATE__=${value};`}
</script><script>
 let [page, sortBy] = [${page}, ${JSON.stringify(sortBy)}];
 const next = document.querySelector('[aria-label]');
 const ask = () => {
  next.disabled = page >= ${pages};
  const variables = { restaurantId: ${NUMBER}, page, pageSize: ${PAGE_SIZE}, sortBy };
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'f00' } };
  const headers = { 'content-type': 'application/json', 'x-csrf-token': window.__CSRF_TOKEN__ };
  const body = JSON.stringify({ operationName: 'ReviewSearchResults', variables, extensions });
  return fetch('/dapi/fe/gql?optype=query&opname=ReviewSearchResults', { method: 'POST', headers, body });
 };
 next.addEventListener('click', () => { page += 1; void ask(); });
 document.querySelector('li').addEventListener('click', () => { [page, sortBy] = [1, 'highestRating']; void ask(); });
</script></body></html>`;
}

function results(page: number, sortBy: string, { reviews = 24 }: OpenTableParams): object {
  const all = indexesOf(0, reviews, reviews);
  const sorted = sortBy === 'highestRating' ? all.toSorted((one, other) => starsOf(other) - starsOf(one)) : all;
  return {
    page,
    sortBy,
    filterIndex: null,
    reviews: sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(review),
    isLoading: false,
    totalPages: Math.ceil(reviews / PAGE_SIZE),
    totalCount: reviews,
    __typename: 'ReviewSearchResults',
  };
}

function starsOf(index: number): number {
  return 1 + ((index * 3) % 5);
}

function review(index: number): object {
  const written = NEWEST_MS - index * DAY_MS;
  const reply = { message: index % 8 === 0 ? `Thanks, ${index}!` : '', responseDateTimeUtc: at(written + DAY_MS).replace('Z', '') };
  return {
    reviewId: `OT-${NUMBER}-${index}-1301765${index}`,
    text: index === 7 ? '' : `Review ${index}: it's <3 "so" good\nsecond line`,
    rating: { food: 5, service: 4, ambience: 3, value: 2, noise: 'ENERGETIC', overall: starsOf(index), __typename: 'ReviewRating' },
    user: {
      numOfApprovedReviews: index,
      nickname: index % 3 === 0 ? null : `Cat${index}`,
      metro: index % 2 === 0 ? { metroId: 8, displayName: 'London' } : null,
      initials: 'C',
      isVip: index % 5 === 0,
      profileColor: 'PLUM',
    },
    publicRestaurantReply: index % 4 === 0 ? reply : null,
    submittedDateTime: at(written),
    dinedDateTime: new Date(written - DAY_MS - 4 * 3_600_000).toISOString().replace('.000Z', '-04:00'),
    type: 'OPENTABLEVERIFIED',
    fromPreviousConcept: index === 2,
    highlight: null,
    ...(index === 1 ? { photos: [{ url: 'https://images.example/1.jpg' }, '//images.example/2.jpg', { id: 3 }] } : {}),
    __typename: 'ReviewSearchResult',
  };
}

function at(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
