import { createHash } from 'node:crypto';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface ProductHuntParams {
  /** Comments of the launch, without replies. Default 45. Every fifth has 23 replies. */
  readonly comments?: number;
  /** Entries of any other list. Default 45. */
  readonly listed?: number;
  /** Fields that the site no longer has. */
  readonly missing?: readonly string[];
}

interface Asked {
  readonly operationName: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash?: string } };
}

const LAUNCH = { id: '123456', slug: 'a-launch' };
const OWNER = 7;
const REPLIES = 23;
const FIRST_TIME = Date.UTC(2024, 5, 1);
const PAGE_SIZE = 20;
/** Fields that are given only where they are asked for. */
const OPTIONAL = ['isSticky', 'badges', 'url', 'repliesCount', 'headline', 'avatarUrl', 'makers'];
/** Names of one plane that the other has by another name or not at all; orders too. */
const UNKNOWN_TO_API = [
  'avatarUrl',
  'isSticky',
  'badges',
  'repliesCount',
  'threads',
  'detailedReviews',
  'contributors',
  'VOTES',
  'DATE_DESC',
];
const UNKNOWN_TO_SITE = ['profileImage', 'votes', 'comments', 'parentId', 'VOTES_COUNT', 'NEWEST'];

/**
 * Product Hunt with the launch `a-launch` (123456) of the product `a-product` and the person `somebody`; `silent` has no comments. The site
 * answers only what asks as its own page does, with the hash of each query; its pages hold the first comments and reviews. The official API takes the token `good`, and is out of budget for `spent`; it hides people.
 */
export function productHuntSimulator(params: ProductHuntParams): Simulator {
  return ({ url, method, headers, body }) => {
    const isApi = url.hostname === 'api.producthunt.com' && url.pathname === '/v2/api/graphql';
    const isSite = url.hostname === 'www.producthunt.com' && url.pathname === '/frontend/graphql';
    if (!isApi && !isSite) return url.hostname.endsWith('producthunt.com') ? { body: page(url.pathname, params) } : null;
    // What stands before the API turns away programs that call themselves browsers, and lets in those that say what they are.
    if (isApi && !/^(?!Mozilla)\w/.test(headers['user-agent'] ?? ''))
      return { status: 403, body: '<!DOCTYPE html><title>Just a moment...</title>' };
    if (method !== 'POST' || (isSite && headers['x-requested-with'] !== 'XMLHttpRequest'))
      return { status: 403, body: '<title>Just a moment...</title>' };
    const refusal = isApi ? refusalOf(headers['authorization'] ?? '') : null;
    if (refusal !== null) return refusal;
    const asked = JSON.parse(body) as Asked;
    if (isSite && asked.extensions?.persistedQuery?.sha256Hash !== createHash('sha256').update(asked.query).digest('hex'))
      return { body: { errors: [{ message: 'This request could not be processed' }] } };
    const unknown = isApi ? UNKNOWN_TO_API : [...UNKNOWN_TO_SITE, ...(params.missing ?? [])];
    const missing = unknown.find((name) => new RegExp(`\\b${name}\\b`).test(asked.query));
    if (missing !== undefined) return { body: { errors: [{ message: `Field '${missing}' doesn't exist on type 'X'` }] } };
    const unasked = OPTIONAL.filter((name) => !new RegExp(`\\b${name}\\b`).test(asked.query));
    return { body: { data: without(dataOf(asked, params, isApi), unasked) } };
  };
}

function without(data: object, missing: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(data, (name, value: unknown) => (missing.includes(name) ? undefined : value)));
}

function refusalOf(authorization: string): SimulatedAnswer | null {
  if (authorization === 'Bearer good') return null;
  if (authorization === 'Bearer spent')
    return {
      status: 429,
      body: { data: null, errors: [{ error: 'rate_limit_reached', details: { limit: 6250, remaining: 0, reset_in: 600 } }] },
    };
  return {
    status: 401,
    body: { data: null, errors: [{ error: 'invalid_oauth_token', error_description: 'Please supply a valid access token.' }] },
  };
}

function dataOf({ operationName, query, variables }: Asked, { comments = 45, listed = 45 }: ProductHuntParams, isApi: boolean): object {
  const after = typeof variables['cursor'] === 'string' ? Number(Buffer.from(variables['cursor'], 'base64').toString()) : 0;
  const isLaunch = variables['id'] === LAUNCH.id || variables['slug'] === LAUNCH.slug;
  const replies = query.includes('replies(first: 20');
  const isNewest = /order: (?:NEWEST|DATE_DESC)/.test(query);
  if (operationName === 'PostPageComments') {
    const name = isApi ? 'comments' : 'threads';
    if (variables['slug'] === 'silent')
      return { post: { id: '2', slug: 'silent', commentsCount: 0, user: null, makers: [], [name]: list(0, 0, () => ({})) } };
    const nodes = list(comments, after, (index) => comment(isNewest ? comments - 1 - index : index, isApi, replies));
    const people = query.includes('makers') ? { user: { id: String(OWNER) }, makers: [{ id: '8' }] } : {};
    return { post: isLaunch ? { ...LAUNCH, commentsCount: totalOf(comments, isApi), ...people, [name]: nodes } : null };
  }
  if (operationName === 'CommentsThread')
    return { comment: { id: variables['id'], replies: repliesOf(Number(variables['id']), after, isApi) } };
  if (operationName === 'DetailedReviewsFeedQuery') {
    const page = (Number(variables['page']) - 1) * PAGE_SIZE;
    const reviews = list(listed, page, detailedReview, { hasCursor: false });
    return { product: variables['slug'] === 'a-product' ? { id: '5', detailedReviewsCount: listed, detailedReviews: reviews } : null };
  }
  if (operationName === 'ProductReviewsPage')
    return { product: variables['slug'] === 'a-product' ? { id: '5', reviews: list(listed, after, review) } : null };
  if (operationName === 'PostPageSocialProof')
    return { post: isLaunch ? { id: LAUNCH.id, votesCount: listed, contributors: contributors(listed) } : null };
  if (operationName === 'PostVotes')
    return { post: isLaunch ? { id: LAUNCH.id, votesCount: listed, votes: list(listed, after, vote) } : null };
  if (variables['username'] !== 'somebody') return { profile: null };
  const people = list(listed, after, (index) => user(20 + index, false));
  return { profile: query.includes('following(') ? { id: '7', following: people } : { id: '7', followers: people } };
}

/** A page of a list; its cursors are the position in base64. */
function list(count: number, after: number, node: (index: number) => object, { hasCursor = true } = {}): object {
  const last = Math.min(count, after + PAGE_SIZE);
  const edges = Array.from({ length: Math.max(0, last - after) }, (_, place) => ({ node: node(after + place) }));
  const cursor = hasCursor ? { endCursor: Buffer.from(String(last)).toString('base64') } : {};
  return { totalCount: count, pageInfo: { hasNextPage: last < count, ...cursor }, edges };
}

/** The API counts only what answers a comment at once. */
function totalOf(comments: number, isApi: boolean): number {
  return comments + Math.ceil(comments / 5) * (isApi ? REPLIES : REPLIES + 1);
}

function comment(index: number, isApi: boolean, replies: boolean): object {
  const id = 1000 + index;
  if (!replies && !isApi) return written(id, isApi);
  const below = replies ? repliesOf(id, 0, isApi) : { totalCount: replyCount(id) };
  return { ...written(id, isApi), replies: below };
}

/** Every fifth comment has replies, the second of which has one of its own. */
function replyCount(id: number): number {
  if (id < 100_000) return id % 5 === 0 ? REPLIES : 0;
  return id < 10_000_000 && id % 100 === 1 ? 1 : 0;
}

function repliesOf(id: number, after: number, isApi: boolean): object {
  return list(replyCount(id), after, (place) => written(id * 100 + place, isApi));
}

function written(id: number, isApi: boolean): object {
  return {
    id: String(id),
    body: `<p>Comment ${id} &amp; <a href="https://example.org">a link</a></p><p>two<br>lines</p>`,
    createdAt: new Date(FIRST_TIME + id * 60_000).toISOString().replace('.000Z', isApi ? 'Z' : '+00:00'),
    votesCount: id % 9,
    url: `https://www.producthunt.com/products/a-product?comment=${id}`,
    ...(isApi ? {} : { isSticky: id === 1000, repliesCount: replyCount(id), badges: id === 1002 ? ['maker'] : [] }),
    user: user(id % 10 === 1 ? OWNER : 100 + (id % 50), isApi),
  };
}

function user(id: number, isHidden: boolean): object {
  if (isHidden) return { id: '0', name: '[REDACTED]', username: '[REDACTED]', headline: '[REDACTED]', profileImage: null };
  return {
    id: String(id),
    name: `User ${id}`,
    username: id === OWNER ? 'somebody' : `user${id}`,
    headline: id % 2 === 0 ? `I make ${id}` : null,
    avatarUrl: id % 3 === 0 ? null : `https://ph-avatars.example/${id}.png`,
  };
}

/** As it was before: with a body of its own. */
function review(index: number): object {
  return { ...reviewed(index), rating: (index % 5) + 1, body: `<p>Review ${index}</p>`, votesCount: index };
}

/** Of today, in parts; some have no number of stars. */
function detailedReview(index: number): object {
  return {
    ...reviewed(index),
    reviewType: 'detailed',
    overallRating: index % 6 === 5 ? null : (index % 5) + 1,
    overallExperience: index % 2 === 0 ? null : `All in all ${index}`,
    positiveFeedback: index % 3 === 0 ? '<p>Fast</p>' : null,
    negativeFeedback: null,
    alternativesFeedback: index % 3 === 1 ? 'Others are slow' : null,
  };
}

function reviewed(index: number): object {
  const createdAt = new Date(FIRST_TIME - index * 3_600_000).toISOString().replace('.000Z', '-08:00');
  return { id: String(700 + index), createdAt, user: user(300 + index, false) };
}

function contributors(listed: number): object[] {
  const upvoters = Array.from({ length: listed }, (_, index) => ({ role: 'upvoter', user: user(400 + index, false) }));
  return [{ role: 'hunter', user: user(OWNER, false) }, { role: 'commenter', user: user(9, false) }, ...upvoters];
}

function vote(index: number): object {
  return {
    id: String(900 + index),
    createdAt: new Date(FIRST_TIME + index * 1000).toISOString(),
    user: user(400 + index, index % 2 === 1),
  };
}

/** What the site writes into a page bit by bit: JavaScript, with values that no JSON has. The counts and the list stand in two parts. */
function page(path: string, { comments = 45, listed = 45 }: ProductHuntParams): string {
  const first = (count: number, make: (index: number) => object): object => ({
    ...list(count, 0, make),
    edges: Array.from({ length: Math.min(5, count) }, (_, index) => ({ node: make(index) })),
  });
  const product = { id: '5', slug: 'a-product', name: 'A product' };
  const total = totalOf(comments, false);
  const states: Readonly<Record<string, readonly object[]>> = {
    '/products/a-product/reviews': [
      { product: { ...product, reviewsCount: listed } },
      { product: { ...product, detailedReviews: first(listed, detailedReview) } },
    ],
    '/posts/a-launch': [
      { product: { ...product, slug: LAUNCH.slug, reviewsCount: 9 } },
      { post: { ...LAUNCH, commentsCount: total, user: { id: String(OWNER) }, makers: [] } },
      { post: { ...LAUNCH, threads: first(comments, (index) => comment(index, false, true)) } },
    ],
  };
  const state = states[path === `/r/p/${LAUNCH.id}` ? '/posts/a-launch' : path] ?? [];
  const scripts = state.map((data, index) => {
    const handed = index === 0 ? { rehydrate: { ':R1:': { data } } } : { rehydrate: {}, events: [{ type: 'next', value: { data } }] };
    const written = JSON.stringify(handed).replace('{', '{"error":undefined,');
    return `<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push(${written})</script>`;
  });
  return `<!doctype html><title>Product Hunt</title><script>var x = undefined;</script>${scripts.join('')}`;
}
