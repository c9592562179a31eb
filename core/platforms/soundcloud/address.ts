import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';

/** What a SoundCloud address names. `tab` is the page of it that was pasted. */
export interface Place {
  readonly kind: 'track' | 'user' | 'set' | 'short';
  /** `id` where the address holds it, else the `url` to resolve, without its tab. */
  readonly params: TargetParams;
  readonly tab: string | null;
}

type Address = Pick<PastedUrl, 'host' | 'segments' | 'query'>;

/** First parts of addresses that are the site's own and no user. */
const SITE_PAGES = new Set([
  'charts',
  'community-guidelines',
  'connect',
  'discover',
  'download',
  'feed',
  'go',
  'imprint',
  'jobs',
  'library',
  'login',
  'logout',
  'messages',
  'mobile',
  'notifications',
  'oauth',
  'pages',
  'people',
  'player',
  'popular',
  'pro',
  'search',
  'settings',
  'signin',
  'stations',
  'stream',
  'tags',
  'terms-of-use',
  'upload',
  'you',
]);
const USER_TABS = new Set(['tracks', 'albums', 'sets', 'reposts', 'likes', 'following', 'followers', 'comments', 'popular-tracks']);
const TRACK_TABS = new Set(['comments', 'likes', 'reposts']);
const NAME = /^[\w-]+$/;
/** The key of a track that is not public; part of its address. */
const SECRET = /^s-\w+$/;
const API_ID = /^(?:soundcloud:(?:tracks|users):)?(\d+)$/;
const SHORT_HOSTS = new Set(['on.soundcloud.com', 'snd.sc']);
const PAGE_HOSTS = new Set(['soundcloud.com', 'm.soundcloud.com']);

/** What the address names, null where it is nothing of SoundCloud that could be exported. */
export function placeAt(url: Address): Place | null {
  const [first = '', second = ''] = url.segments;
  if (SHORT_HOSTS.has(url.host)) {
    return url.segments.length === 1 && NAME.test(first)
      ? { kind: 'short', params: { short: `https://${url.host}/${first}` }, tab: null }
      : null;
  }
  if (url.host === 'w.soundcloud.com' && first === 'player') return embeddedAt(url.query.get('url'));
  if (url.host === 'api.soundcloud.com') return apiPlace(first, second);
  return PAGE_HOSTS.has(url.host) ? pagePlace(url.segments) : null;
}

/** `soundcloud.com/<user>[/<tab>]`, `soundcloud.com/<user>/<track>[/<secret>][/<tab>]`, `soundcloud.com/<user>/sets/<name>`. */
function pagePlace(segments: readonly string[]): Place | null {
  const [user = '', second, ...rest] = segments;
  if (!NAME.test(user) || SITE_PAGES.has(user.toLowerCase())) return null;
  const home = `https://soundcloud.com/${user}`;
  if (second === undefined) return { kind: 'user', params: { url: home }, tab: null };
  if (second === 'sets' && rest.length > 0) return { kind: 'set', params: {}, tab: null };
  if (USER_TABS.has(second)) return rest.length === 0 ? { kind: 'user', params: { url: home }, tab: second } : null;
  if (!NAME.test(second)) return null;
  const secret = SECRET.test(rest[0] ?? '') ? `/${rest[0]}` : '';
  const [tab = null, ...more] = secret === '' ? rest : rest.slice(1);
  if (more.length > 0 || (tab !== null && !TRACK_TABS.has(tab))) return null;
  return { kind: 'track', params: { url: `${home}/${second}${secret}` }, tab };
}

function apiPlace(list: string, name: string): Place | null {
  const id = API_ID.exec(name)?.[1];
  if (!id || (list !== 'tracks' && list !== 'users')) return null;
  return { kind: list === 'tracks' ? 'track' : 'user', params: { id }, tab: null };
}

/** The address inside that of the embedded player. */
function embeddedAt(href: string | null): Place | null {
  const url = href === null ? null : addressOf(href);
  return url !== null && isHost(url, 'soundcloud.com') && url.host !== 'w.soundcloud.com' ? placeAt(url) : null;
}

/** A full address in the parts that count; null where it is none. */
export function addressOf(href: string): Address | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  const segments = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replace(/%3A/gi, ':'));
  return { host: url.hostname.replace(/^www\./, ''), segments, query: url.searchParams };
}
