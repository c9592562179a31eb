import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of the store names. `short`: a link that leads to a product, or elsewhere at Microsoft. */
type Place = NamedPlace<'product' | 'short'>;

/** The scheme of links into the Store app, whose host is the page of it. */
const APP = 'ms-windows-store:';
const APP_PAGES = new Set(['pdp', 'review']);
const SHORT_SITE = 'aka.ms';
/** On a site of Microsoft's many others, the parts of the path that say "store". */
const STORE_FOLDERS = new Set(['store', 'p']);
/** Twelve characters, of desktop apps fourteen; words have no digits. */
const PRODUCT = /^(?=.*\d)(?:[0-9a-z]{12}|xp[0-9a-z]{12})$/i;
const LOCALE = /^([a-z]{2,3})(?:-[a-z]{4})?-([a-z]{2})$/i;
const MARKET = /^[a-z]{2}$/i;
const SHORT_NAME = /^[\w-]+$/;

/** What the address names; null where it is nothing of the store that could be exported. */
export function placeAt(url: PastedUrl): Place | null {
  if (url.protocol === APP) return APP_PAGES.has(url.host) ? productIn(url, [parameter(url, 'productid')]) : null;
  if (!url.protocol.startsWith('http')) return null;
  const [first = '', ...others] = url.segments;
  if (url.host === SHORT_SITE) return SHORT_NAME.test(first) && others.length === 0 ? { kind: 'short', params: { name: first } } : null;
  if (url.host === 'apps.microsoft.com') return productIn(url, url.segments.toReversed());
  const isStore =
    (isHost(url, 'xbox.com') || url.host === 'microsoft.com') && url.segments.some((part) => STORE_FOLDERS.has(part.toLowerCase()));
  return isStore ? productIn(url, [...url.segments.toReversed(), parameter(url, 'productid')]) : null;
}

/** `candidates`: where the id may stand, the likeliest first. */
function productIn(url: PastedUrl, candidates: readonly string[]): Place | null {
  const product = candidates.find((part) => PRODUCT.test(part));
  if (product === undefined) return null;
  const locale = [parameter(url, 'hl'), url.segments[0] ?? ''].find((part) => LOCALE.test(part));
  const market = [parameter(url, 'gl'), LOCALE.exec(locale ?? '')?.[2] ?? ''].find((part) => MARKET.test(part));
  return {
    kind: 'product',
    params: {
      product: product.toUpperCase(),
      ...(locale === undefined ? {} : { hl: locale.toLowerCase() }),
      ...(market === undefined ? {} : { gl: market.toLowerCase() }),
    },
  };
}

/** Names of parameters come in any letter case. */
function parameter({ query }: PastedUrl, name: string): string {
  return [...query].find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}
