import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { measureExport, VIDEO } from '#test/bench/export-command.ts';
import { median, runMeasured } from '#test/bench/measured-process.ts';
import type { Reading } from '#test/bench/reading.ts';
import { startWorldProcess } from '#test/world/process.ts';

/** Comments a second, end to end, from a world without latency: ours, youtubei.js, and a reader that parses nothing. */
export async function readingRate({ rounds, comments }: BenchSize): Promise<readonly BarResult[]> {
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify({ videoId: VIDEO, comments })}`]);
  const rates = {
    json: [] as number[],
    csv: [] as number[],
    xlsx: [] as number[],
    withStart: [] as number[],
    peer: [] as number[],
    bare: [] as number[],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const format of ['json', 'csv', 'xlsx'] as const) {
      const ours = await measureExport({ world: world.env, formats: format, core: 0 });
      rates[format].push(ours.items / ours.jobSeconds);
      if (format === 'json') rates.withStart.push(ours.items / ours.seconds);
    }
    rates.peer.push(await readerRate('test/bench/youtubei-reader.ts', world.env));
    rates.bare.push(await readerRate('test/bench/bare-reader.ts', world.env));
  }
  const { json, csv, xlsx, withStart, peer, bare } = rates;
  const toPeer = median(json.map((rate, round) => rate / (peer[round] ?? rate)));
  const toBare = median(json.map((rate, round) => rate / (bare[round] ?? rate)));
  const perSecond = (values: readonly number[]): string => `${Math.round(median(values))}/s`;
  const found = `JSON ${perSecond(json)} (with the program's start ${perSecond(withStart)}), CSV ${perSecond(csv)}, XLSX ${perSecond(xlsx)}`;
  return [
    {
      what: `${comments} comments to a file, one core: ${found}; youtubei.js ${perSecond(peer)}`,
      found: `${toPeer.toFixed(2)}x youtubei.js`,
      bar: '>= 3x',
      holds: toPeer >= 3,
      ratio: { name: 'comments a second on one core, by youtubei.js', is: toPeer, better: 'more' },
    },
    {
      what: `the same against a reader that parses nothing: ${perSecond(bare)}`,
      found: toBare.toFixed(2),
      bar: '>= 0.5',
      holds: toBare >= 0.5,
      ratio: { name: 'comments a second on one core, by a reader that parses nothing', is: toBare, better: 'more' },
    },
  ];
}

async function readerRate(script: string, env: Readonly<Record<string, string>>): Promise<number> {
  const { output } = await runMeasured({ args: [script, VIDEO], env, core: 0 });
  const { items, seconds } = JSON.parse(output) as Reading;
  return items / seconds;
}
