import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Letterboxd names. `short` leads to one of the others. */
type Place = NamedPlace<'film' | 'short' | 'member' | 'followers' | 'following'>;

const SITE = 'letterboxd.com';
const SHORT = 'boxd.it';
const NAME = /^\w+$/;
const SLUG = /^[\w-]+$/;
const CODE = /^\w+$/;
/** Order, stars and page in the address of a list: no filters of an export. */
const VIEW = /^(?:(?:by|rated|page)\/[^/]+(?:\/|$))*$/;
const POPULAR = /(?:^|\/)by\/activity(?:\/|$)/;
const OTHER_IDS: Readonly<Record<string, RegExp>> = { imdb: /^tt\d+$/, tmdb: /^\d+$/ };
/** First parts of addresses that are no members. */
const SITE_PAGES = new Set([
  'about',
  'activity',
  'actor',
  'ajax',
  'api-beta',
  'apps',
  'blog',
  'cinematography',
  'composer',
  'contact',
  'countries',
  'create-account',
  'crew',
  'csi',
  'director',
  'editor',
  'film',
  'films',
  'genres',
  'gift-guide',
  'imdb',
  'import',
  'invitations',
  'journal',
  'legal',
  'list',
  'lists',
  'logout',
  'members',
  'notifications',
  'patrons',
  'people',
  'person',
  'pro',
  'producer',
  'reviews',
  's',
  'search',
  'settings',
  'show',
  'sign-in',
  'studio',
  'tag',
  'tags',
  'tmdb',
  'user',
  'video-store',
  'welcome',
  'writer',
  'year-in-review',
]);

/** What the address names; null where it is nothing of Letterboxd that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = '', third = ''] = segments;
  if (host === SHORT) return CODE.test(first) && second === '' ? { kind: 'short', params: { address: `https://${SHORT}/${first}` } } : null;
  if (host !== SITE) return null;
  if (OTHER_IDS[first] !== undefined) {
    const isTitle = OTHER_IDS[first].test(second) && (third === '' || third === 'tv') && segments.length <= 3;
    return isTitle ? { kind: 'short', params: { address: `https://${SITE}/${segments.join('/')}/` } } : null;
  }
  return first === 'film' ? filmPlace(segments.slice(1)) : memberPlace(segments);
}

function filmPlace([slug = '', tab, ...view]: readonly string[]): Place | null {
  if (!SLUG.test(slug)) return null;
  const film: Place = { kind: 'film', params: { slug } };
  if (tab === undefined || (tab === 'ratings' && view.length === 0)) return film;
  const shown = view.join('/');
  if (tab !== 'reviews' || !VIEW.test(shown)) return null;
  return POPULAR.test(shown) ? { kind: 'film', params: { slug, view: 'popular' } } : film;
}

function memberPlace([member = '', ...rest]: readonly string[]): Place | null {
  if (!NAME.test(member) || SITE_PAGES.has(member.toLowerCase())) return null;
  const [tab, ...view] = rest[0] === 'films' && rest[1] === 'reviews' ? rest.slice(1) : rest;
  if (tab === undefined) return { kind: 'member', params: { member } };
  if (!VIEW.test(view.join('/'))) return null;
  if (tab === 'reviews') return { kind: 'member', params: { member } };
  return tab === 'followers' || tab === 'following' ? { kind: tab, params: { member } } : null;
}
