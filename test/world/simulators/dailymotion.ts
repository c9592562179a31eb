import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface DailymotionParams {
  /** Comments at top level; every third has `replies` replies. Default 25; 0 is a video without a conversation. */
  readonly comments?: number;
  /** Replies below such a comment; the first two come along. Default 7. */
  readonly replies?: number;
  /** After so many pages a token is over. */
  readonly tokenLasts?: number;
  /** Status that every page is refused with. */
  readonly status?: number;
  /** What the site says of the video itself. Default 200. */
  readonly videoStatus?: number;
  /** People in the list of followers; null where it is refused. Default null. */
  readonly followers?: number | null;
}

interface Asked {
  readonly sort_by: string;
  readonly offset: number;
  readonly count: number;
  readonly parent_id?: string;
  readonly child_count: number;
}

const START = Date.UTC(2025, 0, 1) / 1000;

/** The comment service of Dailymotion with the video x8abcde, and the followers of the channel `somebody`. */
export function dailymotionSimulator(params: DailymotionParams): Simulator {
  let tokens = 0;
  let pages = 0;
  return (request) => {
    const { url, headers } = request;
    if (url.hostname === 'api.dailymotion.com') return site(url, params);
    if (url.hostname !== 'api-2-0.spot.im' || headers['x-spot-id'] !== 'sp_vWPN1lBu') return null;
    if (url.pathname === '/v1.0.0/authenticate') {
      tokens += 1;
      pages = 0;
      return { headers: { 'x-access-token': `token-${tokens}` }, body: {} };
    }
    if (params.status) return { status: params.status, body: 'no' };
    pages += 1;
    const isOver = params.tokenLasts !== undefined && pages > params.tokenLasts;
    if (isOver || headers['x-access-token'] !== `token-${tokens}`) return { status: 401, body: {} };
    return headers['x-post-id'] === 'x8abcde' ? page(request, params) : { body: {} };
  };
}

function site(url: URL, { videoStatus = 200, followers = null }: DailymotionParams): SimulatedAnswer | null {
  if (url.pathname.startsWith('/video/')) return { status: videoStatus, body: { id: 'x8abcde' } };
  if (url.pathname !== '/user/somebody/followers') return null;
  if (followers === null) return { status: 403, body: { error: { code: 403, message: 'insufficient scope' } } };
  const [number, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
  const first = (number - 1) * limit;
  const list = Array.from({ length: Math.max(0, Math.min(limit, followers - first)) }, (_, index) => ({
    id: `u${first + index}`,
    username: `person${first + index}`,
    screenname: `Person ${first + index}`,
    url: `https://www.dailymotion.com/person${first + index}`,
    description: '',
  }));
  return { body: { page: number, limit, total: followers, has_more: first + limit < followers, list } };
}

function page({ body }: SimulatedRequest, params: DailymotionParams): SimulatedAnswer {
  const { sort_by: sort, offset, count, parent_id: parent, child_count: children } = JSON.parse(body) as Asked;
  const { comments = 25, replies = 7 } = params;
  if (comments === 0) return { body: {} };
  const size = parent === undefined ? comments : replies;
  const order = Array.from({ length: size }, (_, index) =>
    sort === 'newest' ? size - 1 - index : sort === 'best' ? (index * 11) % size : index,
  );
  const rows = order
    .slice(offset, offset + count)
    .map((index) => (parent === undefined ? comment(index, replies, children) : reply(parent, index)));
  const authors = rows.flatMap((row) => [row.user_id, ...row.replies.map((each) => each.user_id)]);
  return {
    body: {
      conversation: {
        comments: rows,
        users: Object.fromEntries(authors.map((id) => [id, { id, display_name: `Person ${id}`, image_id: id === 'u1' ? 'abc123' : '' }])),
        has_next: offset + count < size,
        offset: offset + rows.length,
        comments_count: comments,
        messages_count: comments + Math.ceil(comments / 3) * replies,
      },
    },
  };
}

interface Row {
  readonly user_id: string;
  readonly replies: readonly Row[];
}

function comment(index: number, replies: number, children: number): Row {
  const count = index % 3 === 0 ? replies : 0;
  const id = `c${index}`;
  return row(id, index, {
    parent_id: '',
    replies_count: count,
    total_replies_count: count,
    replies: Array.from({ length: Math.min(children, count) }, (_, below) => reply(id, below)),
    has_next: count > children,
    ...(index === 5 ? { deleted: true, content: [] } : {}),
    ...(index === 4 ? { edited: true } : {}),
  });
}

function reply(parent: string, index: number): Row {
  return row(`${parent}_r${index}`, index, { parent_id: parent, replies_count: 0, replies: [] });
}

function row(id: string, index: number, more: object): Row {
  return {
    id,
    root_comment: id,
    user_id: `u${index}`,
    written_at: START + index * 60,
    content: [
      { type: 'text', text: `<p>Comment ${id} &amp; more</p>` },
      { type: 'text', text: 'second<br>part' },
      ...(index === 2 ? [{ type: 'animation', originalUrl: 'https://cdn.example/a.gif' }] : []),
    ],
    rank: { ranks_up: index, ranks_down: 1 },
    edited: false,
    deleted: false,
    ...more,
  } as unknown as Row;
}
