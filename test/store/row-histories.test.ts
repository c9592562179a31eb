import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Connection } from '#core/store/connection.ts';
import { chosenRows, endedExports, markAt, readDataset, readRevision, readRows, runsOfDataset, tallyDataset } from '#core/store/dataset.ts';
import { readHistories } from '#core/store/item-reader.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { openWriting } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

/** Earlier words that are told. */
const TOLD = 100;

let store: EngineSide;
let connection: Connection;

beforeEach(() => {
  const place = inFolder(ownFolder('histories'));
  store = openEngineStore(place);
  connection = openWriting(place);
});
afterEach(() => {
  connection.close();
  store.close();
});

function done(job: JobRecord, exported = 2): JobRecord {
  return store.jobs.update(job.id, { status: 'done', exported, finishedAtMs: 1 });
}

it('a row tells the newest of its earlier words, the oldest of these first', () => {
  const job = insertJob(store);
  storePages(store, job, { a: Array.from({ length: TOLD + 2 }, (_, at) => ({ id: `w${at}` })) });
  const { seqs } = readDataset(connection, { id: job.id, limit: 1_000, order: 'served' });
  for (const [at, seq] of seqs.entries())
    connection
      .prepare<unknown[]>(
        `UPDATE items SET former_seq = ?, since_ms = ?, first_ms = ?, body = json_set(body, '$.rating', ?, '$.ownerReply', json(?)) WHERE seq = ?`,
      )
      .run(at === 0 ? null : seqs[at - 1], at === 1 ? null : at, 5, at, at === TOLD ? '{"text":"thanks"}' : 'null', seq);
  const newest = seqs.at(-1) as number;
  const mark = { state: ITEM_STATE.gone, seenMs: 7, goneMs: 8 };
  const [told, none, first] = readHistories(connection, [{ seq: newest, mark }, { seq: newest + 1 }, { seq: seqs[0] as number }]);
  expect(told).toMatchObject({
    first_seen: '1970-01-01T00:00:00.005Z',
    last_seen: '1970-01-01T00:00:00.007Z',
    gone_since: '1970-01-01T00:00:00.008Z',
  });
  expect(told?.earlier).toHaveLength(TOLD);
  expect([told?.earlier[0], told?.earlier.at(-1)]).toEqual([
    { text: 'text of w1', title: null, rating: 1, owner_reply: null, since: null },
    { text: `text of w${TOLD}`, title: null, rating: TOLD, owner_reply: 'thanks', since: '1970-01-01T00:00:00.100Z' },
  ]);
  expect([none, first]).toEqual([undefined, { first_seen: '1970-01-01T00:00:00.005Z', last_seen: null, gone_since: null, earlier: [] }]);
});

it('rows are read in the order that is asked for, and those that are gone are not there', () => {
  const job = insertJob(store);
  storePages(store, job, { a: [{ id: '1' }, { id: '2' }, { id: '3' }] });
  const [one = 0, two = 0, three = 0] = readDataset(connection, { id: job.id, limit: 10, order: 'served' }).seqs;
  const items = readRows(
    connection,
    job.id,
    [three, 99_999, one, two].map((seq) => ({ seq })),
  );
  expect(items.map((item) => item?.id)).toEqual(['3', undefined, '1', '2']);
});

it('only the pages are read that hold the first rows', () => {
  const job = insertJob(store);
  storePages(store, job, { c: [{ id: '5' }], a: [{ id: '1' }, { id: '2' }], b: [{ id: '3' }, { id: '4' }] });
  const first = (count: number) =>
    [...readDataset(connection, { id: job.id, limit: 10, order: 'served', first: count }).chunks()].flat().map(({ id }) => id);
  expect([first(0), first(1), first(2), first(3), first(9)].map((ids) => ids.join(''))).toEqual(['', '12', '12', '1234', '12345']);
});

it('rows stand as deep as they answer, whatever the order of the file', () => {
  const job = insertJob(store);
  storePages(store, job, {
    a: [{ id: 'a' }, { id: 'a11', parentId: 'a1' }, { id: 'a1', parentId: 'a' }, { id: 'orphan', parentId: 'nobody' }],
  });
  const depths = (order: 'tree' | 'served') => [...readDataset(connection, { id: job.id, limit: 10, order }).depths()];
  expect([depths('served'), depths('tree')]).toEqual([
    [0, 2, 1, 1],
    [0, 1, 2, 1],
  ]);
  const flat = insertJob(store);
  storePages(store, flat, { a: [{ id: 'a' }, { id: 'b' }] });
  expect([...readDataset(connection, { id: flat.id, limit: 10, order: 'tree' }).depths()]).toEqual([0, 0]);
});

it('the rows of the files are counted and named without their bodies', () => {
  const job = insertJob(store);
  storePages(store, job, {
    b: [{ id: '4', parentId: '1' }, { id: '5' }],
    a: [{ id: '1' }, { id: '2', state: 'filtered' }, { id: '3', parentId: '1' }],
  });
  const { seqs } = readDataset(connection, { id: job.id, limit: 3, order: 'served' });
  expect(chosenRows(connection, { id: job.id, limit: 3 })).toEqual({ seqs, states: Uint8Array.of(0, 0, 0) });
  expect(tallyDataset(connection, { id: job.id, limit: 3 })).toEqual({ rows: 3, replies: 2, byState: new Map([[ITEM_STATE.kept, 3]]) });
});

it('marks without an instant say none', () => {
  const marks = { states: Uint8Array.of(3, 6), seenMs: Float64Array.of(5, Number.NaN), goneMs: Float64Array.of(Number.NaN, 9) };
  expect([markAt(marks, 0), markAt(marks, 1), markAt(marks, 2), markAt(null, 0)]).toEqual([
    { state: 3, seenMs: 5, goneMs: null },
    { state: 6, seenMs: null, goneMs: 9 },
    undefined,
    undefined,
  ]);
  const former = { ...marks, seenMs: new Float64Array(0), goneMs: new Float64Array(0) };
  expect(markAt(former, 1)).toEqual({ state: 6, seenMs: null, goneMs: null });
});

it('exports that are over and have rows are told some at a time, each with a text that changes with its rows', () => {
  const [first, waiting, empty, second, third] = [insertJob(store), insertJob(store), insertJob(store), insertJob(store), insertJob(store)];
  done(first);
  done(empty, 0);
  store.jobs.update(second.id, { status: 'error', exported: 1 });
  store.jobs.update(third.id, { status: 'stopped', exported: 1 });
  store.jobs.update(waiting.id, { exported: 1 });
  const told = (atOnce: number) => [...endedExports(connection, atOnce)].map((some) => some.map(({ guid }) => guid));
  expect([told(2), told(3)]).toEqual([
    [[first.guid, second.guid], [third.guid]],
    [[first.guid, second.guid, third.guid], []],
  ]);
  const [one] = [...endedExports(connection, 1)].flat();
  expect(one).toEqual({
    id: first.id,
    guid: first.guid,
    revision: readRevision(connection, first.guid),
    datasetId: null,
    memberUuid: null,
    isShared: false,
  });
  const before = readRevision(connection, first.guid);
  store.jobs.update(first.id, { platformTotal: 7 });
  expect(readRevision(connection, first.guid)).toBe(before);
  store.jobs.update(first.id, { exported: 3 });
  expect(readRevision(connection, first.guid)).not.toBe(before);
  const unknown = (): unknown => readRevision(connection, 'nobody');
  expect(unknown).toThrow(CommentdockError);
  expect(unknown).toThrow(expect.objectContaining({ code: 'RESOURCE_NOT_FOUND', message: 'There is no export nobody any more.' }));
});

it('runs that share rows are told the oldest first, where they are over', () => {
  const [alone, first, second, under] = ['', 's', 's', 's'].map((series) => insertJob(store, series === '' ? {} : { series })) as [
    JobRecord,
    JobRecord,
    JobRecord,
    JobRecord,
  ];
  store.transaction(() => {
    store.living(first.id).openDataset(null);
    store.living(second.id).openDataset(first.id);
    store.living(under.id).openDataset(second.id);
  });
  for (const job of [alone, second, first]) done(job);
  expect([alone, first, under].map(({ guid }) => runsOfDataset(connection, guid))).toEqual([
    [],
    [first.guid, second.guid],
    [first.guid, second.guid],
  ]);
});
