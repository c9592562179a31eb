import { setTimeout as delay } from 'node:timers/promises';
import type { CrashCase } from '#test/crash/crash-cases.ts';
import { type RunningService, startServiceProcess } from '#test/crash/service.ts';
import { mountSmallDisk } from '#test/crash/small-disk.ts';
import type { World } from '#test/world/world.ts';

/** Less than the case needs, and more than that. */
const SMALL_MB = 5;
const ROOMY_MB = 64;
const PATIENCE_MS = 60_000;

/**
 * An export fills the disk, the service is killed there and started again without any room, something is deleted, and with
 * room the export goes on: its file must equal that of a run that was left alone. Returns what is not so.
 */
export async function fillDisk(world: World, crashCase: CrashCase, reference: string): Promise<readonly string[]> {
  using disk = mountSmallDisk(SMALL_MB);
  const failures: string[] = [];
  const first = await startServiceProcess(disk.folder, world.env);
  let guid: string;
  let other: string;
  try {
    other = await first.createJob(crashCase.url, { ...crashCase.options, limit: 10 });
    await untilEnded(first, other);
    guid = await first.createJob(crashCase.url, crashCase.options);
    const full = await untilEnded(first, guid);
    if (full.error_code !== 'DISK') failures.push(`the export that filled the disk ended as ${full.status} ${full.error_code ?? ''}`);
    disk.fill();
  } finally {
    await first.kill();
  }
  const second = await startServiceProcess(disk.folder, world.env);
  try {
    await second.remove(other);
    disk.makeRoom();
    disk.grow(ROOMY_MB);
    await second.retry(guid);
    const done = await untilEnded(second, guid);
    if (done.status !== 'done') failures.push(`with room it ended as ${done.status}: ${done.error ?? ''}`);
    else if ((await second.json(guid)) !== reference) failures.push('the file differs from that of an undisturbed run');
  } finally {
    await second.kill();
  }
  return failures;
}

async function untilEnded(service: RunningService, guid: string): ReturnType<RunningService['job']> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const job = await service.job(guid);
    if (job.status !== 'queueing' && job.status !== 'progress') return job;
    await delay(20);
  }
  throw new Error(`The export had not ended after ${PATIENCE_MS} ms.`);
}
