import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Target names. `short` leads to a product. */
type Place = NamedPlace<'product' | 'short'>;

const SITES = new Set(['target.com', 'm.target.com']);
const SHORT_SITES = new Set(['goto.target.com', 'tgt.biz']);
const TCIN = /^A-(\d{5,12})$/i;

/** What the address names; null where it is nothing of Target that could be exported. Variants share the reviews of the product in the path. */
export function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT_SITES.has(host)) return segments.length > 0 ? { kind: 'short', params: { address: href.replace(/#.*$/, '') } } : null;
  if (!SITES.has(host) || segments[0] !== 'p') return null;
  const tcin = segments.map((part) => TCIN.exec(part)?.[1]).find((found) => found !== undefined);
  return tcin === undefined ? null : { kind: 'product', params: { tcin } };
}
