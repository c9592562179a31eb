import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { rowReader } from '#core/store/dataset.ts';
import { itemReader, type StoredBody } from '#core/store/item-reader.ts';
import { RowChoice } from '#core/store/item-state.ts';
import { CARRIED_KEY } from '#core/store/living-dataset.ts';
import { isLiving, markedPages } from '#core/store/row-marks.ts';

/** Up to where a job was read: the last place that was looked at, and how many items stood there that count towards the limit. */
export interface RowPlace {
  readonly readKey: string;
  readonly page: number;
  readonly position: number;
  readonly read: number;
}

export const BEFORE_ALL_ROWS: RowPlace = { readKey: '', page: 0, position: -1, read: 0 };

/** Behind every key that a request has. Rows of the run before stand there too, and are given once all is there. */
const LAST_KEY = CARRIED_KEY;

const FROM = 'SELECT id, read_key FROM pages WHERE job_id = @job AND (read_key, id) >= (@readKey, @page)';
const END = 'ORDER BY read_key, id LIMIT @most';
const ALL_PAGES = `${FROM} ${END}`;
/** One statement, and so one state of the job: what stands before the first request that is still to be answered moves no more. */
const SETTLED_PAGES = `${FROM} AND read_key < (SELECT coalesce(MIN(read_key), '${LAST_KEY}') FROM frontier WHERE job_id = @job) ${END}`;
const PAGES_AT_ONCE = 500;

interface SettledWish {
  readonly id: number;
  /** Items that the export may have. */
  readonly limit: number;
  /** True where the job makes no further request: then all of its rows are settled. */
  readonly isOver: boolean;
}

/**
 * The next rows of a job in reading order, as far as none can come before them any more. `next` stands behind the last one; `isLast`: there
 * are no further ones yet.
 */
export function readSettled(
  connection: Connection,
  { id, limit, isOver }: SettledWish,
  from: RowPlace,
  most: number,
): { readonly items: readonly Item[]; readonly next: RowPlace; readonly isLast: boolean } {
  const pagesFrom = connection.prepare<object, { id: number; read_key: string }>(isOver ? ALL_PAGES : SETTLED_PAGES);
  const rowsOf = isLiving(connection, id) ? sharedRows(connection, id) : ownRows(connection, id);
  const choice = new RowChoice(limit, from.read);
  const items: Item[] = [];
  for (let next = from; ;) {
    const { readKey, page } = next;
    const pages = pagesFrom.all({ job: id, readKey, page, most: PAGES_AT_ONCE });
    for (const found of pages) {
      const begun = found.id === next.page ? next.position : -1;
      for (const row of rowsOf(found.id, begun)) {
        if (items.length === most) return { items, next, isLast: false };
        if (choice.isRow(row.state)) items.push(row.read());
        next = { readKey: found.read_key, page: found.id, position: row.position, read: choice.read };
      }
      // One without rows is behind us too.
      if (found.id !== next.page) next = { readKey: found.read_key, page: found.id, position: -1, read: choice.read };
    }
    if (pages.length < PAGES_AT_ONCE) return { items, next, isLast: true };
  }
}

interface ReadableRow {
  readonly state: number;
  readonly position: number;
  read(): Item;
}

/** Rows of a page behind a position. */
type RowsOfPage = (page: number, behind: number) => readonly ReadableRow[];

function ownRows(connection: Connection, jobId: number): RowsOfPage {
  const { select, values, read } = itemReader(connection, jobId);
  const rows = connection.prepare<(string | number)[], StoredBody>(`${select} WHERE page_id = ? AND position > ? ORDER BY position`);
  return (page, behind) => rows.all(...values, page, behind).map((stored) => ({ ...stored, read: () => read([{ stored }])[0] as Item }));
}

function sharedRows(connection: Connection, jobId: number): RowsOfPage {
  const marked = markedPages(connection, jobId);
  const read = rowReader(connection, jobId);
  return (page, behind) => {
    const marks = marked.of([page]).filter(({ position }) => position > behind);
    const items = read(marks.map((mark) => ({ seq: mark.seq, mark })));
    return marks.map((mark, at) => ({ ...mark, read: () => items[at] as Item }));
  };
}
