import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openApiStore } from '#core/store/store.ts';
import { openRequestLog } from '#core/store/request-log.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

let folder = '';
beforeEach(() => {
  folder = ownFolder('requests');
});

describe('the log of requests', () => {
  it('is there for the next start, whether the last one closed it or not', () => {
    const killed = openRequestLog(folder);
    killed.requests.add('a', 1_000);
    killed.requests.add('b', 2_000);
    const next = openRequestLog(folder);
    expect(next.requests.since(0)).toEqual([
      { tokenUuid: 'a', atMs: 1_000 },
      { tokenUuid: 'b', atMs: 2_000 },
    ]);
    expect(next.requests.since(1_000)).toEqual([{ tokenUuid: 'b', atMs: 2_000 }]);
    next.close();
    killed.close();
  });

  it('forgets what no limit looks at any more', () => {
    const { requests, close } = openRequestLog(folder);
    for (let request = 0; request <= 1_000; request += 1) requests.add('a', request * 100);
    expect(requests.since(Number.NEGATIVE_INFINITY)).toHaveLength(600);
    close();
  });
});

describe('the log of requests in trouble', () => {
  it('refuses none, tells it once, and writes again when it can', () => {
    const notes: string[] = [];
    // A folder in the place of the file: it cannot be opened.
    mkdirSync(join(folder, 'requests.sqlite'));
    const { requests, close } = openRequestLog(folder, (words) => notes.push(words));
    for (let request = 1; request <= 3; request += 1) requests.add('a', request);
    expect(requests.since(0)).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('counted in memory')]);
    rmdirSync(join(folder, 'requests.sqlite'));
    requests.add('a', 4);
    expect(requests.since(0)).toEqual([{ tokenUuid: 'a', atMs: 4 }]);
    close();
  });

  it('puts a damaged file aside while it runs, and goes on with a new one', () => {
    const notes: string[] = [];
    const path = join(folder, 'requests.sqlite');
    writeFileSync(path, Buffer.alloc(8_192, 'no database '));
    const { requests, close } = openRequestLog(folder, (words) => notes.push(words));
    requests.add('a', 1);
    expect(requests.since(0)).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining(`${path}.damaged`)]);
    expect(readFileSync(`${path}.damaged`, 'utf8')).toMatch(/^no database /);
    close();
  });
});

describe('batches', () => {
  it('are known after a restart, until they are removed', () => {
    const batch = { id: crypto.randomUUID(), submitted: 3, createdAtMs: 5, memberUuid: null };
    const first = openApiStore(inFolder(folder), null);
    first.batches.insert(batch);
    first.close();
    const second = openApiStore(inFolder(folder), null);
    expect(second.batches.find(batch.id)).toEqual(batch);
    second.batches.remove(batch.id);
    expect(second.batches.find(batch.id)).toBeNull();
    second.close();
  });
});
