import { scrolledPage } from '#test/world/scrolled-page.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface ChangeOrgParams {
  /** Comments of the petition, answers among them. Default 250. */
  readonly comments?: number;
  /** Status that the older API refuses everything with. Default: it is open. */
  readonly rest?: number;
  /** Status that the GraphQL refuses everything with; `client`: it takes no version of the site that asks. Default: it is open. */
  readonly graphql?: number | 'client';
  /** Answers to a comment stand in lists of their own instead of among the others. */
  readonly answersApart?: boolean;
}

const SITE = 'www.change.org';
const PETITION = 20861011;
const SLUG = 'a-petition-about-it';
const STARTER = 7;
const FIRST_TIME = Date.UTC(2024, 0, 15);
const CLIENT = /^corgi-front-end-browser:\d+\.\d+\.\d+$/;
/** All that clients ask for: names that the schema is known to have. */
const NAMES = new Set(
  (
    'query s String petition petitionBySlugOrId slugOrId id slug user displayName city commentsConnection first sortBy POPULAR roles ' +
    'SUPPORTER_COMMENT after totalCount pageInfo hasNextPage endCursor nodes comment role likes createdAt'
  ).split(' '),
);
const MOST_NODES = 20;
const TOKEN = 'a-token';
const PAGE = scrolledPage({
  title: 'Reasons for signing',
  address: `'/api-proxy/-/comments?limit=10&order_by=voting_score&commentable_type=Event&commentable_id=${PETITION}&offset=' + 10 * n`,
  rows: 'answer.items.length',
});

/** Change.org with the petition `a-petition-about-it` (20861011) and `silent`, on which nobody comments. Every fifth comment answers another; every fiftieth is deleted. */
export function changeOrgSimulator(params: ChangeOrgParams): Simulator {
  return (request) => {
    const { url } = request;
    if (url.hostname === 'chng.it')
      return url.pathname === '/AbCdEfGhIj'
        ? { status: 301, headers: { location: `https://${SITE}/p/${SLUG}?recruiter=1&utm_source=share` } }
        : { status: 404, body: '' };
    if (url.hostname !== SITE) return null;
    if (url.pathname === '/api-proxy/-/csrf-token')
      return params.graphql === 403
        ? denied(403)
        : { headers: { 'x-csrf-token': TOKEN, 'set-cookie': '_change_session=abc; path=/' }, body: '' };
    if (url.pathname === `/p/${SLUG}/c`) return { body: PAGE };
    if (url.pathname === '/api-proxy/graphql') return fromGraphql(request, params);
    return fromRest(url, params);
  };
}

function denied(status: number): SimulatedAnswer {
  return { status, body: status === 403 ? '<title>Access to this page has been denied</title>' : { err: 'Not Found' } };
}

/** The older API: the newest first unless an order is asked for, 10 rows unless more are. */
function fromRest(url: URL, params: ChangeOrgParams): SimulatedAnswer {
  const { comments = 250, rest, answersApart = false } = params;
  if (rest !== undefined) return denied(rest);
  const query = url.searchParams;
  if (url.pathname === `/api-proxy/-/petitions/${SLUG}`) return { body: petition(PETITION, SLUG) };
  if (url.pathname === '/api-proxy/-/petitions/silent') return { body: petition(2, 'silent') };
  if (url.pathname !== '/api-proxy/-/comments' || query.get('commentable_type') !== 'Event') return denied(404);
  const count = query.get('commentable_id') === String(PETITION) ? comments : 0;
  const limit = Number(query.get('limit') ?? 10);
  const offset = Number(query.get('offset') ?? 0);
  const parent = query.get('parent_id');
  const wanted = parent ?? (answersApart ? '0' : null);
  const inOrder = ordered(count, query.get('order_by') === 'voting_score').filter(
    (index) => wanted === null || wanted === String(parentOf(index)),
  );
  return {
    body: {
      items: inOrder.slice(offset, offset + limit).map((index) => comment(index, count)),
      offset,
      limit,
      last_page: offset + limit >= inOrder.length,
      total_count: count,
    },
  };
}

function ordered(count: number, isByVotes: boolean): readonly number[] {
  const newest = Array.from({ length: count }, (_, index) => count - 1 - index);
  return isByVotes ? newest.sort((one, other) => likesOf(other) - likesOf(one)) : newest;
}

/** The GraphQL of the site: only for a client that the site knows, 20 comments at most, no variables but the petition. */
function fromGraphql({ method, headers, body }: SimulatedRequest, { comments = 250, graphql }: ChangeOrgParams): SimulatedAnswer {
  if (typeof graphql === 'number') return denied(graphql);
  if (graphql === 'client' || !CLIENT.test(headers['x-requested-with'] ?? '')) return { status: 400, body: 'Invalid client' };
  if (method !== 'POST' || headers['x-csrf-token'] !== TOKEN) return { status: 403, body: { err: 'Forbidden' } };
  const { operationName, variables, query } = JSON.parse(body) as {
    operationName: string;
    variables: { readonly s: string };
    query: string;
  };
  const after = /\bafter: "([^"]*)"/.exec(query)?.[1];
  const names = query.replace(/"[^"]*"/g, '').match(/[A-Za-z_]+/g) ?? [];
  if (names.some((name) => !NAMES.has(name) && name !== operationName) || !query.includes(`first: ${MOST_NODES}`)) {
    const error = { message: 'An error occurred', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
    return { status: 400, body: { errors: [error] } };
  }
  if (variables.s !== SLUG && variables.s !== 'silent') return { body: { data: { petition: null } } };
  const all = variables.s === SLUG ? ordered(comments, true).filter((index) => parentOf(index) === 0 && !isDeleted(index)) : [];
  // A page may begin with the last one of the page before.
  const first = after === undefined ? 0 : Number(Buffer.from(after, 'base64').toString().split(':')[1]);
  const end = Math.min(first + MOST_NODES, all.length);
  return {
    body: {
      data: {
        petition: {
          id: String(PETITION),
          slug: variables.s,
          user: { id: String(STARTER), displayName: 'Starter' },
          commentsConnection: {
            totalCount: all.length,
            pageInfo: {
              hasNextPage: end < all.length,
              endCursor: end === 0 ? null : Buffer.from(`arrayconnection:${end - 1}`).toString('base64'),
            },
            nodes: all.slice(first, end).map(node),
          },
        },
      },
    },
  };
}

function petition(id: number, slug: string): object {
  return {
    id,
    slug,
    title: 'A petition',
    total_signature_count: 12_345,
    created_at: '2024-01-01T00:00:00Z',
    country: 'US',
    hide_comments: slug === 'silent',
    user: { id: STARTER, slug: String(STARTER), display_name: 'Starter' },
  };
}

const FIRST_ID = 900_000;
const likesOf = (index: number): number => index % 7;
const isDeleted = (index: number): boolean => index % 50 === 40;
const parentOf = (index: number): number => (index % 5 === 4 ? FIRST_ID + index - 1 : 0);
const writerOf = (index: number): number => (index % 11 === 0 ? STARTER : 100 + index);
const nameOf = (index: number): string => (index % 13 === 5 ? '' : `Signer ${index}`);
const momentOf = (index: number): string => new Date(FIRST_TIME + index * 60_000).toISOString().replace('.000', '');
const wordsOf = (index: number): string =>
  `Reason ${index} &amp; more\n\ntwo\n<a href="https://example.org/" rel="nofollow">example.org</a>`;

function node(index: number): object {
  return {
    id: String(FIRST_ID + index),
    comment: wordsOf(index),
    role: 'SUPPORTER_COMMENT',
    likes: likesOf(index),
    createdAt: momentOf(index),
    user: { id: String(writerOf(index)), displayName: nameOf(index), city: index % 2 === 0 ? 'Berlin' : null },
  };
}

function comment(index: number, count: number): object {
  const id = writerOf(index);
  const file = `photos/${index}/ab-`;
  const sized = (size: string) => ({ url: `//assets.change.org/${file}${size}-noPad.jpg?1517747139`, processing: false });
  return {
    id: FIRST_ID + index,
    comment: wordsOf(index),
    parent_id: parentOf(index),
    children_count: parentOf(index + 1) === FIRST_ID + index && index + 1 < count ? 1 : 0,
    commentable_type: 'Event',
    commentable_id: PETITION,
    likes: likesOf(index),
    role: index === 22 ? 'comment_dashboard' : 'comment',
    created_at: momentOf(index),
    deleted_at: isDeleted(index) ? '2024-02-01T00:00:00Z' : null,
    user: {
      id,
      slug: String(id),
      display_name: nameOf(index),
      city: index % 3 === 0 ? null : 'Berlin',
      state_code: index % 2 === 0 ? 'BE' : '',
      country_code: 'DE',
      photo:
        index % 2 === 0
          ? { id: index, url: `${file}fullsize.jpg`, sizes: { small: sized('48x48'), medium: sized('128x128'), large: sized('400x400') } }
          : null,
    },
    commentable_entity: { id: PETITION, slug: SLUG, hide_comments: false, user: { id: STARTER } },
  };
}
