import type { TakeOverStore } from '#core/engine/long-work-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';

/** Requests copied in one transaction, and items, as far as pages end there. */
const ROWS_AT_ONCE = 500;

const { kept: KEPT, before: BEFORE, leftOut: LEFT_OUT } = ITEM_STATE;
/** What an export read to show it. */
const READ = `items.state IN (${KEPT}, ${LEFT_OUT})`;

interface TakeOverRow {
  readonly job_id: number;
  readonly from_id: number;
  readonly exported: number;
  readonly entry_hash: number;
  readonly entry_id: number;
  readonly pages: number;
  readonly place: number;
  readonly kept: number;
  readonly replies: number;
}

interface PageCopy {
  readonly source: number;
  readonly own: number;
  readonly place: number;
  readonly exported: number;
}

/** Items of a page, on the page that stands for it here. `place`: kept items on the pages before. */
const COPY_ITEMS = `
  WITH reading AS (
    SELECT items.seq, @place + SUM(CASE WHEN ${READ} THEN 1 ELSE 0 END) OVER (ORDER BY items.position ROWS UNBOUNDED PRECEDING) AS place
    FROM items WHERE items.page_id = @source
  )
  INSERT INTO items (id, parent_id, page_id, position, state, body)
  SELECT items.id, items.parent_id, @own, items.position,
    CASE WHEN ${READ} THEN CASE WHEN place <= @exported THEN ${BEFORE} ELSE ${KEPT} END ELSE items.state END,
    CASE WHEN ${READ} AND place > @exported THEN items.body ELSE 'null' END
  FROM reading JOIN items ON items.seq = reading.seq`;

/** Copies what one export left to another one, some hundred rows at a time. */
export function createTakeOverStore(connection: Connection): TakeOverStore {
  const statements = prepare(connection);
  /** Pages of the sources, by the export that copies them: read once, not for every slice. */
  const pagesOf = new Map<number, readonly number[]>();

  const copyEntries = (row: TakeOverRow): boolean => {
    const last = statements.lastEntry.get({ ...row, most: ROWS_AT_ONCE });
    if (last === undefined) return false;
    statements.copyEntries.run({ ...row, last_hash: last.cursor_hash, last_id: last.id });
    statements.noteEntries.run(last.cursor_hash, last.id, row.job_id);
    return true;
  };

  const copyPages = (row: TakeOverRow): boolean => {
    const sources = pagesOf.get(row.job_id) ?? statements.pages.all(row.from_id);
    pagesOf.set(row.job_id, sources);
    let { pages, place, kept, replies } = row;
    for (let copied = 0; copied < ROWS_AT_ONCE && pages < sources.length; pages += 1) {
      const source = sources[pages] as number;
      const own = Number(statements.copyPage.run(null, row.job_id, source).lastInsertRowid);
      // A page without items is work too.
      copied += 1 + statements.copyItems.run({ source, own, place, exported: row.exported }).changes;
      place += statements.read.get(source) ?? 0;
      const counted = statements.counted.get(own) ?? { kept: 0, replies: 0 };
      if (counted.kept > 0) statements.setKept.run(counted.kept, own);
      kept += counted.kept;
      replies += counted.replies;
    }
    statements.notePages.run(pages, place, kept, replies, row.job_id);
    return pages < sources.length;
  };

  return {
    begin: (jobId, fromId, exported) => void statements.begin.run(jobId, fromId, exported),
    isPending: (jobId) => statements.row.get(jobId) !== undefined,
    from: (fromId) => statements.from.all(fromId),
    copySome(jobId) {
      const row = statements.row.get(jobId);
      if (row === undefined || copyEntries(row) || copyPages(row)) return null;
      pagesOf.delete(jobId);
      const { kept, replies, from_id: fromId } = statements.row.get(jobId) ?? row;
      statements.end.run(jobId);
      return { kept, replies, fromId };
    },
  };
}

function prepare(connection: Connection) {
  const entriesAfter = 'frontier WHERE job_id = @from_id AND (cursor_hash, id) > (@entry_hash, @entry_id)';
  return {
    begin: connection.prepare<[number, number, number]>('INSERT INTO take_overs (job_id, from_id, exported) VALUES (?, ?, ?)'),
    row: connection.prepare<[number], TakeOverRow>('SELECT * FROM take_overs WHERE job_id = ?'),
    from: connection.prepare<[number], number>('SELECT job_id FROM take_overs WHERE from_id = ? ORDER BY job_id').pluck(),
    end: connection.prepare<[number]>('DELETE FROM take_overs WHERE job_id = ?'),
    lastEntry: connection.prepare<[TakeOverRow & { readonly most: number }], { cursor_hash: number; id: number }>(
      `SELECT cursor_hash, id FROM (SELECT cursor_hash, id FROM ${entriesAfter} ORDER BY cursor_hash, id LIMIT @most) AS slice
       ORDER BY cursor_hash DESC, id DESC LIMIT 1`,
    ),
    copyEntries: connection.prepare<[TakeOverRow & { readonly last_hash: number; readonly last_id: number }]>(
      `INSERT INTO frontier (job_id, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash)
       SELECT @job_id, read_key, root, hops, path, role, under, expect, optional, cursor, cursor_hash FROM ${entriesAfter}
       AND (cursor_hash, id) <= (@last_hash, @last_id)`,
    ),
    noteEntries: connection.prepare<[number, number, number]>('UPDATE take_overs SET entry_hash = ?, entry_id = ? WHERE job_id = ?'),
    pages: connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ? ORDER BY read_key, id').pluck(),
    copyPage: connection.prepare<[null, number, number]>(
      'INSERT INTO pages (id, job_id, read_key, kept, cursor_hash) SELECT ?, ?, read_key, 0, cursor_hash FROM pages WHERE id = ?',
    ),
    copyItems: connection.prepare<[PageCopy]>(COPY_ITEMS),
    read: connection.prepare<[number], number>(`SELECT COUNT(*) FROM items WHERE page_id = ? AND ${READ}`).pluck(),
    counted: connection.prepare<[number], { kept: number; replies: number }>(
      `SELECT COUNT(*) AS kept, COUNT(parent_id) AS replies FROM items WHERE page_id = ? AND state = ${KEPT}`,
    ),
    setKept: connection.prepare<[number, number]>('UPDATE pages SET kept = ? WHERE id = ?'),
    notePages: connection.prepare<[number, number, number, number, number]>(
      'UPDATE take_overs SET pages = ?, place = ?, kept = ?, replies = ? WHERE job_id = ?',
    ),
  };
}
