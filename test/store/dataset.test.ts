import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages, type StoredItem } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

let dataDir: string;
let store: EngineStore;
let reader: Connection;
let job: JobRecord;

beforeEach(() => {
  dataDir = ownFolder('dataset');
  store = openEngineStore(inFolder(dataDir));
  reader = openReading(inFolder(dataDir));
  job = insertJob(store);
});

afterEach(() => {
  reader.close();
  store.close();
});

function ids(order: 'tree' | 'served', limit = 1_000): string {
  return [...readDataset(reader, { id: job.id, limit, order }).chunks()]
    .flat()
    .map(({ id }) => id)
    .join(' ');
}

function below(parentId: string, ...names: string[]): StoredItem[] {
  return names.map((id) => ({ id, parentId }));
}

const TOP: readonly StoredItem[] = [{ id: 'a' }, { id: 'b' }];

describe('the rows of an export', () => {
  it('stand as in a tree: replies directly after their parent, siblings in reading order', () => {
    storePages(store, job, {
      1: [...TOP, ...below('a', 'a1', 'a2'), ...below('b', 'b1')],
      2: [...below('a1', 'a11'), ...below('a', 'a3'), { id: 'c' }],
    });
    expect(ids('tree')).toBe('a a1 a11 a2 a3 b b1 c');
  });

  it('stand as served where the list has its own order', () => {
    storePages(store, job, { 1: [...TOP, ...below('a', 'a1')], 2: below('b', 'b1') });
    expect(ids('served')).toBe('a b a1 b1');
  });

  it('follow reading order, not the order of arrival', () => {
    storePages(store, job, { 3: [{ id: 'late' }], 1: [...below('later', 'child'), { id: 'first' }], 2: [{ id: 'later' }] });
    expect(ids('tree')).toBe('first later child late');
    expect(ids('served')).toBe('child first later late');
  });

  it('keep replies whose parent is not there', () => {
    storePages(store, job, { 1: [{ id: 'a' }, ...below('nobody', 'orphan'), ...below('orphan', 'its child')], 2: [{ id: 'b' }] });
    expect(ids('tree')).toBe('a orphan its child b');
  });

  it('keep replies of what the dates leave out, in its place', () => {
    storePages(store, job, { 1: [{ id: 'a', state: 'filtered' }, { id: 'b' }, ...below('a', 'a1')] });
    expect(ids('tree')).toBe('a1 b');
  });

  it('survive circles of parents', () => {
    storePages(store, job, { 1: [{ id: 'a' }, ...below('y', 'x'), ...below('x', 'y', 'y2'), ...below('self', 'self'), { id: 'b' }] });
    expect(ids('tree').split(' ').toSorted()).toEqual(['a', 'b', 'self', 'x', 'y', 'y2']);
    expect(ids('tree')).toBe(ids('tree'));
  });

  it('are as many as the limit allows, taken in reading order', () => {
    storePages(store, job, { 1: [...TOP, { id: 'c', state: 'filtered' }], 2: [...below('a', 'a1'), { id: 'd' }] });
    expect(ids('tree', 3)).toBe('a a1 b');
    expect(readDataset(reader, { id: job.id, limit: 3, order: 'tree' })).toMatchObject({ rows: 3, replies: 1 });
    expect(readDataset(reader, { id: job.id, limit: 2, order: 'tree' })).toMatchObject({ rows: 2, replies: 0 });
    expect(ids('tree', 0)).toBe('');
  });

  it('are those of this export alone', () => {
    const other = insertJob(store);
    storePages(store, other, { 1: [{ id: 'a' }, ...below('b', 'theirs')] });
    storePages(store, job, { 1: TOP });
    expect(ids('tree')).toBe('a b');
  });

  it('come in chunks, the same on every pass', () => {
    storePages(store, job, { 1: Array.from({ length: 1_234 }, (_, index) => ({ id: `c${index}` })) });
    const dataset = readDataset(reader, { id: job.id, limit: 5_000, order: 'tree' });
    expect([...dataset.chunks()].map((chunk) => chunk.length)).toEqual([500, 500, 234]);
    expect([...dataset.chunks()]).toEqual([...dataset.chunks()]);
  });

  it('hold every kept item once, whoever names whom as parent', () => {
    const item = fc.record({
      id: fc.integer({ min: 0, max: 30 }).map(String),
      parentId: fc.option(fc.integer({ min: 0, max: 40 }).map(String), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(item, { maxLength: 8 }), { maxLength: 6 }), (pages) => {
        job = insertJob(store);
        storePages(store, job, Object.fromEntries(pages.map((items, index) => [`p${index}`, items.map(withoutMissing)])));
        const expected = [...new Set(pages.flat().map(({ id }) => id))].toSorted();
        expect(ids('tree').split(' ').filter(Boolean).toSorted()).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

function withoutMissing({ id, parentId }: { readonly id: string; readonly parentId: string | undefined }): StoredItem {
  return parentId === undefined ? { id } : { id, parentId };
}
