import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Glassdoor names. */
type Place = NamedPlace<'employer' | 'review'>;

export const ORIGIN = 'https://www.glassdoor.com';

/** The site in its countries. */
export const SITES = [
  'glassdoor.com',
  'glassdoor.co.uk',
  'glassdoor.de',
  'glassdoor.fr',
  'glassdoor.ca',
  'glassdoor.com.au',
  'glassdoor.co.in',
  'glassdoor.ie',
  'glassdoor.nl',
  'glassdoor.at',
  'glassdoor.ch',
  'glassdoor.be',
  'glassdoor.it',
  'glassdoor.es',
  'glassdoor.com.mx',
  'glassdoor.com.ar',
  'glassdoor.com.br',
  'glassdoor.sg',
  'glassdoor.com.hk',
  'glassdoor.co.nz',
] as const;

/** The folder of reviews in the languages of the site. */
const REVIEW_FOLDERS = new Set([
  'reviews',
  'bewertungen',
  'avis',
  'reseñas',
  'opiniones',
  'evaluaciones',
  'valoraciones',
  'avaliações',
  'recensioni',
  'beoordelingen',
]);
/** All reviews of an employer, perhaps a later page of them. */
const WHOLE_LIST = /-E(\d+)(?:_I?P\d+)?\.htm$/;
/** Any page about an employer: `eBay-Salaries-E7853.htm`, `Working-at-eBay-EI_IE7853.11,15.htm`. */
const OF_EMPLOYER = /-E(?:I_IE)?(\d+)(?:[_.][^/]*)?\.htm$/;
const REVIEW = /-RVW(\d+)\.htm$/;
const LIST_NAME = /^(.+)-[^-]+-E\d+(?:_[^/]*)?\.htm$/;

/** What the address names; null where it is nothing of Glassdoor that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const [folder = '', name = '', ...further] = url.segments;
  if (!url.protocol.startsWith('http') || !isHost(url, ...SITES) || further.length > 0) return null;
  const review = REVIEW.exec(name)?.[1];
  if (review !== undefined) return { kind: 'review', params: { review } };
  const employer = OF_EMPLOYER.exec(name)?.[1];
  if (employer === undefined) return null;
  const ownName = isList(folder, name) ? nameInAddress(url.href) : null;
  return { kind: 'employer', params: ownName === null ? { employer } : { employer, name: ownName } };
}

/** The page to be asked for where `url` names something: itself, or the list of the employer that it is about. */
export function pageOf(url: PastedUrl, employer: string | undefined): string {
  const [folder = '', name = ''] = url.segments;
  const { origin, pathname } = new URL(url.href);
  return employer === undefined || isList(folder, name) ? `${origin}${pathname}` : reviewsAddress(employer);
}

function isList(folder: string, name: string): boolean {
  return REVIEW_FOLDERS.has(folder.normalize('NFC').toLowerCase()) && WHOLE_LIST.test(name);
}

/** The page with all reviews, without the name, which the site fills in by itself. */
export function reviewsAddress(employer: string | number): string {
  return `${ORIGIN}/Reviews/-E${employer}.htm`;
}

/** The employer's name as its list of reviews writes it in its address: `eBay`; null where the address is another. */
export function nameInAddress(address: string): string | null {
  const name = URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : '';
  return LIST_NAME.exec(name)?.[1] ?? null;
}
