import { spawnSync } from 'node:child_process';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median } from '#test/bench/measured-process.ts';

/** What `insight-run.ts` prints. Milliseconds, megabytes. */
export interface InsightRun {
  readonly statisticsMs: number;
  /** Of all threads. */
  readonly statisticsCpuMs: number;
  readonly statisticsMb: number;
  readonly indexMs: number;
  readonly indexMb: number;
  readonly databaseMb: number;
  readonly searches: readonly { readonly name: string; readonly total: number; readonly ms: number }[];
  /** Added to the process by all of it. */
  readonly peakMb: number;
  /** The worst 1% of turns of the asking thread's event loop meanwhile. */
  readonly waitP99Ms: number;
}

/** Statistics of a large export: time, memory beside a small one, and what the API's thread feels of it. */
export async function statistics({ rounds, comments, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const runs = measured(rounds, manyComments, 'stats');
  const small = measured(1, comments, 'stats');
  const seconds = median(runs.map(({ statisticsMs }) => statisticsMs)) / 1000;
  const work = median(runs.map(({ statisticsCpuMs }) => statisticsCpuMs)) / 1000;
  const more = median(runs.map(({ statisticsMb }) => statisticsMb)) - (small[0]?.statisticsMb ?? 0);
  const wait = median(runs.map(({ waitP99Ms }) => waitP99Ms));
  return [
    {
      what: `statistics of ${manyComments} items`,
      found: `${seconds.toFixed(2)} s, ${work.toFixed(2)} s of a processor`,
      bar: '<= 2 s',
      holds: seconds <= 2,
    },
    { what: `peak memory above that of ${comments} items`, found: `${more.toFixed(0)} MB`, bar: '<= 50 MB', holds: more <= 50 },
    { what: 'event loop of the asking thread meanwhile, p99', found: `${wait.toFixed(1)} ms`, bar: '< 20 ms', holds: wait < 20 },
  ];
}

/** Searches in a large export, the making of its index, and what that takes on disk. */
export async function search({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const runs = measured(rounds, manyComments, 'search');
  const [first] = runs;
  const names = first?.searches.map(({ name }) => name) ?? [];
  const times = names.map((name) => ({ name, ms: median(runs.map(({ searches }) => searches.find((one) => one.name === name)?.ms ?? 0)) }));
  const typical = median(times.map(({ ms }) => ms));
  const indexed = median(runs.map(({ indexMs }) => indexMs)) / 1000;
  const share = (first?.indexMb ?? 0) / (first?.databaseMb ?? 1);
  return [
    {
      what: `search among ${manyComments} items, median of ${names.length} kinds`,
      found: `${typical.toFixed(1)} ms`,
      bar: '< 50 ms',
      holds: typical < 50,
    },
    ...times.map(({ name, ms }) => ({ what: `  ${name}`, found: `${ms.toFixed(1)} ms`, bar: '', holds: true })),
    { what: 'its index, made at the first search', found: `${indexed.toFixed(1)} s`, bar: '<= 20 s', holds: indexed <= 20 },
    { what: 'its index on disk, against the rows', found: `${share.toFixed(2)} of them`, bar: '<= 0.4', holds: share <= 0.4 },
  ];
}

function measured(rounds: number, items: number, what: 'stats' | 'search'): readonly InsightRun[] {
  return Array.from({ length: rounds }, () => {
    const args = ['--max-semi-space-size=2', 'test/bench/insight-run.ts', '--items', String(items), '--what', what];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return JSON.parse(run.stdout) as InsightRun;
  });
}
