import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Asks } from '#core/queue/asks.ts';
import { openExportQueue } from '#core/queue/export-queue.ts';
import { Helping } from '#core/queue/helping.ts';
import { own } from '#test/own.ts';
import { askDatabase } from '#test/postgres/ask.ts';
import { clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { startCuttingRelay } from '#test/team/cutting-relay.ts';
import { LEASE_MS, queued, startWorker, withQueueTables } from '#test/team/queue-room.ts';

const lack = clustersLack();
/** Nobody is taken out for want of a sign of life. */
const LONG_LEASE_MS = 600_000;

/** Another machine, which runs nothing. */
async function openAdding(databaseUrl: string) {
  const queue = await openExportQueue({ databaseUrl, leaseMs: LEASE_MS, onFault: () => undefined });
  return { add: queue.add, [Symbol.asyncDispose]: () => queue.close() };
}

/** What was done, and was not told: whoever lives on without knowing that it has something would keep it from all others. */
describe.skipIf(lack !== null)(`an answer of the database that is lost${lack === null ? '' : `: ${lack}`}`, async () => {
  if (lack !== null) return;
  const cluster = await own(startCluster());

  it.each([
    ['of what the queue gave', { answer: '"guid":"lost"' }],
    ['of a turn that was taken', { question: 'INSERT INTO export_leases' }],
  ])('%s leaves no export with a worker that does not run it', async (_what, words) => {
    const databaseUrl = await withQueueTables(await cluster.newDatabase());
    await using relay = await startCuttingRelay(databaseUrl);
    await using worker = await startWorker(relay.databaseUrl);
    await using adding = await openAdding(databaseUrl);
    relay.loseAnswer(words);
    await adding.add([queued('lost')]);
    const run = await worker.next();
    expect([run.guid, relay.lost]).toEqual(['lost', 1]);
    run.end();
  });

  it('does not leave a worker behind that is no longer there', async () => {
    const databaseUrl = await withQueueTables(await cluster.newDatabase());
    await using worker = await startWorker(databaseUrl, {}, LONG_LEASE_MS);
    await expect.poll(() => worker.queue.worker).not.toBeNull();
    const first = worker.queue.worker;
    await cluster.kill();
    await expect.poll(() => worker.queue.worker).toBeNull();
    await cluster.restart();
    await expect.poll(() => worker.queue.worker).not.toBeNull();
    expect(worker.queue.worker).not.toBe(first);
    expect((await askDatabase(databaseUrl, 'SELECT worker FROM export_workers')).rows).toEqual([{ worker: worker.queue.worker }]);
  });
});

describe('whoever helps with an export', () => {
  it('leaves where an answer cannot be told, and does so until that is told', async () => {
    const done: string[] = [];
    const failing = new Set(['answer', 'leave']);
    const note = (what: string): void => {
      done.push(what);
      if (failing.delete(what)) throw new Error(`the connection broke: ${what}`);
    };
    const left = Promise.withResolvers<void>();
    const asks = {
      join: async () => 1,
      take: async () => (done.includes('take') ? [] : (note('take'), [{ id: '1', request: '{}' }])),
      answer: async () => (note('answer'), true),
      async leave() {
        note('leave');
        left.resolve();
      },
    } satisfies Partial<Asks>;
    const faults: unknown[] = [];
    const helping = new Helping({
      asks: asks as unknown as Asks,
      worker: () => 'this one',
      freeLanes: () => 1,
      accepts: () => true,
      open: async () => ({
        lanes: 1,
        fetch: async () => ({ kind: 'notRead', traffic: { requests: 0, bytes: 0 } as never, route: null }),
        close: () => delay(0),
      }),
      tell: () => undefined,
      onFault: (error) => void faults.push(error),
    });
    helping.hear({ help: 'wanted', guid: 'an export', platform: 'reddit', route: null, seats: 1 });
    await left.promise;
    expect(done).toEqual(['take', 'answer', 'leave', 'leave']);
    expect(faults).toHaveLength(2);
    await helping.close();
  });
});
