import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** One site per country, with the same paths. */
export const DOMAINS = ['com', 'co.uk', 'ca', 'com.au', 'de', 'es', 'ie', 'it', 'nl', 'fr', 'jp', 'com.mx', 'sg', 'hk', 'ae', 'co.th'].map(
  (ending) => `opentable.${ending}`,
);
const LOCALE = /^[a-z]{2}-[a-z]{2}$/i;
const SLUG = /^[\p{L}\p{N}][\p{L}\p{N}'_-]{0,200}$/u;
const NUMBER = /^\d{1,12}$/;

/** Pages of the site itself, which stand where restaurants stood in old addresses. */
const OF_SITE = new Set(
  `about account accounts ads affiliates api app apps authenticate awards blog book booking bookings browse business c careers cities city contact
  contact-us content cookie-policy cookies countries country cuisine cuisines dapi delivery developers diner dining diningpoints
  diners-choice discover events experience experiences explore favorites faq features feedback gift gift-cards giftcards gifts group-dining
  guides help home icons index international investors jobs join landing landmark landmarks legal list lists locations
  login logout m map media member metro metros mobile my my-profile nearby neighborhood neighborhoods network news offers open
  partners payments photos places points policies premium press privacy privacy-policy private-dining profile promo promotions r
  recommendations region regions register reservation reservations rest restaurant restaurant-reviews restaurant-solutions restaurants reviews rewards
  s search security settings sign-in sign-up signin signup site-map sitemap start state states support takeout terms terms-of-use test
  topic topics tos trends unsubscribe user users waitlist welcome whats-new widget widgets`.split(/\s+/),
);
/** Lists of restaurants. */
const LIST = /-restaurants$|^restaurants-/i;

/** The page of a restaurant, without query and fragment; null for all other addresses. */
export function restaurantAt({ protocol, host, segments }: PastedUrl): TargetParams | null {
  if (!protocol.startsWith('http') || !DOMAINS.includes(host)) return null;
  const parts = LOCALE.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const isOld = segments.length === 1 && isOldSlug(segments[0] ?? '');
  if (!isOld && !isPage(parts) && !isProfile(parts)) return null;
  return { address: `https://www.${host}${segments.map((part) => `/${percentEncoded(part)}`).join('')}` };
}

function isPage([folder, slug = '', ...rest]: readonly string[]): boolean {
  return folder === 'r' && rest.length === 0 && SLUG.test(slug);
}

function isProfile([folder, kind, id = '', tail, ...rest]: readonly string[]): boolean {
  const isWhole = tail === undefined || (tail === 'reserve' && rest.length === 0);
  return folder === 'restaurant' && kind === 'profile' && NUMBER.test(id) && isWhole;
}

function isOldSlug(slug: string): boolean {
  return SLUG.test(slug) && !LOCALE.test(slug) && !OF_SITE.has(slug.toLowerCase()) && !LIST.test(slug);
}
