import type { PastedUrl } from '#core/platform-api/define.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { isHost } from '#core/platform-kit/host.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

export type Kind = 'item' | 'short';

/** The two shops, and the page that each shows an item on. */
export const ITEM_PAGES = {
  taobao: 'https://item.taobao.com/item.htm?id=',
  tmall: 'https://detail.tmall.com/item.htm?id=',
} as const;
export type Shop = keyof typeof ITEM_PAGES;

const HOSTS: Readonly<Record<Shop, readonly string[]>> = { taobao: ['taobao.com'], tmall: ['tmall.com', 'tmall.hk'] };
const SHORT_HOST = 'tb.cn';
const ID = /^\d{5,}$/;
/** Pages that take the number of the item as `id`. */
const PAGE = /^(?:item|detail|index|item_o)\.html?$/;
/** `/item/<id>.htm`, `/i<id>.htm`, `/list/item/<id>.htm`. */
const ID_IN_PATH = /\/(?:item\/|i)(\d{5,})\.html?$/;
/** How the page behind a short link says where it leads. */
const LEADS = [/\burl\s*=\s*'(https?:[^']+)'/, /\burl\s*=\s*"(https?:[^"]+)"/];

/** True for every host of the two shops, short links and logins included. */
export function isOfTaobao(url: Pick<PastedUrl, 'host'>): boolean {
  return isHost(url, ...HOSTS.taobao, ...HOSTS.tmall, SHORT_HOST);
}

/** What an address names. */
export function placeAt(url: PastedUrl): NamedPlace<Kind> | null {
  if (isHost(url, SHORT_HOST)) return url.segments.length > 0 ? { kind: 'short', params: { address: url.href } } : null;
  const shop = (['taobao', 'tmall'] as const).find((name) => isHost(url, ...HOSTS[name]));
  if (shop === undefined) return null;
  const inQuery = PAGE.test(url.segments.at(-1) ?? '') ? (url.query.get('id') ?? url.query.get('itemId') ?? '') : '';
  const item = ID_IN_PATH.exec(url.path)?.[1] ?? (ID.test(inQuery) ? inQuery : null);
  return item === null ? null : { kind: 'item', params: { item, shop } };
}

/** Where the page behind a short link leads on to; null where it does not say. */
export function addressInPage(html: string): string | null {
  return firstCapture(LEADS, html)?.replaceAll('\\/', '/').replaceAll('&amp;', '&') ?? null;
}
