import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { measureExport, VIDEO } from '#test/bench/export-command.ts';
import { startWorldProcess } from '#test/world/process.ts';

const FEW_COMMENTS = 10_000;
const MOST_MB = 300;
const MOST_GROWTH = 1.2;

/** Peak memory of the whole program for few and for many comments, in each format and in all. */
export async function memory({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const peaks = async (comments: number): Promise<ReadonlyMap<string, number>> => {
    await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify({ videoId: VIDEO, comments })}`]);
    const found = new Map<string, number>();
    for (const formats of ['json', 'csv', 'xlsx', 'xlsx,csv,json'])
      found.set(formats, (await measureExport({ world: world.env, formats })).peakMb);
    return found;
  };
  const few = await peaks(FEW_COMMENTS);
  const many = await peaks(manyComments);
  return [...many].map(([formats, peakMb]) => {
    const growth = peakMb / (few.get(formats) ?? peakMb);
    return {
      what: `peak memory, ${manyComments} comments to ${formats} (${FEW_COMMENTS}: ${Math.round(few.get(formats) ?? 0)} MB)`,
      found: `${Math.round(peakMb)} MB, ${growth.toFixed(2)}x`,
      bar: `<= ${MOST_MB} MB, <= ${MOST_GROWTH}x`,
      holds: peakMb <= MOST_MB && growth <= MOST_GROWTH,
      ratio: { name: `memory of a large export to ${formats} by that of a small one`, is: growth, better: 'less' },
    };
  });
}
