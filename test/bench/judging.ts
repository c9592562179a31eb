import { NODE_FLAGS } from '../../bin/node-flags.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile } from '#core/config/run-file.ts';
import type { Job } from '#core/contract/job.ts';
import { p99 } from '#test/bench/api-latency.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { filledExport } from '#test/bench/filled-export.ts';
import { median, peakMemoryMb } from '#test/bench/measured-process.ts';
import { startServiceProcess } from '#test/crash/service.ts';

const MOST_MB = 300;
const MOST_MS_ABOVE_IDLE = 20;
const POLL_MS = 250;

interface JudgingRun {
  readonly rowsPerSecond: number;
  readonly wholeSeconds: number;
  readonly peakMb: number;
  readonly aboveIdleMs: number;
}

/** An export that had ended is judged by the built-in analyzer, by the service as it runs: rows a second, its memory, and its API meanwhile. */
export async function judging({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const runs: JudgingRun[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await judgeOnce(manyComments));
  const [rate, whole, peak, above] = (['rowsPerSecond', 'wholeSeconds', 'peakMb', 'aboveIdleMs'] as const).map((name) =>
    median(runs.map((run) => run[name])),
  ) as [number, number, number, number];
  return [
    {
      what: `judging ${manyComments} items of an export, built-in analyzer`,
      found: `${Math.round(rate)} rows/s; ${whole.toFixed(0)} s with a CSV file`,
      bar: '',
      holds: true,
    },
    { what: 'peak memory of the service', found: `${peak.toFixed(0)} MB`, bar: `<= ${MOST_MB} MB`, holds: peak <= MOST_MB },
    {
      what: 'API p99 meanwhile, above that of the idle service',
      found: `+${above.toFixed(1)} ms`,
      bar: `< +${MOST_MS_ABOVE_IDLE} ms`,
      holds: above < MOST_MS_ABOVE_IDLE,
    },
  ];
}

async function judgeOnce(items: number): Promise<JudgingRun> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  try {
    const guid = await filledExport(dataDir, items);
    const service = await startServiceProcess(dataDir, { NODE_OPTIONS: NODE_FLAGS.join(' ') });
    try {
      const idle = await p99(service.baseUrl, dataDir);
      const run = readRunFile(dataDir);
      const headers = { 'x-auth-token': run?.owner_secret ?? '', 'content-type': 'application/json' };
      const at = `${service.baseUrl}/api/v1/jobs/${guid}`;
      const startedAt = performance.now();
      const body = JSON.stringify({ format: 'csv', filter: { sentiment: true } });
      const started = await fetch(`${at}/download`, { method: 'POST', headers, body });
      if (started.status !== 202) throw new Error(await started.text());
      const busy = p99(service.baseUrl, dataDir);
      const judged = await until(async () => {
        const job = (await (await fetch(`${service.baseUrl}/api/v3/job/${guid}`, { headers })).json()) as Job;
        return job.sentiment?.state === 'done';
      });
      const written = await until(async () => {
        const options = (await (await fetch(`${at}/downloadOptions`, { headers })).json()) as readonly { format: string; status: string }[];
        return options.some(({ format, status }) => format === 'csv' && status === 'ready');
      });
      return {
        rowsPerSecond: (items * 1000) / (judged - startedAt),
        wholeSeconds: (written - startedAt) / 1000,
        peakMb: peakMemoryMb(run?.pid) ?? Number.NaN,
        aboveIdleMs: (await busy) - idle,
      };
    } finally {
      await service.kill();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** When it came true. */
async function until(isTrue: () => Promise<boolean>): Promise<number> {
  while (!(await isTrue())) await delay(POLL_MS);
  return performance.now();
}
