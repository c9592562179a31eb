import type { Pool, PoolClient } from 'pg';
import { beginning } from '#core/queue/beginning.ts';
import { addJobs, jobSpecs, type QueuedExport } from '#core/queue/queued-export.ts';

/** Why a worker may not run an export now: another runs it, or as many of its share run as may. */
type Obstacle = 'held' | 'full';

/** How long an export waits until it is taken again; null: it has the place that it had. */
export interface Again {
  readonly afterMs: number | null;
}

/**
 * Who works, and on what: migration 0021. Times are the database's alone, so that no worker's clock has to be right. What is taken
 * from a worker and what the queue gives to others is one step each time.
 */
export interface Leases {
  /** A worker comes. */
  begin(worker: string): Promise<void>;
  /** False: it has been silent for too long, and what it ran may be another's. */
  renew(worker: string): Promise<boolean>;
  /** Takes out whoever has been silent for too long, and the worker that is named: the queue gives to others what it had. */
  retire(worker: string | null): Promise<void>;
  /** The fence of a run, higher than those of all before. @throws where the worker has been taken out */
  take(worker: string, job: QueuedExport): Promise<bigint | Obstacle>;
  /** Gives up what the worker took without hearing that it did. True: there was something. */
  disown(worker: string, guid: string): Promise<boolean>;
  /**
   * Ends a run, and queues the export again where `again` says when; what is added under its name from now on is new to the queue.
   * False: it was no longer the run's.
   */
  settle(job: QueuedExport, fence: bigint, again: Again | null): Promise<boolean>;
  /** Gives back what was not begun. False: it is no longer the worker's. */
  handBack(worker: string, job: QueuedExport, again: Again): Promise<boolean>;
  /** How many run of each share. */
  running(): Promise<ReadonlyMap<string, number>>;
}

const UNTIL = "clock_timestamp() + $2 * interval '1 millisecond'";
const RETIRE = `
  WITH silent AS (
    SELECT worker FROM export_workers WHERE until <= clock_timestamp() OR worker = $1 FOR UPDATE SKIP LOCKED
  ), retired AS (
    DELETE FROM export_workers USING silent WHERE export_workers.worker = silent.worker RETURNING export_workers.worker
  )
  SELECT graphile_worker.force_unlock_workers(array_agg(worker)) FROM retired HAVING count(*) > 0`;
const TAKE = `
  INSERT INTO export_leases (job_guid, worker, share)
  SELECT $1, $2, $3 WHERE $3::text IS NULL OR (SELECT count(*) FROM export_leases WHERE share = $3) < $4
  ON CONFLICT (job_guid) DO NOTHING RETURNING fence`;
const ENDED = 'WITH ended AS (DELETE FROM export_leases WHERE job_guid = $1 AND fence = $2 RETURNING job_guid)';
const SETTLE = `${ENDED} SELECT graphile_worker.remove_job(job_guid) FROM ended`;
const SETTLE_AGAIN = `${ENDED} ${addJobs('replace', 3, 'ended,')}`;
const HAND_BACK = addJobs('replace', 2, '(SELECT worker FROM export_workers WHERE worker = $1 FOR SHARE) AS here,');

/** @param leaseMs how long a worker may be silent */
export function exportLeases(pool: Pool, leaseMs: number): Leases {
  const changesOne = async (sql: string, values: readonly unknown[]): Promise<boolean> =>
    (await pool.query(sql, [...values])).rowCount === 1;
  return {
    begin: async (worker) => void (await changesOne(`INSERT INTO export_workers (worker, until) VALUES ($1, ${UNTIL})`, [worker, leaseMs])),
    renew: (worker) =>
      changesOne(`UPDATE export_workers SET until = ${UNTIL} WHERE worker = $1 AND until > clock_timestamp()`, [worker, leaseMs]),
    retire: async (worker) => void (await pool.query(RETIRE, [worker])),
    take: (worker, job) => take(pool, worker, job),
    disown: (worker, guid) => changesOne('DELETE FROM export_leases WHERE job_guid = $2 AND worker = $1', [worker, guid]),
    settle: (job, fence, again) =>
      again === null ? changesOne(SETTLE, [job.guid, fence]) : changesOne(SETTLE_AGAIN, [job.guid, fence, jobSpecs([job], again.afterMs)]),
    handBack: (worker, job, { afterMs }) => changesOne(HAND_BACK, [worker, jobSpecs([job], afterMs)]),
    async running() {
      const shares = await pool.query<{ share: string; running: number }>(
        'SELECT share, count(*)::int AS running FROM export_leases WHERE share IS NOT NULL GROUP BY share',
      );
      return new Map(shares.rows.map(({ share, running }) => [share, running]));
    },
  };
}

async function take(pool: Pool, worker: string, { guid, share }: QueuedExport): Promise<bigint | Obstacle> {
  if (share === null) return (await fenceOf(pool, [guid, worker, null, null])) ?? 'held';
  const client = await pool.connect();
  try {
    await client.query(beginning());
    // Two who want one of a share stand in line, or both would count the same free place.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('export_leases ' || $1, 0))", [share.name]);
    const fence = await fenceOf(client, [guid, worker, share.name, share.atOnce]);
    const held = fence === null && (await client.query('SELECT 1 FROM export_leases WHERE job_guid = $1', [guid])).rowCount === 1;
    await client.query('COMMIT');
    client.release();
    return fence ?? (held ? 'held' : 'full');
  } catch (error) {
    // What the connection was in the middle of goes with it.
    client.release(true);
    throw error;
  }
}

async function fenceOf(
  asked: Pool | PoolClient,
  values: readonly [guid: string, worker: string, share: string | null, atOnce: number | null],
) {
  const [row] = (await asked.query<{ fence: string }>(TAKE, [...values])).rows;
  return row === undefined ? null : BigInt(row.fence);
}
