import { indexesOf, type SimulatedAnswer, type Simulator } from '#test/world/simulator.ts';

export interface PeertubeParams {
  /** Threads of the video. Default 25. Every fifth has four answers of two levels, every sixth is deleted. */
  readonly threads?: number;
  /** Most rows of one answer, whatever is asked for. Default 12. */
  readonly pageSize?: number;
  /** Answers that a tree holds of each comment; the rest has to be asked for, as of the newest servers. Default: all of them, and no count. */
  readonly width?: number;
  /** Videos of an account or a channel. Default 30. */
  readonly videos?: number;
  /** The server may not show the video, and names the one of this host. */
  readonly origin?: string;
  /** Comments are switched off. Default false. */
  readonly isClosed?: boolean;
}

interface Row {
  readonly id: number;
  readonly parent: number | null;
  readonly replies: number;
}

const HOST = 'peertube.example';
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d';
/** The video, as anybody may name it. */
const IDS: ReadonlySet<string> = new Set([UUID, 'kkGMgK9ZtnKfYAgnEtQxbv', '1717']);
const OWNER = 3;
const REPLIES = 4;
const FIRST_THREAD = 40_000;
const NEWEST = Date.UTC(2025, 6, 10);

/** The server `peertube.example`, or that of `origin`, with one video, the account `owner` and the channel `films`. */
export function peertubeSimulator(params: PeertubeParams = {}): Simulator {
  const { origin, videos = 30, pageSize = 12 } = params;
  return ({ url }) => {
    if (url.hostname !== HOST && url.hostname !== origin) return null;
    const [kind = '', name = '', ...rest] = url.pathname.replace(/^\/api\/v1\//, '').split('/');
    if (kind === 'videos') {
      if (!IDS.has(name)) return problem(404, 'Video not found');
      if (origin !== undefined && url.hostname === HOST) return elsewhere(origin);
      return ofVideo(rest, url.searchParams, params);
    }
    const isKnown = (kind === 'accounts' && /^owner(?:@|$)/.test(name)) || (kind === 'video-channels' && /^films(?:@|$)/.test(name));
    if (!isKnown || rest[0] !== 'videos') return problem(404, 'Account not found');
    const { start, count } = pageOf(url.searchParams, pageSize);
    return { body: { total: videos, data: indexesOf(start, count, videos).map(listedVideo) } };
  };
}

function problem(status: number, detail: string, more: object = {}): SimulatedAnswer {
  const headers = { 'content-type': 'application/problem+json' };
  return { status, headers, body: JSON.stringify({ type: 'about:blank', title: 'Error', status, detail, ...more }) };
}

function elsewhere(origin: string): SimulatedAnswer {
  const more = { code: 'does_not_respect_follow_constraints', originUrl: `https://${origin}/videos/watch/${UUID}` };
  return problem(403, 'Cannot get this video regarding follow constraints', more);
}

function pageOf(query: URLSearchParams, most: number): { readonly start: number; readonly count: number } {
  return { start: Number(query.get('start') ?? 0), count: Math.min(most, Number(query.get('count') ?? 15)) };
}

function ofVideo([what, id, more]: readonly string[], query: URLSearchParams, params: PeertubeParams): SimulatedAnswer {
  const { threads = 25, pageSize = 12, isClosed = false } = params;
  const count = isClosed ? 0 : threads;
  if (what === undefined)
    return { body: video(0, { comments: count, commentsEnabled: !isClosed, commentsPolicy: { id: isClosed ? 2 : 1, label: '' } }) };
  if (what === 'comment-threads' && id === undefined) return threadList(query, count, pageSize);
  const row = rowOf(Number(id), count);
  if (row === null) return problem(404, 'Video comment not found');
  if (what === 'comment-threads') return { body: tree(row, params.width) };
  if (what !== 'comments' || more !== 'replies') return problem(404, 'Not found');
  const page = pageOf(query, pageSize);
  const children = childrenOf(row);
  return {
    body: { total: children.length, data: children.slice(page.start, page.start + page.count).map((child) => tree(child, params.width)) },
  };
}

function threadList(query: URLSearchParams, count: number, most: number): SimulatedAnswer {
  const { start, count: rows } = pageOf(query, most);
  const newest = Array.from({ length: count }, (_, place) => FIRST_THREAD + 10 * (count - 1 - place));
  const sort = query.get('sort') ?? '-createdAt';
  const ids =
    sort === '-createdAt'
      ? newest
      : sort === 'createdAt'
        ? newest.toReversed()
        : newest.toSorted((one, other) => repliesOf(other) - repliesOf(one));
  const data = ids.slice(start, start + rows).map((id) => comment(thread(id)));
  return { body: { total: count, totalNotDeletedComments: count, data } };
}

function repliesOf(id: number): number {
  return ((id - FIRST_THREAD) / 10) % 5 === 0 ? REPLIES : 0;
}

function thread(id: number): Row {
  return { id, parent: null, replies: repliesOf(id) };
}

/** Numbers of answers follow that of their thread: three answer it, the fourth the first of them. */
function rowOf(id: number, count: number): Row | null {
  const root = id - (id % 10);
  const place = id - root;
  if (root < FIRST_THREAD || root >= FIRST_THREAD + 10 * count || place > repliesOf(root)) return null;
  return place === 0 ? thread(root) : { id, parent: place === REPLIES ? root + 1 : root, replies: place === 1 ? 1 : 0 };
}

function childrenOf({ id, replies, parent }: Row): readonly Row[] {
  if (parent !== null) return replies === 0 ? [] : [{ id: id - (id % 10) + REPLIES, parent: id, replies: 0 }];
  return Array.from({ length: Math.max(0, replies - 1) }, (_, place): Row => ({
    id: id + place + 1,
    parent: id,
    replies: place === 0 ? 1 : 0,
  }));
}

function tree(row: Row, width: number | undefined): object {
  const children = childrenOf(row);
  const given = children.slice(0, width ?? children.length).map((child) => tree(child, width));
  return { comment: comment(row), children: given, ...(width === undefined ? {} : { totalChildren: children.length }) };
}

function comment({ id, parent, replies }: Row): object {
  const number = (id - (id % 10) - FIRST_THREAD) / 10;
  const isDeleted = parent === null && number % 6 === 4;
  const at = new Date(NEWEST + (id - FIRST_THREAD) * 60_000).toISOString();
  return {
    id,
    url: `https://far.example/comments/${id}`,
    text: isDeleted ? '' : textOf(id),
    threadId: id - (id % 10),
    inReplyToCommentId: parent,
    videoId: 1717,
    createdAt: at,
    updatedAt: at,
    deletedAt: isDeleted ? at : null,
    heldForReview: false,
    isDeleted,
    totalRepliesFromVideoAuthor: 0,
    totalReplies: replies,
    account: isDeleted ? null : account(id % 7 === 0 ? OWNER : id),
  };
}

function textOf(id: number): string {
  if (id % 3 === 0)
    return `<p><span class="h-card"><a href="https://${HOST}/accounts/owner" class="u-url mention">@<span>owner</span></a></span> <br />Comment ${id} &amp; <img src="https://far.example/${id}.gif" alt="" /></p>`;
  return id % 3 === 1
    ? `Comment **${id}**\n\nis 2 &lt; 3 <3`
    : `<p>Comment ${id}: <a href="https://far.example/long/way"><span class="invisible">https://</span><span class="ellipsis">far.example/long</span><span class="invisible">/way</span></a></p>`;
}

function account(id: number): object {
  const isLocal = id === OWNER;
  const host = isLocal ? HOST : 'far.example';
  const name = isLocal ? 'owner' : `user${id}`;
  return {
    id,
    url: `https://${host}/accounts/${name}`,
    name,
    host,
    displayName: isLocal ? 'The Owner' : `User ${id}`,
    avatars:
      id % 2 === 0
        ? []
        : [
            { width: 48, path: `/lazy-static/avatars/${id}-48.png`, fileUrl: `https://${HOST}/lazy-static/avatars/${id}-48.png` },
            { width: 120, path: `/lazy-static/avatars/${id}-120.png`, fileUrl: `https://${HOST}/lazy-static/avatars/${id}-120.png` },
          ],
    followersCount: 1,
  };
}

function listedVideo(index: number): object {
  return video(index, { truncatedDescription: `About ${index}`, description: index % 2 === 0 ? `About **${index}** & more...` : null });
}

function video(index: number, more: object): object {
  const uuid = `${String(index).padStart(8, '0')}-0a1e-484a-b099-e80766180a6d`;
  const at = new Date(NEWEST - index * 3_600_000).toISOString();
  return {
    id: 1717 + index,
    uuid,
    shortUUID: `short${index}`,
    url: `https://${HOST}/videos/watch/${uuid}`,
    name: `Video ${index} & more`,
    category: { id: 15, label: 'Science & Technology' },
    language: index % 3 === 0 ? { id: null, label: 'Unknown' } : { id: 'fr', label: 'French' },
    privacy: { id: 1, label: 'Public' },
    nsfw: false,
    duration: 100 + index,
    views: 1_000 + index,
    likes: index,
    dislikes: 0,
    createdAt: at,
    publishedAt: at,
    isLive: false,
    account: account(OWNER),
    channel: { id: 9, name: 'films', host: HOST, displayName: 'Films', url: `https://${HOST}/video-channels/films`, avatars: [] },
    comments: index % 4,
    ...more,
  };
}
