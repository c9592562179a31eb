import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DamagedData } from '#core/contract/error.ts';
import { copyAsOfNow, expectSound, valuesIn } from '#core/store/snapshot.ts';
import { ownFolder } from '#test/own.ts';

let folder: string;
let from: string;
let to: string;
let living: Database.Database;

beforeEach(() => {
  folder = ownFolder('snapshot');
  [from, to] = [join(folder, 'from'), join(folder, 'to')];
  living = new Database(from);
  living.pragma('journal_mode = WAL');
  living.exec('CREATE TABLE rows (number INTEGER, filling TEXT)');
  add(1, 3_000);
});
afterEach(() => void living.close());

function add(first: number, count: number): void {
  const insert = living.prepare('INSERT INTO rows VALUES (?, ?)');
  living.transaction(() => {
    for (let number = first; number < first + count; number += 1) insert.run(number, 'x'.repeat(4_000));
  })();
}
/** Pages of rows become something else. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 40_000);
  writeFileSync(path, bytes);
}
const signal = (): AbortSignal => new AbortController().signal;

it('a copy is of one moment, whatever is written meanwhile', async () => {
  const copied = copyAsOfNow({ from, to, signal: signal() });
  add(10_001, 5);
  await copied;
  add(20_001, 5);
  expect(valuesIn(to, 'SELECT COUNT(*) FROM rows')).toEqual([3_000]);
  expect(valuesIn(to, 'SELECT number, filling FROM rows ORDER BY number LIMIT 2')).toEqual([1, 2]);
  expect(() => expectSound(to)).not.toThrow();
  expect(['-wal', '-shm'].map((end) => existsSync(`${to}${end}`))).toEqual([false, false]);
});

it('a copy ends with whoever wants none any more', async () => {
  const gone = new AbortController();
  const copied = copyAsOfNow({ from, to, signal: gone.signal });
  gone.abort(new Error('changed my mind'));
  await expect(copied).rejects.toThrow('changed my mind');
});

it('trouble with a file is told as such', async () => {
  const disk = expect.objectContaining({ code: 'DISK' });
  await expect(copyAsOfNow({ from: join(folder, 'none'), to, signal: signal() })).rejects.toThrow(disk);
  writeFileSync(to, 'something else, longer than a header of a database would be, so that it is read');
  await expect(copyAsOfNow({ from: to, to: join(folder, 'copy'), signal: signal() })).rejects.toThrow(DamagedData);
  expect(() => valuesIn(join(folder, 'none'), 'SELECT 1')).toThrow(disk);
  expect(() => valuesIn(to, 'SELECT 1 FROM sqlite_schema')).toThrow(DamagedData);
  for (const path of [to, join(folder, 'none')]) expect(() => expectSound(path)).toThrow(disk);
  expect(existsSync(join(folder, 'none'))).toBe(false);
  living.close();
  damage(from);
  expect(() => expectSound(from)).toThrow(/is damaged/);
});
