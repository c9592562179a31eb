import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'profile' | 'short';

export const SITE = 'https://www.douyin.com';
const HOST = 'douyin.com';
const SHARE_HOSTS = new Set(['iesdouyin.com', 'm.douyin.com']);
const SHORT_HOST = 'v.douyin.com';
const ID = /^\d{19}$/;
const SEC_UID = /^MS4wLjABAAAA[\w-]{10,120}$/;
const CODE = /^[\w-]{4,40}$/;
const POSTS = new Set(['video', 'note', 'slides']);

/** What the address names, null where it is nothing that could be exported (a live room, a hashtag, a collection). */
export function placeAt({ host, segments, query }: Pick<PastedUrl, 'host' | 'segments' | 'query'>): NamedPlace<Kind> | null {
  const [first = '', second = '', third] = segments;
  if (host === SHORT_HOST)
    return segments.length === 1 && CODE.test(first) ? { kind: 'short', params: { short: `https://${SHORT_HOST}/${first}/` } } : null;
  if (SHARE_HOSTS.has(host)) return first === 'share' ? shared(second, third, query) : null;
  if (host !== HOST) return null;
  const shown = query.get('modal_id') ?? '';
  if (ID.test(shown)) return { kind: 'video', params: { video: shown } };
  if (segments.length !== 2) return null;
  if (POSTS.has(first)) return videoAt(second);
  return first === 'user' ? profileAt(second) : null;
}

/** The page of a video or a note: one leads to the other. */
export function videoPage(video: string): string {
  return `${SITE}/video/${video}`;
}

export function profilePage(user: string): string {
  return `${SITE}/user/${user}`;
}

function shared(what: string, id: string | undefined, query: URLSearchParams): NamedPlace<Kind> | null {
  if (POSTS.has(what)) return videoAt(id ?? '');
  return what === 'user' ? (profileAt(query.get('sec_uid') ?? '') ?? profileAt(id ?? '')) : null;
}

function videoAt(video: string): NamedPlace<Kind> | null {
  return ID.test(video) ? { kind: 'video', params: { video } } : null;
}

function profileAt(user: string): NamedPlace<Kind> | null {
  return SEC_UID.test(user) ? { kind: 'profile', params: { user } } : null;
}
