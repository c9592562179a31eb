import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of MyAnimeList names. */
type Place = NamedPlace<'title' | 'review'>;

const SITES = new Set(['myanimelist.net', 'm.myanimelist.net']);
const ID = /^\d+$/;
const TITLES = new Set(['anime', 'manga']);
const REVIEWS_PAGE = 'reviews.php';
const OLD_PAGE = /^(anime|manga)\.php$/;

/** What the address names; null where it is nothing of MyAnimeList that could be exported. */
export function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || !SITES.has(host)) return null;
  const [first = '', second = ''] = segments;
  const asked = query.get('id') ?? '';
  if (TITLES.has(first) && ID.test(second)) return { kind: 'title', params: { kind: first, id: second } };
  if (segments.length !== 1 || !ID.test(asked)) return null;
  if (first === REVIEWS_PAGE) return { kind: 'review', params: { review: asked } };
  const kind = OLD_PAGE.exec(first)?.[1];
  return kind === undefined ? null : { kind: 'title', params: { kind, id: asked } };
}
