import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { languageOfHost, type RegionalHosts } from '#core/platform-kit/regional-host.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of Airbnb names. `short`: a share link or a name of its own, which leads to a listing. */
type Place = NamedPlace<'listing' | 'short'>;

/** The same listings on all of them; each has its own language, as the API calls it. */
export const HOSTS: RegionalHosts = {
  'airbnb.com': 'en',
  'es-l.airbnb.com': 'es',
  'airbnb.al': 'sq',
  'airbnb.am': 'hy',
  'airbnb.at': 'de',
  'airbnb.az': 'az',
  'airbnb.ba': 'bs',
  'airbnb.be': 'nl',
  'airbnb.ca': 'en',
  'airbnb.cat': 'ca',
  'airbnb.ch': 'de',
  'airbnb.cl': 'es',
  'airbnb.cn': 'zh',
  'airbnb.co.cr': 'es',
  'airbnb.co.id': 'id',
  'airbnb.co.il': 'he',
  'airbnb.co.in': 'en',
  'airbnb.co.jp': 'ja',
  'airbnb.co.kr': 'ko',
  'airbnb.co.nz': 'en',
  'airbnb.co.uk': 'en',
  'airbnb.co.ve': 'es',
  'airbnb.co.za': 'en',
  'airbnb.com.ar': 'es',
  'airbnb.com.au': 'en',
  'airbnb.com.bo': 'es',
  'airbnb.com.br': 'pt',
  'airbnb.com.bz': 'en',
  'airbnb.com.co': 'es',
  'airbnb.com.ec': 'es',
  'airbnb.com.ee': 'et',
  'airbnb.com.gt': 'es',
  'airbnb.com.hk': 'en',
  'airbnb.com.hn': 'es',
  'airbnb.com.hr': 'hr',
  'airbnb.com.kh': 'en',
  'airbnb.com.mt': 'en',
  'airbnb.com.mx': 'es',
  'airbnb.com.my': 'en',
  'airbnb.com.ni': 'es',
  'airbnb.com.pa': 'es',
  'airbnb.com.pe': 'es',
  'airbnb.com.ph': 'en',
  'airbnb.com.py': 'es',
  'airbnb.com.ro': 'ro',
  'airbnb.com.sg': 'en',
  'airbnb.com.sv': 'es',
  'airbnb.com.tr': 'tr',
  'airbnb.com.tw': 'zh-TW',
  'airbnb.com.ua': 'uk',
  'airbnb.com.vn': 'vi',
  'airbnb.cz': 'cs',
  'airbnb.de': 'de',
  'airbnb.dk': 'da',
  'airbnb.es': 'es',
  'airbnb.fi': 'fi',
  'airbnb.fr': 'fr',
  'airbnb.gr': 'el',
  'airbnb.gy': 'en',
  'airbnb.hu': 'hu',
  'airbnb.ie': 'en',
  'airbnb.is': 'is',
  'airbnb.it': 'it',
  'airbnb.jp': 'ja',
  'airbnb.lt': 'lt',
  'airbnb.lu': 'fr',
  'airbnb.lv': 'lv',
  'airbnb.me': 'sr',
  'airbnb.mx': 'es',
  'airbnb.nl': 'nl',
  'airbnb.no': 'no',
  'airbnb.pl': 'pl',
  'airbnb.pt': 'pt-PT',
  'airbnb.rs': 'sr',
  'airbnb.ru': 'ru',
  'airbnb.se': 'sv',
  'airbnb.si': 'sl',
  'airbnb.sk': 'sk',
};

/** Hosts of links alone. */
export const LINK_HOSTS: ReadonlySet<string> = new Set(['abnb.me', 'airbnb.app.link']);
/** `/h/<name>` is a host's own name for a listing, `/slink/<code>` a link that was shared. */
const LINK_FOLDERS = new Set(['h', 'slink']);
const LINK = /^[\w.~-]+$/;
/** What follows the number is a part of the listing's page: `/reviews`, `/photos`, one review. */
const LISTING = /^\/(?:rooms(?:\/plus)?|luxury\/listing)\/(\d+)(?:\/|$)/;

/** What the address names; null where it is nothing of Airbnb that could be exported. */
export function placeAt({ protocol, host, path, segments }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = ''] = segments;
  if (LINK_HOSTS.has(host)) {
    return segments.length === 1 && LINK.test(first) ? { kind: 'short', params: { address: `https://${host}/${first}` } } : null;
  }
  const language = languageOfHost(host, HOSTS);
  if (language === null) return null;
  const listing = LISTING.exec(path)?.[1];
  if (listing !== undefined) return { kind: 'listing', params: { listing, language } };
  if (segments.length !== 2 || !LINK_FOLDERS.has(first)) return null;
  return { kind: 'short', params: { address: `https://www.airbnb.com/${first}/${percentEncoded(second)}`, language } };
}
