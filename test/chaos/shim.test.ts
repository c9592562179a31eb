import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeShim, type Shim } from '#test/chaos/shim.ts';
import { ownFolder } from '#test/own.ts';

const probe = await makeShim(ownFolder('chaos-shim'), '/nowhere');
const lacking = 'lacking' in probe ? probe.lacking : null;
if (lacking !== null) console.log(`skipped: ${lacking}`);

const DAY_MS = 86_400_000;
/** Tells the time and what became of a row and a file, at every line of its input. */
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import Database from 'better-sqlite3';
  const [, folder] = process.argv;
  const database = new Database(folder + '/rows.sqlite');
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (id)');
  console.log('null');
  const tried = (work) => { try { work(); return 'ok'; } catch (error) { return error.code; } };
  let files = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const sinceMs = performance.now();
    const row = tried(() => database.exec('INSERT INTO rows VALUES (1)'));
    const file = tried(() => writeFileSync(folder + '/' + files++, line));
    console.log(JSON.stringify({ atMs: Date.now(), row, file, tookMs: performance.now() - sinceMs }));
  }`;

interface Told {
  readonly atMs: number;
  readonly row: string;
  readonly file: string;
  readonly tookMs: number;
}

describe.skipIf(lacking !== null)('the shim', () => {
  let shim: Shim;
  let ask: () => Promise<Told>;
  let end: () => void;

  beforeEach(async () => {
    const place = ownFolder('chaos-shim');
    const folder = join(place, 'data');
    mkdirSync(folder);
    shim = (await makeShim(place, folder)) as Shim;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, folder], {
      env: { ...process.env, ...shim.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    ask = async () => {
      const answer = once(lines, 'line');
      child.stdin.write('\n');
      return JSON.parse(String((await answer)[0])) as Told;
    };
    end = () => void child.stdin.end();
  });

  afterEach(() => end());

  it('moves the clock there and back, and lets it go on', async () => {
    for (const offsetMs of [3 * DAY_MS + 5, -40 * DAY_MS - 7, 0]) {
      shim.setClock(offsetMs);
      const before = Date.now();
      const { atMs } = await ask();
      expect(atMs - offsetMs).toBeGreaterThanOrEqual(before - 1);
      expect(atMs - offsetMs).toBeLessThanOrEqual(Date.now() + 1);
    }
  });

  it('fills, freezes and breaks the disk of the folder', async () => {
    const seen: [string, string][] = [];
    for (const failing of ['ENOSPC', 'EROFS', 'EIO', null] as const) {
      shim.setDisk(failing === null ? null : { with: failing, every: 1 });
      const { row, file } = await ask();
      seen.push([row, file]);
    }
    expect(seen).toEqual([
      ['SQLITE_FULL', 'ENOSPC'],
      ['SQLITE_IOERR_WRITE', 'EROFS'],
      ['SQLITE_IOERR_WRITE', 'EIO'],
      ['ok', 'ok'],
    ]);
  });

  it('slows it down', async () => {
    shim.slowDisk(50);
    const { tookMs, row } = await ask();
    expect(row).toBe('ok');
    expect(tookMs).toBeGreaterThan(100);
  });
});
