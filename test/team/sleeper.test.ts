import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { APP, PATIENCE } from '#test/contract/contract-service.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';
import { startWorld, type World } from '#test/world/world.ts';

const REVIEWS = 450;
const PAGES_BEFORE = 2;

describe.skipIf(clustersLack() !== null)('a worker that sleeps while it runs an export', () => {
  let cluster: Cluster;
  let world: World;
  let gate: Gate;
  let env: Record<string, string>;
  let api: ServiceProcess;

  beforeAll(async () => {
    cluster = await startCluster();
    gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
    world = await startWorld({ simulators: [gate.simulator] });
    env = { ...world.env, COMMENTDOCK_DATABASE_URL: await cluster.newDatabase(), COMMENTDOCK_VAULT_KEY: VAULT_KEY };
    api = await startServiceProcess({ world: {}, env });
  });

  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
    await world?.close();
    await cluster?.stop();
  });

  /** As time does: others may take what the workers of now run. They are not told. */
  async function endLeases(): Promise<void> {
    const client = new pg.Client(env['COMMENTDOCK_DATABASE_URL']);
    await client.connect();
    try {
      await client.query('UPDATE export_workers SET until = clock_timestamp()');
    } finally {
      await client.end();
    }
  }

  it('stores nothing of it any more when it wakes and believes that its time is not over', async () => {
    await using sleeper = await startWorkerProcess(env, ['--lanes', '1']);
    let asked = 0;
    gate.close(() => (asked += 1) > PAGES_BEFORE);
    const client = api.client();
    const { guid } = await client.create(APP);
    await expect.poll(() => gate.held, PATIENCE).toBe(1);
    sleeper.child.kill('SIGSTOP');
    await endLeases();
    await using heir = await startWorkerProcess(env, ['--lanes', '1']);
    await expect.poll(() => gate.held, PATIENCE).toBe(2);
    sleeper.child.kill('SIGCONT');
    gate.open();
    await expect.poll(async () => (await client.job(guid)).status, PATIENCE).toBe('done');
    expect(await client.job(guid)).toMatchObject({ total_exported: REVIEWS, retry: 0, error: null });
    const times = Object.values(Object.groupBy(world.requests, ({ url }) => url)).map((same) => same?.length ?? 0);
    expect(times.filter((count) => count > 1)).toEqual([2]);
    expect(await heir.end()).toBe(0);
  });
});
