import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openExportQueue, type ExportQueue } from '#core/queue/export-queue.ts';
import type { QueuedExport } from '#core/queue/queued-export.ts';
import type { WorkPlan } from '#core/queue/shift.ts';

export const LEASE_MS = 2_000;
/** Before the guid of an export that has ended. */
const ENDED = 'ended ';

/** Gives an empty database the tables of the queue. */
export async function withQueueTables(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(readFileSync(new URL('../../core/store/migrations/postgres/0021.sql', import.meta.url), 'utf8'));
  await client.end();
  return databaseUrl;
}

export function queued(guid: string, more: Partial<QueuedExport> = {}): QueuedExport {
  return { guid, platform: 'reddit', route: null, share: null, ...more };
}

/** A run that has begun, and goes on until the test ends it or it is aborted. */
interface BegunRun {
  readonly guid: string;
  readonly fence: bigint;
  readonly signal: AbortSignal;
  /** It began although the export had ended. */
  readonly isLate: boolean;
  /** Ends the export: what else runs of it by then ends too. */
  end(): void;
}

/** A worker in this process, whose exports run until the test ends them. */
interface Worker extends AsyncDisposable {
  readonly queue: ExportQueue;
  /** The next run that begins here and that no one has been given. @param guid of this export */
  next(guid?: string): Promise<BegunRun>;
  readonly begun: readonly BegunRun[];
  readonly faults: readonly unknown[];
}

/** @param plan what of it is not that of a worker who takes everything, in four lanes */
export async function startWorker(databaseUrl: string, plan: Partial<WorkPlan> = {}, leaseMs = LEASE_MS): Promise<Worker> {
  const begun: BegunRun[] = [];
  const faults: unknown[] = [];
  const ended = new Set<string>();
  const news = new EventEmitter();
  const given = new Set<BegunRun>();
  const queue = await openExportQueue({ databaseUrl, leaseMs, onFault: (fault) => void faults.push(fault) });
  const untilEnded: WorkPlan['run'] = async (guid, { fence, signal }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => resolve());
    news.once(ENDED + guid, resolve);
    const end = (): void => {
      ended.add(guid);
      news.emit(ENDED + guid);
    };
    begun.push({ guid, fence, signal, end, isLate: ended.has(guid) });
    news.emit('begun');
    await promise;
  };
  const run = plan.run ?? untilEnded;
  queue.work({
    lanes: 4,
    accepts: () => true,
    isOpen: async (guid) => !ended.has(guid),
    ...plan,
    async run(guid, standing) {
      await run(guid, standing);
      if (!standing.signal.aborted) ended.add(guid);
    },
  });
  return {
    queue: {
      ...queue,
      get takes() {
        return queue.takes;
      },
      get worker() {
        return queue.worker;
      },
      /** As whoever queues one that is over has opened it again. */
      async add(jobs) {
        for (const { guid } of jobs) ended.delete(guid);
        await queue.add(jobs);
      },
    },
    begun,
    faults,
    async next(guid) {
      for (;;) {
        const run = begun.find((other) => !given.has(other) && (guid === undefined || other.guid === guid));
        if (run === undefined) await once(news, 'begun');
        else {
          given.add(run);
          return run;
        }
      }
    },
    [Symbol.asyncDispose]: () => queue.close(),
  };
}
