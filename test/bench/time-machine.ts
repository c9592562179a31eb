import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RowDesk } from '#core/insight/desk/rows.ts';
import { RunDesk } from '#core/insight/desk/runs.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median } from '#test/bench/measured-process.ts';
import { board, boardNetwork, post } from '#test/engine/board-platform.ts';
import { openEngineRoom } from '#test/engine/engine-room.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ROWS = 50_000;
const RUNS = 30;
const SHOWN = 100;
const MOST_FIRST_MS = 10_000;
const MOST_STEP_MS = 200;

/** The time machine over thirty runs of which one row in a hundred changes each time: its curves, and a step of its slider. */
export async function timeMachine({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const rows = Math.min(ROWS, manyComments);
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  try {
    const forum = board(Array.from({ length: rows }, (_, at) => post(`p${at}`, null, { text: `words of row ${at}` })));
    Object.assign(forum, { statesOrder: false, pageSize: 200 });
    await using room = openEngineRoom({ platforms: [forum.platform], network: boardNetwork(), dataDir });
    const guids: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      for (let at = 0; run > 0 && at < rows / 100; at += 1) {
        const one = forum.posts[(run * 7 + at * 100) % rows];
        if (one !== undefined) one.text = `other words in run ${run}`;
      }
      const { guid } = await room.createOne({ platform: 'board', series: 'series-1', formats: ['jsonl'] });
      await room.until(guid, 'finished');
      guids.push(guid);
    }
    const facts = async () => forum.platform;
    const [runs, table] = [new RunDesk(inFolder(dataDir), facts), new RowDesk(inFolder(dataDir), facts)];
    const last = guids.at(-1) ?? '';
    const firstMs = await timed(() => runs.runs(last));
    const againMs = await timed(() => runs.runs(last));
    const steps: number[] = [];
    for (const guid of guids.toReversed()) steps.push(await timed(() => table.changes(guid, { kinds: [], offset: 0, limit: SHOWN })));
    const stepMs = median(steps);
    const what = `time machine over ${RUNS} runs of ${rows} rows`;
    return [
      {
        what: `${what}: its curves, the first time`,
        found: `${firstMs.toFixed(0)} ms`,
        bar: `< ${MOST_FIRST_MS} ms`,
        holds: firstMs < MOST_FIRST_MS,
      },
      { what: '  again', found: `${againMs.toFixed(1)} ms`, bar: '', holds: true },
      {
        what: '  a step of the slider, median',
        found: `${stepMs.toFixed(0)} ms`,
        bar: `< ${MOST_STEP_MS} ms`,
        holds: stepMs < MOST_STEP_MS,
      },
      { what: '  the slowest step', found: `${Math.max(...steps).toFixed(0)} ms`, bar: '', holds: true },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
