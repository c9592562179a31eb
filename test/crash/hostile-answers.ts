import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { CrashCase } from '#test/crash/crash-cases.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import type { Simulator } from '#test/world/simulator.ts';
import type { World } from '#test/world/world.ts';

/** A status on a server like Mastodon's that means no good. */
export const HOSTILE_URL = 'https://social.example/@owner/1000';

/** Rows that an answer of a few kilobytes unpacks to. */
export const HOSTILE_ROWS: readonly (readonly [size: string, rows: number])[] = [
  ['8 KB', 2_700_000],
  ['61 KB', 21_000_000],
  ['204 KB', 70_000_000],
];

const PATIENCE_MS = 60_000;
/** After so long the service is killed, and starts again. */
const KILLS_AFTER_MS = [400, 800];

/** A server like Mastodon's with one status, whose thread is `context`. */
export function hostileServer(context: Buffer, headers: Readonly<Record<string, string>> = {}): Simulator {
  return ({ url }) => {
    if (url.hostname !== 'social.example') return null;
    if (url.pathname.endsWith('/context')) return { headers: { 'content-type': 'application/json', ...headers }, body: context };
    return { body: { account: { id: '1' }, replies_count: 3 } };
  };
}

/** One whose thread is of so many rows that are none, a kilobyte for a million of them. */
export function unpackingServer(rows: number): Simulator {
  const packed = gzipSync(`{"descendants":[${'[],'.repeat(rows - 1)}[]]}`, { level: 9 });
  return hostileServer(packed, { 'content-encoding': 'gzip' });
}

/**
 * An honest export beside one of a hostile server; the service is killed now and then. The hostile one must fail by its ceiling, and the file
 * of the honest one equal that of a run that was left alone. Returns what is not so.
 */
export async function meetHostile(world: World, crashCase: CrashCase, rows: number, reference: string): Promise<readonly string[]> {
  world.replace({ simulators: [unpackingServer(rows), crashCase.simulator()] });
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-hostile-'));
  try {
    const first = await startServiceProcess(dataDir, world.env);
    const hostile = await first.createJob(HOSTILE_URL, {});
    const honest = await first.createJob(crashCase.url, crashCase.options);
    let service = first;
    for (const killAfterMs of KILLS_AFTER_MS) {
      await delay(killAfterMs);
      await service.kill();
      service = await startServiceProcess(dataDir, world.env);
    }
    try {
      return await complaints(service, { hostile, honest, reference });
    } finally {
      await service.kill();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function complaints(
  service: RunningService,
  { hostile, honest, reference }: { readonly hostile: string; readonly honest: string; readonly reference: string },
): Promise<readonly string[]> {
  const failed = await untilEnded(service, hostile);
  const done = await untilEnded(service, honest);
  const isNamed = failed.error_code === 'PLATFORM_CHANGED' && /exceeds the ceiling of/.test(failed.error ?? '');
  return [
    ...(isNamed ? [] : [`the hostile export ended as ${failed.status}: ${failed.error ?? ''}`]),
    ...(done.status === 'done' ? [] : [`the honest export ended as ${done.status}: ${done.error ?? ''}`]),
    ...(done.status !== 'done' || (await service.json(honest)) === reference ? [] : ['the file differs from that of an undisturbed run']),
  ];
}

async function untilEnded(service: RunningService, guid: string): ReturnType<RunningService['job']> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const job = await service.job(guid);
    if (job.status === 'done' || job.status === 'error') return job;
    await delay(20);
  }
  throw new Error(`The export was not over after ${PATIENCE_MS} ms.`);
}
