import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { rowReader } from '#core/store/dataset.ts';
import { itemReader, type StoredBody } from '#core/store/item-reader.ts';
import { RowChoice } from '#core/store/item-state.ts';
import { isLiving, markedPages } from '#core/store/row-marks.ts';

const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';

interface CountedJob {
  readonly id: number;
  readonly limit: number;
}

/** The rows of an export in reading order, whatever their number, in the memory of one page: for those who count them. */
export function* readCounted(connection: Connection, job: CountedJob): Generator<readonly Item[], void, undefined> {
  const choice = new RowChoice(job.limit);
  const pages = connection.prepare<[number], number>(PAGES).pluck().all(job.id);
  const itemsOf = isLiving(connection, job.id) ? sharedItems(connection, job, choice) : ownItems(connection, job, choice);
  for (const page of pages) yield itemsOf(page);
}

function ownItems(connection: Connection, { id }: CountedJob, choice: RowChoice): (page: number) => readonly Item[] {
  const { select, values, read } = itemReader(connection, id);
  const rows = connection.prepare<(string | number)[], StoredBody>(`${select} WHERE page_id = ? ORDER BY position`);
  return (page) => {
    const chosen = rows.all(...values, page).filter(({ state }) => choice.isRow(state));
    return read(chosen.map((stored) => ({ stored })));
  };
}

function sharedItems(connection: Connection, { id }: CountedJob, choice: RowChoice): (page: number) => readonly Item[] {
  const marked = markedPages(connection, id);
  const read = rowReader(connection, id);
  return (page) => {
    const marks = marked.of([page]).filter(({ state }) => choice.isRow(state));
    return read(marks.map((mark) => ({ seq: mark.seq, mark }))).filter((item) => item !== undefined);
  };
}
