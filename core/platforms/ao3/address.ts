import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** `path`: of the work or the post; `comment`, `chapter`: their numbers. */
type Place = NamedPlace<'work' | 'post' | 'thread' | 'chapter'>;

const HOSTS = new Set(['archiveofourown.org', 'archiveofourown.gay', 'archiveofourown.com', 'archiveofourown.net', 'ao3.org']);
const DIGITS = /^\d{1,15}$/;

/** What the address names; null for series, bookmarks, people, tags and whatever else has no comments of its own. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || !HOSTS.has(host)) return null;
  const isInCollection = segments[0] === 'collections' && segments[2] === 'works';
  const [list, id = '', ...rest] = isInCollection ? segments.slice(2) : segments;
  if (!DIGITS.test(id)) return null;
  if (list === 'works') return isWhole(rest) ? { kind: 'work', params: { path: `/works/${id}` } } : null;
  if (rest.length > 0) return null;
  if (list === 'admin_posts') return { kind: 'post', params: { path: `/admin_posts/${id}` } };
  if (list === 'comments') return { kind: 'thread', params: { comment: id } };
  return list === 'chapters' ? { kind: 'chapter', params: { chapter: id } } : null;
}

/** True for a work itself and one of its chapters. */
function isWhole([part, chapter = '', ...more]: readonly string[]): boolean {
  return part === undefined || (part === 'chapters' && DIGITS.test(chapter) && more.length === 0);
}
