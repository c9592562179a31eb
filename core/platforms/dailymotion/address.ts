import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'channel';

const SHORT = 'dai.ly';
const PARTNER = 'lequipe.fr';
/** `x8abcde`, in old addresses with words behind it; private videos have a longer key that begins with `k`. */
const VIDEO = /^([xk][\da-z]{4,22})(?:_[^/]*)?$/i;
const NAME = /^[\w.-]+$/;
/** Two letters, or two and two: the language that a page is shown in. */
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
/** First parts of addresses that are the site's own and no channel. */
const SITE_PAGES = new Set([
  'about',
  'archived',
  'browse',
  'channel',
  'channels',
  'cdn',
  'crawler',
  'embed',
  'explore',
  'featured',
  'feed',
  'fr',
  'hub',
  'jobs',
  'legal',
  'library',
  'live',
  'login',
  'partner',
  'player',
  'playlist',
  'register',
  'search',
  'settings',
  'signin',
  'swf',
  'topic',
  'upload',
  'video',
  'videos',
]);

/** What an address names; null where it is nothing of Dailymotion that could be exported. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const { host, query } = url;
  if (host === SHORT) return url.segments.length === 1 ? videoAt(url.segments[0]) : null;
  const segments = url.segments.length > 1 && LANGUAGE.test(url.segments[0] ?? '') ? url.segments.slice(1) : url.segments;
  const [first = '', second, third] = segments;
  if (host === PARTNER) return first === 'video' ? videoAt(second) : null;
  if (!isHost(url, 'dailymotion.com')) return null;
  if (host === 'geo.dailymotion.com') return first.startsWith('player') ? videoAt(query.get('video')) : null;
  if (first === 'embed' || first === 'swf') return second === 'video' ? videoAt(third) : null;
  if (first === 'video') return videoAt(second);
  if (first === 'user') return channelAt(second);
  return segments.length === 1 || second === 'videos' ? channelAt(first) : null;
}

function videoAt(given: string | null | undefined): NamedPlace<Kind> | null {
  const id = VIDEO.exec(given ?? '')?.[1];
  return id === undefined ? null : { kind: 'video', params: { video: id } };
}

function channelAt(given: string | undefined): NamedPlace<Kind> | null {
  if (given === undefined || !NAME.test(given) || SITE_PAGES.has(given.toLowerCase()) || /\.\w+$/.test(given)) return null;
  return { kind: 'channel', params: { channel: given } };
}
