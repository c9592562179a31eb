import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';

/** What an address of Booking.com names. `short`: a link that was shared, which leads to a property. */
type Place = NamedPlace<'property' | 'short'>;

export const SITE = 'https://www.booking.com';
const HOSTS = new Set(['booking.com', 'm.booking.com', 'secure.booking.com']);
/** The page of a property, or the older one of its reviews: country, name, and the language where it names one. */
const PROPERTY = /^\/(?:hotel\/([a-z]{2})|reviews\/([a-z]{2})\/hotel)\/([^/]+?)(?:\.([a-z]{2}(?:-[a-z]{2})?))?\.html$/i;
const SHARED = /^\/Share-\w+$/;

/** What the address names; null where it is nothing of Booking.com that could be exported. */
export function placeAt({ protocol, host, path }: PastedUrl): Place | null {
  if (!protocol.startsWith('http') || !HOSTS.has(host)) return null;
  if (SHARED.test(path)) return { kind: 'short', params: { address: SITE + path } };
  const [, country, countryOfReviews, name, language] = PROPERTY.exec(path) ?? [];
  if (name === undefined) return null;
  const page = `/hotel/${(country ?? countryOfReviews ?? '').toLowerCase()}/${percentEncoded(name)}`;
  return { kind: 'property', params: { page, ...(language === undefined ? {} : { language: language.toLowerCase() }) } };
}
