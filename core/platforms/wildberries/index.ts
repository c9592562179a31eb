// Wildberries: the lists of feedbacks that the shop's pages read, without a login; one file holds the reviews of a product in all its
// colours. Fragile: which of two hosts has the file follows a rule of the site's script, as do the addresses of photos.
import type { Item } from '#core/contract/item.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import type { Session } from '#core/platform-api/session.ts';
import { isBefore } from '#core/platform-kit/dates.ts';
import { productAt } from '#core/platforms/wildberries/address.ts';
import { askGroup, askMore, askOthers, findFeedbacks } from '#core/platforms/wildberries/ask.ts';
import { feedbackItem } from '#core/platforms/wildberries/item.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';

/** `imt`: the group, where the address says it. */
type ProductCursor = { readonly list: 'product'; readonly nm: string | null; readonly imt: string | null };
/** Pages of the newer list, product after product of the group. */
type MoreCursor = {
  readonly list: 'more';
  readonly imt: string;
  readonly host: string;
  /** The product that is read, null for none in particular, and those of the group after it: null as long as nobody has asked. */
  readonly nm: string | null;
  readonly others: readonly string[] | null;
  readonly skip: number;
  /** The row that the page before ended with; null before the first page of a product. */
  readonly last: string | null;
};
type Cursor = ProductCursor | MoreCursor;

/** How many reviews of one product the newer list gives, as callers report. */
const MOST_PER_PRODUCT = 1030;

export default definePlatform<Cursor>({
  id: 'wildberries',
  name: 'Wildberries',
  homepage: 'https://www.wildberries.ru',
  description: "Reviews of a product in all its colours, with the seller's answers.",
  category: 'shop',
  recorded: '2024-09',
  comparedWith: [{ client: 'ru-marketplace-mcp', date: '2026-09-21' }],
  targets: [
    {
      name: 'product',
      patterns: [
        'wildberries.<country>/catalog/<number>/detail.aspx',
        'wildberries.<country>/catalog/<number>/feedbacks',
        'wb.ru/catalog/<number>',
      ],
      examples: [
        'https://www.wildberries.ru/catalog/110275182/detail.aspx',
        'https://www.wildberries.ru/catalog/110275182/feedbacks?imtId=201962923&size=187103291',
        'https://www.wildberries.by/catalog/110275182/detail.aspx?targetUrl=MI',
        'https://global.wildberries.ru/product?card=110275182',
        'https://wb.ru/catalog/110275182/detail.aspx',
      ],
      match: productAt,
      exports: { own: { type: 'reviews' } },
    },
  ],
  sorts: ['new'],
  hasOwnOrder: true,
  hosts: ['.wildberries.ru', '.wb.ru', '.wbbasket.ru'],
  walls: {
    statuses: [
      { kind: 'block', by: 'Wildberries', statuses: [498], host: /(?:^|\.)(?:wildberries|wb)\.ru$/, source: 'its token check, since 2025' },
    ],
  },
  cookies: { need: 'none', domains: ['.wildberries.ru', '.wb.ru'] },
  whenRefused: 'browser',
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }) {
    return [{ cursor: { list: 'product', nm: params['nm'] ?? null, imt: params['imt'] ?? null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    return cursor.list === 'product' ? productPage(cursor, session) : morePage(cursor, session);
  },
});

/** The file of the group; where the platform counts more than it holds, the newer list follows. */
async function productPage({ nm, imt: named }: ProductCursor, session: Session): Promise<Page<Cursor>> {
  const group = named === null ? await askGroup(session, nm ?? '') : null;
  const imt = group?.imt ?? named ?? '';
  const found = await findFeedbacks(session, imt, nm);
  if (found === null) return { items: [], total: 0, door: 'feedbacks v1' };
  const { list, host, door } = found;
  const items = readRows(list.feedbacks ?? [], 'feedbacks', feedbackItem);
  const total = list.feedbackCount ?? null;
  const goesOn = total !== null && total > items.length;
  const [skip, last] = door === 'v2' ? [items.length, lastOf(items)] : [0, null];
  return {
    items: session.options.sort === 'new' ? newestFirst(items) : items,
    next: goesOn ? [{ cursor: { list: 'more', imt, host, nm, others: group?.others ?? null, skip, last }, role: 'page' }] : [],
    total,
    door: `feedbacks ${door}`,
  };
}

async function morePage(cursor: MoreCursor, session: Session): Promise<Page<Cursor>> {
  const { nm } = cursor;
  const list = await askMore(session, cursor);
  if (list === null) return { items: [], mayRepeat: true };
  const rows = list.feedbacks ?? [];
  const items = readRows(rows, 'feedbacks', feedbackItem);
  const skip = cursor.skip + rowsGiven(rows);
  const last = lastOf(items);
  const isCapped = skip >= MOST_PER_PRODUCT;
  // Whoever is given the same page again turns no further.
  const isSame = last !== null && last === cursor.last;
  const isOver = isCapped || isSame || items.every(({ createdAt }) => isBefore(createdAt, session.options.minTimestamp));
  const others = cursor.others ?? (nm === null ? [] : await askOthers(session, nm));
  const next: MoreCursor | null = isOver ? afterThis(cursor, others) : { ...cursor, others, skip, last };
  const note = `Wildberries shows about 1,000 reviews of product ${nm ?? cursor.imt}, the newest.`;
  return {
    items,
    next: next === null ? [] : [{ cursor: next, role: 'page' }],
    // Much of it stood in the file; and an empty page leads on to the next product.
    mayRepeat: true,
    ...(isCapped ? { gaps: [{ cause: 'notServed' as const, count: 0, note }] } : {}),
    door: 'feedbacks v2',
  };
}

function afterThis(cursor: MoreCursor, [nm, ...others]: readonly string[]): MoreCursor | null {
  return nm === undefined ? null : { ...cursor, nm, others, skip: 0, last: null };
}

function lastOf(items: readonly Item[]): string | null {
  return items.at(-1)?.id ?? null;
}

function newestFirst(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? ''));
}
