import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { EMPTY_LEDGER } from '#core/engine/completeness.ts';
import { ExportRun } from '#core/engine/export-run.ts';
import { PlatformLearnt } from '#core/engine/learnt.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { Walk } from '#core/platform-api/define.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { openEngineStore } from '#core/store/store.ts';
import {
  fileIds,
  noNetwork,
  pageOf,
  type TreeBehaviour,
  type TreeCursor,
  type TreeItem,
  type TreeList,
  treeArbitrary,
  treePlatform,
} from '#test/engine/tree-platform.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';

let dataDir: string;
let store: EngineStore;

beforeEach(() => {
  dataDir = ownFolder('run');
  store = openEngineStore(inFolder(dataDir));
});

afterEach(() => store.close());

/** What a reader that makes one request after the other meets, in the order of the walk. */
function sequentialIds(tree: TreeList, walk: Walk): string[] {
  const ids: string[] = [];
  const read = (cursor: TreeCursor): TreeCursor[] => {
    const page = pageOf(tree, cursor, { tellsExpect: 'no' });
    ids.push(...page.items.map((item) => item.id));
    return (page.next ?? []).map((next) => next.cursor);
  };
  const below = (cursor: TreeCursor): void => {
    for (const next of read(cursor)) below(next);
  };
  const start = { list: '', page: 0 };
  if (walk === 'depthFirst') below(start);
  if (walk === 'queue') {
    const queue: TreeCursor[] = [start];
    for (let cursor = queue.shift(); cursor !== undefined; cursor = queue.shift()) queue.push(...read(cursor));
  }
  if (walk === 'lists') {
    for (let page: TreeCursor | undefined = start; page !== undefined;) {
      const opened = read(page);
      const following: TreeCursor | undefined = opened.find((cursor) => cursor.list === '');
      const queue = opened.filter((cursor) => cursor.list !== '');
      for (let cursor = queue.shift(); cursor !== undefined; cursor = queue.shift()) queue.push(...read(cursor));
      page = following;
    }
  }
  return ids;
}

function newJob(): JobRecord {
  const target = { target: 'tree', params: {}, type: 'comments', selector: 'own', url: 'https://tree.example/1' } as const;
  const job = {
    guid: randomUUID(),
    url: target.url,
    options: {},
    platform: 'tree',
    target,
    plan: 'business',
    formats: ['json'],
    sandbox: false,
    batchId: null,
    tokenUuid: null,
  } as const;
  return store.jobs.insert(job, EMPTY_LEDGER);
}

async function run(job: JobRecord, tree: TreeList, behaviour: TreeBehaviour, limit: number, signal = new AbortController().signal) {
  const platform = treePlatform(tree, behaviour);
  const options = { replies: true, sort: null, limit, minTimestamp: null, maxTimestamp: null, countries: [] };
  const session = await noNetwork().openSession({ jobGuid: job.guid, platform, options, cookies: {}, retryBudget: { left: 30 } });
  const current = store.jobs.find(job.guid) as JobRecord;
  const exportRun = new ExportRun({
    store,
    job: current,
    platform,
    options,
    session,
    retryBudget: { left: 30 },
    lanes: 8,
    retryScale: 0,
    onCommit: () => undefined,
    learnt: new PlatformLearnt([], Date.now),
    keep: () => undefined,
  });
  await exportRun.fetchAll(signal);
  return { platform, job: store.jobs.find(job.guid) as JobRecord };
}

function exportedIds(job: JobRecord, limit: number): string[] {
  const reader = openReading(inFolder(dataDir));
  try {
    return [...readDataset(reader, { id: job.id, limit, order: 'tree' }).chunks()].flat().map((item) => item.id);
  } finally {
    reader.close();
  }
}

describe('an export run', () => {
  const walks = fc.constantFrom<Walk>('lists', 'queue', 'depthFirst');
  const behaviours = fc.record({ walk: walks, tellsExpect: fc.constantFrom('yes' as const, 'no' as const), seed: fc.nat(1000) });

  it('keeps what a sequential reader keeps, in the same file order, whatever arrives first', async () => {
    await fc.assert(
      fc.asyncProperty(treeArbitrary(2), behaviours, fc.integer({ min: 1, max: 60 }), async (tree, { seed, ...behaviour }, limit) => {
        const delayMs = (cursor: TreeCursor): number => (cursor.list.length * 7 + cursor.page * 3 + seed) % 5;
        const { job } = await run(newJob(), tree, { ...behaviour, delayMs }, limit);
        const chosen = sequentialIds(tree, behaviour.walk).slice(0, limit);
        expect(exportedIds(job, limit)).toEqual(fileIds(tree, new Set(chosen)));
        expect(job.exported).toBe(chosen.length);
      }),
      { numRuns: 60 },
    );
  });

  it('makes no request beyond the limit where the yields are told', async () => {
    const page = (name: string, size: number): TreeItem[] =>
      Array.from({ length: size }, (_, index) => ({ id: `${name}${index}`, replies: null }));
    const tree: TreeList = [page('a', 5).map((item) => ({ ...item, replies: [page(`${item.id}r`, 5)] })), page('b', 5)];
    const { platform } = await run(newJob(), tree, { walk: 'lists', tellsExpect: 'yes', delayMs: () => 1 }, 12);
    expect(platform.asked.map((cursor) => cursor.list)).toEqual(['', 'a0', 'a1']);
  });

  it('goes on from any point after being cut off, as if it had not been', async () => {
    await fc.assert(
      fc.asyncProperty(treeArbitrary(2), behaviours, fc.integer({ min: 1, max: 8 }), async (tree, { seed, ...behaviour }, cutAfter) => {
        const job = newJob();
        const delayMs = (cursor: TreeCursor): number => (cursor.list.length + cursor.page + seed) % 4;
        const cut = new AbortController();
        let answers = 0;
        const failure = (): void => {
          answers += 1;
          if (answers === cutAfter) cut.abort(new Error('cut'));
        };
        await run(job, tree, { ...behaviour, delayMs, failure }, 1000, cut.signal).catch(() => undefined);
        const { job: after } = await run(job, tree, { ...behaviour, delayMs }, 1000);
        const all = sequentialIds(tree, behaviour.walk);
        expect(exportedIds(after, 1000)).toEqual(fileIds(tree, new Set(all)));
        expect(after.exported).toBe(all.length);
      }),
      { numRuns: 40 },
    );
  });

  it('gives up one thread only, and the whole kind after three that failed alike', async () => {
    const tree: TreeList = [
      Array.from({ length: 30 }, (_, index) => ({ id: `a${index}`, replies: [[{ id: `r${index}`, replies: null }]] })),
    ];
    const one = await run(
      newJob(),
      tree,
      {
        walk: 'lists',
        tellsExpect: 'yes',
        delayMs: () => 0,
        failure: (cursor) => {
          if (cursor.list === 'a3') throw new PlatformRefusal('BLOCKED');
        },
      },
      1000,
    );
    expect(one.job.exported).toBe(59);
    expect(one.job.completeness.gap.blocked).toBe(1);
    const all = await run(
      newJob(),
      tree,
      {
        walk: 'lists',
        tellsExpect: 'yes',
        delayMs: () => 0,
        failure: (cursor) => {
          if (cursor.list !== '') throw new TransientFailure();
        },
      },
      1000,
    );
    expect(all.job.exported).toBe(30);
    expect(all.platform.asked.length).toBeLessThan(20);
    expect(all.job.completeness.gap.blocked).toBe(30);
  });
});
