import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { languageOfHost, type RegionalHosts } from '#core/platform-kit/regional-host.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of eBay names. `short` leads to one of the others. */
type Place = NamedPlace<'item' | 'seller' | 'store' | 'product' | 'short'>;

/** One site per country, some with two languages: without `www.`, and how it writes dates and numbers (BCP 47). */
export const SITES: RegionalHosts = {
  'ebay.com': 'en-US',
  'ebay.co.uk': 'en-GB',
  'ebay.de': 'de',
  'ebay.fr': 'fr',
  'ebay.it': 'it',
  'ebay.es': 'es',
  'ebay.ca': 'en-CA',
  'cafr.ebay.ca': 'fr-CA',
  'ebay.com.au': 'en-AU',
  'ebay.at': 'de-AT',
  'ebay.ch': 'de-CH',
  'ebay.ie': 'en-IE',
  'ebay.nl': 'nl',
  'ebay.be': 'nl-BE',
  'benl.ebay.be': 'nl-BE',
  'befr.ebay.be': 'fr-BE',
  'ebay.pl': 'pl',
  'ebay.com.hk': 'zh-HK',
  'ebay.com.sg': 'en-SG',
  'ebay.com.my': 'en-MY',
  'ebay.ph': 'en-PH',
};
export const SHORT: ReadonlySet<string> = new Set(['ebay.us', 'ebay.to']);
const PHONE = /^m\./;
const ID = /^\d+$/;
const NAME = /^[^\s/]+$/;
const CODE = /^[\w/-]+$/;

/** What the address names; null where it is nothing of eBay that could be exported. */
export function placeAt({ protocol, host, segments, query }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (SHORT.has(host)) {
    const code = segments.join('/');
    return CODE.test(code) && segments.length <= 2 ? { kind: 'short', params: { address: `https://${host}/${code}` } } : null;
  }
  const site = host.replace(PHONE, '');
  if (!Object.hasOwn(SITES, site)) return null;
  const [folder = '', name = ''] = segments;
  const last = segments.at(-1) ?? '';
  switch (folder) {
    case 'itm':
      return segments.length <= 3 && ID.test(last) ? { kind: 'item', params: { site, item: last } } : null;
    case 'usr':
      return sellerPlace(site, name);
    case 'str':
      return NAME.test(name) ? { kind: 'store', params: { site, store: name } } : null;
    case 'fdbk':
      return sellerPlace(
        site,
        name === 'mweb_profile' ? (query.get('username') ?? '') : name === 'feedback_profile' ? (segments[2] ?? '') : '',
      );
    case 'p':
      return ID.test(last) ? { kind: 'product', params: { site, product: last, path: '' } } : null;
    case 'urw':
      return segments.at(-2) === 'product-reviews' && ID.test(last)
        ? { kind: 'product', params: { site, product: last, path: `/${segments.map(percentEncoded).join('/')}` } }
        : null;
    default:
      return null;
  }
}

function sellerPlace(site: string, seller: string): Place | null {
  return NAME.test(seller) ? { kind: 'seller', params: { site, seller } } : null;
}

/** How a site writes dates and numbers. */
export function languageOf(site: string): string {
  return languageOfHost(site, SITES) ?? 'en-US';
}
