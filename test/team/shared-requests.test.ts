import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { type Gate, gateBefore } from '#test/clients/rest/gate.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { PATIENCE } from '#test/contract/contract-service.ts';
import { type Cluster, clustersLack, startCluster } from '#test/postgres/cluster.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';
import { startRoute, type WorldRoute } from '#test/world/routes.ts';
import type { SimulatedRequest } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const THREADS = 80;
const ROWS = THREADS * 11;
const LIMIT = 400;
/** Requests at once of each worker. */
const LANES = 2;
/** How long an answer takes as long as the others have not come: they have to begin before all is read. */
const SLOW_MS = 400;

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="timestamp":)\d+/g;

type Worker = Awaited<ReturnType<typeof startWorkerProcess>> & { readonly name: string; readonly route: WorldRoute };

/** What a page was asked for, and by which worker. */
interface Asked {
  readonly by: string;
  readonly continuation: string;
}

const SHARED = { COMMENTDOCK_LEASE_SECONDS: '30', COMMENTDOCK_VAULT_KEY: VAULT_KEY, COMMENTDOCK_LANES: String(LANES) };

describe.skipIf(clustersLack() !== null)('the requests of one export', () => {
  let cluster: Cluster;
  let world: World;
  let gate: Gate;
  let api: ServiceProcess;
  let env: Readonly<Record<string, string>>;
  let asked: Asked[] = [];
  /** Workers that have not made a request of the export. */
  let missing = new Set<string>();
  let onGathered = (): void => undefined;
  const workers: Worker[] = [];

  const startNext = async (name: string): Promise<void> => {
    const route = await startRoute(world, { type: 'http', name });
    const own = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((setting) => [setting, route.url]));
    workers.push({ ...(await startWorkerProcess({ ...env, ...own })), name, route });
  };

  beforeAll(async () => {
    cluster = await startCluster();
    gate = gateBefore(youtubeSimulator({ comments: THREADS, repliesEvery: 1 }));
    world = await startWorld({
      simulators: [
        async (request) => {
          if (isPage(request)) await note(request);
          return gate.simulator(request);
        },
      ],
    });
    env = { ...world.env, ...SHARED, COMMENTDOCK_DATABASE_URL: await cluster.newDatabase() };
    api = await startServiceProcess({ world: {}, env });
    await startNext('first');
  });

  afterAll(async () => {
    gate?.open();
    for (const { route, ...worker } of workers) {
      await worker[Symbol.asyncDispose]();
      await route[Symbol.asyncDispose]();
    }
    await api?.[Symbol.asyncDispose]();
    await world?.close();
    await cluster?.stop();
  });

  const isPage = ({ url, body }: SimulatedRequest): boolean => url.pathname === '/youtubei/v1/next' && body.includes('"continuation"');
  const note = async ({ route, body }: SimulatedRequest): Promise<void> => {
    const { continuation } = JSON.parse(body) as { continuation: string };
    const by = route ?? '';
    asked.push({ by, continuation });
    missing.delete(by);
    if (missing.size > 0) await delay(SLOW_MS);
    else onGathered();
  };
  /** The rows of an export that has ended. YouTube says how long ago something was: what is read at another moment has other dates. */
  const finished = async (guid: string): Promise<string> => {
    await expect.poll(async () => (await api.client().job(guid)).status, PATIENCE).toBe('done');
    const { json_url: file } = await api.client().job(guid);
    return (await api.client().get(String(file))).bytes.toString().replaceAll(INSTANT, '0');
  };
  /** Begins an export, and waits until each worker has made a request of it. Returns the one that runs it. `held`: by then all of them hold what they may. */
  const begun = async (
    options: { readonly limit?: number },
    how: 'held' | 'free',
  ): Promise<{ readonly guid: string; readonly runs: string }> => {
    asked = [];
    missing = new Set(workers.map(({ name }) => name));
    const gathered = new Promise<void>((resolve) => (onGathered = resolve));
    const { guid } = await api.client().create(VIDEO, { replies: true, ...options });
    await gathered;
    if (how === 'held') {
      gate.close(isPage);
      await expect.poll(() => gate.held, PATIENCE).toBe(LANES * workers.length);
    }
    return { guid, runs: asked[0]?.by ?? '' };
  };
  const repeated = (): readonly string[] =>
    [...Map.groupBy(asked, ({ continuation }) => continuation).values()].flatMap(([, ...again]) => again.map(({ by }) => by));
  const killed = async (name: string): Promise<void> => {
    const at = workers.findIndex((worker) => worker.name === name);
    const [dead] = workers.splice(at, 1);
    dead?.child.kill('SIGKILL');
    await dead?.[Symbol.asyncDispose]();
    await dead?.route[Symbol.asyncDispose]();
  };

  let all: string;
  let limited: string;
  let askedForLimit: number;

  it('are made by its worker where there is no other', async () => {
    all = await finished((await api.client().create(VIDEO, { replies: true })).guid);
    expect(JSON.parse(all)).toHaveLength(ROWS);
    asked = [];
    limited = await finished((await api.client().create(VIDEO, { replies: true, limit: LIMIT })).guid);
    askedForLimit = asked.length;
    expect(askedForLimit).toBeLessThan(THREADS);
    expect(new Set(asked.map(({ by }) => by))).toEqual(new Set(['first']));
  });

  it('are shared with others, each made once, and give the same file', async () => {
    await Promise.all([startNext('second'), startNext('third')]);
    const { guid } = await begun({}, 'free');
    expect((await finished(guid)) === all).toBe(true);
    expect(repeated()).toEqual([]);
    for (const { name } of workers) expect(asked.filter(({ by }) => by === name).length).toBeGreaterThan(LANES);
  });

  it('end at the same limit, with no more than what was under way', async () => {
    const { guid } = await begun({ limit: LIMIT }, 'free');
    expect((await finished(guid)) === limited).toBe(true);
    expect(repeated()).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(askedForLimit + LANES * workers.length);
  });

  it('are made by others where one of those who help dies', async () => {
    const { guid, runs } = await begun({}, 'held');
    await killed(workers.find(({ name }) => name !== runs)?.name ?? '');
    gate.open();
    expect((await finished(guid)) === all).toBe(true);
    expect(repeated().length).toBeLessThanOrEqual(LANES);
  });

  it('are gone on with by another where the one dies that runs it', async () => {
    const { guid, runs } = await begun({}, 'held');
    await killed(runs);
    gate.open();
    expect((await finished(guid)) === all).toBe(true);
    expect(repeated().length).toBeLessThanOrEqual(LANES * 2);
  });
});
