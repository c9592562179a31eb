import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

type Kind = 'item' | 'short';

/** The sites: ids of one are unknown to the other. */
export const SITES = {
  com: { host: 'aliexpress.com', gateway: 'acs.aliexpress.com' },
  us: { host: 'aliexpress.us', gateway: 'acs.aliexpress.us' },
} as const;
export type Site = keyof typeof SITES;

const SHORT_HOSTS = new Set([
  'a.aliexpress.com',
  's.click.aliexpress.com',
  'star.aliexpress.com',
  'a.aliexpress.us',
  's.click.aliexpress.us',
]);
const ID = /^\d{8,20}$/;
const ID_IN_PATH = /^(\d{8,20})(?:\.html?)?$/;
const ID_FIELDS = ['productId', 'objectId', 'productIds'];
/** Folders that a product's number stands in. */
const FOLDERS = new Set(['item', 'i']);

/** What an address names. A short link is one only as long as no number of a product stands in it. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const site = siteOf(url);
  if (site === null) return null;
  const item = itemIn(url);
  if (item !== null) return { kind: 'item', params: { product: item, site } };
  if (!SHORT_HOSTS.has(url.host)) return null;
  const inside = [...url.query.values()].filter((value) => /^https?:\/\//.test(value) && URL.canParse(value)).map(insidePlace);
  const found = inside.find((place) => place !== null);
  return found ?? (url.segments.length > 0 ? { kind: 'short', params: { address: url.href } } : null);
}

/** Links of partners carry the address of the product. */
function insidePlace(address: string): NamedPlace<Kind> | null {
  const url = parsePastedUrl(address);
  const site = siteOf(url);
  const product = site === null ? null : itemIn(url);
  return site === null || product === null ? null : { kind: 'item', params: { product, site } };
}

function siteOf(url: PastedUrl): Site | null {
  if (isHost(url, SITES.us.host)) return 'us';
  return isHost(url, SITES.com.host) ? 'com' : null;
}

/** `/item/<id>.html`, `/item/<slug>/<id>.html`, `/i/<id>.html`, or a field of the query. */
function itemIn({ segments, query }: PastedUrl): string | null {
  const inFolder = FOLDERS.has(segments[0] ?? '') ? (ID_IN_PATH.exec(segments.at(-1) ?? '')?.[1] ?? null) : null;
  if (inFolder !== null) return inFolder;
  return ID_FIELDS.map((field) => query.get(field) ?? '').find((value) => ID.test(value)) ?? null;
}
