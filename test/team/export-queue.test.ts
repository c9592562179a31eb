import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { own } from '#test/own.ts';
import { clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { queued, startWorker, withQueueTables } from '#test/team/queue-room.ts';
import { askDatabase } from '#test/postgres/ask.ts';

const saidSchema = z.object({ event: z.enum(['began', 'aborted']), guid: z.string(), fence: z.coerce.bigint() });
const lack = clustersLack();

describe.skipIf(lack !== null)(`the queue of exports${lack === null ? '' : `: ${lack}`}`, async () => {
  if (lack !== null) return;
  const cluster = await own(startCluster());
  const newDatabase = async (): Promise<string> => withQueueTables(await cluster.newDatabase());

  /** A worker in a process of its own. */
  async function spawnWorker(databaseUrl: string) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'test/team/worker-process.ts', databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, says: async () => saidSchema.parse(JSON.parse((await lines.next()).value ?? '')) };
  }

  /** It may have been aborted before somebody asks. */
  async function aborted(signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await once(signal, 'abort');
  }

  /** Exports that run or may run. What ended while its worker was gone stays as a row that nobody takes, until a queue is opened. */
  async function waiting(databaseUrl: string): Promise<number | null> {
    return (await askDatabase(databaseUrl, 'SELECT 1 FROM graphile_worker.jobs WHERE attempts < max_attempts')).rowCount;
  }

  async function cutConnections(databaseUrl: string): Promise<void> {
    await askDatabase(
      databaseUrl,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  }

  it('runs each of 200 exports exactly once on four workers', async () => {
    const url = await newDatabase();
    const runs: string[] = [];
    const done = Promise.withResolvers<void>();
    const run = async (guid: string): Promise<void> => {
      runs.push(guid);
      if (runs.length === 200) done.resolve();
    };
    const guids = Array.from({ length: 200 }, (_, place) => `export-${place}`);
    await using workers = new AsyncDisposableStack();
    // All at once: the first ones on a database that has none of the queue's own tables.
    const queues = await Promise.all(Array.from({ length: 4 }, async () => workers.use(await startWorker(url, { run })).queue));
    await queues[0]?.add(guids.map((guid) => queued(guid)));
    await done.promise;
    expect(runs.toSorted()).toEqual(guids.toSorted());
    await expect.poll(() => waiting(url)).toBe(0);
    expect((await askDatabase(url, 'SELECT 1 FROM export_leases')).rowCount).toBe(0);
    expect(runs).toHaveLength(200);
  });

  it('queues an export that waits or runs no second time, and one that is over again', async () => {
    const url = await newDatabase();
    await using worker = await startWorker(url, { lanes: 1 });
    const { queue } = worker;
    await queue.add([queued('first'), queued('second'), queued('first')]);
    const first = await worker.next();
    await queue.add([queued('first'), queued('second')]);
    first.end();
    const second = await worker.next();
    expect(second.guid).toBe('second');
    second.end();
    await queue.add([queued('third')]);
    const third = await worker.next();
    expect(third.guid).toBe('third');
    await queue.add([queued('first')]);
    third.end();
    const again = await worker.next();
    expect(again.guid).toBe('first');
    expect(again.fence).toBeGreaterThan(first.fence);
  });

  it('takes an export out that waits', async () => {
    const url = await newDatabase();
    await using worker = await startWorker(url, { lanes: 1 });
    await worker.queue.add([queued('runs'), queued('waits'), queued('last')]);
    const runs = await worker.next();
    await worker.queue.remove('waits');
    await worker.queue.remove('runs');
    runs.end();
    expect((await worker.next()).guid).toBe('last');
  });

  it('runs an export again that was queued again in the moment of its end', async () => {
    const url = await newDatabase();
    // Its run is over and it has nothing to do; by the time that the queue has it no more, somebody has retried it.
    const answers = [true, false, true, true, false, false];
    await using worker = await startWorker(url, { isOpen: async () => answers.shift() ?? true, lanes: 1 });
    await worker.queue.add([queued('retried')]);
    const first = await worker.next();
    await worker.queue.add([queued('retried')]);
    first.end();
    (await worker.next()).end();
    await worker.queue.add([queued('next')]);
    await worker.next();
    expect(worker.begun.map(({ guid }) => guid)).toEqual(['retried', 'retried', 'next']);
  });

  it('runs what is left open, and what throws, again', async () => {
    const url = await newDatabase();
    const began: string[] = [];
    const done = Promise.withResolvers<void>();
    const answers = [true, true, true, true];
    await using worker = await startWorker(url, {
      isOpen: async () => answers.shift() ?? false,
      run: async (guid) => {
        began.push(guid);
        if (began.length === 2) throw new Error('the store was gone');
        if (began.length === 3) done.resolve();
      },
    });
    await worker.queue.add([queued('open')]);
    await done.promise;
    expect(began).toEqual(['open', 'open', 'open']);
    expect(worker.faults.map(String)).toContain('Error: the store was gone');
  });

  it('gives a worker only what it accepts, and others the rest', async () => {
    const url = await newDatabase();
    await using choosy = await startWorker(url, { accepts: ({ platform, route }) => platform === 'steam' && route === 'abroad' });
    await choosy.queue.add([
      queued('reddit', { platform: 'reddit' }),
      queued('at-home', { platform: 'steam' }),
      queued('abroad', { platform: 'steam', route: 'abroad' }),
    ]);
    expect((await choosy.next()).guid).toBe('abroad');
    await using other = await startWorker(url);
    expect([(await other.next()).guid, (await other.next()).guid].toSorted()).toEqual(['at-home', 'reddit']);
    expect(choosy.begun).toHaveLength(1);
  });

  it('keeps a share within its limit over all workers, and what has none runs beside it', async () => {
    const url = await newDatabase();
    const share = { name: 'plan business', atOnce: 3 };
    const [seen, released, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [running, most, ended, beside] = [0, 0, 0, 0];
    const run = async (guid: string): Promise<void> => {
      if (guid.startsWith('beside')) {
        beside += 1;
        if (beside === 6) seen.resolve();
        return released.promise;
      }
      running += 1;
      most = Math.max(most, running);
      await released.promise;
      running -= 1;
      ended += 1;
      if (ended === 12) done.resolve();
    };
    await using a = await startWorker(url, { run });
    await using _b = await startWorker(url, { run });
    await using _c = await startWorker(url, { run });
    await a.queue.add([
      ...Array.from({ length: 12 }, (_, place) => queued(`of-share-${place}`, { share })),
      ...Array.from({ length: 6 }, (_, place) => queued(`beside-${place}`)),
    ]);
    // They stand behind all of the share, and lanes are free.
    await seen.promise;
    await expect.poll(() => running).toBeGreaterThanOrEqual(3);
    released.resolve();
    await done.promise;
    expect(most).toBe(3);
  });

  it('gives what a killed worker ran to another, with a higher fence', async () => {
    const url = await newDatabase();
    const { child, says } = await spawnWorker(url);
    await using worker = await startWorker(url, { accepts: () => false });
    await worker.queue.add([queued('orphan')]);
    const began = await says();
    await using heir = await startWorker(url);
    child.kill('SIGKILL');
    const taken = await heir.next();
    expect(taken.guid).toBe('orphan');
    expect(taken.fence).toBeGreaterThan(began.fence);
    taken.end();
    await expect.poll(() => waiting(url)).toBe(0);
  });

  it('ends the runs of a worker that slept, which works on as another', async () => {
    const url = await newDatabase();
    const { child, says } = await spawnWorker(url);
    await using adding = await startWorker(url, { accepts: () => false });
    await adding.queue.add([queued('slept')]);
    const began = await says();
    await using heir = await startWorker(url, { lanes: 1 });
    child.kill('SIGSTOP');
    const taken = await heir.next();
    expect(taken).toMatchObject({ guid: 'slept' });
    child.kill('SIGCONT');
    expect(await says()).toEqual({ event: 'aborted', guid: 'slept', fence: began.fence });
    // What the heir runs is untouched by what the sleeper has to say of it.
    await adding.queue.add([queued('next')]);
    expect(await says()).toMatchObject({ event: 'began', guid: 'next' });
    expect(taken.signal.aborted).toBe(false);
    expect((await askDatabase(url, "SELECT 1 FROM graphile_worker.jobs WHERE key = 'slept' AND locked_by IS NOT NULL")).rowCount).toBe(1);
    expect((await askDatabase(url, 'SELECT fence FROM export_leases WHERE job_guid = $1', ['slept'])).rows).toEqual([
      { fence: String(taken.fence) },
    ]);
    taken.end();
    await expect.poll(async () => (await askDatabase(url, "SELECT 1 FROM graphile_worker.jobs WHERE key = 'slept'")).rowCount).toBe(0);
    expect(heir.begun).toHaveLength(1);
  });

  it('goes on where the connections are cut, and runs nothing twice', async () => {
    const url = await newDatabase();
    await using worker = await startWorker(url);
    await worker.queue.add([queued('cut'), queued('end')]);
    const [cut, end] = [await worker.next(), await worker.next()];
    await cutConnections(url);
    cut.end();
    end.end();
    await expect.poll(() => waiting(url)).toBe(0);
    await worker.queue.add([queued('after')]);
    expect((await worker.next('after')).guid).toBe('after');
    expect(worker.begun.filter(({ isLate }) => isLate)).toEqual([]);
  });

  it('runs nothing twice whenever in its end the connections are cut', async () => {
    const url = await newDatabase();
    await using worker = await startWorker(url);
    for (let round = 0; round < 10; round += 1) {
      await worker.queue.add([queued(`a${round}`), queued(`b${round}`)]);
      const runs = [await worker.next(`a${round}`), await worker.next(`b${round}`)];
      const cutting = cutConnections(url);
      await delay(round);
      for (const run of runs) run.end();
      await cutting;
      await expect.poll(() => waiting(url)).toBe(0);
    }
    expect(worker.begun.filter(({ isLate }) => isLate)).toEqual([]);
  });

  it('aborts by itself what runs where the database is silent for a lease, and runs it again afterwards', async () => {
    await using alone = await startCluster();
    const url = await withQueueTables(await alone.newDatabase());
    await using worker = await startWorker(url);
    await worker.queue.add([queued('waits')]);
    const first = await worker.next();
    alone.pause();
    await aborted(first.signal);
    alone.resume();
    const second = await worker.next();
    expect(second.guid).toBe('waits');
    expect(second.fence).toBeGreaterThan(first.fence);
    await alone.kill();
    await aborted(second.signal);
    await alone.restart();
    const third = await worker.next();
    expect(third.fence).toBeGreaterThan(second.fence);
    expect(third.guid).toBe('waits');
  });

  it('drains: hands back what runs, to its place, and takes nothing more', async () => {
    const url = await newDatabase();
    await using draining = await startWorker(url, { lanes: 1 });
    await draining.queue.add([queued('first'), queued('second')]);
    const first = await draining.next();
    await draining.queue.drain();
    expect(first.signal.aborted).toBe(true);
    await using other = await startWorker(url, { lanes: 1 });
    const again = await other.next();
    expect(again.guid).toBe('first');
    again.end();
    expect((await other.next()).guid).toBe('second');
    expect(draining.begun).toHaveLength(1);
    expect((await askDatabase(url, 'SELECT 1 FROM export_workers')).rowCount).toBe(1);
  });
});
