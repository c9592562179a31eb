import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of G2 names. */
type Place = NamedPlace<'product' | 'review'>;

export const ORIGIN = 'https://www.g2.com';

const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const FOLDERS = new Set(['products', 'services']);
const SLUG = /^[\w.-]+$/;
const REVIEW = /-review-(\d+)$/;

/** What the address names; null where it is nothing of G2 that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || host !== 'g2.com') return null;
  const parts = LOCALE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const [folder = '', slug = '', page, name, ...further] = parts;
  if (!FOLDERS.has(folder) || !SLUG.test(slug) || further.length > 0 || (page !== undefined && page !== 'reviews')) return null;
  const list = folder === 'services' ? { service: slug } : { product: slug };
  if (name === undefined) return folder === 'services' && page === undefined ? null : { kind: 'product', params: list };
  return SLUG.test(name) && REVIEW.test(name) ? { kind: 'review', params: { ...list, review: name } } : null;
}

/** The path of what an address names, in English: reviews are the same in all languages. */
export function pathOf({ product, service, review }: TargetParams): string {
  const list = service === undefined ? `/products/${product ?? ''}/reviews` : `/services/${service}/reviews`;
  return review === undefined ? list : `${list}/${review}`;
}

/** The digits at the end of a link to one review; null for any other link. */
export function reviewIdIn(link: string): string | null {
  const path = URL.canParse(link, ORIGIN) ? new URL(link, ORIGIN).pathname : '';
  return REVIEW.exec(path)?.[1] ?? null;
}
