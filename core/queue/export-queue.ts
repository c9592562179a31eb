import { wait } from '#core/engine/backoff.ts';
import { type Asks, exportAsks } from '#core/queue/asks.ts';
import { exportLeases } from '#core/queue/leases.ts';
import { addJobs, jobSpecs, type QueuedExport } from '#core/queue/queued-export.ts';
import { workShift, type WorkPlan } from '#core/queue/shift.ts';

/** At most: one listens, and all others are lent for single questions. */
const CONNECTIONS = 8;
/** Nothing here takes long; an answer that does not come stands for a database that is gone. */
const QUERY_TIMEOUT_MS = 10_000;
const NEXT_SHIFT_MS = 1_000;

/** Exports that wait for a worker, and those that run: one queue over all machines. */
export interface ExportQueue {
  /** Queues exports behind all others, in their order. One that waits or runs is not queued twice. */
  add(jobs: readonly QueuedExport[]): Promise<void>;
  /** Takes an export out. One that runs is not stopped by it; it does not run again. */
  remove(guid: string): Promise<void>;
  /** Begins to run exports. Once. */
  work(plan: WorkPlan): void;
  /** Whether exports may come now: it works, and was heard of within a lease. */
  readonly takes: boolean;
  /** As which worker it does so; null where it does not. */
  readonly worker: string | null;
  readonly asks: Asks;
  /** Takes nothing new; what runs is aborted and goes back to the place that it had, for others. Resolves when all of it is back. */
  drain(): Promise<void>;
  /** Drains, and leaves the database. */
  close(): Promise<void>;
}

interface ExportQueueOptions {
  readonly databaseUrl: string;
  /** How long a worker may be silent before others take over what it runs. It says that it is there at every third of that. */
  readonly leaseMs: number;
  /** Hears of what went wrong and is tried again: connections that broke, leases that were lost. */
  onFault(error: unknown): void;
}

/**
 * The queue of a database whose schema is up to date. The library (graphile-worker) decides who gets what, and keeps its tables in a
 * schema of its own.
 * @throws the driver's error where the database cannot be reached
 */
export async function openExportQueue({ databaseUrl, leaseMs, onFault }: ExportQueueOptions): Promise<ExportQueue> {
  const [{ makeWorkerUtils }, { default: pg }] = await Promise.all([import('graphile-worker'), import('pg')]);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on('error', onFault).on('connect', (client) => void client.on('error', onFault));
  const draining = new AbortController();
  let working: Promise<void> | null = null;
  let worker: string | null = null;
  const drain = async (): Promise<void> => {
    draining.abort(new Error('This process takes no more exports.'));
    await working;
  };
  try {
    const utils = await makeWorkerUtils({ pgPool: pool });
    await utils.migrate();
    // What a worker had given back or ended as it died: it is queued anew, or over.
    await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
    await utils.release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const add = async (jobs: readonly QueuedExport[]): Promise<void> =>
    void (await pool.query(addJobs('dedupe', 1, ''), [jobSpecs(jobs, 0)]));
  return {
    add,
    remove: async (guid) => void (await pool.query('SELECT graphile_worker.remove_job($1)', [guid])),
    asks: exportAsks(pool),
    get takes() {
      return worker !== null;
    },
    get worker() {
      return worker;
    },
    work(plan) {
      const onTaking = (now: string | null): void => void (worker = now);
      const parts = { pool, leases: exportLeases(pool, leaseMs), leaseMs, plan, add, onTaking, onFault };
      working ??= workOn((signal) => workShift(parts, signal), onFault, draining.signal);
    },
    drain,
    async close() {
      await drain();
      await pool.end();
    },
  };
}

/** Shift after shift: one ends where the database was gone for longer than a lease. */
async function workOn(
  shift: (signal: AbortSignal) => Promise<void>,
  onFault: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await shift(signal);
      await wait(NEXT_SHIFT_MS, signal);
    } catch (error) {
      if (!signal.aborted) onFault(error);
      await wait(NEXT_SHIFT_MS, signal).catch(() => {});
    }
  }
}
