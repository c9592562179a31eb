import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { openBenchTeam } from '#test/bench/bench-team.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { startWorldProcess } from '#test/world/process.ts';

const LATENCY_MS = 100;
const LANES = 1;
const WORKERS = 4;
const BAR = 3;
const REVIEWS = 20;
const CREATED_AT_ONCE = 10;
const LOOK_EVERY_MS = 200;

/** 2,000 small exports by one worker and by four, with as many lanes each. */
export async function workers({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const exports = Math.round(manyComments / 125);
  const simulator = `steam:${JSON.stringify({ reviews: REVIEWS })}`;
  await using world = await startWorldProcess(['--simulator', simulator, '--latency', String(LATENCY_MS)]);
  const alone = await secondsOf(world.env, exports, 1);
  const together = await secondsOf(world.env, exports, WORKERS);
  const ratio = alone / together;
  return [
    {
      what: `${exports} exports of ${REVIEWS} reviews, ${LATENCY_MS} ms latency, ${WORKERS} workers against one, ${LANES} lane each (${alone.toFixed(0)} s, ${together.toFixed(0)} s)`,
      found: `${ratio.toFixed(2)}x, ${(exports / together).toFixed(1)} exports/s`,
      bar: `>= ${BAR}x`,
      holds: ratio >= BAR,
    },
  ];
}

/** From the start of the first export to the end of the last. */
async function secondsOf(world: Readonly<Record<string, string>>, exports: number, count: number): Promise<number> {
  await using team = await openBenchTeam(world);
  await using working = new AsyncDisposableStack();
  const api = await startServiceProcess(join(team.folder, 'api'), team.env);
  try {
    for (let created = 0; created < exports; created += CREATED_AT_ONCE)
      await Promise.all(Array.from({ length: CREATED_AT_ONCE }, () => api.createJob('https://store.steampowered.com/app/10/', {})));
  } finally {
    await api.kill();
  }
  for (const worker of await Promise.all(Array.from({ length: count }, () => startWorkerProcess(team.env, ['--lanes', String(LANES)]))))
    working.use(worker);
  for (;;) {
    const [state] = await team.ask(
      `SELECT count(*) FILTER (WHERE status = 'done')::int AS done, count(*) FILTER (WHERE status NOT IN ('queueing', 'progress', 'done'))::int AS lost,
         (max(finished_at_ms) - min(started_at_ms))::float8 AS ms FROM jobs`,
    );
    if (Number(state?.['lost']) > 0) throw new Error(`${String(state?.['lost'])} exports did not come to their end: nothing was measured.`);
    if (Number(state?.['done']) >= exports) return Number(state?.['ms']) / 1_000;
    await delay(LOOK_EVERY_MS);
  }
}
