import { once } from 'node:events';
import { join } from 'node:path';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { openBenchTeam } from '#test/bench/bench-team.ts';
import { realtimeClient } from '#test/clients/realtime/realtime-client.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { startWorkerProcess } from '#test/team/started-worker.ts';
import { startWorldProcess } from '#test/world/process.ts';

const MOST_MS = 100;

/** From the commit of a worker to a realtime subscriber of another machine, for the end of exports that come one after the other. */
export async function news({ comments }: BenchSize): Promise<readonly BarResult[]> {
  const exports = Math.round(comments / 50);
  await using world = await startWorldProcess(['--simulator', `steam:${JSON.stringify({ reviews: 20 })}`]);
  await using team = await openBenchTeam(world.env);
  await using _worker = await startWorkerProcess(team.env, ['--lanes', '1']);
  const api = await startServiceProcess(join(team.folder, 'api'), team.env);
  try {
    const getToken = async (): Promise<string> => {
      const answer = await api.request('/api/public/auth/socket', { method: 'POST' });
      return ((await answer.json()) as { token: string }).token;
    };
    using client = realtimeClient(`${api.baseUrl.replace(/^http/, 'ws')}/connection/websocket`, { getToken });
    await client.ready();
    const heardAt = new Map<string, number>();
    const finished = new EventTarget();
    client.centrifuge.on('publication', ({ data }) => {
      const { event, guid } = data as { event: string; guid: string };
      if (event !== 'job.finished') return;
      heardAt.set(guid, Date.now());
      finished.dispatchEvent(new Event(guid));
    });
    for (let done = 0; done < exports; done += 1) {
      const guid = await api.createJob('https://store.steampowered.com/app/10/', {});
      if (!heardAt.has(guid)) await once(finished, guid);
    }
    // Written down by the worker right before it commits: the commit itself is part of what is measured.
    const ended = await team.ask('SELECT guid, updated_at_ms::float8 AS at FROM jobs');
    const took = ended.map(({ guid, at }) => (heardAt.get(String(guid)) ?? Infinity) - Number(at)).toSorted((a, b) => a - b);
    const p99 = took[Math.floor(took.length * 0.99)] as number;
    return [
      {
        what: `the end of ${exports} exports, from the worker's commit to a realtime subscriber of another machine, p50 and p99`,
        found: `${took[took.length >> 1]} ms, ${p99} ms`,
        bar: `p99 < ${MOST_MS} ms`,
        holds: p99 < MOST_MS,
      },
    ];
  } finally {
    await api.kill();
  }
}
