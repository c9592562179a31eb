import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { languageOfHost, type RegionalHosts } from '#core/platform-kit/regional-host.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of Tripadvisor names. `short`: a link that leads to a place. */
type Place = NamedPlace<'place' | 'review' | 'short'>;

/** The same places and reviews on all of them; each has its own language, into which it translates the others. */
export const HOSTS: RegionalHosts = {
  'tripadvisor.com': 'en',
  'tripadvisor.at': 'de',
  'tripadvisor.be': 'nl',
  'tripadvisor.ca': 'en',
  'tripadvisor.ch': 'de',
  'tripadvisor.cl': 'es',
  'tripadvisor.cn': 'zhCN',
  'cn.tripadvisor.com': 'zhCN',
  'tripadvisor.co': 'es',
  'tripadvisor.co.hu': 'hu',
  'tripadvisor.co.id': 'in',
  'tripadvisor.co.il': 'iw',
  'tripadvisor.co.kr': 'ko',
  'tripadvisor.co.nz': 'en',
  'tripadvisor.co.uk': 'en',
  'tripadvisor.co.za': 'en',
  'tripadvisor.com.ar': 'es',
  'tripadvisor.com.au': 'en',
  'tripadvisor.com.br': 'pt',
  'tripadvisor.com.eg': 'ar',
  'tripadvisor.com.gr': 'el',
  'tripadvisor.com.hk': 'zhTW',
  'tripadvisor.com.mx': 'es',
  'tripadvisor.com.my': 'en',
  'tripadvisor.com.pe': 'es',
  'tripadvisor.com.ph': 'en',
  'tripadvisor.com.sg': 'en',
  'tripadvisor.com.tr': 'tr',
  'tripadvisor.com.tw': 'zhTW',
  'tripadvisor.com.ve': 'es',
  'tripadvisor.com.vn': 'vi',
  'tripadvisor.cz': 'cs',
  'tripadvisor.de': 'de',
  'tripadvisor.dk': 'da',
  'tripadvisor.es': 'es',
  'tripadvisor.fi': 'fi',
  'tripadvisor.fr': 'fr',
  'tripadvisor.ie': 'en',
  'tripadvisor.in': 'en',
  'tripadvisor.it': 'it',
  'tripadvisor.jp': 'ja',
  'tripadvisor.nl': 'nl',
  'tripadvisor.pt': 'pt',
  'tripadvisor.rs': 'sr',
  'tripadvisor.ru': 'ru',
  'tripadvisor.se': 'sv',
  'tripadvisor.sk': 'sk',
};

const APP_LINKS = 'tripadvisor.app.link';
/** Hotel_Review, AttractionProductReview, Airline_Review... Its number stands after `-d`; airlines have no region. */
const PLACE = /^(?!UserReview)[A-Za-z_]+Review-(?:g\d+-)?d(\d+)(?=[-.]|$)/;
const REVIEW = /^ShowUserReviews-(?:g\d+-)?d(\d+)-r(\d+)(?=[-.]|$)/;
/** The page of a list that an address stands at: `-or20`. */
const PAGE = /-or\d+(?=[-.]|$)/;
const CODE = /^(?=.*(?:\d|[a-z][A-Z]))[A-Za-z0-9]{8}$/;
const LINK = /^[\w-]+$/;

/** What the address names; null where it is nothing of Tripadvisor that could be exported. */
export function placeAt({ protocol, host, segments }: PastedUrl): Place | null {
  const [name = ''] = segments;
  if (!protocol.startsWith('http') || segments.length !== 1) return null;
  if (host === APP_LINKS) return LINK.test(name) ? { kind: 'short', params: { address: `https://${APP_LINKS}/${name}` } } : null;
  const language = languageOfHost(host, HOSTS);
  if (language === null) return null;
  const path = `/${percentEncoded(name.replace(PAGE, ''))}`;
  const [, place] = PLACE.exec(name) ?? [];
  if (place !== undefined) return { kind: 'place', params: { path, place, language } };
  const [, ofPlace, review] = REVIEW.exec(name) ?? [];
  if (ofPlace !== undefined && review !== undefined) return { kind: 'review', params: { path, place: ofPlace, review, language } };
  return CODE.test(name) ? { kind: 'short', params: { address: `https://www.tripadvisor.com/${name}` } } : null;
}
