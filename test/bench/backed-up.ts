import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { databasePath } from '#core/store/database.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { type Measured, runMeasured } from '#test/bench/measured-process.ts';
import { resultHashes } from '#test/bench/result-hashes.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { programToStart } from '#test/program.ts';
import { fillStore } from '#test/scale/filled-store.ts';

const FILLED = 10;
const MEGABYTE = 1_048_576;
const MOST_MB = 256;
const ALONE = { COMMENTDOCK_VAULT: 'file', COMMENTDOCK_LIMITS: 'off' };
const SAMPLE = 'https://store.steampowered.com/app/573170';

/** A data folder of two gigabytes, backed up while its service exports on, and restored: what it takes, and the bytes of every result file. */
export async function backedUp({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-backed-up-'));
  try {
    const [source, backup, restored] = ['source', 'backup', 'restored'].map((name) => join(folder, name)) as [string, string, string];
    const { guids } = fillStore(
      { dataDir: source, databaseUrl: null },
      { filled: FILLED, items: manyComments, jobs: 1_000, webhooks: 1, messages: 1_000, schedules: 1 },
    );
    const before = await resultHashes(source, ALONE, guids);
    const size = (await stat(databasePath(source))).size / MEGABYTE;
    const { made, exported } = await whileExporting(source, () => command(['backup', backup, '--with-key'], source));
    const again = await command(['restore', backup, '--to', restored], source);
    const after = await resultHashes(restored, ALONE, guids);
    const same = guids.filter((_, at) => before[at] === after[at]).length;
    return [
      line(`a data folder of ${size.toFixed(0)} MB backed up, while its service made ${exported} exports`, made),
      line('and restored', again),
      {
        what: 'result files with the same bytes before and after',
        found: `${same} of ${guids.length}`,
        bar: 'all',
        holds: same === guids.length,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function whileExporting(
  dataDir: string,
  work: () => Promise<Measured>,
): Promise<{ readonly made: Measured; readonly exported: number }> {
  const service = await startServiceProcess(dataDir, ALONE);
  try {
    let isDone = false;
    let exported = 0;
    const making = work().finally(() => (isDone = true));
    while (!isDone) {
      const answer = await service.request('/api/v3/job', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox': 'true' },
        body: JSON.stringify({ url: SAMPLE, options: { limit: 100 } }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      exported += 1;
    }
    return { made: await making, exported };
  } finally {
    await service.kill();
  }
}

function command(words: readonly string[], dataDir: string): Promise<Measured> {
  return runMeasured({ args: [...NODE_FLAGS, programToStart(), ...words, '--json'], env: { ...ALONE, COMMENTDOCK_DATA_DIR: dataDir } });
}

function line(what: string, { seconds, peakMb }: Measured): BarResult {
  return { what, found: `${seconds.toFixed(0)} s, ${peakMb.toFixed(0)} MB`, bar: `<= ${MOST_MB} MB`, holds: peakMb <= MOST_MB };
}
