import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Mercado Libre names. `short` leads to one of the others. */
export type Place = NamedPlace<'item' | 'product' | 'reviews' | 'short'>;

/** One site per country: the letters that its ids begin with, its main domain, the language of its dates. */
export const SITES: Readonly<Record<string, { readonly domain: string; readonly language: string }>> = {
  MLA: { domain: 'mercadolibre.com.ar', language: 'es' },
  MLB: { domain: 'mercadolivre.com.br', language: 'pt' },
  MLM: { domain: 'mercadolibre.com.mx', language: 'es' },
  MLC: { domain: 'mercadolibre.cl', language: 'es' },
  MCO: { domain: 'mercadolibre.com.co', language: 'es' },
  MLU: { domain: 'mercadolibre.com.uy', language: 'es' },
  MPE: { domain: 'mercadolibre.com.pe', language: 'es' },
  MLV: { domain: 'mercadolibre.com.ve', language: 'es' },
  MEC: { domain: 'mercadolibre.com.ec', language: 'es' },
  MBO: { domain: 'mercadolibre.com.bo', language: 'es' },
  MPY: { domain: 'mercadolibre.com.py', language: 'es' },
  MRD: { domain: 'mercadolibre.com.do', language: 'es' },
  MCR: { domain: 'mercadolibre.co.cr', language: 'es' },
  MPA: { domain: 'mercadolibre.com.pa', language: 'es' },
  MGT: { domain: 'mercadolibre.com.gt', language: 'es' },
  MHN: { domain: 'mercadolibre.com.hn', language: 'es' },
  MNI: { domain: 'mercadolibre.com.ni', language: 'es' },
  MSV: { domain: 'mercadolibre.com.sv', language: 'es' },
};

const DOMAINS = Object.values(SITES).map(({ domain }) => domain);
/** Hosts of links to share, besides those of the sites. */
const SHARING = ['mercadolibre.com', 'mercadolivre.com'];
const SHORT = 'meli.la';
const ID = /^(M[A-Z]{2})(U?)-?(\d+)(?:-.*)?$/i;
const CODE = /^[\w-]+$/;
/** Folders before the id of a product of the catalogue, and of one that a seller made up. */
const PRODUCT_FOLDERS = new Set(['p', 'up']);

/** What the address names; null where it is nothing of Mercado Libre that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  const { protocol, host, segments, query } = url;
  if (!protocol.startsWith('http')) return null;
  const [first = '', second = ''] = segments;
  if (host === SHORT) return segments.length === 1 && CODE.test(first) ? shortPlace(`https://${SHORT}/${first}`) : null;
  if (!isHost({ host }, ...DOMAINS, ...SHARING)) return null;
  if (first === 'sec') return CODE.test(second) && segments.length === 2 ? shortPlace(`https://${host}/sec/${second}`) : null;
  if (segments.slice(0, 3).join('/') === 'noindex/catalog/reviews') return reviewsPlace(segments[3] ?? '', query.get('isItem'));
  const folder = segments.findIndex((segment) => PRODUCT_FOLDERS.has(segment));
  if (folder >= 0 && folder <= 1) {
    const id = idOf(segments[folder + 1] ?? '');
    return id === null ? null : { kind: 'product', params: { id, isItem: segments[folder] === 'p' ? 'false' : '', item: offerIn(url) } };
  }
  const id = segments.length === 1 ? idOf(first) : null;
  return id === null ? null : { kind: 'item', params: { id, isItem: 'true', item: id } };
}

function shortPlace(address: string): Place {
  return { kind: 'short', params: { address } };
}

/** The address of a page of reviews need not say of what they are. */
function reviewsPlace(name: string, isItem: string | null): Place | null {
  const id = idOf(name);
  return id === null
    ? null
    : { kind: 'reviews', params: { id, isItem: isItem === 'true' || isItem === 'false' ? isItem : '', item: isItem === 'true' ? id : '' } };
}

/** The seller's item that the address of a product singles out, in its query or behind its `#`; empty where it does not. */
function offerIn({ query, hash }: PastedUrl): string {
  const filters = query.get('pdp_filters') ?? '';
  const named = /item_id:(\w+)/.exec(filters)?.[1] ?? query.get('wid') ?? new URLSearchParams(hash).get('wid') ?? '';
  return idOf(named) ?? '';
}

/** Without the hyphen that addresses of items have. */
function idOf(name: string): string | null {
  const [, letters = '', user = '', digits = ''] = ID.exec(name) ?? [];
  const site = letters.toUpperCase();
  return Object.hasOwn(SITES, site) ? `${site}${user.toUpperCase()}${digits}` : null;
}

/** The site that an id belongs to. */
export function siteOf(id: string): string {
  return id.slice(0, 3);
}
