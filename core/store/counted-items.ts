import type { Item } from '#core/contract/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { RowChoice } from '#core/store/item-state.ts';
import { showsVerdicts, type StoredVerdict, withVerdict } from '#core/store/verdict-reader.ts';

const PAGES = 'SELECT id FROM pages WHERE job_id = ? ORDER BY read_key';
const OF_PAGE = 'SELECT body, state FROM items WHERE page_id = ? ORDER BY position';
const OF_PAGE_JUDGED = `SELECT body, state, sentiment, score, verdicts.language AS language FROM items LEFT JOIN verdicts ON verdicts.seq = items.seq
  WHERE page_id = ? ORDER BY position`;

/** What was judged: null where nothing was, left out where nothing is shown of it. */
type CountedRow = { readonly body: string; readonly state: number } & Partial<{
  readonly [Part in keyof StoredVerdict]: StoredVerdict[Part] | null;
}>;

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
      .map(itemOf);
  }
}

function itemOf({ body, sentiment = null, score = null, language = null }: CountedRow): Item {
  const item = JSON.parse(body) as Item;
  return sentiment === null ? item : withVerdict(item, { sentiment, score, language });
}
