import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Best Buy names: an article by its number, or a product whose page tells the number. */
type Place = NamedPlace<'article' | 'product'>;

/** The store of Canada runs on another site. */
const SITES = new Set(['bestbuy.com', 'm.bestbuy.com']);
const SKU = /^\d{4,10}$/;
const SKU_PAGE = /^(\d{4,10})\.p$/;
const BSIN = /^(?=.*[A-Z])[A-Z0-9]{6,14}$/;
const REVIEWS = new Set(['reviews', 'customer-reviews']);

/** What the address names; null where it is nothing of Best Buy that could be exported. */
export function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || !SITES.has(host)) return null;
  const sku = query.get('skuId')?.trim() || skuIn(segments);
  if (sku !== null && SKU.test(sku)) return { kind: 'article', params: { sku } };
  if (segments[0] !== 'product') return null;
  const at = segments.findIndex((part, index) => index > 0 && BSIN.test(part));
  return at === -1 ? null : { kind: 'product', params: { path: segments.slice(0, at + 1).join('/') } };
}

function skuIn(segments: readonly string[]): string | null {
  const [folder, second = ''] = segments;
  if (folder === 'product') return segments[segments.indexOf('sku') + 1] ?? null;
  if (folder !== 'site') return null;
  const page = segments.map((part) => SKU_PAGE.exec(part)?.[1]).find((found) => found !== undefined);
  if (page !== undefined) return page;
  return REVIEWS.has(second) ? (segments.slice(2).findLast((part) => SKU.test(part)) ?? null) : null;
}
