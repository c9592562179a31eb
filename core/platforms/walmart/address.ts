import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Walmart names. `short` leads to one of the others. */
export type Place = NamedPlace<'product' | 'reviews' | 'short'>;

/** The stores of Canada and Mexico run on another site. */
const SITES = new Set(['walmart.com', 'm.walmart.com', 'mobile.walmart.com', 'business.walmart.com']);
const SHORT_SITES = new Set(['w-mt.co', 'walmrt.us']);
const ITEM = /^\d{5,14}$/;
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const FOLDERS: Readonly<Record<string, 'product' | 'reviews'>> = { ip: 'product', product: 'product', reviews: 'reviews' };

/** What the address names; null where it is nothing of Walmart that could be exported. */
export function placeAt({ protocol, host, segments, query, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_SITES.has(host)) return segments.length > 0 ? { kind: 'short', params: { address: withoutHash(href) } } : null;
  if (!SITES.has(host)) return null;
  const path = LANGUAGE.test(segments[0] ?? '') && FOLDERS[segments[0] ?? ''] === undefined ? segments.slice(1) : segments;
  const folder = FOLDERS[path[0] ?? ''];
  const own = folder === undefined ? undefined : path.findLast((part, index) => index > 0 && ITEM.test(part));
  const item = own ?? query.get('athcpid')?.trim() ?? '';
  return ITEM.test(item) ? { kind: folder ?? 'product', params: { item } } : null;
}

function withoutHash(href: string): string {
  return href.replace(/#.*$/, '');
}
