import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openExportQueue, type ExportQueue } from '#core/queue/export-queue.ts';
import type { QueuedExport } from '#core/queue/queued-export.ts';
import type { WorkPlan } from '#core/queue/shift.ts';

export const LEASE_MS = 2_000;

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
  end(): void;
}

/** A worker in this process, whose exports run until the test ends them. */
interface Worker extends AsyncDisposable {
  readonly queue: ExportQueue;
  /** The next run that begins here and that no one has been given. */
  next(): Promise<BegunRun>;
  readonly begun: readonly BegunRun[];
  readonly faults: readonly unknown[];
}

/** @param plan what of it is not that of a worker who takes everything, in four lanes */
export async function startWorker(databaseUrl: string, plan: Partial<WorkPlan> = {}): Promise<Worker> {
  const begun: BegunRun[] = [];
  const faults: unknown[] = [];
  const news = new EventEmitter();
  let given = 0;
  const queue = await openExportQueue({ databaseUrl, leaseMs: LEASE_MS, onFault: (fault) => void faults.push(fault) });
  queue.work({
    lanes: 4,
    accepts: () => true,
    isOpen: async () => false,
    run: async (guid, { fence, signal }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => resolve());
      begun.push({ guid, fence, signal, end: resolve });
      news.emit('begun');
      await promise;
    },
    ...plan,
  });
  return {
    queue,
    begun,
    faults,
    async next() {
      while (begun.length <= given) await once(news, 'begun');
      given += 1;
      return begun[given - 1] as BegunRun;
    },
    [Symbol.asyncDispose]: () => queue.close(),
  };
}
