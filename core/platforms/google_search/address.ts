import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { isGoogleHost, placeOfSearch } from '#core/platform-kit/google.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'search' | 'advanced';

const ENCRYPTED = 'encrypted.google.com';
/** Fields of the advanced form that ask for words by themselves. */
const WORD_FIELDS = ['as_q', 'as_epq', 'as_oq', 'as_sitesearch', 'as_filetype', 'as_nlo'];

/** What an address names; `url` is the search as it is asked for. A search that shows the reviews of a place is none. */
export function placeAt(pasted: PastedUrl): NamedPlace<Kind> | null {
  const { host, href, segments, query } = pasted;
  if (!isGoogle(host) || segments.length !== 1 || placeOfSearch(pasted) !== null) return null;
  const [page] = segments;
  const asks = [...WORD_FIELDS, 'q'].some((field) => (query.get(field) ?? '').trim() !== '');
  if (!asks) return null;
  if (page === 'search') return { kind: 'search', params: paramsOf(href, '/search') };
  return page === 'advanced_search' ? { kind: 'advanced', params: paramsOf(href, '/search') } : null;
}

/** True for a host of the search engine itself. */
export function isGoogle(host: string): boolean {
  return host === ENCRYPTED || isGoogleHost(host.replace(/^www\./, ''));
}

/** Always by TLS, and without what only a browser reads. */
function paramsOf(href: string, path: string): TargetParams {
  const url = new URL(href);
  return { url: `https://${url.host}${path}${url.search}` };
}
