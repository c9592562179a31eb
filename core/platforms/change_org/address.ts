import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Change.org names. */
type Place = NamedPlace<'petition' | 'short'>;

const SITE = 'change.org';
const SHORT = 'chng.it';
const SLUG = /^[\p{L}\p{N}\p{M}_.%-]+$/u;
const CODE = /^[\w-]+$/;
const REGION = /^[a-z]{2}(?:-[a-z]{2,4})?$/i;
/** How petitions are called in the addresses of regional pages. */
const FOLDER = /^(?:p|petitions?|petitionen|peticiones|petizioni|peticoes|peti[çc][õo]es|petitii|dilekceler)$/i;

/** What the address names; null where it is nothing of Change.org that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT)
    return CODE.test(segments[0] ?? '') && segments.length === 1 ? { kind: 'short', params: { code: segments[0] ?? '' } } : null;
  if (host !== SITE) return null;
  const [folder = '', slug = ''] = REGION.test(segments[0] ?? '') && FOLDER.test(segments[1] ?? '') ? segments.slice(1) : segments;
  return FOLDER.test(folder) && SLUG.test(slug) ? { kind: 'petition', params: { slug } } : null;
}
