import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';

export type Kind = 'product' | 'shop' | 'short';

/** The sites, and the country by which their pictures are kept. The last is a mirror of Taiwan's. */
export const SITES: Readonly<Record<string, string>> = {
  'shopee.co.id': 'id',
  'shopee.com.my': 'my',
  'shopee.sg': 'sg',
  'shopee.co.th': 'th',
  'shopee.vn': 'vn',
  'shopee.ph': 'ph',
  'shopee.tw': 'tw',
  'shopee.com.br': 'br',
  'shopee.com.mx': 'mx',
  'shopee.com.co': 'co',
  'shopee.cl': 'cl',
  'xiapi.xiapibuy.com': 'tw',
};

export const SHORT_SITES = ['shope.ee', 'shp.ee'];
/** First labels of hosts of short links, below a site. */
const SHORT = /^(?:s|vt)\./;
const PRODUCT = /(?:^|-)i\.(\d+)\.(\d+)$/;
const NUMBER = /^\d+$/;
const SHOP_NAME = /^(?!.*-(?:cat|col)\.)[\w.-]{2,80}$/;
/** Fields in which links of partners and of the app carry the address they lead to. */
const INSIDE = ['origin_link', 'redir'];
const APP_FOLDER = 'universal-link';
/** Folders of the site: no shop has one of these names. */
const FOLDERS = new Set(
  (
    'product shop buyer seller user search cart checkout verify api web m mall brands events docs help legaldoc daily_discover flash_sale ' +
    'top_products an_redir find_similar_products download login index.html robots.txt sitemap.xml all_categories coins opaanlp official_shop ' +
    'live blog about careers'
  ).split(' '),
);

/** True for every host of Shopee, short links included. */
export function isShopee(url: Pick<PastedUrl, 'host'>): boolean {
  return isHost(url, ...Object.keys(SITES), ...SHORT_SITES);
}

/** What an address names. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  if (!isShopee(url)) return null;
  const inside = INSIDE.map((field) => url.query.get(field) ?? '').find((address) => URL.canParse(address));
  if (inside !== undefined) return insidePlace(inside);
  const host = Object.keys(SITES).find((site) => url.host === site || url.host === `m.${site}`);
  if (host === undefined) return isShort(url) ? { kind: 'short', params: { address: url.href } } : null;
  const segments = url.segments[0] === APP_FOLDER ? url.segments.slice(1) : url.segments;
  return productAt(host, segments, url.query) ?? shopAt(host, segments, url.query);
}

/** The address within is no wrapper itself: nothing goes in circles. */
function insidePlace(address: string): NamedPlace<Kind> | null {
  const url = readableUrl(address);
  return url === null || INSIDE.some((field) => url.query.has(field)) ? null : placeAt(url);
}

function isShort(url: PastedUrl): boolean {
  return url.segments.length > 0 && (isHost(url, ...SHORT_SITES) || SHORT.test(url.host));
}

function productAt(host: string, segments: readonly string[], query: URLSearchParams): NamedPlace<Kind> | null {
  const [, shop, item] = PRODUCT.exec(segments.at(-1) ?? '') ?? ['', segments.at(-2), segments.at(-1)];
  const isNumbered = segments.length === 3 || PRODUCT.test(segments.at(-1) ?? '');
  const [ofQuery, itemOfQuery] = [query.get('shopid') ?? '', query.get('itemid') ?? ''];
  if (isNumbered && NUMBER.test(shop ?? '') && NUMBER.test(item ?? ''))
    return { kind: 'product', params: { host, shop: shop ?? '', item: item ?? '' } };
  return NUMBER.test(ofQuery) && NUMBER.test(itemOfQuery) ? { kind: 'product', params: { host, shop: ofQuery, item: itemOfQuery } } : null;
}

function shopAt(host: string, [first = '', second = '', third]: readonly string[], query: URLSearchParams): NamedPlace<Kind> | null {
  if (first === 'shop' && NUMBER.test(second)) return { kind: 'shop', params: { host, shop: second } };
  const rated = query.get('shop_id') ?? '';
  if (first === 'buyer' && third === 'rating' && NUMBER.test(rated)) return { kind: 'shop', params: { host, shop: rated, user: second } };
  const isName = second === '' && SHOP_NAME.test(first) && !FOLDERS.has(first.toLowerCase());
  return isName ? { kind: 'shop', params: { host, name: first } } : null;
}
