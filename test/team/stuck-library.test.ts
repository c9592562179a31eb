import { describe, expect, it, vi } from 'vitest';
import type * as GraphileWorker from 'graphile-worker';
import { own } from '#test/own.ts';
import { clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { queued, startWorker, withQueueTables } from '#test/team/queue-room.ts';
import { askDatabase } from '#test/postgres/ask.ts';

/** Ends that the library was told to come to. */
let ends = 0;
let pools = 0;

/** Where connections break at the wrong moment, the library waits for ever for what it was about to note: here in its first shift. */
vi.mock('graphile-worker', async (original) => {
  const real = await original<typeof GraphileWorker>();
  const runTaskList = (...given: Parameters<typeof real.runTaskList>) => {
    const pool = real.runTaskList(...given);
    pools += 1;
    const isFirst = pools === 1;
    const end = pool.gracefulShutdown.bind(pool);
    pool.gracefulShutdown = async (message) => {
      await Promise.resolve(end(message)).catch(() => undefined);
      ends += 1;
      if (isFirst) await new Promise<never>(() => undefined);
    };
    return pool;
  };
  return { ...real, runTaskList };
});

const lack = clustersLack();

describe.skipIf(lack !== null)(`a queue whose library does not end${lack === null ? '' : `: ${lack}`}`, () => {
  it('takes exports again once nothing of them runs here any more', async () => {
    const cluster = await own(startCluster());
    const url = await withQueueTables(await cluster.newDatabase());
    await using worker = await startWorker(url);
    await worker.queue.add([queued('first')]);
    const run = await worker.next('first');
    await askDatabase(
      url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    run.end();
    await expect.poll(() => ends).toBeGreaterThan(0);
    await askDatabase(url, 'DROP TRIGGER refuse ON graphile_worker._private_jobs');
    await worker.queue.add([queued('second')]);
    (await worker.next('second')).end();
    expect(worker.faults.map(String).join()).toContain('does not end');
  });
});
