import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { startPosition } from '#core/engine/position.ts';
import type { Connection } from '#core/store/connection.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { BEFORE_ALL_ROWS, readSettled, type RowPlace } from '#core/store/settled-rows.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const MOST = 1_000;

let store: EngineStore;
let reader: Connection;
let job: JobRecord;

beforeEach(() => {
  const dataDir = ownFolder('settled-rows');
  store = openEngineStore(inFolder(dataDir));
  reader = openReading(inFolder(dataDir));
  job = insertJob(store);
});

afterEach(() => {
  reader.close();
  store.close();
});

/** A request that is still to be answered. Returns what stands for it once it is. */
function addRequest(readKey: string): () => void {
  const { position, ...rest } = {
    position: startPosition(0),
    role: 'page' as const,
    under: null,
    expect: null,
    optional: false,
    afterMs: 0,
    cursor: readKey,
  };
  const run = store.run(job.id);
  const { id } = store.transaction(() => run.addEntry({ ...rest, position, readKey, cursorHash: 1 }));
  return () => store.transaction(() => run.dropEntry(id, 1));
}

const settled = (from: RowPlace = BEFORE_ALL_ROWS, { limit = MOST, isOver = false, most = MOST } = {}) => {
  const { items, ...place } = readSettled(reader, { id: job.id, limit, isOver }, from, most);
  return { ids: items.map(({ id }) => id), ...place };
};

describe('settled rows', () => {
  it('end before the first request that is still to be answered, until the export ends', () => {
    const answer = addRequest('b');
    storePages(store, job, { a: [{ id: '1' }, { id: '2' }], c: [{ id: '5' }] });
    const first = settled();
    expect(first.ids).toEqual(['1', '2']);
    expect(settled(first.next)).toMatchObject({ ids: [], isLast: true });
    expect(settled(first.next, { isOver: true }).ids).toEqual(['5']);
    storePages(store, job, { b: [{ id: '3' }, { id: '4', state: 'filtered' }] });
    answer();
    expect(settled(first.next).ids).toEqual(['3', '5']);
  });

  it('stop at the limit, wherever an answer was cut', () => {
    storePages(store, job, { a: [{ id: '1' }, { id: '2' }], b: [], c: [{ id: '3' }, { id: '4' }] });
    const first = settled(undefined, { limit: 3, most: 1 });
    expect(first).toMatchObject({ ids: ['1'], isLast: false });
    const second = settled(first.next, { limit: 3, most: 2 });
    expect([...second.ids, ...settled(second.next, { limit: 3 }).ids]).toEqual(['2', '3']);
  });

  it('pass over any number of answers without rows', () => {
    const empty = Array.from({ length: 1_200 }, (_, at) => [`b${String(at).padStart(5, '0')}`, []] as const);
    storePages(store, job, { a: [{ id: '1' }], ...Object.fromEntries(empty), c: [{ id: '2' }] });
    expect(settled()).toMatchObject({ ids: ['1', '2'], isLast: true });
    const { next } = settled(undefined, { most: 1 });
    expect(settled(next)).toMatchObject({ ids: ['2'], isLast: true });
  });

  it('are those of the files, each once, whatever is answered first', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    fc.assert(
      fc.property(fc.shuffledSubarray(keys, { minLength: keys.length }), fc.integer({ min: 1, max: 4 }), (order, most) => {
        job = insertJob(store);
        const answers = new Map(keys.map((key) => [key, addRequest(key)]));
        const read: string[] = [];
        let place = BEFORE_ALL_ROWS;
        const take = (): void => {
          for (;;) {
            const { ids, next, isLast } = settled(place, { most });
            read.push(...ids);
            place = next;
            if (isLast) return;
          }
        };
        for (const key of order) {
          // The second of each page is the first of the next one: the earlier place counts.
          const next = String.fromCharCode(key.charCodeAt(0) + 1);
          storePages(store, job, { [key]: [{ id: `${key}1` }, { id: `${next}1` }] });
          answers.get(key)?.();
          take();
        }
        const files = [...readDataset(reader, { id: job.id, limit: MOST, order: 'served' }).chunks()].flat();
        expect(read).toEqual(files.map(({ id }) => id));
        expect(new Set(read).size).toBe(keys.length + 1);
      }),
      { numRuns: 25 },
    );
  });
});
