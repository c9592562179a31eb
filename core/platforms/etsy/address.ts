import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Etsy names. `short` leads to one of the others. */
type Place = NamedPlace<'listing' | 'shop' | 'short'>;

const SITE = 'etsy.com';
const SHORT = 'etsy.me';
/** Country and language before a path: `/uk`, `/de-en`. */
const REGION = /^[a-z]{2}(?:-[a-z]{2})?$/;
const ID = /^\d+$/;
const SHOP = /^[\p{L}\p{N}]+$/u;
const CODE = /^[\w-]+$/;
/** Hosts of the site that are no shops. */
const SITE_HOSTS = new Set(['www', 'm', 'api', 'openapi', 'help', 'blog', 'community', 'investors', 'careers', 'i', 'img', 'advertising']);

/** What the address names; null where it is nothing of Etsy that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const [code = ''] = segments;
    return segments.length === 1 && CODE.test(code) ? { kind: 'short', params: { address: `https://${SHORT}/${code}` } } : null;
  }
  const below = host.endsWith(`.${SITE}`) ? host.slice(0, -SITE.length - 1) : '';
  if (host !== SITE && !SHOP.test(below)) return null;
  const [folder = '', name = '', tab = ''] = REGION.test(segments[0] ?? '') ? segments.slice(1) : segments;
  if (folder === 'listing') return ID.test(name) ? { kind: 'listing', params: { id: name, slug: tab === 'reviews' ? '' : tab } } : null;
  const shop = below === '' || SITE_HOSTS.has(below) ? null : below;
  if (shop !== null) return folder === '' || folder === 'reviews' ? { kind: 'shop', params: { shop } } : null;
  return folder === 'shop' && SHOP.test(name) && (tab === '' || tab === 'reviews') ? { kind: 'shop', params: { shop: name } } : null;
}
