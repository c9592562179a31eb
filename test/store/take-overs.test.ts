import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { takeOver, takeOverFrom } from '#core/engine/take-over.ts';
import { openReading } from '#core/store/place.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages, type StoredItem } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ROWS = 4_000;
const PER_PAGE = 20;
const ENTRIES = 1_200;
const EXPORTED = 2_510;

let dataDir: string;
let store: EngineSide;
let source: JobRecord;
let job: JobRecord;

beforeEach(() => {
  dataDir = ownFolder('take-overs');
  store = openEngineStore(inFolder(dataDir));
  source = insertJob(store);
  const items = Array.from({ length: ROWS }, (_, at): StoredItem => ({
    id: `i${at}`,
    ...(at % 3 === 1 ? { parentId: `i${at - 1}` } : {}),
    ...(at % 7 === 0 ? { state: 'filtered' } : {}),
  }));
  const keys = Array.from({ length: ROWS / PER_PAGE }, (_, page) => `k${String(page).padStart(5, '0')}`);
  // The last page arrived first.
  const pages = keys.map((key, page) => [key, items.slice(page * PER_PAGE, (page + 1) * PER_PAGE)] as const).toReversed();
  storePages(store, source, Object.fromEntries(pages));
  store.transaction(() => {
    // Two with one hash: the start of a list may stand there twice.
    for (let at = 0; at < ENTRIES; at += 1) store.run(source.id).addEntry(entry(at));
  });
  const ledger = { ...store.jobs.ledger(source.id), seeded: true };
  source = store.jobs.update(source.id, { status: 'stopped', exported: EXPORTED, ledger });
  job = insertJob(store);
  store.takeOvers.begin(job.id, source.id, EXPORTED);
});

afterEach(() => store.close());

function entry(at: number) {
  const position = { root: 'a0', hops: 0, path: `a${at}` };
  const rest = { role: 'page' as const, under: null, expect: null, optional: false, afterMs: 0 };
  return { ...rest, position, readKey: `z${at}`, cursor: `next ${at}`, cursorHash: 10_000_000 + (at >> 1) };
}

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly read_key: string;
  readonly position: number;
  readonly state: number;
  readonly body: string;
}

function rowsOf(id: number): readonly Row[] {
  const reader = openReading(inFolder(dataDir));
  const rows = reader
    .prepare<[number], Row>(
      `SELECT items.id, parent_id, read_key, position, state, body FROM pages JOIN items ON items.page_id = pages.id
       WHERE job_id = ? ORDER BY read_key, position`,
    )
    .all(id);
  reader.close();
  return rows;
}

/** What the job has to hold in the end, worked out from the source alone. */
function expected(): readonly Row[] {
  let place = 0;
  return rowsOf(source.id).map((row) => {
    if (row.state !== ITEM_STATE.kept) return { ...row, body: 'null' };
    place += 1;
    return place <= EXPORTED ? { ...row, state: ITEM_STATE.before, body: 'null' } : row;
  });
}

function expectWhole(): void {
  const rows = rowsOf(job.id);
  expect(rows).toEqual(expected());
  const kept = rows.filter(({ state }) => state === ITEM_STATE.kept);
  const run = store.run(job.id);
  expect(run.kept()).toBe(kept.length);
  const own = (one: ReturnType<typeof run.frontier>[number]) => ({ ...one, id: 0 });
  expect(run.frontier().map(own)).toEqual(store.run(source.id).frontier().map(own));
  expect(store.jobs.find(job.guid)).toMatchObject({
    exported: kept.length,
    replies: kept.filter(({ parent_id: parent }) => parent !== null).length,
  });
  expect(store.jobs.ledger(job.id).seeded).toBe(true);
}

const { signal } = new AbortController();

describe('what an export takes over', () => {
  it('comes in slices of some hundred rows', () => {
    const count = (): number => rowsOf(job.id).length + store.run(job.id).frontier().length;
    const sizes: number[] = [];
    for (let had = 0; ; had = count()) {
      const isDone = store.transaction(() => store.takeOvers.copySome(job.id)) !== null;
      sizes.push(count() - had);
      if (isDone) break;
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500 + PER_PAGE);
    expect(rowsOf(job.id)).toEqual(expected());
  });

  it.each([1, 3, 6])('goes on where it was when it is interrupted after %i slices', async (slices) => {
    for (let slice = 0; slice < slices; slice += 1) store.transaction(() => store.takeOvers.copySome(job.id));
    store.close();
    store = openEngineStore(inFolder(dataDir));
    expect(store.jobs.ledger(job.id).seeded).toBe(false);
    await takeOver(store, job.id, signal);
    expectWhole();
  });

  it('is there before the other one changes', async () => {
    await takeOverFrom(store, source.id, signal);
    expectWhole();
    expect(store.takeOvers.from(source.id)).toEqual([]);
  });

  it('stays in the store until it is copied, though the other one is removed', async () => {
    const whole = expected();
    store.transaction(() => store.takeOvers.copySome(job.id));
    store.jobs.remove(source.id);
    expect(store.removals.deleteSome()).toBe(false);
    await takeOver(store, job.id, signal);
    expect(rowsOf(job.id)).toEqual(whole);
    while (store.removals.deleteSome());
    expect(rowsOf(source.id)).toEqual([]);
    expect(rowsOf(job.id)).toEqual(whole);
  });

  it('is not waited for by one that is removed itself', () => {
    store.transaction(() => store.takeOvers.copySome(job.id));
    store.jobs.remove(job.id);
    store.jobs.remove(source.id);
    while (store.removals.deleteSome());
    expect([...rowsOf(source.id), ...rowsOf(job.id)]).toEqual([]);
  });
});
