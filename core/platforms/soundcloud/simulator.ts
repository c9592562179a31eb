import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

interface SoundcloudParams {
  /** Comments of any track, replies included. Default 500. */
  readonly comments?: number;
  /** People in any list of people, tracks and likes of any user. Default 450. */
  readonly listed?: number;
  /** Every so many pages of people one is empty and goes on; 0: none. Default 3. */
  readonly emptyEvery?: number;
  /** The first so many calls of the API are refused with 401, as with an outdated client id. Default 0. */
  readonly outdatedCalls?: number;
  /** True: the wall before the API refuses lists of tracks to programs, as since February 2026, and nothing else. */
  readonly refusesTracks?: boolean;
}

const CLIENT_ID = '0123456789abcdefghijABCDEFGHIJkl';
/** A script of the site, which names the client id too. */
const SCRIPT = 'https://a-v2.sndcdn.com/assets/55-0a1b2c3d.js';
const TRACK = 1001;
const USER = 2001;
const FIRST_COMMENT_TIME = Date.UTC(2024, 0, 1);
/** In a thread of four the last two answer the first. */
const THREAD = 4;

const FORBIDDEN: SimulatedAnswer = { status: 403, headers: { 'x-datadome': 'protected' }, body: {} };

/** SoundCloud with one track (`/somebody/a-track`, id 1001) and one user (`/somebody`, id 2001). */
export function soundcloudSimulator(params: SoundcloudParams): Simulator {
  const comments = params.comments ?? 500;
  const listed = params.listed ?? 450;
  const emptyEvery = params.emptyEvery ?? 3;
  let toRefuse = params.outdatedCalls ?? 0;
  return ({ url }) => {
    if (url.hostname === 'soundcloud.com') return { body: frontPage() };
    if (url.href === SCRIPT)
      return {
        headers: { 'content-type': 'application/javascript' },
        body: `const e={app_version:"1",client_id:"${CLIENT_ID}",env:"production"}`,
      };
    if (url.hostname !== 'api-widget.soundcloud.com' && url.hostname !== 'api-v2.soundcloud.com') return null;
    if (url.searchParams.get('client_id') !== CLIENT_ID || toRefuse-- > 0) return { status: 401, body: {} };
    if (url.pathname === '/resolve') return resolve(url.searchParams.get('url') ?? '', comments, listed);
    if (/^\/stream\/users\/\d+$/.test(url.pathname)) return pageOf(url, 2 * listed, emptyEvery, streamed);
    const list = /^\/(?:tracks|users)\/\d+\/(\w+)$/.exec(url.pathname)?.[1];
    if (list === 'comments') return commentPage(url, comments);
    if (list === 'tracks' && params.refusesTracks === true) return FORBIDDEN;
    if (list === 'tracks' || list === 'likes') return pageOf(url, listed, emptyEvery, list === 'tracks' ? track : like);
    return list === undefined ? { status: 404, body: {} } : pageOf(url, listed, emptyEvery, (index) => user(10_000 + index));
  };
}

function frontPage(): string {
  const state = [
    { hydratable: 'anonymousId', data: 'x' },
    { hydratable: 'apiClient', data: { id: CLIENT_ID, isExpiring: false } },
  ];
  return `<!DOCTYPE html><html><body><script>window.__sc_hydration = ${JSON.stringify(state)};</script><script crossorigin src="${SCRIPT}"></script></body></html>`;
}

function resolve(address: string, comments: number, listed: number): SimulatedAnswer {
  if (address === 'https://soundcloud.com/somebody')
    return { body: { ...user(USER), followers_count: listed, followings_count: listed, track_count: listed } };
  if (address === 'https://soundcloud.com/somebody/a-track')
    return { body: { kind: 'track', id: TRACK, commentable: true, comment_count: comments, likes_count: listed, reposts_count: listed } };
  return { status: 404, body: {} };
}

function user(id: number): object {
  const permalink = `user-${id}`;
  return {
    id,
    kind: 'user',
    username: permalink,
    full_name: `User ${id}`,
    permalink,
    permalink_url: `https://soundcloud.com/${permalink}`,
    avatar_url: `https://i1.sndcdn.com/avatars-${id}-large.jpg`,
    verified: false,
    description: id % 3 === 0 ? '' : `About ${id}`,
  };
}

function track(index: number): object {
  return {
    id: 50_000 + index,
    kind: 'track',
    title: `Track ${index}`,
    permalink_url: `https://soundcloud.com/somebody/track-${index}`,
    created_at: instant(-index),
    likes_count: index,
    comment_count: index % 20,
    user: user(USER),
  };
}

/** What a user has put up, and what of others between it: every second entry is a repost of either kind or a playlist. */
function streamed(index: number): object {
  const entry = { created_at: instant(-index), user: user(USER), uuid: `00000000-0000-0000-0000-${index}`, caption: null };
  if (index % 2 === 0) return { ...entry, type: 'track', track: track(index / 2) };
  const others = { ...track(80_000 + index), user: user(77) };
  if (index % 3 === 0) return { ...entry, type: 'track-repost', track: others };
  return { ...entry, type: index % 3 === 1 ? 'playlist' : 'playlist-repost', playlist: others };
}

function like(index: number): object {
  const liked = track(index);
  return { created_at: instant(-index), kind: 'like', ...(index % 5 === 0 ? { playlist: liked } : { track: liked }) };
}

function comment(index: number): object {
  const place = index % THREAD;
  const first = index - place;
  return {
    kind: 'comment',
    id: 900_000 + index,
    body: place < 2 ? `Comment ${index}` : `@user-${first}: reply ${index}`,
    created_at: instant(index),
    timestamp: 1000 * first,
    track_id: TRACK,
    user: user(index),
  };
}

/** Without replies only the first two of each thread; the order is that of the indexes either way. */
function commentPage(url: URL, count: number): SimulatedAnswer {
  const withReplies = url.searchParams.get('threaded') === '1';
  const all = Array.from({ length: count }, (_, index) => index).filter((index) => withReplies || index % THREAD < 2);
  if (url.searchParams.get('sort') === 'newest' && !withReplies) all.reverse();
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 10);
  const collection = all.slice(offset, offset + limit).map(comment);
  return { body: { collection, next_href: nextHref(url, offset + limit, all.length), query_urn: null } };
}

function pageOf(url: URL, count: number, emptyEvery: number, entry: (index: number) => object): SimulatedAnswer {
  const limit = Number(url.searchParams.get('limit') ?? 20);
  const [start = 0, empties = 0] = (url.searchParams.get('offset') ?? '0,0').split(',').map(Number);
  const page = start / limit + empties;
  const isEmpty = emptyEvery > 0 && start > 0 && page % emptyEvery === emptyEvery - 1;
  const size = isEmpty ? 0 : Math.max(0, Math.min(limit, count - start));
  const next = isEmpty ? `${start},${empties + 1}` : `${start + limit},${empties}`;
  const collection = Array.from({ length: size }, (_, place) => entry(start + place));
  return { body: { collection, next_href: nextHref(url, next, start + size < count ? Infinity : 0), query_urn: null } };
}

/** The address of the next page, without the client id; null where nothing is left. */
function nextHref(url: URL, offset: number | string, end: number): string | null {
  if (typeof offset === 'number' ? offset >= end : end === 0) return null;
  const next = new URL(url);
  next.searchParams.delete('client_id');
  next.searchParams.set('offset', String(offset));
  return next.href;
}

function instant(minutes: number): string {
  return `${new Date(FIRST_COMMENT_TIME + 60_000 * minutes).toISOString().slice(0, 19)}Z`;
}
