import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { remarkOf } from '#core/contract/remark.ts';
import type { RemarkStore } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { readDataset } from '#core/store/dataset.ts';
import { createMemberStore } from '#core/store/members.ts';
import { openWriting } from '#core/store/place.ts';
import { createRemarkStore, remarkedIds } from '#core/store/remarks.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
/** Longer than what indexes hold. */
const THREAD = 'x'.repeat(1_500);
const FIRST_PAGE = { page: 1, limit: 10 };

let store: EngineSide;
let connection: Connection;
let remarks: RemarkStore;

beforeEach(() => {
  const dataDir = ownFolder('remarks');
  store = openEngineStore(inFolder(dataDir));
  connection = openWriting(inFolder(dataDir));
  remarks = createRemarkStore(connection);
});
afterEach(() => {
  connection.close();
  store.close();
});

/** An export of a thread with two rows. */
function exportOf(thread: string, memberUuid: string | null = null): JobRecord {
  const target = {
    target: 'thread',
    params: { id: THREAD + thread },
    type: 'comments',
    selector: 'own',
    url: 'https://forum.example/1',
  } as const;
  const job = insertJob(store, { target, memberUuid });
  storePages(store, job, { k: [{ id: 'one' }, { id: 'two' }] });
  return store.jobs.update(job.id, { status: 'done', files: [{ format: 'csv', name: `${job.guid}.csv`, bytes: 1 }] });
}

function saidIn(job: JobRecord): readonly unknown[] {
  return [...readDataset(connection, { id: job.id, limit: 10, order: 'served' }).chunks()].flat().map(remarkOf);
}

it('what is said of a row stands in all exports of its list that are of the same person, and in no other', () => {
  const [first, again, other, hers] = [exportOf('a'), exportOf('a'), exportOf('b'), exportOf('a', ANN)];
  const said = remarks.set(first.guid, ['two'], (before) => ({ ...before, starred: true, note: 'Ask her', tags: ['x', 'y'] }), 5);
  expect(said).toEqual([{ id: 'two', starred: true, note: 'Ask her', tags: ['x', 'y'], atMs: 5 }]);
  const remark = { starred: true, note: 'Ask her', tags: ['x', 'y'] };
  expect([first, again, other, hers].map(saidIn)).toEqual([
    [null, remark],
    [null, remark],
    [null, null],
    [null, null],
  ]);
  expect(remarks.withFiles(again.guid)).toEqual([first.guid, again.guid]);
  store.jobs.update(first.id, { files: [] });
  expect(remarks.withFiles(again.guid)).toEqual([again.guid]);

  remarks.set(again.guid, ['one', 'gone'], (before) => ({ ...before, tags: ['y'] }), 6);
  expect(remarks.list(first.guid, FIRST_PAGE)).toEqual({
    total: 3,
    tags: [
      { tag: 'x', rows: 1 },
      { tag: 'y', rows: 3 },
    ],
    remarks: [
      { id: 'gone', starred: false, note: null, tags: ['y'], atMs: 6 },
      { id: 'one', starred: false, note: null, tags: ['y'], atMs: 6 },
      { id: 'two', ...remark, atMs: 5 },
    ],
  });
  expect(remarks.list(first.guid, { page: 2, limit: 2 }).remarks.map(({ id }) => id)).toEqual(['two']);
  expect(remarkedIds(connection, first.guid, ({ starred }) => starred)).toEqual(['two']);
  expect(remarkedIds(connection, hers.guid, () => true)).toEqual([]);

  // What says nothing any more is gone.
  remarks.set(first.guid, ['one', 'two'], () => ({ starred: false, note: null, tags: [] }), 7);
  expect(remarks.list(first.guid, FIRST_PAGE).remarks.map(({ id }) => id)).toEqual(['gone']);
  expect(saidIn(first)).toEqual([null, null]);
});

it('it goes with the last export of the list, and no sooner', () => {
  const [first, second] = [exportOf('a'), exportOf('a')];
  remarks.set(first.guid, ['one'], (before) => ({ ...before, note: 'Stays' }), 1);
  const left = (): number => connection.prepare<[], number>('SELECT COUNT(*) FROM remarks').pluck().get() ?? -1;
  store.jobs.remove(first.id);
  expect(remarks.list(second.guid, FIRST_PAGE).remarks.map(({ note }) => note)).toEqual(['Stays']);
  expect(remarks.set(first.guid, ['one'], (before) => ({ ...before, note: 'Of nothing' }), 2)).toEqual([]);
  store.jobs.remove(second.id);
  expect(left()).toBe(0);
  expect(saidIn(exportOf('a'))).toEqual([null, null]);
});

it('what a member said is the owner’s once they go, where that has said nothing', () => {
  const [mine, hers] = [exportOf('a'), exportOf('a', ANN)];
  const say = (job: JobRecord, id: string, note: string): void => void remarks.set(job.guid, [id], (before) => ({ ...before, note }), 1);
  say(mine, 'one', 'mine');
  say(hers, 'one', 'hers');
  say(hers, 'two', 'hers');
  const members = createMemberStore(connection);
  members.insert({ uuid: ANN, name: 'Ann', role: 'member', createdAtMs: 1 });
  members.remove(ANN);
  for (const job of [mine, hers]) expect(saidIn(job)).toMatchObject([{ note: 'mine' }, { note: 'hers' }]);
});
