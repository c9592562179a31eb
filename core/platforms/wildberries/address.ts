import type { PastedUrl, TargetParams } from '#core/platform-api/define.ts';
import { isHost } from '#core/platform-kit/host.ts';

/** The shop in each country, with the hosts below them (`global.`, `digital.`, `m.`). */
const SITES = [
  'wildberries.ru',
  'wildberries.by',
  'wildberries.kz',
  'wildberries.am',
  'wildberries.kg',
  'wildberries.uz',
  'wildberries.ge',
  'wb.ru',
] as const;
/** The number of a product (one colour of it). Shorter ones stand in addresses of the app that name no product. */
const NM = /^\d{5,10}$/;
const IMT = /^\d{3,12}$/;
const NM_QUERIES = ['nm', 'card'];

/** The product that an address names (`nm`), and its group (`imt`) where it says that too; null for any other. */
export function productAt(url: PastedUrl): TargetParams | null {
  if (!url.protocol.startsWith('http') || !isHost(url, ...SITES)) return null;
  const { segments, query } = url;
  const named = [segments[segments.indexOf('catalog') + 1], ...NM_QUERIES.map((name) => query.get(name))];
  const nm = named.find((id) => NM.test(id ?? ''));
  const imt = [query.get('imtId')].find((id) => IMT.test(id ?? ''));
  if (!nm && !imt) return null;
  return { ...(nm ? { nm } : {}), ...(imt ? { imt } : {}) };
}
