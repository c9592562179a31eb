import { graphqlAnswer } from '#core/platforms/github/simulator/graphql.ts';
import {
  accountRow,
  codeRow,
  commentRow,
  discussionRows,
  forkRow,
  GIST,
  OWNER,
  postRow,
  reactionRow,
  reviewRow,
  SHA,
  TIMES,
} from '#core/platforms/github/simulator/rows.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface GithubParams {
  /** Rows of any list. Default 25. Every fourth comment of a discussion, and of the code, has two answers. */
  readonly rows?: number;
  /** Of a page, whatever is asked for. Default 100. */
  readonly mostPerPage?: number;
  /** Where lists that are read by the number of a page end. Default 400. */
  readonly mostPages?: number;
  /** Answers to a comment of a discussion that come with it by GraphQL. Default 100. */
  readonly mostAnswers?: number;
  /** Calls without a token before GitHub refuses for this hour. Default 60. */
  readonly calls?: number;
  /** What every call is refused with. */
  readonly refusal?: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: object | string };
  /** Which calls are refused so. Default: all. */
  readonly refused?: RegExp;
  /** True: the repository has moved, and its first name leads to its number. */
  readonly isMoved?: boolean;
  /** Answers of a discussion that are counted and not given without a token. Default 0. */
  readonly hidden?: number;
}

const ISSUE = 7;
const PULL = 8;
export const DISCUSSION = 9;
const REPOSITORY_ID = 1296269;
const ACCOUNT_ID = 583231;
/** When the hour of calls is over: forty minutes after the moment that tests without a network live in. */
export const RESET_AT = Date.UTC(2026, 0, 1, 0, 40) / 1000;

/**
 * GitHub's API with the repository `cats/purr` (issue 7, pull request 8, discussion 9, one commit), a gist and the account `cats`. The token
 * `good` is taken; all others are not.
 */
export function githubSimulator(params: GithubParams): Simulator {
  let calls = 0;
  return (request) => {
    if (request.url.hostname !== 'api.github.com') return null;
    const { authorization, 'user-agent': agent } = request.headers;
    if (agent === undefined) return { status: 403, body: 'Request forbidden by administrative rules.' };
    const hasToken = authorization !== undefined;
    if (hasToken && !/^(?:bearer|token) good$/i.test(authorization)) return { status: 401, body: { message: 'Bad credentials' } };
    calls += 1;
    const limit = hasToken ? 5_000 : (params.calls ?? 60);
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - calls)),
      'x-ratelimit-reset': String(RESET_AT),
    };
    if (calls > limit) return { status: 403, headers, body: { message: 'API rate limit exceeded for 192.0.2.1.' } };
    if (params.refusal && (params.refused ?? /./).test(request.url.pathname))
      return { ...params.refusal, headers: { ...headers, ...params.refusal.headers } };
    const answer = answerTo(request, hasToken, params);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
}

function answerTo({ method, url, headers, body }: SimulatedRequest, hasToken: boolean, params: GithubParams): SimulatedAnswer {
  const path = url.pathname;
  if (path === '/graphql') return method === 'POST' && hasToken ? graphqlAnswer(body, params) : { status: 401, body: NO_TOKEN };
  if (params.isMoved && path.startsWith('/repos/')) return movedTo(url);
  const isWithMoments = headers['accept']?.includes('star+json') === true;
  const thing = thingAt(path, params);
  if (thing !== null) return { body: thing };
  const rows = rowsAt(path, url.searchParams, { ...params, isWithMoments });
  return rows === null
    ? { status: 404, body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' } }
    : page(url, rows, params);
}

const NO_TOKEN = { message: 'This endpoint requires you to be authenticated.' };

function movedTo(url: URL): SimulatedAnswer {
  const location = `https://api.github.com${url.pathname.replace('/repos/cats/purr', `/repositories/${REPOSITORY_ID}`)}${url.search}`;
  return { status: 301, headers: { location }, body: { message: 'Moved Permanently', url: location } };
}

/** Below the repository, by its name or by its number; null for any other path. */
function belowRepository(path: string): string | null {
  return new RegExp(`^/(?:repos/cats/purr|repositories/${REPOSITORY_ID})/(.+)$`).exec(path)?.[1] ?? null;
}

function thingAt(path: string, { rows = 25 }: GithubParams): object | null {
  if (path === `/gists/${GIST}`) return { id: GIST, description: 'a gist', comments: rows, owner: accountRow(OWNER), public: true };
  const below = belowRepository(path);
  const subject = { title: ' On purring ', body: 'Why?', user: accountRow(OWNER), state: 'open', created_at: TIMES(0) };
  if (below === `issues/${ISSUE}`) return { ...subject, number: ISSUE, comments: rows };
  if (below === `pulls/${PULL}`) return { ...subject, number: PULL, comments: rows, review_comments: rows, commits: 3, merged: false };
  if (below === `discussions/${DISCUSSION}`) return { ...subject, number: DISCUSSION, comments: rows };
  return null;
}

interface RowsAsked extends GithubParams {
  readonly isWithMoments: boolean;
}

function rowsAt(path: string, query: URLSearchParams, { rows = 25, hidden = 0, isWithMoments }: RowsAsked): readonly object[] | null {
  const all = (row: (index: number) => object): object[] => Array.from({ length: rows }, (_, index) => row(index));
  const accounts = (first: number) => all((index) => accountRow(first + index));
  if (path === `/gists/${GIST}/comments`) return all((index) => commentRow(index, null));
  const ofAccount = new RegExp(`^/(?:users/cats|user/${ACCOUNT_ID})/(followers|following)$`).exec(path)?.[1];
  if (ofAccount !== undefined) return accounts(ofAccount === 'followers' ? 100 : 5_000);
  switch (belowRepository(path)) {
    case `issues/${ISSUE}/comments`:
      return all((index) => commentRow(index, `issues/${ISSUE}#issuecomment-`));
    case `issues/${PULL}/comments`:
      return all((index) => commentRow(index, `pull/${PULL}#issuecomment-`));
    case `pulls/${PULL}/reviews`:
      return all((index) => reviewRow(index, PULL));
    case `pulls/${PULL}/comments`:
      return all((index) => codeRow(index, PULL));
    case `commits/${SHA}/comments`:
      return all((index) => commentRow(index, `commit/${SHA}#commitcomment-`));
    case `discussions/${DISCUSSION}/comments`:
      return discussionRows(rows, hidden);
    case `issues/${ISSUE}/reactions`:
    case `issues/${PULL}/reactions`:
      return all(reactionRow);
    case 'issues':
      return all((index) => postRow(1_000 + rows - index)).filter((_, index) => query.get('state') === 'all' || index % 2 === 0);
    case 'stargazers':
      return all((index) => (isWithMoments ? { starred_at: TIMES(index), user: accountRow(10_000 + index) } : accountRow(10_000 + index)));
    case 'subscribers':
      return accounts(20_000);
    case 'forks':
      return all(forkRow);
    default:
      return null;
  }
}

/** Further pages are named by the number of the repository or the account. */
function page(url: URL, rows: readonly object[], { mostPerPage = 100, mostPages = 400 }: GithubParams): SimulatedAnswer {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 30), mostPerPage);
  const number = Number(url.searchParams.get('page') ?? 1);
  if (number > mostPages)
    return { status: 422, body: { message: 'In order to keep the API fast for everyone, pagination is limited for this resource.' } };
  const last = Math.max(1, Math.ceil(rows.length / size));
  const at = (to: number): string => {
    const address = new URL(
      url.pathname.replace('/repos/cats/purr', `/repositories/${REPOSITORY_ID}`).replace('/users/cats', `/user/${ACCOUNT_ID}`) + url.search,
      'https://api.github.com',
    );
    address.searchParams.set('page', String(to));
    return address.href;
  };
  const links = [
    ...(number > 1 ? [`<${at(number - 1)}>; rel="prev"`] : []),
    ...(number < last ? [`<${at(number + 1)}>; rel="next"`, `<${at(last)}>; rel="last"`] : []),
    ...(number > 1 ? [`<${at(1)}>; rel="first"`] : []),
  ];
  const headers = links.length === 0 ? {} : { link: links.join(', ') };
  return { headers, body: rows.slice((number - 1) * size, number * size) };
}
