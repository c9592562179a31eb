import type { RemovalStore } from '#core/engine/long-work-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { type FileConnection, isFile } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { remarkRemoval } from '#core/store/remarks.ts';
import { unreachablePage } from '#core/store/shared-rows.ts';

/** Rows that go in one transaction: some milliseconds, which is as long as others wait for theirs. */
const ROWS_AT_ONCE = 500;
/** Pages of the file that one slice gives back. */
const PAGES_AT_ONCE = 128;
/** Fewer free pages than that are left for what comes next. */
const PAGES_LEFT_FREE = 256;
/** `PRAGMA auto_vacuum` of a file that can give back room in slices. */
const INCREMENTAL = 2;

/** PostgreSQL gives rows that are gone to those that come (autovacuum). */
const SHRINKS_BY_ITSELF = { shrinkSome: () => false, settle: () => undefined };

/** From here on no question finds the export: not by its guid, its batch, its series or its state. */
const HIDE = `UPDATE jobs SET guid = '${REMOVED} ' || guid, status = '${REMOVED}', batch_id = NULL, series = NULL, token_uuid = NULL, member_uuid = NULL,
  shared = 0, schedule_uuid = NULL,
  url = '', options = '{}', target = '{}', cookie_names = '[]', files = '[]', title = NULL, folder = NULL, tags = '[]', said = '' WHERE id = ?`;

/** Tables with rows of an export, besides those that go with its items; `weight`: as how many of others one counts. */
const OWN_TABLES = [
  { table: 'frontier', key: 'id', weight: 1 },
  { table: 'reply_lists', key: '(job_id, list)', weight: 1 },
  { table: 'verdict_requests', key: 'key', weight: 1 },
  { table: 'kept_exchanges', key: '(job_id, place)', weight: 1 },
  // Some hundred kilobytes each.
  { table: 'raw_answers', key: '(job_id, read_key)', weight: 20 },
  { table: 'media', key: '(job_id, url)', weight: 1 },
] as const;

/** Deletes exports some rows at a time, and gives the room of the file back some pages at a time. */
export function createRemovalStore(connection: Connection): RemovalStore {
  const hide = connection.prepare<[number]>(HIDE);
  const dropReprocessing = connection.prepare<[number]>('DELETE FROM reprocessings WHERE job_id = ?');
  const dropFiles = connection.prepare<[number]>('DELETE FROM job_files WHERE job_id = ?');
  const dropTakeOver = connection.prepare<[number]>('DELETE FROM take_overs WHERE job_id = ?');
  const dropDraws = connection.prepare<[number]>('DELETE FROM draws WHERE job_id = ?');
  // What others still copy stays until they have it, and what they share as long as one of them is there.
  const next = connection
    .prepare<[], number>(
      `SELECT id FROM jobs WHERE status = '${REMOVED}' AND NOT EXISTS (SELECT 1 FROM take_overs WHERE from_id = jobs.id)
       AND NOT EXISTS (SELECT 1 FROM jobs AS runs WHERE runs.dataset_id = jobs.id) ORDER BY id LIMIT 1`,
    )
    .pluck();
  const dropJob = connection.prepare<[number]>('DELETE FROM jobs WHERE id = ?');
  const dropRows = rowDropping(connection);
  const dropRemarks = remarkRemoval(connection);

  return {
    hide(jobId) {
      // As long as it says which list it reads.
      dropRemarks(jobId);
      hide.run(jobId);
      dropFiles.run(jobId);
      dropReprocessing.run(jobId);
      dropTakeOver.run(jobId);
      dropDraws.run(jobId);
    },
    deleteSome: () =>
      onDisk(() => {
        const job = next.get();
        if (job === undefined) return false;
        connection
          .transaction(() => {
            if (dropRows(job) > 0) dropJob.run(job);
          })
          .immediate();
        return true;
      }),
    ...(isFile(connection) ? shrinking(connection) : SHRINKS_BY_ITSELF),
  };
}

function shrinking(connection: FileConnection): Pick<RemovalStore, 'shrinkSome' | 'settle'> {
  const free = (): number => Number(connection.pragma('freelist_count', { simple: true }));
  const canShrink = Number(connection.pragma('auto_vacuum', { simple: true })) === INCREMENTAL;
  return {
    shrinkSome: () =>
      onDisk(() => {
        if (!canShrink || free() <= PAGES_LEFT_FREE) return false;
        connection.pragma(`incremental_vacuum(${PAGES_AT_ONCE})`);
        return true;
      }),
    settle: () => onDisk(() => void connection.pragma('wal_checkpoint(PASSIVE)')),
  };
}

/** Deletes some hundred rows of an export and tells how many more it might have been: none are left where that is above 0. */
function rowDropping(connection: Connection): (job: number) => number {
  const firstPage = connection.prepare<[number], number>('SELECT id FROM pages WHERE job_id = ? LIMIT 1').pluck();
  const unreachable = unreachablePage(connection);
  const dropPage = connection.prepare<[number]>('DELETE FROM pages WHERE id = ?');
  const dropItems = connection.prepare<[number, number]>(
    'DELETE FROM items WHERE seq IN (SELECT seq FROM items WHERE page_id = ? LIMIT ?)',
  );
  const dropOwn = OWN_TABLES.map(({ table, key, weight }) => {
    const columns = key.replaceAll(/[()]/g, '');
    const drop = connection.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${columns} FROM ${table} WHERE job_id = ? LIMIT ?)`,
    );
    return { drop, weight };
  });

  return (job) => {
    let left = ROWS_AT_ONCE;
    for (const { drop, weight } of dropOwn) if (left > 0) left -= weight * drop.run(job, Math.ceil(left / weight)).changes;
    while (left > 0) {
      const page = firstPage.get(job) ?? unreachable(job);
      if (page === undefined) return left;
      const gone = dropItems.run(page, left).changes;
      left -= gone;
      // Pages without any item count too: there may be many.
      if (left > 0) left -= dropPage.run(page).changes;
    }
    return left;
  };
}
