import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';

const APPLE_HOSTS = new Set(['apps.apple.com', 'itunes.apple.com', 'geo.itunes.apple.com']);
const COUNTRY = /^[a-z]{2}$/i;
const ID_PART = /^id=?(\d+)$/;
const PLATFORM_PARTS = new Set(['iphone', 'ipad', 'mac', 'tv', 'watch', 'vision']);
const REVIEW_ADDRESSES = new Set(['review', 'customer-reviews']);
const STORE_CALLS = new Set(['viewsoftware', 'viewcontentsuserreviews']);
const SOFTWARE = /^purple ?software$/i;

type AddressParts = Pick<PastedUrl, 'host' | 'segments' | 'query'>;

/** The app and its storefront, where the address says one; null for anything else in Apple's stores (podcasts, books, developers...). */
export function appOf({ host, segments, query }: AddressParts): TargetParams | null {
  if (!APPLE_HOSTS.has(host)) return null;
  const country = [segments[0], query.get('cc')].find((part) => part != null && COUNTRY.test(part));
  const rest = segments[0] !== undefined && COUNTRY.test(segments[0]) ? segments.slice(1) : segments;
  const app = isAboutAnApp(rest, query) ? idIn(rest, query) : null;
  return app === null ? null : { app, ...(country == null ? {} : { country: country.toLowerCase() }) };
}

/** Apple's short links lead anywhere, so that only a request tells. */
export function shortLinkOf({ host, segments, href }: PastedUrl): TargetParams | null {
  const [first = '', second = ''] = segments;
  if (host === 'appsto.re' && COUNTRY.test(first) && second !== '') return { short: href, country: first.toLowerCase() };
  return host === 'apple.co' && segments.length === 1 ? { short: href } : null;
}

/** What a redirect's target names. */
export function appBehind(location: string): TargetParams | null {
  if (!URL.canParse(location)) return null;
  const url = new URL(location);
  const segments = url.pathname.split('/').filter((part) => part !== '');
  return appOf({ host: url.hostname.toLowerCase(), segments, query: url.searchParams });
}

/** `rest`: the path without the storefront. */
function isAboutAnApp(rest: readonly string[], query: URLSearchParams): boolean {
  const [first = '', second = ''] = rest;
  if (first === 'app' || ID_PART.test(first)) return true;
  if (PLATFORM_PARTS.has(first)) return second === 'app';
  if (first === 'WebObjects') return STORE_CALLS.has(rest.at(-1)?.toLowerCase() ?? '');
  if (REVIEW_ADDRESSES.has(first)) return SOFTWARE.test(query.get('type') ?? 'Purple Software');
  return first === 'rss' && second === 'customerreviews';
}

function idIn(rest: readonly string[], query: URLSearchParams): string | null {
  const inPath = rest.map((part) => ID_PART.exec(part)?.[1]).findLast((id) => id !== undefined);
  const inQuery = query.get('id') ?? '';
  return inPath ?? (/^\d+$/.test(inQuery) ? inQuery : null);
}
