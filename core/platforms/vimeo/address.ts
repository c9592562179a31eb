import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'video' | 'profile' | 'followers' | 'following' | 'likes';

/** First parts of addresses that are the site's own and no profile. */
const SITE_PAGES = new Set([
  'about',
  'album',
  'api',
  'apps',
  'blog',
  'categories',
  'channels',
  'create',
  'discover',
  'enterprise',
  'event',
  'explore',
  'features',
  'folder',
  'groups',
  'help',
  'home',
  'jobs',
  'join',
  'legal',
  'library',
  'live',
  'log_in',
  'log_out',
  'manage',
  'messages',
  'news',
  'ondemand',
  'ott',
  'pricing',
  'privacy',
  'pro',
  'review',
  'reviews',
  'search',
  'settings',
  'showcase',
  'solutions',
  'staffpicks',
  'stats',
  'stock',
  'tag',
  'terms',
  'upgrade',
  'upload',
  'video',
  'videos',
  'watch',
]);
/** Ways to a video besides its bare number: its number is the last part, the hash of an unlisted one may stand behind it. */
const VIDEO_WAYS = [
  /^(?:videos?|w)\/(\d+)(?:\/([\da-f]{8,12}))?$/,
  /^channels\/[^/]+\/(?:video\/)?(\d+)$/,
  /^groups\/[^/]+\/(?:videos\/)?(\d+)$/,
  /^(?:album|showcase)\/[^/]+\/video\/(\d+)$/,
  /^ondemand\/[^/]+\/(\d+)$/,
  /^manage\/videos\/(\d+)(?:\/([\da-f]{8,12}))?$/,
  /^(\d+)(?:\/([\da-f]{8,12}))?$/,
  // The hash of a review is its own and opens nothing else.
  /^[^/]+\/[^/]+\/review\/(\d+)(?:\/[\da-f]+)?$/,
  /^[^/]+\/review\/(\d+)(?:\/[\da-f]+)?$/,
  /^reviews\/[\w-]+\/videos\/(\d+)$/,
];
const PLAYER_WAY = /^video\/(\d+)$/;
const HASH = /^[\da-f]{8,12}$/;
const NAME = /^[a-z]\w*$/i;
const LISTS = new Set<Kind>(['followers', 'following', 'likes']);
/** Parts of a profile that say no more than its name. */
const PLAIN_TABS = new Set(['videos', 'about', 'collections']);

/** What an address names; null where it is nothing of Vimeo that could be exported. */
export function placeAt({ host, segments, query }: PastedUrl): NamedPlace<Kind> | null {
  const path = segments.join('/');
  const given = HASH.test(query.get('h') ?? '') ? query.get('h') : null;
  if (host === 'player.vimeo.com') return videoOf(PLAYER_WAY.exec(path), given);
  if (host !== 'vimeo.com') return null;
  for (const way of VIDEO_WAYS) {
    const found = way.exec(path);
    if (found !== null) return videoOf(found, given);
  }
  return profileAt(segments);
}

function videoOf(found: RegExpExecArray | null, given: string | null): NamedPlace<Kind> | null {
  const id = found?.[1];
  const hash = found?.[2] ?? given;
  return id === undefined ? null : { kind: 'video', params: { video: id, ...(hash === null ? {} : { hash }) } };
}

function profileAt([name = '', tab, ...more]: readonly string[]): NamedPlace<Kind> | null {
  if (!NAME.test(name) || SITE_PAGES.has(name.toLowerCase()) || more.length > 0) return null;
  const params: TargetParams = { user: /^user(\d+)$/.exec(name)?.[1] ?? name };
  if (tab === undefined || PLAIN_TABS.has(tab)) return { kind: 'profile', params };
  return LISTS.has(tab as Kind) ? { kind: tab as Kind, params } : null;
}
