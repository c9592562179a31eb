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
  const itemsOf = pageReader(connection, job);
  for (const page of pagesOf(connection, job)) yield itemsOf(page);
}

/** Some of the pages once more, by their place among all, from 0 on: with what their limit left out. */
export function* readAgain(
  connection: Connection,
  { id }: Pick<CountedJob, 'id'>,
  places: readonly number[],
): Generator<readonly Item[], void, undefined> {
  const itemsOf = pageReader(connection, { id, limit: Number.POSITIVE_INFINITY });
  const pages = pagesOf(connection, { id });
  for (const place of places) yield itemsOf(pages[place] as number);
}

function pagesOf(connection: Connection, { id }: Pick<CountedJob, 'id'>): readonly number[] {
  return connection.prepare<[number], number>(PAGES).pluck().all(id);
}

function pageReader(connection: Connection, job: CountedJob): (page: number) => readonly Item[] {
  const choice = new RowChoice(job.limit);
  return isLiving(connection, job.id) ? sharedItems(connection, job, choice) : ownItems(connection, job, choice);
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
