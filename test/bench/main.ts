/**
 * Measures what the design sets bars for, as medians of paired runs, and prints one table.
 *
 *     npm run bench [-- --only rate,latency,memory,xlsx,formats,start,api,realtime,browser,stats,search,everywhere,sentiment,long,living,time,window,stores,shared,million,waiting,workers,news,moved,backup,commits,against] [--quick] [--rounds 3] [--against <folder>] [--check | --record]
 *
 * Whole programs that are measured are the built one, as people have it. `--check` fails where a ratio is worse by more than 15 % than what `--record` wrote last (recorded.json, docs/measurements.md).
 */
import { spawnSync } from 'node:child_process';
import { env } from 'node:process';
import { parseArgs } from 'node:util';
import { againstOlder } from '#test/bench/against-older.ts';
import { apiLatency } from '#test/bench/api-latency.ts';
import { backedUp } from '#test/bench/backed-up.ts';
import type { BarResult, Bench, BenchSize } from '#test/bench/bar.ts';
import { browserExports } from '#test/bench/browser-exports.ts';
import { everywhere } from '#test/bench/everywhere.ts';
import { exportCommits } from '#test/bench/export-commits.ts';
import { formats } from '#test/bench/formats.ts';
import { search, statistics } from '#test/bench/insights.ts';
import { judging } from '#test/bench/judging.ts';
import { latency } from '#test/bench/latency.ts';
import { livingRoom } from '#test/bench/living.ts';
import { longWork } from '#test/bench/long-work.ts';
import { memory } from '#test/bench/memory.ts';
import { fallsOf, readRecorded, record } from '#test/bench/recorded.ts';
import { readingRate } from '#test/bench/reading-rate.ts';
import { million } from '#test/bench/million.ts';
import { moved } from '#test/bench/moved.ts';
import { news } from '#test/bench/news.ts';
import { realtime } from '#test/bench/realtime.ts';
import { sharedExport } from '#test/bench/shared-export.ts';
import { timeMachine } from '#test/bench/time-machine.ts';
import { serviceStart } from '#test/bench/service-start.ts';
import { storeRates } from '#test/bench/stores.ts';
import { waiting } from '#test/bench/waiting.ts';
import { windowTable } from '#test/bench/window.ts';
import { workers } from '#test/bench/workers.ts';
import { buildProgram } from '#test/built-program.ts';
import { BUILT_PROGRAM } from '#test/program.ts';

const BENCHES: Readonly<Record<string, Bench>> = {
  rate: readingRate,
  latency,
  memory,
  xlsx: xlsxAgainstExceljs,
  formats,
  start: serviceStart,
  api: apiLatency,
  realtime,
  browser: browserExports,
  stats: statistics,
  search,
  everywhere,
  sentiment: judging,
  long: longWork,
  living: livingRoom,
  time: timeMachine,
  window: windowTable,
  stores: storeRates,
  shared: sharedExport,
  million,
  waiting,
  workers,
  news,
  moved,
  backup: backedUp,
  commits: exportCommits,
  against: againstOlder,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
    check: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const size: BenchSize = {
  rounds: Number(values.rounds),
  comments: 10_000,
  manyComments: values.quick ? 50_000 : 250_000,
  against: values.against ?? null,
};
await using built = await buildProgram();
env[BUILT_PROGRAM] = built.program;
const names = values.only === undefined ? Object.keys(BENCHES) : values.only.split(',');
const results: BarResult[] = [];
for (const name of names) {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`There is no bench "${name}". Known: ${Object.keys(BENCHES).join(', ')}.`);
  process.stderr.write(`measuring ${name}...\n`);
  results.push(...(await bench(size)));
}
process.stdout.write(`${table(results).join('\n')}\n`);
process.stdout.write(
  `${results.filter(({ holds }) => holds).length} bars hold, ${results.filter(({ holds }) => !holds).length} fall short\n`,
);
if (values.record) record(results, new Date().toISOString().slice(0, 10));
if (values.check) process.exitCode = checkRatios();

/** The exit code. */
function checkRatios(): number {
  const { fallen, unknown } = fallsOf(results, readRecorded());
  for (const name of unknown) process.stdout.write(`not recorded yet: ${name}\n`);
  for (const words of fallen) process.stdout.write(`fell by more than 15 %: ${words}\n`);
  return fallen.length === 0 ? 0 : 1;
}

async function xlsxAgainstExceljs({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  const run = spawnSync(process.execPath, ['test/bench/xlsx.ts', '--pairs', String(rounds), '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { timeRatio: ratio, ours } = JSON.parse(run.stdout) as { timeRatio: number; ours: { seconds: number; peakMb: number } };
  return [
    {
      what: `XLSX of 250,000 rows x 20 against exceljs's stream (${ours.seconds.toFixed(1)} s)`,
      found: `${ratio.toFixed(2)} of its time`,
      bar: '<= 0.4',
      holds: ratio <= 0.4,
      ratio: { name: "XLSX: its time by exceljs's", is: ratio, better: 'less' },
    },
    { what: 'its peak memory', found: `${Math.round(ours.peakMb)} MB`, bar: '<= 200 MB', holds: ours.peakMb <= 200 },
  ];
}

function table(rows: readonly BarResult[]): string[] {
  const lines = rows.map(({ what, found, bar, holds }) => `| ${what} | ${found} | ${bar} | ${holds ? 'holds' : 'SHORT'} |`);
  return ['| what | found | bar | |', '| --- | --- | --- | --- |', ...lines];
}
