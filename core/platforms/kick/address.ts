import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'clip' | 'channel' | 'chat';

export const SITE = 'https://kick.com';
const HOST = 'kick.com';
const SLUG = /^[\w-]{1,60}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CLIP = /^clip_\w{4,60}$/;
/** Parts of the site: no channel has one of these names. */
const RESERVED = new Set(
  (
    'video videos categories category browse search auth following dashboard popout community-guidelines terms-of-service ' +
    'privacy-policy about mobile'
  ).split(' '),
);

/** What the address names, null where it is nothing that could be exported (a list, a category). */
export function placeAt({ host, segments, query }: Pick<PastedUrl, 'host' | 'segments' | 'query'>): NamedPlace<Kind> | null {
  if (host !== HOST) return null;
  const [first = '', second, third = '', ...further] = segments;
  if (further.length > 0) return null;
  if (first === 'video') return third === '' ? videoAt(second ?? '') : null;
  if (first === 'popout') return third === 'chat' ? ofChannel('chat', second ?? '') : null;
  const shown = query.get('clip') ?? '';
  if (second === undefined) return CLIP.test(shown) && isSlug(first) ? clipAt(shown) : ofChannel('channel', first);
  if (!isSlug(first)) return null;
  if (second === 'chatroom' && third === '') return ofChannel('chat', first);
  if (second === 'videos') return videoAt(third);
  return second === 'clips' ? clipAt(third) : null;
}

function isSlug(name: string): boolean {
  return SLUG.test(name) && !RESERVED.has(name.toLowerCase());
}

function ofChannel(kind: 'channel' | 'chat', name: string): NamedPlace<Kind> | null {
  return isSlug(name) ? { kind, params: { slug: name.toLowerCase() } } : null;
}

function videoAt(video: string): NamedPlace<Kind> | null {
  return UUID.test(video) ? { kind: 'video', params: { video: video.toLowerCase() } } : null;
}

function clipAt(clip: string): NamedPlace<Kind> | null {
  return CLIP.test(clip) ? { kind: 'clip', params: { clip } } : null;
}
