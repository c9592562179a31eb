import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile } from '#core/config/run-file.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { VIDEO } from '#test/bench/export-command.ts';
import { median } from '#test/bench/measured-process.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { startWorldProcess } from '#test/world/process.ts';

const EXPORTS = 5;
const CALLS = 400;
const EVERY_MS = 20;
const MOST_MS_ABOVE_IDLE = 20;

/** How long the API takes to answer while five exports run, against an idle service. */
export async function apiLatency({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const params = { videoId: VIDEO, comments: manyComments };
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify(params)}`, '--latency', '20']);
  const above: number[] = [];
  const shown: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
    const service = await startServiceProcess(dataDir, world.env);
    try {
      const idle = await p99(service.baseUrl, dataDir);
      const url = `https://www.youtube.com/watch?v=${VIDEO}`;
      const guids = await Promise.all(Array.from({ length: EXPORTS }, () => service.createJob(url, {})));
      const busy = await p99(service.baseUrl, dataDir);
      const running = await Promise.all(guids.map((guid) => service.job(guid)));
      if (running.some((job) => job.status !== 'progress'))
        throw new Error('The exports ended before the calls did: nothing was measured.');
      above.push(busy - idle);
      shown.push(`${idle.toFixed(1)} to ${busy.toFixed(1)} ms`);
    } finally {
      await service.kill();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    }
  }
  const found = median(above);
  return [
    {
      what: `API p99, idle to ${EXPORTS} running exports: ${shown.join(', ')}`,
      found: `+${found.toFixed(1)} ms`,
      bar: `< +${MOST_MS_ABOVE_IDLE} ms`,
      holds: found < MOST_MS_ABOVE_IDLE,
    },
  ];
}

/** The worst of a hundred, in milliseconds. */
export async function p99(baseUrl: string, dataDir: string): Promise<number> {
  return (await waits(baseUrl, dataDir))[Math.floor(CALLS * 0.99)] as number;
}

/** Of calls that read the store, check a token, and recognise a URL, in milliseconds, the shortest first. */
export async function waits(baseUrl: string, dataDir: string): Promise<readonly number[]> {
  const took: number[] = [];
  const headers = { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '' };
  const paths = ['/api/v3/jobs', '/api/v1/ping', `/api/public/platforms/detect?url=https://youtu.be/${VIDEO}`];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await (await fetch(`${baseUrl}${paths[call % paths.length]}`, { headers })).text();
    took.push(performance.now() - startedAt);
    await delay(EVERY_MS);
  }
  return took.toSorted((a, b) => a - b);
}
