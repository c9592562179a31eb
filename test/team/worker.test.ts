import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { APP, PATIENCE } from '#test/contract/contract-service.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { startWorld, type World } from '#test/world/world.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';

const REVIEWS = 450;
/** Nobody takes anything over for want of a sign of life here. */
const LONG_LEASE = '600';

describe('commentdock work', () => {
  it('is refused for a platform that there is not', async () => {
    await using cli = openCommandLine({ COMMENTDOCK_DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(await cli.run('work', '--platforms', 'reddit, steem')).toMatchObject({
      exitCode: 2,
      stderr: 'INVALID_REQUEST: There is no platform "steem" to work on. Did you mean "steam"?\n',
    });
  });

  it('is refused without a database, in one sentence', async () => {
    await using cli = openCommandLine({});
    expect(await cli.run('work')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^INVALID_REQUEST: `commentdock work` runs exports of a database .*COMMENTDOCK_DATABASE_URL.*\n$/,
      ) as string,
    });
  });
});

describe.skipIf(clustersLack() !== null)('a worker', () => {
  let cluster: Cluster;
  let world: World;
  let gate: Gate;
  let env: Record<string, string>;
  let api: ServiceProcess;

  beforeAll(async () => {
    cluster = await startCluster();
    gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
    world = await startWorld({ simulators: [gate.simulator] });
    env = {
      ...world.env,
      COMMENTDOCK_DATABASE_URL: await cluster.newDatabase(),
      COMMENTDOCK_LEASE_SECONDS: LONG_LEASE,
      COMMENTDOCK_VAULT_KEY: VAULT_KEY,
    };
    api = await startServiceProcess({ world: {}, env });
  });

  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
    await world?.close();
    await cluster?.stop();
  });

  const ready = async (baseUrl: string): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}/ready`);
    return [answer.status, await answer.json()];
  };

  it('that is ended gives what it runs to another at once, from its last page', async () => {
    await using first = await startWorkerProcess(env, ['--lanes', '1']);
    expect(first.lanes).toBe(1);
    let asked = 0;
    gate.close(() => (asked += 1) > 2);
    const client = api.client();
    const { guid } = await client.create(APP);
    await expect.poll(() => gate.held, PATIENCE).toBeGreaterThan(0);
    await using second = await startWorkerProcess(env, ['--platforms', 'steam,reddit']);
    expect(second.lanes).toBe(4);

    expect(await first.end()).toBe(0);
    gate.open();
    await expect.poll(async () => (await client.job(guid)).status, PATIENCE).toBe('done');
    expect((await client.job(guid))['total_exported']).toBe(REVIEWS);
  });

  it('takes the platforms that are named, and no others', async () => {
    await using other = await startWorkerProcess({ ...env, COMMENTDOCK_METRICS: 'on' }, ['--platforms', 'reddit']);
    const client = api.client();
    const { guid } = await client.create(APP, { limit: 1 });
    await expect.poll(async () => (await other.ask('/ready')).status, PATIENCE).toBe(200);
    await using _right = await startWorkerProcess({ ...env, COMMENTDOCK_WORK_PLATFORMS: 'steam' });
    await expect.poll(async () => (await client.job(guid)).status, PATIENCE).toBe('done');
    expect((await other.ask('/metrics')).text).not.toMatch(/^commentdock_exports_total\{/m);
  });

  it('is ready while the database answers and gives it exports, as the service is', async () => {
    await using worker = await startWorkerProcess(env);
    expect(JSON.parse((await worker.ask('/health')).text)).toMatchObject({ ok: true, service: 'commentdock work' });
    expect((await worker.ask('/api/v3/jobs')).status).toBe(404);
    for (const url of [worker.baseUrl, api.baseUrl]) await expect.poll(() => ready(url), PATIENCE).toEqual([200, { ready: true }]);
    await cluster.kill();
    for (const url of [worker.baseUrl, api.baseUrl]) {
      const reason = 'The database does not answer (ECONNREFUSED).';
      await expect.poll(() => ready(url), PATIENCE).toEqual([503, { ready: false, reason }]);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    }
    await cluster.restart();
    for (const url of [worker.baseUrl, api.baseUrl]) await expect.poll(() => ready(url), PATIENCE).toEqual([200, { ready: true }]);
  });

  it('tells numbers where it is asked to, without a word of what is exported, and else has no such page', async () => {
    await using worker = await startWorkerProcess({ ...env, COMMENTDOCK_METRICS: 'on' });
    expect((await fetch(`${api.baseUrl}/metrics`)).status).toBe(404);
    const client = api.client();
    const { guid } = await client.create(APP, { limit: 30 });
    await expect.poll(async () => (await client.job(guid)).status, PATIENCE).toBe('done');
    const { status, text } = await worker.ask('/metrics');
    expect(status).toBe(200);
    const value = (series: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1],
      );
    expect(value('commentdock_exports_total{change="finished",thread="engine"}')).toBe(1);
    expect(value('commentdock_items_total{thread="engine"}')).toBeGreaterThanOrEqual(30);
    expect(value('commentdock_commits_total{thread="engine"}')).toBeGreaterThan(0);
    expect(value('commentdock_platform_requests_total{status="2xx",thread="engine"}')).toBeGreaterThan(0);
    expect(value('commentdock_news_heard_total{thread="engine"}')).toBeGreaterThan(0);
    expect(value('commentdock_database_round_trip_seconds_count{thread="engine"}')).toBeGreaterThan(0);
    expect(value('commentdock_event_loop_delay_seconds{quantile="0.99",thread="engine"}')).toBeGreaterThan(0);
    expect(value('commentdock_exports{state="progress",thread="main"}')).toBe(0);
    expect([value('commentdock_queue_depth{thread="main"}'), value('commentdock_workers{thread="main"}')]).toEqual([0, 1]);
    expect(text).not.toMatch(/https?:|steam/);
    expect(value('commentdock_exports_running{thread="engine"}')).toBe(0);
  });

  it('is not needed by a command that exports where no service runs', async () => {
    await using cli = openCommandLine(env);
    expect(await cli.run('export', APP, '--limit', '20', '--out', cli.outDir)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('exported                   20\n') as string,
    });
  });
});
