import { indexesOf, redirect, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface PixelfedParams {
  /** Comments of the post 1000. Default 70. Every tenth is answered, and the answer is. */
  readonly comments?: number;
  /** Posts of the profile 7, and accounts of any list. Default 100. */
  readonly listed?: number;
  /** Its pages are shown to members alone. Default false. */
  readonly isClosed?: boolean;
  /** Comments of the post are switched off. Default false. */
  readonly isSilent?: boolean;
}

const HOST = 'pixelfed.example';
const TOKEN = 'Bearer simulated-token';
const OWNER = 7;
const POST = '1000';
const FIRST_COMMENT = 500_000_000_000_000_000n;
const FIRST_TIME = Date.UTC(2024, 4, 1);

/** The server `pixelfed.example` with the profile `owner` (7) and its post 1000, by the routes of its source. */
export function pixelfedSimulator(params: PixelfedParams = {}): Simulator {
  const { comments = 70, listed = 100, isClosed = false, isSilent = false } = params;
  return ({ url, headers }) => {
    if (url.hostname !== HOST) return null;
    const { pathname: path, searchParams: query } = url;
    if (path.startsWith('/api/v1/'))
      return headers['authorization'] === TOKEN ? ofApi(path, query, listed) : { status: 401, body: { error: 'Unauthenticated.' } };
    if (isClosed) return redirect(`https://${HOST}/login`);
    if (path === `/api/v2/profile/owner/status/${POST}`)
      return { body: { status: { ...status(BigInt(POST), null, 0), comments_disabled: isSilent } } };
    const thread = /^\/api\/v2\/comments\/(\d+)\/status\/(\d+)$/.exec(path);
    if (thread !== null && !isSilent) return commentList(thread[1] ?? '', thread[2] ?? '', query, comments);
    if (path === `/api/pixelfed/v1/accounts/${OWNER}/statuses`) return { body: statusList(query, listed) };
    return { status: 404, body: { error: 'Record not found' } };
  };
}

function account(id: number): object {
  const name = id === OWNER ? 'owner' : `user${id}`;
  return {
    id: String(id),
    username: name,
    acct: id === OWNER ? name : `${name}@far.example`,
    display_name: id % 3 === 0 ? '' : `User ${id}`,
    note: id % 2 === 0 ? `<p>About ${id}</p>` : '',
    url: `https://${id === OWNER ? HOST : 'far.example'}/${name}`,
    avatar: `https://${HOST}/storage/avatars/${id}.jpg`,
    created_at: '2020-01-02T03:04:05.000000Z',
    followers_count: 3,
  };
}

function status(id: bigint, parent: string | null, replies: number, by = OWNER): object {
  const number = Number(id % 1_000n);
  return {
    id: String(id),
    url: `https://${HOST}/p/${by === OWNER ? 'owner' : `user${by}`}/${id}`,
    in_reply_to_id: parent ?? '',
    account: account(by),
    content: `<p>Words of ${number} &amp; more</p>`,
    content_text: number % 2 === 0 ? `Words *of* ${number} & <more>` : '',
    created_at: new Date(FIRST_TIME + number * 60_000).toISOString(),
    edited_at: number % 5 === 0 ? new Date(FIRST_TIME + number * 60_000 + 30_000).toISOString() : null,
    favourites_count: number % 9,
    reblogs_count: 1,
    reply_count: replies,
    sensitive: false,
    spoiler_text: '',
    language: null,
    pf_type: parent === null ? 'photo' : 'reply',
    place: null,
    media_attachments: parent === null ? [{ id: '1', type: 'image', url: `https://${HOST}/storage/m/${id}.jpg` }] : [],
  };
}

/** Comments have ids a thousand apart; an answer to one is the next number, an answer to that the one after it. */
function commentList(by: string, of: string, query: URLSearchParams, count: number): SimulatedAnswer {
  const all =
    of === POST
      ? Array.from({ length: count }, (_, index) => FIRST_COMMENT + BigInt(count - 1 - index) * 1_000n + BigInt(count - 1 - index))
      : answersTo(BigInt(of));
  const author = of === POST ? OWNER : accountOf(BigInt(of));
  if (all.length === 0 || String(author) !== by) return { status: 404, body: { error: 'Record not found' } };
  const limit = Math.min(50, Number(query.get('limit') ?? 10));
  const page = Number(query.get('page') ?? 1);
  const data = indexesOf((page - 1) * limit, limit, all.length).map((place) => {
    const id = all[place] ?? 0n;
    return status(id, of, answersTo(id).length, accountOf(id));
  });
  const pages = Math.ceil(all.length / limit);
  return {
    body: {
      data,
      meta: { pagination: { total: all.length, count: data.length, per_page: limit, current_page: page, total_pages: pages } },
    },
  };
}

function levelOf(id: bigint): number {
  const index = (id - FIRST_COMMENT) / 1_000n;
  return Number(((id - FIRST_COMMENT) % 1_000n) - index);
}

function answersTo(id: bigint): readonly bigint[] {
  const index = (id - FIRST_COMMENT) / 1_000n;
  return index % 10n === 0n && levelOf(id) < 2 ? [id + 1n] : [];
}

function accountOf(id: bigint): number {
  return id % 4n === 0n ? OWNER : 100 + Number(id % 1_000n);
}

function statusList(query: URLSearchParams, count: number): readonly object[] {
  const below = BigInt(query.get('max_id') ?? '9999');
  const ids = Array.from({ length: count }, (_, index) => BigInt(2_000 - index)).filter((id) => id < below);
  return ids.slice(0, Number(query.get('limit') ?? 10)).map((id) => status(id, null, 0));
}

function ofApi(path: string, query: URLSearchParams, listed: number): SimulatedAnswer {
  if (path === `/api/v1/statuses/${POST}`) return { body: status(BigInt(POST), null, 0) };
  if (!/^\/api\/v1\/(?:statuses\/1000\/(?:favourited_by|reblogged_by)|accounts\/7\/(?:followers|following))$/.test(path))
    return { status: 404, body: { error: 'Record not found' } };
  const limit = Math.min(80, Number(query.get('limit') ?? 40));
  const first = Number(query.get('cursor') ?? 0);
  const next = first + limit < listed ? { link: `<https://${HOST}${path}?limit=${limit}&cursor=${first + limit}>; rel="next"` } : {};
  return { headers: next, body: indexesOf(first, limit, listed).map((index) => account(200 + index)) };
}
