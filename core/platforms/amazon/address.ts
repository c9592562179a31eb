import { marketplaceAt } from '#core/platforms/amazon/marketplaces.ts';
import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Amazon names. `short`: a link that leads to one of the others. */
type Place = NamedPlace<'product' | 'reviews' | 'review' | 'short'>;

/** Hosts of short links, and which paths are such. */
export const SHORT_HOSTS: ReadonlyMap<string, RegExp> = new Map([
  ['amzn.to', /^\/[\w-]+\/?$/],
  ['a.co', /^\/(?:d\/)?[\w-]+\/?$/],
  ['amzn.eu', /^\/(?:d\/)?[\w-]+\/?$/],
  ['amzn.asia', /^\/(?:d\/)?[\w-]+\/?$/],
  ['amzn.in', /^\/(?:d\/)?[\w-]+\/?$/],
  ['amzn.com', /^\/(?:d\/|dp\/)?[\w-]+\/?$/],
]);
const REVIEWS = /\/(?:product-reviews|portal\/customer-reviews|gp\/aw\/reviews)\/([A-Z0-9]{10})(?=\/|$)/i;
const REVIEW = /\/(?:gp\/(?:aw\/)?customer-reviews|review)\/(R[A-Z0-9]{8,20})(?=\/|$)/i;
const PRODUCT =
  /\/(?:dp(?:\/product)?|gp\/product(?:\/glance)?|gp\/aw\/d|gp\/offer-listing|exec\/obidos\/asin|o\/asin)\/([A-Z0-9]{10})(?=\/|$)/i;

/** What the address names; null where it is nothing of Amazon that could be exported. */
export function placeAt({ protocol, host, path, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_HOSTS.get(host)?.test(path)) return { kind: 'short', params: { link: shortOf(href) } };
  const domain = marketplaceAt(host)?.domain;
  return domain === undefined ? null : placeOn(domain, path);
}

function placeOn(domain: string, path: string): Place | null {
  const [, listed] = REVIEWS.exec(path) ?? [];
  if (listed !== undefined) return { kind: 'reviews', params: { domain, asin: listed.toUpperCase() } };
  const [, review] = REVIEW.exec(path) ?? [];
  if (review !== undefined) return { kind: 'review', params: { domain, review: review.toUpperCase() } };
  const [, product] = PRODUCT.exec(path) ?? [];
  return product === undefined ? null : { kind: 'product', params: { domain, asin: product.toUpperCase() } };
}

/** Without what was added to follow the one who shares it. */
function shortOf(href: string): string {
  const { host, pathname } = new URL(href);
  return `https://${host}${pathname}`;
}

/** The parameters that a stored target carries, whatever its kind. */
export function paramsOf(params: TargetParams) {
  const { domain = '', asin = '', review = '', link = '' } = params;
  return { domain, asin, review, link };
}
