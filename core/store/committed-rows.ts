import type { Item } from '#core/contract/item.ts';
import type { RowPage, RowReader } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/database.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';

/** Above every read key. */
const NO_BOUND = '\u{10FFFF}';

/**
 * Reads what the engine's thread commits. Answers that are still to come stand in reading order at a request of the frontier or behind
 * it, and so does what they open: what lies before the first of these requests stays as it is.
 */
export function createRowReader(connection: Connection): RowReader {
  const firstOpen = connection.prepare<[number], string | null>('SELECT MIN(read_key) FROM frontier WHERE job_id = ?').pluck();
  const pages = connection.prepare<[number, string, string], RowPage>(
    'SELECT id, read_key AS readKey FROM pages WHERE job_id = ? AND read_key > ? AND read_key < ? ORDER BY read_key',
  );
  const rows = connection.prepare<[number, number, number], { position: number; body: string }>(
    `SELECT position, body FROM items WHERE page_id = ? AND position > ? AND state = ${ITEM_STATE.kept} ORDER BY position LIMIT ?`,
  );
  // Both are of one moment.
  const settled = connection.transaction((jobId: number, after: string) => pages.all(jobId, after, firstOpen.get(jobId) ?? NO_BOUND));
  return {
    pages: (jobId, after, upTo) => (upTo === 'settled' ? settled(jobId, after) : pages.all(jobId, after, NO_BOUND)),
    rows: (pageId, after, most) =>
      rows.all(pageId, after, most).map(({ position, body }) => ({ position, item: JSON.parse(body) as Item })),
  };
}
