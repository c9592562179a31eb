import { join } from 'node:path';
import { waits } from '#test/bench/api-latency.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { openBenchTeam } from '#test/bench/bench-team.ts';
import { startServiceProcess } from '#test/crash/service.ts';

const CREATED_AT_ONCE = 10;
const MOST_MS = 100;

/** How long the API of a team takes to answer while 10,000 exports wait, and how long the last of them took to be created. */
export async function waiting({ comments }: BenchSize): Promise<readonly BarResult[]> {
  await using team = await openBenchTeam();
  const dataDir = join(team.folder, 'api');
  const service = await startServiceProcess(dataDir, team.env);
  try {
    const created: number[] = [];
    while (created.length < comments)
      await Promise.all(
        Array.from({ length: CREATED_AT_ONCE }, async () => {
          const startedAt = performance.now();
          await service.createJob('https://store.steampowered.com/app/10/', {});
          created.push(performance.now() - startedAt);
        }),
      );
    const last = created.slice(-Math.ceil(comments / 10)).toSorted((a, b) => a - b);
    const took = await waits(service.baseUrl, dataDir);
    const p99 = took[Math.floor(took.length * 0.99)] as number;
    return [
      {
        what: `API of a team with ${comments} exports that wait, p50 and p99`,
        found: `${(took[took.length >> 1] as number).toFixed(1)} ms, ${p99.toFixed(1)} ms`,
        bar: `p99 < ${MOST_MS} ms`,
        holds: p99 < MOST_MS,
      },
      {
        what: `creating the last tenth of them, ${CREATED_AT_ONCE} at once, p50 and p99`,
        found: `${(last[last.length >> 1] as number).toFixed(1)} ms, ${(last[Math.floor(last.length * 0.99)] as number).toFixed(1)} ms`,
        bar: '',
        holds: true,
      },
    ];
  } finally {
    await service.kill();
  }
}
