import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApiStore } from '#core/store/store.ts';
import { openRequestLog } from '#core/store/request-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commentdock-requests-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

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

describe('batches', () => {
  it('are known after a restart, until they are removed', () => {
    const batch = { id: crypto.randomUUID(), submitted: 3, createdAtMs: 5 };
    const first = openApiStore(folder, null);
    first.batches.insert(batch);
    first.close();
    const second = openApiStore(folder, null);
    expect(second.batches.find(batch.id)).toEqual(batch);
    second.batches.remove(batch.id);
    expect(second.batches.find(batch.id)).toBeNull();
    second.close();
  });
});
