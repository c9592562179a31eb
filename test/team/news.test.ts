import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { openTeamNews } from '#core/team/news.ts';
import { realtimeClient, socketThrough } from '#test/clients/realtime/realtime-client.ts';
import { startTcpRelay } from '#test/clients/realtime/tcp-relay.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { APP, PATIENCE } from '#test/contract/contract-service.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';
import { startWorld } from '#test/world/world.ts';
import { askDatabase } from '#test/postgres/ask.ts';

const REVIEWS = 50;
const LEFT_OF_LEAVERS = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'leaver%'";

describe.skipIf(clustersLack() !== null)('news of a team', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster();
  });

  afterAll(() => cluster?.stop());

  async function node(databaseUrl: string, name: string, hear: (news: unknown) => void = () => undefined) {
    const faults: unknown[] = [];
    const onFault = (error: unknown): void => void faults.push(error);
    const news = await openTeamNews({ databaseUrl: `${databaseUrl}?application_name=${name}`, hear, onGap: () => undefined, onFault });
    onTestFinished(() => news.close());
    return { news, faults };
  }

  it('that could not be told are told when they can be', async () => {
    const url = await cluster.newDatabase();
    const heard: unknown[] = [];
    await node(url, 'hearer', (news) => void heard.push(news));
    const { news } = await node(url, 'teller');
    news.tell('before');
    await expect.poll(() => heard, PATIENCE).toEqual(['before']);
    await askDatabase(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'teller'");
    news.tell('after');
    await expect.poll(() => heard, PATIENCE).toEqual(['before', 'after']);
  });

  it('that nothing can be done with are a fault, and the next ones are heard', async () => {
    const url = await cluster.newDatabase();
    const heard: unknown[] = [];
    const { faults } = await node(url, 'hearer', (news) => {
      if (news === 'first') throw new Error('it could not be looked up');
      heard.push(news);
    });
    const { news } = await node(url, 'teller');
    for (const word of ['first', 'second']) news.tell(word);
    await expect.poll(() => heard, PATIENCE).toEqual(['second']);
    expect(faults.map(String)).toEqual(['Error: it could not be looked up']);
  });

  it('are not listened to where their position cannot be told', async () => {
    const url = await cluster.newDatabase();
    const told = vi.fn();
    const opened = openTeamNews({
      databaseUrl: `${url}?application_name=without`,
      hear: told,
      onPosition: told,
      onGap: told,
      onFault: told,
    });
    await expect(opened).rejects.toThrow('settings');
    const left = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'without'";
    await expect.poll(async () => (await askDatabase(url, left)).rows, { timeout: 5_000 }).toEqual([]);
    expect(told).not.toHaveBeenCalled();
  });

  it('hold no process up that closes while they are being listened to anew, by a server that answers or is silent', async () => {
    const url = await cluster.newDatabase();
    const real = Number(new URL(url).port);
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    for (const port of [real, (silent.address() as AddressInfo).port]) {
      await using line = await startTcpRelay(real);
      const through = Object.assign(new URL(url), { port: String(line.port) }).href;
      const { news } = await node(through, `leaver_${port}`);
      // It connects again at once, and each connection goes on to be made as it is closed.
      const coming = port === real ? line.comes() : once(silent, 'connection');
      line.cut();
      line.mend(port);
      await coming;
      await news.close();
      await expect.poll(() => line.held, PATIENCE).toBe(0);
    }
    await expect.poll(async () => (await askDatabase(url, LEFT_OF_LEAVERS)).rows, PATIENCE).toEqual([]);
  });

  it('of what another machine did reach realtime clients', async () => {
    const env = { COMMENTDOCK_DATABASE_URL: await cluster.newDatabase(), COMMENTDOCK_VAULT_KEY: VAULT_KEY };
    await using one = await startServiceProcess({ world: {}, env });
    await using other = await startServiceProcess({ world: {}, env });
    const getToken = async (): Promise<string> => String((await one.client().post('/api/public/auth/socket')).body['token']);
    using client = realtimeClient(`${one.baseUrl.replace(/^http/, 'ws')}/connection/websocket`, { getToken });
    await client.ready();
    for (const plan of ['premium', 'business']) await other.client().ask('PATCH', '/api/v1/user/profile', { plan });
    await expect
      .poll(() => client.heard.map(({ data }) => [data['type'], data['plan']]), PATIENCE)
      .toEqual([
        ['subscription.updated', 'premium'],
        ['subscription.updated', 'business'],
      ]);
  });

  it('that a realtime client missed are told by another machine, in the same order and once each', async () => {
    const url = await cluster.newDatabase();
    const env = {
      COMMENTDOCK_DATABASE_URL: url,
      COMMENTDOCK_VAULT_KEY: VAULT_KEY,
      COMMENTDOCK_ALLOWED_HOSTS: 'team.localhost',
    };
    await using one = await startServiceProcess({ world: {}, env });
    await using other = await startServiceProcess({ world: {}, env });
    const port = (baseUrl: string): number => Number(new URL(baseUrl).port);
    await using line = await startTcpRelay(port(one.baseUrl));
    const getToken = async (): Promise<string> => String((await one.client().post('/api/public/auth/socket')).body['token']);
    const wsUrl = 'ws://team.localhost/connection/websocket';
    using client = realtimeClient(wsUrl, { getToken }, { websocket: socketThrough(line.port) });
    await client.ready();
    const plans: string[] = [];
    const heard = (): readonly unknown[] => client.heard.map(({ data }) => data['plan']);
    const switchPlans = async (count: number): Promise<void> => {
      for (let nth = 0; nth < count; nth += 1) {
        const [plan, machine] = plans.length % 2 === 0 ? (['premium', one] as const) : (['business', other] as const);
        plans.push(plan);
        const before = await announced(url);
        await machine.client().ask('PATCH', '/api/v1/user/profile', { plan });
        // It is told a moment after the answer, and another machine may be sooner.
        await expect.poll(() => announced(url), PATIENCE).toBe(before + 1);
      }
    };
    await switchPlans(2);
    await expect.poll(heard, PATIENCE).toEqual(plans);
    for (const next of [other, one]) {
      line.cut();
      await switchPlans(5);
      line.mend(port(next.baseUrl));
      await expect.poll(heard, PATIENCE).toEqual(plans);
    }
    expect([...client.recoveries.values()]).not.toContain(false);
    const offsets = client.heard.map(({ offset = 0 }) => offset);
    expect(offsets).toEqual(plans.map((_, index) => (offsets[0] ?? 0) + index));
  });

  it('that a machine may have missed are not called recovered', async () => {
    const url = await cluster.newDatabase();
    await using database = await startTcpRelay(Number(new URL(url).port));
    const env = { COMMENTDOCK_VAULT_KEY: VAULT_KEY };
    await using other = await startServiceProcess({ world: {}, env: { ...env, COMMENTDOCK_DATABASE_URL: url } });
    const throughRelay = Object.assign(new URL(url), { port: String(database.port) }).href;
    await using one = await startServiceProcess({ world: {}, env: { ...env, COMMENTDOCK_DATABASE_URL: throughRelay } });
    await using line = await startTcpRelay(Number(new URL(one.baseUrl).port));
    const getToken = async (): Promise<string> => String((await other.client().post('/api/public/auth/socket')).body['token']);
    const wsUrl = `${one.baseUrl.replace(/^http/, 'ws')}/connection/websocket`;
    using client = realtimeClient(wsUrl, { getToken }, { websocket: socketThrough(line.port) });
    await client.ready();
    const before = await announced(url);
    line.cut();
    database.cut();
    await other.client().ask('PATCH', '/api/v1/user/profile', { plan: 'premium' });
    // It is told a moment after the answer: whoever listens again by then has missed nothing.
    await expect.poll(() => announced(url), PATIENCE).toBe(before + 1);
    database.mend();
    await expect.poll(async () => (await one.client().get('/api/v1/user/profile')).body['plan'], PATIENCE).toBe('premium');
    line.mend();
    await expect.poll(() => client.recoveries.size, PATIENCE).toBeGreaterThan(0);
    expect([...client.recoveries.values()]).not.toContain(true);
  });

  it('of the end of an export reach realtime clients of a machine that was cut off meanwhile', async () => {
    const gate = gateBefore(steamSimulator({ reviews: REVIEWS }));
    await using world = await startWorld({ simulators: [gate.simulator] });
    const url = await cluster.newDatabase();
    await using line = await startTcpRelay(Number(new URL(url).port));
    const env = { ...world.env, COMMENTDOCK_DATABASE_URL: url, COMMENTDOCK_VAULT_KEY: VAULT_KEY };
    await using api = await startServiceProcess({
      world: {},
      env: { ...env, COMMENTDOCK_DATABASE_URL: Object.assign(new URL(url), { port: String(line.port) }).href },
    });
    await using _worker = await startWorkerProcess(env);
    const getToken = async (): Promise<string> => String((await api.client().post('/api/public/auth/socket')).body['token']);
    using client = realtimeClient(`${api.baseUrl.replace(/^http/, 'ws')}/connection/websocket`, { getToken });
    await client.ready();
    gate.close();
    const { guid } = await api.client().create(APP);
    await expect.poll(() => gate.held, PATIENCE).toBeGreaterThan(0);
    line.cut();
    gate.open();
    await expect
      .poll(async () => (await askDatabase(url, 'SELECT guid, status FROM jobs')).rows, PATIENCE)
      .toEqual([{ guid, status: 'done' }]);
    line.mend();
    const events = (): readonly unknown[] => client.heard.filter(({ data }) => data['guid'] === guid).map(({ data }) => data['event']);
    await expect.poll(() => events().at(-1), PATIENCE).toBe('job.finished');
    expect(events().filter((event) => event === 'job.finished')).toHaveLength(1);
  });
});

/** How many announcements all machines made so far. */
async function announced(url: string): Promise<number> {
  const { rows } = await askDatabase(url, "SELECT value FROM settings WHERE name = 'announced'");
  return Number((rows[0] as { value?: string } | undefined)?.value ?? 0);
}
