import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { RowChoice } from '#core/store/item-state.ts';
import { JUDGED_ITEMS, judged, type JudgedRow, showsVerdicts } from '#core/store/verdict-reader.ts';

const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';
const OF_PAGE = 'SELECT body, state FROM items WHERE page_id = ? ORDER BY position';
const OF_PAGE_JUDGED = `SELECT body, state, ${JUDGED_ITEMS} WHERE page_id = ? ORDER BY position`;

interface CountedRow extends JudgedRow {
  readonly body: string;
  readonly state: number;
}

/** The rows of an export in reading order, whatever their number, in the memory of one page: for those who count them. */
export function* readCounted(
  connection: Connection,
  job: { readonly id: number; readonly limit: number },
): Generator<readonly Item[], void, undefined> {
  const choice = new RowChoice(job.limit);
  const rows = connection.prepare<[number], CountedRow>(showsVerdicts(connection, job.id) ? OF_PAGE_JUDGED : OF_PAGE);
  for (const page of connection.prepare<[number], number>(PAGES).pluck().all(job.id)) {
    yield rows
      .all(page)
      .filter(({ state }) => choice.isRow(state))
      .map((row) => judged(JSON.parse(row.body) as Item, row));
  }
}
