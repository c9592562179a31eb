import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { measureExport, VIDEO } from '#test/bench/export-command.ts';
import { median } from '#test/bench/measured-process.ts';
import { startWorldProcess } from '#test/world/process.ts';

const BAR = 0.97;

/** Many rows a page, and many pages of few. */
const cases = (comments: number) => [
  { what: `${comments} comments`, params: { comments }, flags: [] },
  {
    what: `${comments / 10} threads of ten replies`,
    params: { comments: comments / 10, repliesEvery: 1, repliesPerThread: 10 },
    flags: ['--replies'],
  },
];

/** Rows a second into a data folder, against an older state of the code that reads the same world: each round has one run of both, in turns. */
export async function againstOlder({ rounds, comments, against }: BenchSize): Promise<readonly BarResult[]> {
  if (against === null) return [];
  const results: BarResult[] = [];
  for (const { what, params, flags } of cases(comments)) {
    await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify({ videoId: VIDEO, ...params })}`]);
    const rates = { ours: [] as number[], older: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const pair = [['ours', '.'] as const, ['older', against] as const];
      for (const [side, checkout] of round % 2 === 0 ? pair : pair.toReversed()) {
        const { items, jobSeconds } = await measureExport({ world: world.env, formats: 'json', core: 0, checkout, flags });
        rates[side].push(items / jobSeconds);
      }
    }
    const ratio = median(rates.ours.map((rate, round) => rate / (rates.older[round] ?? rate)));
    results.push({
      what: `${what} into a data folder, one core: ${perSecond(rates.ours)}; ${against} ${perSecond(rates.older)}`,
      found: `${ratio.toFixed(3)} of its rate`,
      bar: `>= ${BAR}`,
      holds: ratio >= BAR,
    });
  }
  return results;
}

function perSecond(rates: readonly number[]): string {
  return `${Math.round(median(rates))}/s`;
}
