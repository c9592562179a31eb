import { NODE_FLAGS } from '../../bin/node-flags.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { median, residentMb } from '#test/bench/measured-process.ts';
import { programToStart } from '#test/program.ts';

const IDLE_MS = 5_000;
const MOST_MS = 1_000;
const MOST_MB = 150;

/** From starting the service to its first answer, and its memory when it has nothing to do. */
export async function serviceStart({ rounds }: BenchSize): Promise<readonly BarResult[]> {
  const answeredMs: number[] = [];
  const idleMb: number[] = [];
  // The first start of all fills the compile cache; every later one is what a user sees.
  await startOnce(0);
  for (let round = 0; round < rounds; round += 1) {
    const { ms, mb } = await startOnce(IDLE_MS);
    answeredMs.push(ms);
    idleMb.push(mb);
  }
  const [ms, mb] = [median(answeredMs), median(idleMb)];
  return [
    { what: 'service start to first answer', found: `${Math.round(ms)} ms`, bar: `< ${MOST_MS} ms`, holds: ms < MOST_MS },
    { what: 'memory of the idle service', found: `${Math.round(mb)} MB`, bar: `< ${MOST_MB} MB`, holds: mb < MOST_MB },
  ];
}

async function startOnce(idleMs: number): Promise<{ ms: number; mb: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, programToStart(), 'serve', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_PORT: '0', COMMENTDOCK_VAULT: 'file' },
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { base_url: baseUrl } = JSON.parse(line) as { base_url: string };
    await (await fetch(`${baseUrl}/health`)).text();
    const ms = performance.now() - startedAt;
    await delay(idleMs);
    return { ms, mb: residentMb(child.pid) ?? Number.NaN };
  } finally {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
