import type { PastedUrl } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

type Kind = 'product' | 'short';

/** The sites, and the language that each writes dates in. */
export const SITES: Readonly<Record<string, string>> = {
  'lazada.com.my': 'en',
  'lazada.sg': 'en',
  'lazada.co.th': 'th',
  'lazada.vn': 'vi',
  'lazada.co.id': 'id',
  'lazada.com.ph': 'en',
  'daraz.pk': 'en',
  'daraz.com.bd': 'en',
  'daraz.lk': 'en',
  'daraz.com.np': 'en',
};

const ITEM = /(?:^|-)i(\d+)(?:-s\d+)?\.html$/;
/** First labels of the hosts of short links and of links shared by the app. */
const SHORT = /^(?:s|c|pages|click)\./;
const ADDRESS_IN_PAGE = /https?:\/\/[\w.-]*\b(?:lazada|daraz)\.[a-z.]{2,6}\/(?:products\/)?[^\s"'<>\\?#:]*?\bi\d+(?:-s\d+)?\.html/;

/** What an address names. A short link is one only as long as no number of a product stands in it. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  const site = Object.keys(SITES).find((candidate) => isHost(url, candidate));
  if (site === undefined) return null;
  const inQuery = url.query.get('itemId') ?? '';
  const item = ITEM.exec(url.segments.at(-1) ?? '')?.[1] ?? (/^\d+$/.test(inQuery) ? inQuery : undefined);
  if (item !== undefined) return { kind: 'product', params: { item, site } };
  return SHORT.test(url.host) && url.segments.length > 0 ? { kind: 'short', params: { address: url.href } } : null;
}

/** The address of a product that a page leads on to; null where it names none. */
export function productAddressIn(html: string): string | null {
  return ADDRESS_IN_PAGE.exec(html.replaceAll('\\/', '/'))?.[0] ?? null;
}
