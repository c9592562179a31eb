import type { PastedUrl } from '#core/platform-api/define.ts';
import { featureIdIn, featureIdOfCid, isGoogleHost, placeOfSearch } from '#core/platform-kit/google.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { readableUrl } from '#core/platform-api/pasted-url.ts';

/**
 * What an address of Google names. `place`: its feature id, and the page of the place where that was pasted. `unnamed`: a page that
 * tells the id. `short`: a link that leads to a place.
 */
export type Place = NamedPlace<'place' | 'unnamed' | 'short'>;

/** Hosts of short links, and which paths are such. */
const SHORT_HOSTS: ReadonlyMap<string, RegExp> = new Map([
  ['maps.app.goo.gl', /^\/[\w-]+\/?$/],
  ['goo.gl', /^\/maps\/[\w-]+\/?$/],
  ['g.page', /^\/(?:r\/)?[^/]+(?:\/review)?\/?$/],
  ['g.co', /^\/kgs\/[\w-]+\/?$/],
]);
/** Asks visitors from the EU for their consent, and leads on to what it stands in front of. */
const CONSENT_HOST = /^consent\.google\.[a-z.]{2,6}$/;
const BESIDE_WWW = /^(?:maps|search|local)\./;
const PAGES = /^\/(?:maps|search|local)?(?:\/|$)/;
/** People, routes and searches are no place. */
const NO_PLACE = /^\/maps\/(?:contrib|dir|search)(?:\/|$)/;
const PLACE_PAGE = /^\/maps\/place\/./;
const PLACE_ID = /^[\w-]{10,}$/;

/** What the address names; null where it is no place of Google's. */
export function placeAt(url: PastedUrl): Place | null {
  const { protocol, host, path, href } = url;
  if (!protocol.startsWith('http')) return null;
  if (CONSENT_HOST.test(host)) return behindConsent(url);
  if (SHORT_HOSTS.get(host)?.test(path)) return { kind: 'short', params: { link: href } };
  if (!isGoogleHost(host.replace(BESIDE_WWW, '')) || !PAGES.test(path)) return null;
  return path === '/search' ? inSearch(url) : onMap(url);
}

function behindConsent({ query }: PastedUrl): Place | null {
  const behind = readableUrl(query.get('continue') ?? '');
  return behind === null || CONSENT_HOST.test(behind.host) ? null : placeAt(behind);
}

function inSearch(url: PastedUrl): Place | null {
  const feature = placeOfSearch(url);
  return feature === null ? null : { kind: 'place', params: { feature } };
}

function onMap({ path, href, query }: PastedUrl): Place | null {
  if (NO_PLACE.test(path)) return null;
  const feature = featureIdIn(href) ?? featureIdOfCid(query.get('cid')) ?? featureIdOfCid(query.get('ludocid'));
  if (feature !== null) return { kind: 'place', params: PLACE_PAGE.test(path) ? { feature, page: href } : { feature } };
  const placeId = placeIdIn(query);
  if (placeId !== null) return { kind: 'unnamed', params: { page: `https://www.google.com/maps/place/?q=place_id:${placeId}` } };
  return PLACE_PAGE.test(path) ? { kind: 'unnamed', params: { page: href } } : null;
}

function placeIdIn(query: URLSearchParams): string | null {
  const asked = /^place_id:(.+)$/.exec(query.get('q') ?? '')?.[1];
  const id = asked ?? query.get('placeid') ?? query.get('query_place_id') ?? query.get('place_id');
  return id !== null && PLACE_ID.test(id) ? id : null;
}
