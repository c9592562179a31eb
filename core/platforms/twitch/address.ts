import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'clip' | 'channel';

const HOSTS = new Set(['twitch.tv', 'm.twitch.tv', 'go.twitch.tv']);
const PLAYER = 'player.twitch.tv';
const CLIPS = 'clips.twitch.tv';
const ID = /^v?(\d+)$/;
const SLUG = /^[\w-]+$/;
const LOGIN = /^[a-z0-9]\w{1,24}$/i;
/** First parts of addresses that are the site's own and no channel. */
const SITE_PAGES = new Set([
  'bits',
  'category',
  'clip',
  'directory',
  'downloads',
  'drops',
  'following',
  'friends',
  'inventory',
  'jobs',
  'login',
  'logout',
  'messages',
  'p',
  'payments',
  'prime',
  'products',
  'search',
  'settings',
  'signup',
  'store',
  'subscriptions',
  'team',
  'turbo',
  'videos',
  'wallet',
]);
/** Pages of a channel whose chat is meant. */
const CHAT_PAGES = new Set(['popout', 'moderator', 'embed']);
const VIDEO_PARTS = new Set(['v', 'video', 'b']);

/** What an address names; null where it is nothing of Twitch with a chat. */
export function placeAt({ host, segments, query }: PastedUrl): NamedPlace<Kind> | null {
  if (host === PLAYER) return videoAt(query.get('video')) ?? clipAt(query.get('clip')) ?? channelAt(query.get('channel'));
  if (host === CLIPS) return segments[0] === 'embed' ? clipAt(query.get('clip')) : segments.length === 1 ? clipAt(segments[0]) : null;
  return HOSTS.has(host) ? sitePlace(segments, query) : null;
}

function sitePlace([first = '', second, third]: readonly string[], query: URLSearchParams): NamedPlace<Kind> | null {
  if (first === 'videos') return videoAt(second);
  if (first === 'clip') return clipAt(second);
  if (CHAT_PAGES.has(first)) return channelAt(second);
  if (SITE_PAGES.has(first.toLowerCase())) return null;
  if (second === undefined || second === 'chat') return channelAt(first);
  if (second === 'clip') return clipAt(third);
  if (second === 'schedule') return videoAt(query.get('vodID'));
  return VIDEO_PARTS.has(second) ? videoAt(third) : null;
}

function videoAt(given: string | null | undefined): NamedPlace<Kind> | null {
  const id = ID.exec(given ?? '')?.[1];
  return id === undefined ? null : { kind: 'video', params: { video: id } };
}

function clipAt(given: string | null | undefined): NamedPlace<Kind> | null {
  return given && SLUG.test(given) ? { kind: 'clip', params: { clip: given } } : null;
}

function channelAt(given: string | null | undefined): NamedPlace<Kind> | null {
  return given && LOGIN.test(given) ? { kind: 'channel', params: { login: given.toLowerCase() } } : null;
}
