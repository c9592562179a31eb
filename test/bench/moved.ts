import { NODE_FLAGS } from '../../bin/node-flags.js';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { openBenchTeam } from '#test/bench/bench-team.ts';
import { type Measured, runMeasured } from '#test/bench/measured-process.ts';
import { resultHashes } from '#test/bench/result-hashes.ts';
import { databasePath } from '#core/store/database.ts';
import type { MovedStore } from '#core/surfaces/cli/command-host.ts';
import { programToStart } from '#test/program.ts';
import { fillStore } from '#test/scale/filled-store.ts';

const FILLED = 10;
const MEGABYTE = 1_048_576;
const MOST_MB = 512;

interface Moved extends Measured {
  readonly moved: MovedStore;
}

/** A data folder of two gigabytes, moved into a database and back: what it takes, and the bytes of every result file. */
export async function moved({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  await using team = await openBenchTeam();
  const [source, back, api] = ['source', 'back', 'api'].map((name) => join(team.folder, name)) as [string, string, string];
  const { guids } = fillStore(
    { dataDir: source, databaseUrl: null },
    { filled: FILLED, items: manyComments, jobs: 1_000, webhooks: 1, messages: 1_000, schedules: 1 },
  );
  const { COMMENTDOCK_DATABASE_URL: _, ...alone } = team.env;
  const before = await resultHashes(source, alone, guids);
  const size = (await stat(databasePath(source))).size / MEGABYTE;
  const there = await move(source, team.databaseUrl);
  const inTeam = await resultHashes(api, team.env, guids);
  const again = await move(team.databaseUrl, back);
  const after = await resultHashes(back, alone, guids);
  const same = guids.filter((_, at) => before[at] === inTeam[at] && before[at] === after[at]).length;
  const holds = same === guids.length && again.moved.files.left.length === 0;
  return [
    line(`a data folder of ${size.toFixed(0)} MB into PostgreSQL`, there),
    line('and back', again),
    { what: 'result files with the same bytes before, in the team, and after', found: `${same} of ${guids.length}`, bar: 'all', holds },
  ];
}

function line(what: string, { seconds, peakMb, moved: { tables } }: Moved): BarResult {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return {
    what: `${what}: ${rows} rows copied and compared`,
    found: `${seconds.toFixed(0)} s (${(rows / seconds).toFixed(0)} rows/s), ${peakMb.toFixed(0)} MB`,
    bar: `<= ${MOST_MB} MB`,
    holds: peakMb <= MOST_MB,
  };
}

async function move(from: string, to: string): Promise<Moved> {
  const measured = await runMeasured({ args: [...NODE_FLAGS, programToStart(), 'move', from, to, '--json'], env: {} });
  return { ...measured, moved: JSON.parse(measured.output) as MovedStore };
}
