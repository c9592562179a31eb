import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of a server names, told by its path alone. */
type Place = NamedPlace<'video' | 'account' | 'channel'>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A UUID in base 58. */
const SHORT = /^[1-9A-HJ-NP-Za-km-z]{22}$/;
const NUMBER = /^\d{1,10}$/;
const DIGITS = /^\d+$/;
const NAME = /^[\w.-]+(?:@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+(?::\d+)?)?$/i;
/** Pages of an account or a channel that hold no videos. */
const NO_VIDEOS = new Set(['about', 'followers', 'following']);

/** What the address names; null where nothing in it is PeerTube's. */
export function placeAt({ protocol, href, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const { host } = new URL(href);
  const [first, second = '', third, ...rest] = segments;
  if (first === 'w' && third === undefined) return videoPlace(host, second, [UUID, SHORT]);
  if (first === 'videos' && (second === 'watch' || second === 'embed') && rest.length === 0)
    return videoPlace(host, third ?? '', [UUID, SHORT, NUMBER]);
  const name = rest.length === 0 && NAME.test(second) ? second : null;
  if (name === null) return null;
  const account = { kind: 'account', params: { host, name } } as const;
  const channel = { kind: 'channel', params: { host, name } } as const;
  if (first === 'a') return [undefined, 'videos', 'video-channels'].includes(third) && !DIGITS.test(name) ? account : null;
  if (first === 'c') return third === 'videos' || third === 'video-playlists' ? channel : null;
  if (third !== undefined && NO_VIDEOS.has(third)) return null;
  if (first === 'accounts') return account;
  return first === 'video-channels' ? channel : null;
}

/** The id may have a parameter of its own behind it: `<id>;threadId=12`. */
function videoPlace(host: string, part: string, forms: readonly RegExp[]): Place | null {
  const video = part.split(';', 1)[0] ?? '';
  return forms.some((form) => form.test(video)) ? { kind: 'video', params: { host, video } } : null;
}
