import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { roomOfRuns } from '#test/engine/room-of-runs.ts';

const ROWS = 100_000;
const RUNS = 10;
const BAR = 1.3;

/** The room of ten runs of a living dataset of which one row in a hundred changes each time, against that of one. */
export async function livingRoom({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const rows = Math.min(ROWS, manyComments);
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  try {
    const { ratio } = await roomOfRuns({ rows, runs: RUNS, changed: rows / 100, dataDir });
    return [
      {
        what: `room of ${RUNS} incremental runs of ${rows} rows, of which 1 % change each time, against that of one`,
        found: ratio.toFixed(2),
        bar: `< ${BAR}`,
        holds: ratio < BAR,
        ratio: { name: `room of ${RUNS} runs by that of one`, is: ratio, better: 'less' },
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
