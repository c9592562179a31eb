import { setImmediate as breathe } from 'node:timers/promises';
import { parseQuery } from '#core/analysis/search/query.ts';
import type { Item } from '#core/contract/item.ts';
import type { Layout, RowFilter } from '#core/contract/layout.ts';
import { NO_REMARK, remarkOf } from '#core/contract/remark.ts';
import { conditionsOf, indexedRow } from '#core/insight/desk/search-rows.ts';
import { filtersOfLayout, remarkTests } from '#core/insight/search-filters.ts';
import type { Dataset } from '#core/store/dataset.ts';
import { type IndexedRow, RowMatcher } from '#core/store/search.ts';

/** Dates come from strangers: what lies beyond so many months shares a file. */
const MOST_MONTHS = 600;
const OTHER_MONTHS = 'other';
const UNDATED = 'undated';

/** Rows of one file. */
interface RowPart {
  /** What tells its file from the others of a ZIP; null: there is one file alone. */
  readonly label: string | null;
  /** Where they stand in the dataset, from 0, in file order. */
  readonly places: Uint32Array;
}

/**
 * The rows that a layout wants of a dataset, file by file. Where it asks something of them all are read once before any is written; some
 * bytes of each stay in memory.
 */
export async function chosenRows(
  dataset: Pick<Dataset, 'seqs' | 'chunks' | 'depths'>,
  { filter, split }: Layout,
): Promise<readonly RowPart[]> {
  const all = Uint32Array.from(dataset.seqs, (_, place) => place);
  if (filter === undefined && split !== 'month') return cut(all, split);
  const monthOf = split === 'month' ? new Months() : null;
  const matcher = filter === undefined ? null : new RowMatcher(requestOf(filter));
  const isRemarked = filter === undefined ? () => true : remarkedAs(filter);
  const isByDepth = filter?.min_depth !== undefined || filter?.max_depth !== undefined;
  const places = { seqs: dataset.seqs, depths: isByDepth ? dataset.depths() : null };
  const kept = new Uint8Array(dataset.seqs.length);
  const months = new Uint16Array(monthOf === null ? 0 : dataset.seqs.length);
  try {
    let place = 0;
    for (const rows of withNext(dataset.chunks())) {
      const found = matcher?.matches(indexed(rows, place, places));
      for (const { item } of rows) {
        kept[place] = Number((found?.has(place + 1) ?? true) && isRemarked(item));
        if (monthOf !== null && kept[place] === 1) months[place] = monthOf.numberOf(item);
        place += 1;
      }
      await breathe();
    }
  } finally {
    matcher?.[Symbol.dispose]();
  }
  if (monthOf === null)
    return cut(
      all.filter((place) => kept[place] === 1),
      split,
    );
  return monthOf.inOrder().map(({ label, number }) => ({
    label,
    places: all.filter((place) => kept[place] === 1 && months[place] === number),
  }));
}

function requestOf(filter: RowFilter) {
  const { q = '' } = filter;
  return { match: q.trim() === '' ? null : parseQuery(q).match, conditions: conditionsOf(filtersOfLayout(filter)) };
}

/** Rows of files come with what people said of them. */
function remarkedAs(filter: RowFilter): (item: Item) => boolean {
  const tests = remarkTests(filtersOfLayout(filter));
  return (item) => tests.every(({ takes, isWanted }) => takes(remarkOf(item) ?? NO_REMARK) === isWanted);
}

/** Files of so many rows each; one without rows where there is none. */
function cut(places: Uint32Array, split: Layout['split']): readonly RowPart[] {
  if (typeof split !== 'number') return [{ label: null, places }];
  const files = Math.max(1, Math.ceil(places.length / split));
  const digits = String(files).length;
  return Array.from({ length: files }, (_, at) => ({
    label: String(at + 1).padStart(digits, '0'),
    places: places.slice(at * split, (at + 1) * split),
  }));
}

interface RowInOrder {
  readonly item: Item;
  /** Whether the row behind it answers it. */
  readonly isAnswered: boolean;
}

/** Chunks of rows, each looked at with the one behind it. */
function* withNext(chunks: Iterable<readonly Item[]>): Generator<readonly RowInOrder[]> {
  let former: readonly Item[] = [];
  const looked = (items: readonly Item[], next: Item | undefined): readonly RowInOrder[] =>
    items.map((item, at) => ({ item, isAnswered: (items[at + 1] ?? next)?.parentId === item.id }));
  for (const items of chunks) {
    if (former.length > 0) yield looked(former, items[0]);
    former = items;
  }
  yield looked(former, undefined);
}

/** By place in the file, from 0. `depths` null: nobody asks for them. */
interface Places {
  readonly seqs: Float64Array;
  readonly depths: Uint16Array | null;
}

function indexed(rows: readonly RowInOrder[], start: number, { seqs, depths }: Places): readonly IndexedRow[] {
  return rows.map(({ item, isAnswered }, at) => {
    const row = start + at;
    return indexedRow(item, { place: row + 1, seq: seqs[row] as number, depth: depths?.[row] ?? 0, isAnswered });
  });
}

/** Months in UTC, numbered as they come. */
class Months {
  readonly #numbers = new Map<string, number>();

  numberOf({ createdAt }: Item): number {
    const ms = createdAt === null ? Number.NaN : Date.parse(createdAt);
    const month = Number.isNaN(ms) ? UNDATED : new Date(ms).toISOString().slice(0, -'-01T00:00:00.000Z'.length);
    const label = this.#numbers.has(month) || this.#numbers.size < MOST_MONTHS ? month : OTHER_MONTHS;
    const number = this.#numbers.get(label) ?? this.#numbers.size;
    this.#numbers.set(label, number);
    return number;
  }

  /** One without rows where there is none. */
  inOrder(): readonly { readonly label: string; readonly number: number }[] {
    const labels = [...this.#numbers.keys()].toSorted();
    return (labels.length === 0 ? [UNDATED] : labels).map((label) => ({ label, number: this.#numbers.get(label) ?? 0 }));
  }
}
