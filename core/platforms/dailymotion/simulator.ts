import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface DailymotionParams {
  /** Comments at top level; every third has `replies` replies. Default 25; 0 is a video without a conversation. */
  readonly comments?: number;
  /** Replies below such a comment; the first two come along. Default 7. */
  readonly replies?: number;
  /** A reply of every comment that was deleted; none by default. */
  readonly deletedReply?: number;
  /** Comments before this one were deleted; by default only the one with number 5 was. */
  readonly deletedUpTo?: number;
  /** Where an answer tells who the writers are. Default `conversation`. */
  readonly usersAt?: 'conversation' | 'comments';
  /** Comments that the public API lists. Default 0. */
  readonly listed?: number;
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

/** The public API: pages by number of at most 100 rows, and never more than 1,000 rows of a list. */
function site(url: URL, params: DailymotionParams): SimulatedAnswer | null {
  const { videoStatus = 200, followers = null, listed = 0 } = params;
  if (url.pathname === '/video/x8abcde')
    return videoStatus === 200 ? { body: { id: 'x8abcde', comments_total: listed } } : refusal(videoStatus, 'video', 'id');
  if (url.pathname === '/video/x8abcde/comments') return listOf(url, listed, listedComment);
  if (!url.pathname.startsWith('/user/')) return refusal(404, 'video', 'id');
  if (url.pathname !== '/user/somebody/followers') return refusal(404, 'user', 'id');
  if (followers === null) return { status: 403, body: { error: { code: 403, message: 'insufficient scope', type: 'access_forbidden' } } };
  return listOf(url, followers, follower);
}

function refusal(status: number, object: string, parameter: string): SimulatedAnswer {
  const error =
    status === 404
      ? {
          code: 404,
          message: `Can't find object ${object} for \`${parameter}' parameter`,
          type: 'not_found',
          error_data: { reason: 'object_not_found' },
        }
      : { code: status, message: 'You do not have the right to see this.', type: 'access_forbidden' };
  return { status, body: { error } };
}

function listOf(url: URL, total: number, row: (index: number) => object): SimulatedAnswer {
  const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
  if (limit > 100 || page * limit > 1000)
    return { status: 400, body: { error: { code: 400, message: 'Invalid value', type: 'invalid_parameter' } } };
  const first = (page - 1) * limit;
  const list = Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, index) => row(first + index));
  return { body: { page, limit, explicit: false, total, has_more: first + limit < total, list } };
}

function follower(index: number): object {
  return {
    id: `u${index}`,
    username: `person${index}`,
    screenname: `Person ${index}`,
    url: `https://www.dailymotion.com/person${index}`,
    description: '',
  };
}

function listedComment(index: number): object {
  return {
    id: `m${index}`,
    message: `Words ${index} &amp; more<br />below`,
    created_time: START + index * 60,
    'owner.id': `u${index}`,
    'owner.username': `person${index}`,
    'owner.screenname': `Person ${index}`,
  };
}

function page({ body }: SimulatedRequest, params: DailymotionParams): SimulatedAnswer {
  const { sort_by: sort, offset, count, parent_id: parent, child_count: children } = JSON.parse(body) as Asked;
  const { comments = 25, replies = 7, usersAt = 'conversation' } = params;
  if (comments === 0) return { body: {} };
  const size = parent === undefined ? comments : replies;
  const order = Array.from({ length: size }, (_, index) =>
    sort === 'newest' ? size - 1 - index : sort === 'best' ? (index * 11) % size : index,
  );
  const rows = order
    .slice(offset, offset + count)
    .map((index) => (parent === undefined ? comment(index, children, params) : reply(parent, index, params)));
  const isBeside = usersAt === 'comments';
  return {
    body: {
      conversation: {
        sort_by: sort,
        comments: isBeside ? rows.map((each) => ({ ...each, users: usersOf([each]) })) : rows,
        users: isBeside ? {} : usersOf(rows),
        has_next: offset + count < size,
        offset: offset + rows.length,
        comments_count: comments,
        replies_count: Math.ceil(comments / 3) * replies,
        messages_count: comments + Math.ceil(comments / 3) * replies,
      },
    },
  };
}

/** A picture beginning with # is one that stands in for a picture. */
function usersOf(rows: readonly Row[]): object {
  const ids = rows.flatMap((each) => [each.user_id, ...each.replies.map(({ user_id: id }) => id)]);
  const picture = (id: string): string => (id === 'u1' ? 'abc123' : id === 'u3' ? '#Blue-Dog' : '');
  return Object.fromEntries(
    ids.map((id) => [id, { id, display_name: `Person ${id}`, user_name: `name_${id}`, image_id: picture(id), registered: true }]),
  );
}

interface Row {
  readonly user_id: string;
  readonly replies: readonly Row[];
}

function comment(index: number, children: number, params: DailymotionParams): Row {
  const { replies = 7, deletedUpTo = 0 } = params;
  const count = index % 3 === 0 ? replies : 0;
  const id = `c${index}`;
  const isDeleted = deletedUpTo === 0 ? index === 5 : index < deletedUpTo;
  return row(id, index, {
    parent_id: '',
    depth: 0,
    replies_count: count,
    total_replies_count: count,
    replies: Array.from({ length: Math.min(children, count) }, (_, below) => reply(id, below, params)),
    has_next: count > children,
    offset: Math.min(children, count),
    ...(isDeleted ? { deleted: true, content: [] } : {}),
    ...(index === 4 ? { edited: true } : {}),
  });
}

function reply(parent: string, index: number, { deletedReply }: DailymotionParams): Row {
  const gone = index === deletedReply ? { deleted: true, content: [] } : {};
  return row(`${parent}_r${index}`, index, {
    parent_id: parent,
    root_comment: parent,
    depth: 1,
    replies_count: 0,
    replies: [],
    has_next: false,
    ...gone,
  });
}

function row(id: string, index: number, more: object): Row {
  return {
    id,
    root_comment: id,
    user_id: `u${index}`,
    written_at: START + index * 60,
    time: START + index * 60,
    status: 'default',
    published: true,
    content: [
      { type: 'text', id: `t${index}`, text: `<p>Comment ${id} &amp; more</p>` },
      { type: 'text', text: 'second<br>part' },
      ...(index === 2 ? [{ type: 'animation', originalUrl: 'https://cdn.example/a.gif' }] : []),
    ],
    rank: { ranks_up: index, ranks_down: 1, ranked_by_current_user: 0 },
    stars: 0,
    edited: false,
    deleted: false,
    ...more,
  } as unknown as Row;
}
