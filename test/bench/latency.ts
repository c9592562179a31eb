import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { measureExport, VIDEO } from '#test/bench/export-command.ts';
import { median } from '#test/bench/measured-process.ts';
import { startWorldProcess } from '#test/world/process.ts';

const LATENCY_MS = 100;
const CASES = [
  { repliesEvery: 1, comments: 240, bar: 8 },
  { repliesEvery: 5, comments: 600, bar: 4 },
] as const;

/** How much faster replies are read than one request after the other, where each answer takes 100 ms. */
export async function latency({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  const results: BarResult[] = [];
  for (const { repliesEvery, comments, bar } of CASES) {
    const params = { videoId: VIDEO, comments, repliesEvery, repliesPerThread: 10 };
    await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify(params)}`, '--latency', String(LATENCY_MS)]);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const parallel = await measureExport({ world: world.env, formats: 'json', flags: ['--replies'] });
      const sequential = await measureExport({ world: world.env, formats: 'json', flags: ['--replies'], env: { COMMENTDOCK_LANES: '1' } });
      ratios.push(sequential.jobSeconds / parallel.jobSeconds);
    }
    const ratio = median(ratios);
    const under = repliesEvery === 1 ? 'every thread' : `every ${repliesEvery}th thread`;
    results.push({
      what: `${comments} threads, replies under ${under}, ${LATENCY_MS} ms latency, against one lane`,
      found: `${ratio.toFixed(1)}x`,
      bar: `>= ${bar}x`,
      holds: ratio >= bar,
      ratio: { name: `lanes by one lane at ${LATENCY_MS} ms, replies under ${under}`, is: ratio, better: 'more' },
    });
  }
  return results;
}
