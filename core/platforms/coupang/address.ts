import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Coupang names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

/** One market per country: where its pages are, and how far its midnight lies before that of UTC. */
interface Market {
  readonly origin: string;
  /** Before the number of a product. */
  readonly productPath: string;
  readonly midnightMs: number;
}

const HOUR_MS = 3_600_000;
export const MARKETS = {
  kr: { origin: 'https://www.coupang.com', productPath: '/vp/products/', midnightMs: 15 * HOUR_MS },
  tw: { origin: 'https://www.tw.coupang.com', productPath: '/products/', midnightMs: 16 * HOUR_MS },
} as const satisfies Readonly<Record<string, Market>>;
export type MarketName = keyof typeof MARKETS;

const HOSTS: Readonly<Record<string, MarketName>> = {
  'coupang.com': 'kr',
  'm.coupang.com': 'kr',
  'tw.coupang.com': 'tw',
  'm.tw.coupang.com': 'tw',
};
const SHORT = 'link.coupang.com';
const SHORT_FOLDERS = new Set(['a', 're']);
const CODE = /^[\w-]+$/;
/** The number of a product, alone or behind its name. */
const PRODUCT = /(?:^|-)(\d+)$/;

/** What the address names; null where it is nothing of Coupang that could be exported. */
export function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const [folder = '', code = ''] = segments;
    return segments.length === 2 && SHORT_FOLDERS.has(folder) && CODE.test(code) ? { kind: 'short', params: { address: href } } : null;
  }
  const market = Object.hasOwn(HOSTS, host) ? HOSTS[host] : undefined;
  const folder = segments.indexOf('products');
  if (market === undefined || folder < 0 || folder > 1) return null;
  const product = PRODUCT.exec(segments[folder + 1] ?? '')?.[1];
  return product === undefined ? null : { kind: 'product', params: { market, product } };
}
