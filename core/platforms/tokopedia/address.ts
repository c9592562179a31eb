import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Tokopedia names. `short`: a link to share, which leads to one of the others. */
type Place = NamedPlace<'product' | 'shop' | 'short'>;

export const ORIGIN = 'https://www.tokopedia.com';

const SITES = new Set(['tokopedia.com', 'm.tokopedia.com']);
const SHORT_SITES = new Set(['tokopedia.link', 'tk.tokopedia.com']);
const REVIEWS = new Set(['review', 'ulasan']);
const NAME = /^[\w.-]+$/;
/** First parts of the path that are no shop. */
const NOT_SHOPS = new Set([
  'about',
  'affiliate',
  'blog',
  'bundling-price',
  'careers',
  'cart',
  'catalog',
  'chat',
  'discovery',
  'events',
  'feed',
  'find',
  'gopay',
  'help',
  'hot',
  'kereta-api',
  'login',
  'mitra-tokopedia',
  'now',
  'official-store',
  'order-list',
  'p',
  'people',
  'play',
  'privacy',
  'promo',
  'pulsa',
  'register',
  'rekomendasi',
  'search',
  'settings',
  'sitemap',
  'tagihan',
  'terms',
  'tokopedia-care',
  'top-up',
  'travel',
  'view',
  'wishlist',
]);
/** Pages of a shop that are no product. */
const NOT_PRODUCTS = new Set(['campaign', 'etalase', 'feed', 'info', 'note', 'product', 'showcase']);

/** What the address names; null where it is nothing of Tokopedia that could be exported. */
export function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_SITES.has(host)) return segments.length > 0 ? { kind: 'short', params: { address: href } } : null;
  const [shop = '', page = '', below, ...further] = segments;
  if (!SITES.has(host) || further.length > 0 || !NAME.test(shop) || NOT_SHOPS.has(shop.toLowerCase())) return null;
  if (REVIEWS.has(page)) return below === undefined ? { kind: 'shop', params: { shop } } : null;
  const isProduct = NAME.test(page) && !NOT_PRODUCTS.has(page.toLowerCase()) && (below === undefined || REVIEWS.has(below));
  return isProduct ? { kind: 'product', params: { shop, product: page } } : null;
}

/** Where the product of a shop is shown. */
export function productAddress(shop: string, product: string): string {
  return `${ORIGIN}/${shop}/${product}`;
}
