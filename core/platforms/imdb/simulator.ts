import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface ImdbParams {
  /** Reviews of every title. Default 120. */
  readonly reviews?: number;
  /** What the API answers instead of reviews. */
  readonly api?: 'gone' | 'refuses the query';
}

/** A title that does not exist. */
export const UNKNOWN = 'tt404';
/** A review with a page of its own. */
export const REVIEW = 'rw5000003';

const FEATURED = 5;
const NEWEST_MS = Date.parse('2026-01-31T00:00:00Z');
const DAY_MS = 86_400_000;

/** What the balancer before the API says since the end of July 2026 to whoever does not look like a page of the site. */
const FORBIDDEN: SimulatedAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html', server: 'awselb/2.0' },
  body: '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>',
};

/** IMDb with the same reviews for every title; `imdb.to/title` leads to one. */
export function imdbSimulator(params: ImdbParams = {}): Simulator {
  const count = params.reviews ?? 120;
  return ({ url, method, headers, body }) => {
    if (url.hostname === 'imdb.to') return { status: 301, headers: { location: leadOf(url.pathname) }, body: '' };
    if (url.hostname === 'api.graphql.imdb.com') {
      if (method !== 'POST') return null;
      return isOfSite(headers) ? apiAnswer(body, count, params.api) : FORBIDDEN;
    }
    if (url.hostname !== 'www.imdb.com') return null;
    return sitePage(url.pathname, count);
  };
}

/** Some callers came in with one of the three alone; which of them counts at an edge is not known, so all are wanted here. */
function isOfSite(headers: Readonly<Record<string, string>>): boolean {
  const { referer, origin } = headers;
  return referer === 'https://www.imdb.com/' && origin === 'https://www.imdb.com' && headers['x-imdb-client-name'] === 'imdb-web-next';
}

function leadOf(path: string): string {
  return path === '/title' ? 'https://www.imdb.com/title/tt7/?ref_=ext' : 'https://www.imdb.com/name/nm1/';
}

function apiAnswer(body: string, count: number, api: ImdbParams['api']): SimulatedAnswer {
  if (api === 'gone') return { status: 404, body: 'Not Found' };
  if (api === 'refuses the query') return { body: { errors: [{ message: 'Cannot query field "reviews" on type "Title".' }] } };
  const { query } = JSON.parse(body) as { readonly query: string };
  if (query.includes(`"${UNKNOWN}"`)) return { body: { data: { title: null }, errors: [{ message: 'Title not found' }] } };
  const size = Number(/first: (\d+)/.exec(query)?.[1]);
  const first = Number(/after: "after-(\d+)"/.exec(query)?.[1] ?? 0);
  const isByDate = query.includes('by: SUBMISSION_DATE');
  const last = Math.min(count, first + size);
  const edges = Array.from({ length: last - first }, (_, place) => ({
    node: review(isByDate ? first + place : count - 1 - first - place),
  }));
  const pageInfo = { endCursor: edges.length === 0 ? null : `after-${last}`, hasNextPage: last < count };
  return { body: { data: { title: { reviews: { total: count, edges, pageInfo } } } } };
}

function sitePage(path: string, count: number): SimulatedAnswer {
  if (path.includes(UNKNOWN)) return { status: 404, body: '<html><body>404 Error</body></html>' };
  if (path.startsWith('/review/')) {
    const node = review(Number(/rw500(\d+)/.exec(path)?.[1] ?? 0));
    return { body: page({ contentData: { data: { title: { id: 'tt7' }, review: node } } }) };
  }
  const edges = Array.from({ length: Math.min(count, FEATURED) }, (_, index) => ({ node: review(index) }));
  return { body: page({ mainColumnData: { id: 'tt7', featuredReviews: { edges }, reviews: { total: count } } }) };
}

function page(pageProps: object): string {
  const data = JSON.stringify({ props: { pageProps } }).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">${data}</script></body></html>`;
}

/** Newest first: the index counts days back. The odd ones lack what may be absent. */
function review(index: number): object {
  const username = { text: `viewer${index}` };
  return {
    id: `rw${5_000_000 + index}`,
    author: index % 2 === 1 ? { username } : { nickName: `Viewer ${index}`, userId: `ur${index}`, username },
    authorRating: index % 4 === 3 ? null : (index % 10) + 1,
    summary: { originalText: `Title & ${index}`, language: 'en' },
    text: { originalText: { plaidHtml: `Line one &amp; ${index}<br/><br/>Line <a href="/title/tt1/">two</a>` } },
    ...(index % 2 === 1
      ? {}
      : {
          submissionDate: new Date(NEWEST_MS - index * DAY_MS).toISOString().slice(0, 10),
          helpfulness: { upVotes: index, downVotes: 1 },
          language: 'en',
        }),
    spoiler: index % 3 === 2,
  };
}
