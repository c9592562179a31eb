import { createHash } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobFile } from '#core/contract/job-record.ts';
import { FileCache } from '#core/team/file-cache.ts';
import { ownFolder } from '#test/own.ts';

const KB = 1_024;
const LATER_MS = 60_000;

let folder = '';
let nowMs = 0;
beforeEach(() => {
  folder = ownFolder('cache');
  nowMs = Date.UTC(2026, 10, 1);
});

const open = (maxBytes = 3 * KB): Promise<FileCache> => FileCache.open({ folder, maxBytes, now: () => nowMs });
const names = (): string[] => readdirSync(folder).toSorted();

function contentOf(name: string): Buffer {
  return Buffer.alloc(KB, name);
}

function noted(name: string): JobFile {
  return { format: 'csv', name, bytes: KB, sha256: createHash('sha256').update(contentOf(name)).digest('hex') };
}

function written(name: string): JobFile {
  writeFileSync(join(folder, name), contentOf(name));
  return noted(name);
}

async function addAll(cache: FileCache, ...files: readonly string[]): Promise<void> {
  for (const name of files) {
    await cache.add(written(name));
    nowMs += LATER_MS;
  }
}

describe('a cache of files', () => {
  it('lets go of those that nobody asked for the longest', async () => {
    const cache = await open();
    await addAll(cache, 'a.csv', 'b.csv', 'c.csv');
    expect(await cache.find(noted('a.csv'))).toBe(KB);
    nowMs += LATER_MS;
    await addAll(cache, 'd.csv', 'e.csv');
    expect(names()).toEqual(['a.csv', 'd.csv', 'e.csv']);
    expect(await cache.find(noted('b.csv'))).toBeNull();
  });

  it('never lets go of one that is being read, and does so once it is closed', async () => {
    const cache = await open();
    await addAll(cache, 'a.csv', 'b.csv', 'c.csv');
    const handle = await cache.open('a.csv');
    const another = await cache.open('a.csv');
    await addAll(cache, 'd.csv', 'e.csv', 'f.csv', 'g.csv');
    expect(names()).toEqual(['a.csv', 'f.csv', 'g.csv']);
    await another?.close();
    await addAll(cache, 'h.csv');
    expect(names()).toEqual(['a.csv', 'g.csv', 'h.csv']);
    await handle?.close();
    await addAll(cache, 'i.csv');
    expect(names()).toEqual(['g.csv', 'h.csv', 'i.csv']);
  });

  it('keeps what was just found until it is opened, be it larger than all of the room', async () => {
    const cache = await open(KB / 2);
    await cache.add(written('a.csv'));
    await cache.add(written('b.csv'));
    expect(names()).toEqual(['a.csv', 'b.csv']);
    nowMs += LATER_MS;
    await addAll(cache, 'c.csv');
    expect(names()).toEqual(['c.csv']);
  });

  it('begins with what lies there, in the order in which it was read, and without what was on its way', async () => {
    for (const [name, day] of [
      ['new.csv', 3],
      ['old.csv', 1],
      ['middle.xlsx', 2],
    ] as const) {
      written(name);
      utimesSync(join(folder, name), new Date(2026, 1, day), new Date(2026, 1, 1));
    }
    writeFileSync(join(folder, 'half.csv.coming'), 'half');
    writeFileSync(join(folder, 'bulk_0.zip'), 'an archive is none of its files');
    const cache = await open(2 * KB);
    expect(names()).toEqual(['bulk_0.zip', 'middle.xlsx', 'new.csv']);
    expect(await cache.find(noted('middle.xlsx'))).toBe(KB);
  });

  it('remembers over a start what was opened', async () => {
    const before = await open();
    await addAll(before, 'a.csv', 'b.csv', 'c.csv');
    for (const name of ['c.csv', 'a.csv', 'b.csv']) {
      await (await before.open(name))?.close();
      nowMs += LATER_MS;
    }
    await open(2 * KB);
    expect(names()).toEqual(['a.csv', 'b.csv']);
  });

  it('gives no file that is another one than what is noted', async () => {
    writeFileSync(join(folder, 'a.csv'), 'damaged');
    const cache = await open();
    expect(await cache.find(noted('a.csv'))).toBeNull();
    expect(names()).toEqual([]);
    await cache.add(written('b.csv'));
    expect(await cache.find({ ...noted('b.csv'), sha256: noted('c.csv').sha256 ?? '' })).toBeNull();
  });

  it('finds what others wrote and took away', async () => {
    const cache = await open();
    written('a.csv');
    expect(await cache.find(noted('a.csv'))).toBe(KB);
    cache.drop(['a.csv']);
    expect([await cache.find(noted('a.csv')), await cache.open('a.csv')]).toEqual([null, null]);
  });

  it.each([
    ['with other bytes', contentOf('other.csv')],
    ['cut short', contentOf('a.csv').subarray(1)],
    ['without end', Buffer.alloc(64 * KB, 'a.csv')],
  ])('takes nothing in that comes %s', async (_how, bytes) => {
    const cache = await open();
    await expect(cache.take(noted('a.csv'), Readable.from([bytes]))).rejects.toMatchObject({ code: 'DISK' });
    expect(names()).toEqual([]);
    await cache.take(noted('a.csv'), Readable.from([contentOf('a.csv')]));
    expect(await cache.find(noted('a.csv'))).toBe(KB);
    expect(existsSync(cache.pathOf('a.csv'))).toBe(true);
  });
});
