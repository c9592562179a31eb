import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface GoodreadsParams {
  /** Reviews of the work. Default 250. */
  readonly reviews?: number;
  /** The key that the API takes. Default: the public one. `none`: the API answers 404. */
  readonly key?: string;
  /** False: the page carries no reviews of its own. Default true. */
  readonly hasShown?: boolean;
  /** Comments that the API gives at once. Default 100. */
  readonly commentsAtOnce?: number;
  /** True: the firewall stands before the pages of books, as since June 2026; `/giveaway` and scripts stay open. */
  readonly isWalled?: boolean;
}

const PUBLIC_KEY = 'da2-xpgsdydkbregjhpr6ejzqdhuwy';
const API = 'kxbwmqov6jgg3daaamb744ycu4.appsync-api.us-east-1.amazonaws.com';
const PER_PAGE = 30;
const COMMENTED = 6;
const NEWEST_MS = Date.parse('2026-01-01T12:00:00Z');
const WORK = 'kca://work/amzn1.gr.work.v3.simulated';

/** Goodreads with one work, whatever book is asked for; `/book/show/404` is unknown and `goodreads.app.link/book` leads to a book. */
export function goodreadsSimulator(params: GoodreadsParams): Simulator {
  const count = params.reviews ?? 250;
  const key = params.key ?? PUBLIC_KEY;
  return ({ url, headers, body }) => {
    if (url.hostname === 'goodreads.app.link')
      return { status: 302, headers: { location: 'https://www.goodreads.com/book/show/7-x' }, body: '' };
    if (url.hostname === 'www.goodreads.com') {
      if (params.isWalled === true && /^\/(?:en\/)?(?:book|work)\//.test(url.pathname)) return WALL;
      return sitePage(url.pathname, count, params.hasShown !== false, key);
    }
    if (url.hostname !== API) return null;
    if (key === 'none') return { status: 404, body: {} };
    if (headers['x-api-key'] !== key)
      return {
        status: 401,
        body: { errors: [{ errorType: 'UnauthorizedException', message: 'You are not authorized to make this call.' }] },
      };
    const question = JSON.parse(body) as Question | CommentQuestion;
    if ('query' in question && question.query.includes('getBookByLegacyId')) return { body: bookAnswer(question.query, count) };
    return { body: 'variables' in question ? connection(question, count) : comments(question, params.commentsAtOnce ?? 100) };
  };
}

/** A challenge that wants a script to run. */
const WALL: SimulatedAnswer = {
  status: 202,
  headers: { 'x-amzn-waf-action': 'challenge' },
  body: '<!DOCTYPE html><html><head><script>window.awsWafCookieDomainList = [];</script></head><body><div id="challenge-container"></div></body></html>',
};

/** The API knows books by the number of their addresses. */
function bookAnswer(query: string, count: number): object {
  const legacyId = /getBookByLegacyId\(\s*legacyId:\s*(\d+)/.exec(query)?.[1];
  if (legacyId === undefined) return { data: null, errors: [{ message: 'Validation error' }] };
  if (legacyId === '404') return { data: { getBookByLegacyId: null }, errors: [{ message: 'Book not found' }] };
  return { data: { getBookByLegacyId: { work: { id: WORK, stats: { textReviewsCount: count } } } } };
}

/** The configuration of every stage stands in the script, each pair before its name. */
function appScript(key: string): string {
  const stage = (id: string, endpoint: string, name: string) =>
    `{graphql:{"apiKey":"${id}","endpoint":"${endpoint}"},"shortName":"${name}"}`.replace('"apiKey":', '');
  const beta = stage('da2-ofbeta', 'https://beta0.appsync-api.us-east-1.amazonaws.com/graphql', 'Beta');
  return `e=[${beta},${stage(key, `https://${API}/graphql`, 'Prod')}]`;
}

interface Question {
  readonly variables: {
    readonly filters: { readonly resourceId: string; readonly sort?: string };
    readonly pagination: { readonly limit: number; readonly after?: string };
  };
}

interface CommentQuestion {
  readonly query: string;
}

/** What the text of the query asks for: its values stand in it. */
function comments({ query }: CommentQuestion, atOnce: number): object {
  const index = Number(/resourceId: "kca:\/\/review:[^"]*\.v1\.(\d+)"/.exec(query)?.[1]);
  const first = Number(/after: "(\d+)"/.exec(query)?.[1] ?? 0);
  const last = Math.min(commentsOf(index), first + atOnce);
  const edges = Array.from({ length: Math.max(0, last - first) }, (_, place) => ({
    node: {
      id: `kca://comment:goodreads/${index}-${first + place}`,
      text: `Comment ${first + place}<br />on ${index} &amp; more`,
      createdAt: NEWEST_MS + (first + place) * 1_000,
      updatedAt: NEWEST_MS,
      creator: creator(first + place),
    },
  }));
  const nextPageToken = last < commentsOf(index) ? String(last) : null;
  return { data: { getComments: { totalCount: commentsOf(index), edges, pageInfo: { nextPageToken } } } };
}

/** Only the newest reviews have any. */
function commentsOf(index: number): number {
  return index < COMMENTED ? index % 3 : 0;
}

function connection({ variables: { filters, pagination } }: Question, count: number): object {
  const unauthorized = { errorType: 'Unauthorized', path: ['getReviews', 'edges', 0, 'node', 'viewerHasLiked'], message: 'Not authorized' };
  if (filters.resourceId !== WORK || pagination.limit > 100) return { data: { getReviews: null }, errors: [{ message: 'No such work' }] };
  const first = Number(pagination.after ?? 0);
  const last = Math.min(count, first + pagination.limit);
  const order = (index: number): number => (filters.sort === 'OLDEST' ? count - 1 - index : index);
  const edges = Array.from({ length: last - first }, (_, place) => ({
    node: { ...review(order(first + place)), creator: creator(first + place) },
  }));
  return {
    data: { getReviews: { totalCount: count, edges, pageInfo: { nextPageToken: last < count ? String(last) : null } } },
    errors: [unauthorized],
  };
}

function sitePage(path: string, count: number, hasShown: boolean, key: string): SimulatedAnswer {
  if (path.endsWith('.js')) return { body: appScript(key) };
  if (path.endsWith('/404')) return { status: 404, body: '<html><body>Page not found</body></html>' };
  const shown = Array.from({ length: Math.min(count, PER_PAGE) }, (_, index) => index);
  const entries = shown.flatMap((index) => [
    [`Review:${review(index).id}`, { ...review(index), creator: { __ref: `User:${index}` } }],
    [`User:${index}`, creator(index)],
  ]);
  const list = { edges: shown.map((index) => ({ node: { __ref: `Review:${review(index).id}` } })) };
  const apolloState = {
    ROOT_QUERY: { 'getBookByLegacyId({"legacyId":"7"})': { __ref: 'Book:7' }, ...(hasShown && count > 0 ? { getReviews: list } : {}) },
    'Book:7': { work: { __ref: `Work:${WORK}` } },
    [`Work:${WORK}`]: { id: WORK, stats: { textReviewsCount: count } },
    'Review:own': { ...review(9999), creator: null },
    ...Object.fromEntries(entries),
  };
  const data = JSON.stringify({ props: { pageProps: { apolloState, jwtToken: null } } }).replaceAll('<', '\\u003c');
  return {
    body: `<!DOCTYPE html><html><head><script src="/_next/static/chunks/pages/_app-1f.js"></script></head><body><script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>`,
  };
}

/** Newest first: the index counts hours back. */
function review(index: number) {
  const createdAt = NEWEST_MS - index * 3_600_000;
  return {
    id: `kca://review:goodreads/amzn1.gr.review:goodreads.v1.${index}`,
    createdAt,
    updatedAt: createdAt,
    lastRevisionAt: createdAt + 60_000,
    spoilerStatus: index % 5 === 1,
    text: index % 7 === 3 ? '' : ` Words &amp; ${index}<br /><br>with <b>more</b> <a href="x" title="a > b">of them</a> `,
    rating: index % 6,
    likeCount: index % 4,
    commentCount: commentsOf(index),
    shelving: {
      shelf: { name: 'read' },
      taggings: index % 2 === 1 ? [{ tag: { name: 'favourites' } }] : [],
      webUrl: `https://www.goodreads.com/review/show/${5000 + index}`,
    },
  };
}

function creator(index: number): object {
  const id = 100 + (index % 90);
  const isAuthor = index % 10 === 2;
  return {
    id,
    name: `Reader ${id}`,
    webUrl: isAuthor ? `https://www.goodreads.com/author/show/${id}.Reader` : `https://www.goodreads.com/user/show/${id}-reader`,
    imageUrlSquare: `https://img.example/${id}.jpg`,
    isAuthor,
    textReviewsCount: 5,
    followersCount: 7,
  };
}
