import { NODE_FLAGS } from '../../bin/node-flags.js';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readRunFile } from '#core/config/run-file.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { databasePath, openDatabase, openReader } from '#core/store/database.ts';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { VIDEO } from '#test/bench/export-command.ts';
import { filledExport } from '#test/bench/filled-export.ts';
import { median } from '#test/bench/measured-process.ts';
import { startServiceProcess } from '#test/crash/service.ts';
import { startWorldProcess } from '#test/world/process.ts';

const EVERY_MS = 5;
/** A slice holds nothing for longer than that; the longest wait of an idle service comes on top. */
const MOST_MS_ABOVE_IDLE = 50;
const PATHS = ['/health', '/api/v3/jobs', '/api/v1/ping'];
const MEGABYTE = 1_048_576;
const URL_OF_VIDEO = `https://www.youtube.com/watch?v=${VIDEO}`;

interface LongWork {
  readonly idleMs: number;
  readonly deletingMs: number;
  readonly takingOverMs: number;
  readonly deletedSeconds: number;
  readonly fileMb: readonly [before: number, after: number];
}

/** The longest wait of the API while a large export is deleted, and while another one goes on from one, against an idle service. */
export async function longWork({ rounds, manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const runs: LongWork[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await workOnce(manyComments));
  const of = (name: Exclude<keyof LongWork, 'fileMb'>): number => median(runs.map((run) => run[name]));
  const idle = of('idleMs');
  const line = (what: string, ms: number): BarResult => ({
    what: `${what}, longest wait of the API (idle: ${idle.toFixed(1)} ms)`,
    found: `${ms.toFixed(1)} ms, ${(ms / idle).toFixed(1)}x`,
    bar: `< +${MOST_MS_ABOVE_IDLE} ms`,
    holds: ms - idle < MOST_MS_ABOVE_IDLE,
  });
  const [before = 0, after = 0] = runs[0]?.fileMb ?? [];
  return [
    line(`deleting an export of ${manyComments} rows (${of('deletedSeconds').toFixed(1)} s)`, of('deletingMs')),
    line(`going on from an export of ${manyComments} rows by its cursor`, of('takingOverMs')),
    {
      what: 'the file before and after the deletion',
      found: `${before.toFixed(0)} MB, ${after.toFixed(0)} MB`,
      bar: '<= 0.6 of it',
      holds: after <= 0.6 * before,
    },
  ];
}

async function workOnce(rows: number): Promise<LongWork> {
  await using world = await startWorldProcess(['--simulator', `youtube:${JSON.stringify({ videoId: VIDEO, comments: 100 })}`]);
  const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  try {
    const [deleted, source] = [await filledExport(dataDir, rows), await filledSource(dataDir, rows)];
    const fileMb = async (): Promise<number> => (await stat(databasePath(dataDir))).size / MEGABYTE;
    const service = await startServiceProcess(dataDir, { ...world.env, NODE_OPTIONS: NODE_FLAGS.join(' ') });
    try {
      const headers = { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '', 'content-type': 'application/json' };
      const waits = longestWait.bind(null, service.baseUrl, headers);
      // Loads the platform, which is another matter.
      await expectOk(fetch(`${service.baseUrl}/api/public/platforms/detect?url=${encodeURIComponent(URL_OF_VIDEO)}`, { headers }));
      const before = await fileMb();
      const reader = openReader(dataDir);
      const hidden = reader.prepare<[], number>("SELECT COUNT(*) FROM jobs WHERE status = 'removed'").pluck();
      const free = (): number => Number(reader.pragma('freelist_count', { simple: true }));
      const startedAt = performance.now();
      await expectOk(fetch(`${service.baseUrl}/api/v3/job/${deleted}`, { method: 'DELETE', headers }));
      const deletingMs = await waits(() => hidden.get() === 0 && free() < 512);
      const deletedSeconds = (performance.now() - startedAt) / 1000;
      // For as long, since the longest of many waits is longer than that of few.
      const idleUntil = performance.now() + deletedSeconds * 1000;
      const idleMs = await waits(() => performance.now() > idleUntil);
      const after = await fileMb();
      const body = JSON.stringify({ url: URL_OF_VIDEO, options: { cursor: `c1.${source}` } });
      const pending = reader.prepare<[], number>('SELECT COUNT(*) FROM take_overs').pluck();
      const created = expectOk(fetch(`${service.baseUrl}/api/v3/job`, { method: 'POST', headers, body }));
      let isCreated = false;
      void created.then(() => (isCreated = true));
      const takingOverMs = await waits(() => isCreated && pending.get() === 0);
      await created;
      reader.close();
      return { idleMs, deletingMs, takingOverMs, deletedSeconds, fileMb: [before, after] };
    } finally {
      await service.kill();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Asks until the work is over; the longest answer in milliseconds. */
async function longestWait(baseUrl: string, headers: Readonly<Record<string, string>>, isOver: () => boolean): Promise<number> {
  let longest = 0;
  for (let call = 0; !isOver() || call < PATHS.length; call += 1) {
    const startedAt = performance.now();
    await (await fetch(`${baseUrl}${PATHS[call % PATHS.length]}`, { headers })).text();
    longest = Math.max(longest, performance.now() - startedAt);
    await delay(EVERY_MS);
  }
  return longest;
}

async function expectOk(answering: Promise<Response>): Promise<void> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}

/** Half of it is for the one that goes on: rows that are known by their ids alone, and whole ones. */
async function filledSource(folder: string, items: number): Promise<string> {
  const guid = await filledExport(folder, items);
  const { target } = (await loadPlatforms()).choose(URL_OF_VIDEO, {});
  const connection = openDatabase(folder);
  connection.prepare('UPDATE jobs SET target = ?, exported = ? WHERE guid = ?').run(JSON.stringify(target), items >> 1, guid);
  connection.close();
  return guid;
}
