import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Flipkart names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

const SITES = new Set(['flipkart.com', 'm.flipkart.com']);
/** The host of links into the app: `/dl/...` is an address of the site, anything else a short link. */
const APP_LINKS = 'dl.flipkart.com';
const SHORT_SITE = 'fkrt.it';
const FOLDERS = new Set(['p', 'product-reviews']);
const ITEM = /^itm\w*$/i;
const PRODUCT = /^\w{8,24}$/;
const ANY_NAME = 'product';

/** What the address names; null where it is nothing of Flipkart that could be exported. */
export function placeAt({ protocol, host, segments, query, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const isAppLink = host === APP_LINKS;
  if (host === SHORT_SITE || (isAppLink && segments[0] !== 'dl'))
    return segments.length > 0 ? { kind: 'short', params: { address: href.replace(/#.*$/, '') } } : null;
  if (!isAppLink && !SITES.has(host)) return null;
  const path = isAppLink ? segments.slice(1) : segments;
  const at = path.findIndex((part, index) => FOLDERS.has(part) && ITEM.test(path[index + 1] ?? ''));
  if (at === -1 || at > 1) return null;
  const pid = query.get('pid')?.trim() ?? '';
  const name = at === 1 ? (path[0] ?? ANY_NAME) : ANY_NAME;
  return { kind: 'product', params: { name, item: path[at + 1] ?? '', ...(PRODUCT.test(pid) ? { pid } : {}) } };
}
