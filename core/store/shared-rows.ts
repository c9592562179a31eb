import type { FoldingStore } from '#core/engine/long-work-ports.ts';
import { sortable } from '#core/engine/position.ts';
import type { Connection } from '#core/store/connection.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { foldPage } from '#core/store/folded-page.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { markedPages } from '#core/store/row-marks.ts';

/** Rows that are folded in one transaction, as far as pages end there. */
const ROWS_AT_ONCE = 500;
const PAGES_AT_ONCE = 50;

/** What holds the rows is a job that nobody sees: it goes by itself once no run names it. */
const ADD_DATASET = `
  INSERT INTO jobs (id, guid, status, url, options, cookie_names, platform, target, plan, formats, sandbox, ledger, created_at_ms, updated_at_ms)
  SELECT ?, '${REMOVED} dataset ' || guid, '${REMOVED}', '', '{}', '[]', platform, '{}', plan, '[]', 0, '{}', created_at_ms, created_at_ms
  FROM jobs WHERE id = ?`;

/** Makes a run one of the dataset of the run that it builds on, or the first of a new one. Belongs into a transaction. */
export function openDataset(connection: Connection, jobId: number, baseId: number | null): void {
  const datasetOf = connection.prepare<[number], number | null>('SELECT dataset_id FROM jobs WHERE id = ?').pluck();
  const known = (baseId === null ? null : datasetOf.get(baseId)) ?? datasetOf.get(jobId) ?? null;
  const dataset = known ?? Number(connection.prepare<[null, number]>(ADD_DATASET).run(null, jobId).lastInsertRowid);
  connection.prepare<[number, number]>('UPDATE jobs SET dataset_id = ? WHERE id = ?').run(dataset, jobId);
  const lastKey = connection.prepare<[number], string | null>('SELECT MAX(read_key) FROM pages WHERE job_id = ?').pluck();
  connection
    .prepare<[null, number, string, number]>('INSERT INTO pages (id, job_id, read_key, kept, cursor_hash) VALUES (?, ?, ?, 0, ?)')
    .run(null, dataset, keyBehind(lastKey.get(dataset) ?? null), jobId);
}

/** Pages of runs in the order in which these began. One before may be gone. */
function keyBehind(key: string | null): string {
  return sortable(key === null ? 0 : Number.parseInt(key.slice(1), 36) + 1);
}

/** The page of a run's dataset with the rows that it brought. */
export function datasetPage(connection: Connection, jobId: number): number {
  const page = connection.prepare<{ job: number }, number>(
    'SELECT id FROM pages WHERE job_id = (SELECT dataset_id FROM jobs WHERE id = @job) AND cursor_hash = @job',
  );
  return page.pluck().get({ job: jobId }) as number;
}

/** Leaves of runs that are done what they have of their own: the rest are rows of their dataset. */
export function createFoldingStore(connection: Connection): FoldingStore {
  const next = connection
    .prepare<[], number>("SELECT id FROM jobs WHERE dataset_id IS NOT NULL AND is_folded = 0 AND status = 'done' ORDER BY id LIMIT 1")
    .pluck();
  // Another machine that folds it, or deletes it, waits here until this slice is there.
  const hold = connection.prepare<[number]>(
    "UPDATE jobs SET is_folded = 0 WHERE id = ? AND dataset_id IS NOT NULL AND is_folded = 0 AND status = 'done' RETURNING id",
  );
  const end = connection.prepare<[number]>('UPDATE jobs SET is_folded = 1 WHERE id = ?');
  const pages = connection
    .prepare<[number], number>(`SELECT id FROM pages WHERE job_id = ? AND folded IS NULL ORDER BY id LIMIT ${PAGES_AT_ONCE}`)
    .pluck();
  const keep = connection.prepare<[Buffer, number, number]>('UPDATE pages SET folded = ?, folded_rows = ? WHERE id = ?');
  const giveAway = connection.prepare<[number, number]>('UPDATE items SET page_id = ? WHERE page_id = ? AND of_seq IS NULL');
  const dropOwn = connection.prepare<[number]>('DELETE FROM items WHERE page_id = ?');

  const foldSome = (jobId: number): boolean => {
    if (hold.get(jobId) === undefined) return false;
    const marked = markedPages(connection, jobId);
    const dataset = datasetPage(connection, jobId);
    let rows = 0;
    for (const page of pages.all(jobId)) {
      if (rows >= ROWS_AT_ONCE) return true;
      const marks = marked.of([page]);
      giveAway.run(dataset, page);
      dropOwn.run(page);
      keep.run(foldPage(marks), marks.length, page);
      rows += marks.length;
    }
    if (pages.all(jobId).length > 0) return true;
    end.run(jobId);
    return false;
  };

  return {
    foldSome,
    foldNext: () =>
      onDisk(() => {
        const jobId = next.get();
        if (jobId === undefined) return false;
        connection.transaction(() => foldSome(jobId)).immediate();
        return true;
      }),
  };
}

/** A page of rows that no run has any more: those of runs that came after the last one that is left. */
export function unreachablePage(connection: Connection): (jobId: number) => number | undefined {
  const page = connection.prepare<{ job: number }, number>(
    `SELECT pages.id FROM jobs JOIN pages ON pages.job_id = jobs.dataset_id WHERE jobs.id = @job AND pages.read_key > (
       SELECT MAX(left_pages.read_key) FROM pages AS left_pages JOIN jobs AS runs ON runs.id = left_pages.cursor_hash
       WHERE left_pages.job_id = jobs.dataset_id AND runs.dataset_id = jobs.dataset_id AND runs.status <> '${REMOVED}') LIMIT 1`,
  );
  const pluck = page.pluck();
  return (jobId) => pluck.get({ job: jobId });
}
