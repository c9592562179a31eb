import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** Whose reviews an address names. `path`: the work as the API has it; `platform`: of a game, where the address says one. */
export type Place = NamedPlace<'user' | 'critic'>;

const SITE = 'metacritic.com';
const SLUG = /^[\w!.'~-]+$/;
const SEASON = /^season-\d+$/;
const KINDS: Readonly<Record<string, string>> = { game: 'games', movie: 'movies', tv: 'shows' };
const LISTS: Readonly<Record<string, Place['kind']>> = { '': 'user', 'user-reviews': 'user', 'critic-reviews': 'critic' };
/** Platforms in addresses of before 2023 (`/game/<platform>/<slug>`), and what the API calls them. */
const PLATFORMS: Readonly<Record<string, string>> = {
  '3ds': '3ds',
  dreamcast: 'dreamcast',
  ds: 'ds',
  'game-boy-advance': 'game-boy-advance',
  gamecube: 'gamecube',
  ios: 'ios-iphoneipad',
  'nintendo-64': 'nintendo-64',
  pc: 'pc',
  playstation: 'playstation',
  'playstation-2': 'playstation-2',
  'playstation-3': 'playstation-3',
  'playstation-4': 'playstation-4',
  'playstation-5': 'playstation-5',
  'playstation-vita': 'playstation-vita',
  psp: 'psp',
  stadia: 'stadia',
  switch: 'nintendo-switch',
  wii: 'wii',
  'wii-u': 'wii-u',
  xbox: 'xbox',
  'xbox-360': 'xbox-360',
  'xbox-one': 'xbox-one',
  'xbox-series-x': 'xbox-series-x',
};

/** What the address names; null where it is nothing of Metacritic that could be exported. */
export function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  const [first = '', ...rest] = segments;
  const works = Object.hasOwn(KINDS, first) ? KINDS[first] : undefined;
  if (!protocol.startsWith('http') || host !== SITE || works === undefined) return null;
  const isOld = works === 'games' && Object.hasOwn(PLATFORMS, rest[0] ?? '') && !Object.hasOwn(LISTS, rest[1] ?? '');
  const [slug = '', ...inside] = isOld ? rest.slice(1) : rest;
  const isSeason = works === 'shows' && SEASON.test(inside[0] ?? '');
  const [tab = '', ...further] = isSeason ? inside.slice(1) : inside;
  if (!SLUG.test(slug) || !Object.hasOwn(LISTS, tab) || further.length > 0) return null;
  const kind = LISTS[tab];
  if (kind === undefined) return null;
  const path = [works, percentEncoded(slug), ...(isSeason ? ['seasons', inside[0]] : [])].join('/');
  const platform = isOld ? PLATFORMS[rest[0] ?? ''] : query.get('platform');
  const isOfPlatform = works === 'games' && platform != null && SLUG.test(platform);
  return { kind, params: { path, ...(isOfPlatform ? { platform } : {}) } };
}
