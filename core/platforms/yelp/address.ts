import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { languageOfHost, type RegionalHosts } from '#core/platform-kit/regional-host.ts';

/** What an address of Yelp names. `short`: a link that the app shares, which leads to a business. */
type Place = NamedPlace<'business' | 'short'>;

/** The same businesses on all of them; each shows the reviews in its own language first. */
export const HOSTS: RegionalHosts = {
  'yelp.com': 'en',
  'yelp.at': 'de',
  'yelp.be': 'nl',
  'yelp.ca': 'en',
  'yelp.ch': 'de',
  'yelp.cl': 'es',
  'yelp.co.jp': 'ja',
  'yelp.co.nz': 'en',
  'yelp.co.uk': 'en',
  'yelp.com.ar': 'es',
  'yelp.com.au': 'en',
  'yelp.com.br': 'pt',
  'yelp.com.hk': 'zh',
  'yelp.com.mx': 'es',
  'yelp.com.ph': 'en',
  'yelp.com.sg': 'en',
  'yelp.com.tr': 'tr',
  'yelp.com.tw': 'zh',
  'yelp.cz': 'cs',
  'yelp.de': 'de',
  'yelp.dk': 'da',
  'yelp.es': 'es',
  'yelp.fi': 'fi',
  'yelp.fr': 'fr',
  'yelp.ie': 'en',
  'yelp.it': 'it',
  'yelp.my': 'en',
  'yelp.nl': 'nl',
  'yelp.no': 'nb',
  'yelp.pl': 'pl',
  'yelp.pt': 'pt',
  'yelp.se': 'sv',
};

const SHORT = 'yelp.to';
const CODE = /^[\w-]+$/;

/** What the address names; null where it is nothing of Yelp that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const isLink = segments.length > 0 && segments.every((part) => CODE.test(part));
    return isLink ? { kind: 'short', params: { address: `https://${SHORT}/${segments.join('/')}` } } : null;
  }
  const language = languageOfHost(host, HOSTS);
  const [folder, business = '', ...further] = segments;
  if (language === null || folder !== 'biz' || business === '' || further.length > 0) return null;
  return { kind: 'business', params: { business, language } };
}
