import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type TikTokPlace = NamedPlace<'video' | 'profile' | 'short-link'>;
type Address = Pick<PastedUrl, 'host' | 'segments' | 'query'>;

const PAGE_HOSTS = new Set(['tiktok.com', 'm.tiktok.com', 'us.tiktok.com', 'lite.tiktok.com']);
const SHORT_HOSTS = new Set(['vm.tiktok.com', 'vt.tiktok.com', 't.tiktok.com']);
const HANDLE = /^@([\w.]{1,64})$/;
const VIDEO_ID = /^(\d{6,20})(?:\.html)?$/;
const TOKEN = /^[\w-]{4,}$/;
/** Below a handle, which may be missing (`/@/video/123`). */
const POSTS = new Set(['video', 'photo', 'story']);
/** What may stand before a video's id, besides a handle. */
const WAYS_TO_VIDEO = new Set(['video', 'photo', 'v', 'embed', 'embed/v2', 'embed/v3', 'player/v1', 'share/video', 'i18n/share/video']);

/** What the address names, null where it is nothing of TikTok that could be exported. */
export function placeAt(url: Address): TikTokPlace | null {
  const { host, segments } = url;
  if (SHORT_HOSTS.has(host)) return segments.length === 1 ? shortAt(`https://${host}/`, segments[0] ?? '') : null;
  if (!PAGE_HOSTS.has(host)) return null;
  const [first = '', second = ''] = segments;
  if (first === 't' && segments.length === 2) return shortAt('https://www.tiktok.com/t/', second);
  if (first.startsWith('@')) return ofHandle(url);
  const id = VIDEO_ID.exec(segments.at(-1) ?? '')?.[1];
  return id !== undefined && WAYS_TO_VIDEO.has(segments.slice(0, -1).join('/')) ? { kind: 'video', params: { video: id } } : null;
}

/** As `placeAt`, for where a short link leads: that may name the video in its query alone. */
export function placeOfLead(url: Address): TikTokPlace | null {
  const place = placeAt(url);
  if (place !== null && place.kind !== 'profile') return place;
  const id = VIDEO_ID.exec(url.query.get('item_id') ?? '')?.[1];
  return id === undefined || !PAGE_HOSTS.has(url.host) ? place : { kind: 'video', params: { video: id } };
}

/** The page of a video. Any handle leads to it. */
export function videoPage(video: string, handle: string | null): string {
  return `https://www.tiktok.com/@${handle ?? '_'}/video/${video}`;
}

export function profilePage(handle: string): string {
  return `https://www.tiktok.com/@${handle}`;
}

function ofHandle({ segments, query }: Address): TikTokPlace | null {
  const [first = '', second, third = '', ...rest] = segments;
  const handle = HANDLE.exec(first)?.[1];
  if (second === undefined) return handle === undefined ? null : { kind: 'profile', params: { user: handle, ...secUidOf(query) } };
  const id = VIDEO_ID.exec(third)?.[1];
  if (!POSTS.has(second) || id === undefined || rest.length > 0) return null;
  return { kind: 'video', params: { video: id, ...(handle === undefined ? {} : { user: handle }) } };
}

/** Some shared addresses of profiles carry the id that lists are asked by. */
function secUidOf(query: URLSearchParams): TargetParams {
  const secUid = query.get('sec_uid') ?? query.get('secUid') ?? '';
  return /^[\w-]{20,}$/.test(secUid) ? { secUid } : {};
}

function shortAt(start: string, token: string): TikTokPlace | null {
  return TOKEN.test(token) ? { kind: 'short-link', params: { short: start + token } } : null;
}
