import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

export const ORIGIN = 'https://www.trustpilot.com';

const HOST = /^(?:[a-z]{2}(?:-[a-z]{2})?\.)?trustpilot\.com$/;
const OBJECT_ID = /^[0-9a-f]{24}$/i;
/** Pages below that of a company, which no name of a company holds. */
const PAGES_BELOW = new Set(['location', 'transparency']);

/**
 * `{domain}` of a company's page. Its name is a domain, and where one company has several a path behind it (`shop.example/en`), whose
 * slash addresses write as `%2F` or as it is.
 */
export function companyAt(url: PastedUrl): TargetParams | null {
  const [folder, ...name] = url.segments;
  if (!HOST.test(url.host) || folder !== 'review' || name.length === 0 || name.slice(1).some((part) => PAGES_BELOW.has(part))) return null;
  return { domain: name.join('/') };
}

/** Where the site shows a company: the slash in a name is always encoded. */
export function companyPath(domain: string): string {
  return `/review/${percentEncoded(domain)}`;
}

/** The name of the company whose page stands at `path`; null where that is another page. */
export function companyIn(path: string): string | null {
  return companyAt(parsePastedUrl(`${ORIGIN}${path}`))?.['domain'] ?? null;
}

/** The id behind `/reviews/` or `/users/`, under `name`. */
export function idUnder(url: PastedUrl, folder: 'reviews' | 'users', name: string): TargetParams | null {
  const [first, id = '', ...further] = url.segments;
  return HOST.test(url.host) && first === folder && further.length === 0 && OBJECT_ID.test(id) ? { [name]: id } : null;
}
