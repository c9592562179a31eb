import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { VIDEO } from '#test/bench/export-command.ts';
import { median } from '#test/bench/measured-process.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { startCluster } from '#test/postgres/cluster.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { VAULT_KEY } from '#test/team/team-key.ts';
import { startWorldProcess } from '#test/world/process.ts';
import { startRoute } from '#test/world/routes.ts';

const LATENCY_MS = 100;
/** Five answers below each of a hundred threads: what one route asks for in 25 seconds. */
const WORLD = { videoId: VIDEO, comments: 100, repliesEvery: 1, repliesPerThread: 50 };
const ROUTES = 4;
const CASES = [
  { workers: 1, bar: null },
  { workers: 2, bar: 1.8 },
  { workers: 4, bar: 3.2 },
] as const;
const POLL_MS = 100;

/** How much faster one export with many replies is read by several workers, over a pool with a route for each, within the pace of YouTube. */
export async function sharedExport({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  await using cluster = await startCluster();
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify(WORLD)}`, '--latency', String(LATENCY_MS)]);
  const env = {
    ...world.env,
    COMMENTDOCK_PACE: 'on',
    COMMENTDOCK_DATABASE_URL: await cluster.newDatabase(),
    COMMENTDOCK_VAULT_KEY: VAULT_KEY,
  };
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  await using running = new AsyncDisposableStack();
  const service = await startServiceProcess(folder, { ...env, COMMENTDOCK_WORK_LANES: '0' });
  running.defer(async () => {
    await service.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const nowhere = (): never => {
    throw new Error('These routes speak no TLS.');
  };
  const proxies: { readonly type: string; readonly address: string }[] = [];
  for (let number = 1; number <= ROUTES; number += 1) {
    const route = running.use(await startRoute({ url: world.url, contextFor: nowhere }, { type: 'http', name: `route ${number}` }));
    proxies.push({ type: 'http', address: route.address });
  }
  const answer = await service.request('/api/v1/proxies', { method: 'POST', body: JSON.stringify({ name: 'Four', proxies }) });
  const { uuid } = (await answer.json()) as { uuid: string };
  const seconds = new Map<number, number>();
  let started = 0;
  for (const { workers } of CASES) {
    for (; started < workers; started += 1) running.use(await startWorkerProcess(env));
    // So that nobody is measured loading its parts.
    await exported(service, uuid);
    const measured: number[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await exported(service, uuid));
    seconds.set(workers, median(measured));
  }
  const alone = seconds.get(1) ?? NaN;
  return CASES.flatMap(({ workers, bar }) => {
    const own = seconds.get(workers) ?? NaN;
    if (bar === null) return [];
    const what = `one video with replies on ${workers} workers with a route each, ${LATENCY_MS} ms latency: ${own.toFixed(1)} s, one worker ${alone.toFixed(1)} s`;
    return [{ what, found: `${(alone / own).toFixed(2)}x`, bar: `>= ${bar}x`, holds: alone / own >= bar }];
  });
}

/** Seconds from the start of an export to its file. @throws Error where it lacks something */
async function exported(service: RunningService, pool: string): Promise<number> {
  const guid = await service.createJob(`https://www.youtube.com/watch?v=${VIDEO}`, { replies: true, pool });
  for (;;) {
    const job = await service.job(guid);
    if (job.status === 'done') {
      const rows = WORLD.comments * (1 + WORLD.repliesPerThread);
      if (job.total_exported !== rows) throw new Error(`${job.total_exported} rows came of ${rows}`);
      return (Date.parse(job.exported_at ?? '') - Date.parse(job.started_at ?? '')) / 1_000;
    }
    if (job.status === 'error') throw new Error(`${job.error_code}: ${job.error}`);
    await delay(POLL_MS);
  }
}
