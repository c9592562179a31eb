import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of IMDb names. `short`: a link that leads to one of the others. */
type Place = NamedPlace<'title' | 'review' | 'short'>;

const SITE = 'imdb.com';
const SHORT = 'imdb.to';
const TITLE = /^tt\d+$/;
const REVIEW = /^rw\d+$/;
const CODE = /^[\w-]+$/;

/** What the address names, whatever language or page of it; null where it is nothing of IMDb that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const { protocol, host, segments } = url;
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const [code = ''] = segments;
    return segments.length === 1 && CODE.test(code) ? { kind: 'short', params: { code } } : null;
  }
  if (!isHost(url, SITE)) return null;
  const review = idUnder(segments, 'review', REVIEW);
  if (review !== null) return { kind: 'review', params: { review } };
  const title = idUnder(segments, 'title', TITLE);
  return title === null ? null : { kind: 'title', params: { title } };
}

function idUnder(segments: readonly string[], folder: string, shape: RegExp): string | null {
  const id = segments[segments.indexOf(folder) + 1] ?? '';
  return segments.includes(folder) && shape.test(id) ? id : null;
}
