import type { PastedUrl } from '#core/platforms/define.ts';
import type { NamedPlace } from '#core/platforms/kit/place.ts';

/** What an address of G2 names. */
export type Place = NamedPlace<'product' | 'review'>;

export const ORIGIN = 'https://www.g2.com';

const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const FOLDERS = new Set(['products', 'services']);
const SLUG = /^[\w.-]+$/;
const REVIEW = /-review-(\d+)$/;

/** What the address names; null where it is nothing of G2 that could be exported. Languages are left out: reviews are the same in all. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || host !== 'g2.com') return null;
  const parts = LOCALE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const [folder = '', slug = '', page, name, ...further] = parts;
  if (!FOLDERS.has(folder) || !SLUG.test(slug) || further.length > 0 || (page !== undefined && page !== 'reviews')) return null;
  const path = `/${folder}/${slug}/reviews`;
  if (name === undefined) return folder === 'services' && page === undefined ? null : { kind: 'product', params: { path } };
  const review = SLUG.test(name) ? REVIEW.exec(name)?.[1] : undefined;
  return review === undefined ? null : { kind: 'review', params: { review, path: `${path}/${name}` } };
}

/** The digits at the end of a link to one review; null for any other link. */
export function reviewIdIn(link: string): string | null {
  const path = URL.canParse(link, ORIGIN) ? new URL(link, ORIGIN).pathname : '';
  return REVIEW.exec(path)?.[1] ?? null;
}
