import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface TruthSocialParams {
  /** Posts of the account. Default 50. */
  readonly posts?: number;
  /** Direct answers to the post. Default 45. Every tenth has two answers, one of which the list leaves out. */
  readonly answers?: number;
  /** Accounts of each list. Default 45. */
  readonly listed?: number;
  /** Who is let in at the API without a login. `page`: fetches from inside a page; `none`: nobody. Default: everybody. */
  readonly open?: 'page' | 'none';
  /** What it says to others. Default: the page of a firewall. */
  readonly refusal?: SimulatedAnswer;
  /** Fields of the account. */
  readonly account?: object;
  /** Fields of the post. */
  readonly post?: object;
  /** False: nobody is logged in, and the page asks for nothing. Default true. */
  readonly isLoggedIn?: boolean;
}

export const POST = '116700000000000000';
export const OWNER = '107780257626128497';
const SITE = 'https://truthsocial.com';
const PER_PAGE = 20;
const BEARER = { authorization: 'Bearer simulated' };
const EPOCH = Date.UTC(2026, 5, 1);
const BLOCKED: SimulatedAnswer = {
  status: 403,
  headers: { server: 'cloudflare' },
  body: '<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
};

/** Truth Social with the account `owner`, its posts, and one post with answers. Its pages ask with the login that they keep themselves. */
export function truthSocialSimulator(params: TruthSocialParams = {}): Simulator {
  return ({ url, headers }) => {
    if (url.hostname !== 'truthsocial.com') return null;
    if (!url.pathname.startsWith('/api/')) return pageAt(url.pathname, params);
    if (headers['authorization'] === BEARER.authorization) return apiAnswer(url, params);
    const isPlain = headers['referer'] === `${SITE}/`;
    if (params.open === 'none' || (params.open === 'page' && isPlain)) return params.refusal ?? BLOCKED;
    return url.pathname.startsWith('/api/v1/accounts/') && !url.pathname.includes('/follow')
      ? apiAnswer(url, params)
      : { status: 401, body: { error: 'This method requires an authenticated user' } };
  };
}

function pageAt(path: string, params: TruthSocialParams): SimulatedAnswer {
  const calls = params.isLoggedIn === false ? [] : callsOf(path, params);
  const script = `(async () => { for (const url of ${JSON.stringify(calls)}) await fetch(url, { headers: ${JSON.stringify(BEARER)} }); })();`;
  return {
    body: `<!doctype html><html><head><title>Truth Social</title></head><body><div id="soapbox"></div><script>${script}</script></body></html>`,
    asks: calls.map((url) => ({ url, headers: BEARER })),
  };
}

/** What a page asks for while it is scrolled to its end. */
function callsOf(path: string, { posts = 50, answers = 45, listed = 45 }: TruthSocialParams): readonly string[] {
  const status = /\/(\d{10,})$/.exec(path)?.[1];
  const pieces = (count: number): number[] => indexesOf(0, Math.max(1, Math.ceil(count / PER_PAGE)), Infinity);
  if (status !== undefined)
    return [
      `${SITE}/api/v1/statuses/${status}`,
      ...pieces(status === POST ? answers : 1).map(
        (n) => `${SITE}/api/v2/statuses/${status}/context/descendants?sort=trending&offset=${n * PER_PAGE}`,
      ),
      ...pieces(listed).map((n) => `${SITE}/api/v1/statuses/${status}/favourited_by?offset=${n * PER_PAGE}`),
      ...pieces(listed).map((n) => `${SITE}/api/v1/statuses/${status}/reblogged_by?offset=${n * PER_PAGE}`),
    ];
  const list = /\/(followers|following)$/.exec(path)?.[1];
  return [
    `${SITE}/api/v1/accounts/lookup?acct=owner`,
    ...(list === undefined
      ? pieces(posts).map(
          (n) => `${SITE}/api/v1/accounts/${OWNER}/statuses?exclude_replies=true${n === 0 ? '' : `&max_id=${postId(n * PER_PAGE - 1)}`}`,
        )
      : pieces(listed).map((n) => `${SITE}/api/v1/accounts/${OWNER}/${list}?offset=${n * PER_PAGE}`)),
  ];
}

function apiAnswer({ pathname, searchParams: query, href }: URL, params: TruthSocialParams): SimulatedAnswer {
  const { posts = 50, answers = 45, listed = 45 } = params;
  if (pathname === '/api/v1/accounts/lookup')
    return query.get('acct') === 'owner' ? { body: owner(params) } : { status: 404, body: { error: 'Record not found' } };
  if (pathname === `/api/v1/accounts/${OWNER}/statuses`) return { body: postList(query, posts, params) };
  if (pathname === `/api/v1/statuses/${POST}`) return { body: { ...status(POST, null, answers, 2), ...params.post } };
  const status0 = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname)?.[1];
  if (status0 !== undefined) return { body: status(status0, POST, 2) };
  const below = /^\/api\/v2\/statuses\/(\d+)\/context\/descendants$/.exec(pathname)?.[1];
  if (below === POST) return piece(href, answers, answersAt);
  if (below !== undefined) return piece(href, 2, (n) => [status(childId(below, n), below, 0)]);
  const list = /\/(favourited_by|reblogged_by|followers|following)$/.exec(pathname)?.[1];
  return list === undefined ? { status: 404, body: { error: 'Record not found' } } : piece(href, listed, (n) => [account(n + 10)]);
}

/** A piece of a list that goes on by a link. */
function piece(href: string, count: number, rowsAt: (index: number) => readonly object[]): SimulatedAnswer {
  const url = new URL(href);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const next = new URL(href);
  next.searchParams.set('offset', String(offset + PER_PAGE));
  const link = offset + PER_PAGE < count ? { link: `<${next.href}>; rel="next"` } : {};
  return { headers: { 'content-type': 'application/json', ...link }, body: indexesOf(offset, PER_PAGE, count).flatMap(rowsAt) };
}

const answerId = (index: number): string => `1167100000000${String(10_000 + index)}`;
const childId = (parent: string, index: number): string => `1168${parent.slice(-8)}0000${index}0`;
const postId = (index: number): string => String(116_600_000_000n - BigInt(index)).padEnd(18, '0');

/** A direct answer; of the two answers to every tenth one comes along. */
function answersAt(index: number): readonly object[] {
  const id = answerId(index);
  const row = status(id, POST, index % 10 === 3 ? 2 : 0, index);
  return index % 10 === 3 ? [row, status(childId(id, 0), id, 0)] : [row];
}

function owner({ account: fields, posts = 50 }: TruthSocialParams): object {
  return {
    ...account(0),
    id: OWNER,
    username: 'owner',
    acct: 'owner',
    display_name: 'The Owner',
    verified: true,
    statuses_count: posts,
    ...fields,
  };
}

function account(index: number) {
  return {
    id: `1077900000000${String(10_000 + index)}`,
    username: `user${index}`,
    acct: `user${index}`,
    display_name: `User ${index}`,
    locked: false,
    note: index % 2 === 0 ? `<p>About ${index}</p>` : '<p></p>',
    url: `${SITE}/@user${index}`,
    avatar: `https://static-assets-1.truthsocial.com/a${index}.jpeg`,
    verified: false,
    followers_count: 45,
    following_count: 45,
    statuses_count: 3,
    unauth_visibility: true,
  };
}

function status(id: string, parent: string | null, replies: number, index = 1): object {
  return {
    id,
    created_at: new Date(EPOCH + Number(id.slice(-5)) * 1000).toISOString(),
    in_reply_to_id: parent,
    url: `${SITE}/@user${index}/${id}`,
    content: `<p><span class="h-card"><a href="${SITE}/@owner" class="u-url mention">@<span>owner</span></a></span> words ${id} &amp; <a href="https://example.org/a/long/${index}">example.org/a/lo…</a></p><p>two<br />lines</p>`,
    account: index === 2 ? { ...account(0), id: OWNER, acct: 'owner' } : account(index),
    media_attachments: index === 4 ? [{ id: '1', type: 'gifv', url: 'https://static-assets-1.truthsocial.com/m.mp4' }] : [],
    language: index % 2 === 0 ? 'en' : null,
    edited_at: index === 5 ? '2026-07-01T00:00:00.000Z' : null,
    favourites_count: 45,
    replies_count: replies,
    reblogs_count: 45,
    pinned: index === 0,
    quote: null,
    group: null,
    title: null,
  };
}

function postList(query: URLSearchParams, count: number, params: TruthSocialParams): readonly object[] {
  const below = query.get('max_id');
  const first = below === null ? 0 : indexesOf(0, count, count).findIndex((index) => postId(index) === below) + 1;
  const hasReplies = query.get('exclude_replies') === 'false';
  return indexesOf(first, Number(query.get('limit') ?? PER_PAGE), count).map((index) => ({
    ...status(postId(index), hasReplies && index % 5 === 0 ? POST : null, 1, index),
    account: owner(params),
    ...(index === 3
      ? { reblog: { ...status('116500000000000000', null, 3, 4), content: '<p>What another said</p>' }, content: '', media_attachments: [] }
      : {}),
    ...(index === 6 ? { quote: { url: `${SITE}/@user9/1` }, group: { display_name: 'A Group' }, title: 'A Title' } : {}),
  }));
}
