import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { Connection } from '#core/store/connection.ts';
import { NOTHING_CARRIED } from '#core/engine/incremental-account.ts';
import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import { doInSlices } from '#core/engine/slices.ts';
import { openReading } from '#core/store/place.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

const ROWS = 4_000;
const PER_PAGE = 20;
/** Pages that take over hold some hundred rows each. */
const MOST_PER_PAGE = 520;
const NEVER = new AbortController().signal;

let dataDir: string;
let store: EngineSide;
let reader: Connection;
let before: JobRecord;
let job: JobRecord;

beforeEach(() => {
  dataDir = ownFolder('long-work');
  store = openEngineStore(inFolder(dataDir));
  reader = openReading(inFolder(dataDir));
  before = insertJob(store);
  job = insertJob(store);
});

afterEach(() => {
  reader.close();
  store.close();
});

/** Stores rows on pages of twenty: `i0`, `i1`, ... */
function fill(of: JobRecord, parentOf: (at: number) => number | null = () => null): void {
  const items = Array.from({ length: ROWS }, (_, at) => {
    const parent = parentOf(at);
    return { id: `i${at}`, ...(parent === null ? {} : { parentId: `i${parent}` }) };
  });
  const keys = Array.from({ length: ROWS / PER_PAGE }, (_, page) => `k${String(page).padStart(5, '0')}`);
  storePages(store, of, Object.fromEntries(keys.map((key, page) => [key, items.slice(page * PER_PAGE, (page + 1) * PER_PAGE)])));
}

function carryAll(): void {
  const pages = store.living(job.id).pagesOf(before.id);
  let place = NOTHING_CARRIED;
  store.living(job.id).openDataset(before.id);
  const source = { of: before.id, pages, limit: Number.POSITIVE_INFINITY, readMs: 1 };
  while (place.sourcePages < pages.length) place = store.transaction(() => store.living(job.id).carry(source, place));
}

function count(sql: string, ...values: readonly unknown[]): number {
  return (
    reader
      .prepare<unknown[], number>(`SELECT COUNT(*) FROM ${sql}`)
      .pluck()
      .get(...values) ?? 0
  );
}

const rowsOf = (of: JobRecord, state: number): number =>
  count('items JOIN pages ON pages.id = page_id WHERE job_id = ? AND state = ?', of.id, state);
const verdicts = (): number =>
  count('verdicts JOIN items USING (seq) JOIN pages ON pages.id = page_id WHERE job_id = ? AND judge = ?', job.id, 'j');

/** Does all of it, a transaction for each piece. Returns by how much each of these changed `measure`. */
function piecesOf(begin: () => SlicedWork, measure: () => number): readonly number[] {
  using work = begin();
  const pieces: number[] = [];
  for (let isMore = true; isMore;) {
    const was = measure();
    isMore = store.transaction(() => work.doSome());
    pieces.push(Math.abs(measure() - was));
  }
  return pieces;
}

describe('replies below what is gone', () => {
  it('are marked a page at a time, through any depth and in any order of the pages', () => {
    // A chain from the last row to the first: each page stands before the one with its parents.
    fill(before, (at) => (at < ROWS / 2 ? (at === ROWS / 2 - 1 ? null : at + 1) : null));
    carryAll();
    const living = store.living(job.id);
    const isTop = (id: string): boolean => id === `i${ROWS / 2 - 1}`;
    const rule = { scope: 'topLevel', laterThanMs: 0, repliesAreRows: false } as const;
    store.transaction(() => living.markGone(living.carriedPages(), rule, ({ id }) => isTop(id)));
    expect(rowsOf(job, ITEM_STATE.gone)).toBe(1);
    const pieces = piecesOf(
      () => living.goneReplies(),
      () => rowsOf(job, ITEM_STATE.gone),
    );
    expect(rowsOf(job, ITEM_STATE.gone)).toBe(ROWS / 2);
    expect(rowsOf(job, ITEM_STATE.carried)).toBe(ROWS / 2);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(MOST_PER_PAGE);
  });

  it('and those in lists that were read to the end, not where one was given up or none was read', async () => {
    fill(before, (at) => (at % 4 === 0 ? null : at - (at % 4)));
    carryAll();
    const living = store.living(job.id);
    store.transaction(() => {
      for (const [list, under, how] of [
        ['a', 'i0', 'ended'],
        ['b', 'i4', 'ended'],
        ['c', 'i4', 'givenUp'],
        ['d', `i${ROWS - 4}`, 'ended'],
      ] as const) {
        living.openList(list, under);
        living.closeList(list, how);
      }
      living.openList('e', 'i8');
    });
    const closing = new AbortController();
    closing.abort(new Error('closing'));
    await expect(doInSlices(() => living.goneReplies(), store, closing.signal)).rejects.toThrow('closing');
    await doInSlices(() => living.goneReplies(), store, NEVER);
    const gone = reader
      .prepare<[number, number], string>(
        'SELECT items.id FROM items JOIN pages ON pages.id = page_id WHERE job_id = ? AND state = ? ORDER BY seq',
      )
      .pluck()
      .all(job.id, ITEM_STATE.gone);
    expect(gone).toEqual(['i1', 'i2', 'i3', `i${ROWS - 3}`, `i${ROWS - 2}`, `i${ROWS - 1}`]);
  });
});

describe('a run that goes on from another', () => {
  it('takes over some hundred of its lists at a time', () => {
    const former = store.living(before.id);
    store.transaction(() => {
      for (let at = 0; at < 1_200; at += 1) {
        former.openList(`l${at}`, `u${at}`);
        if (at % 2 === 0) former.closeList(`l${at}`, at % 4 === 0 ? 'ended' : 'givenUp');
      }
    });
    const living = store.living(job.id);
    const taken: number[] = [];
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      after = store.transaction(() => living.carryLacking(before.id, from));
      taken.push(count('reply_lists WHERE job_id = ?', job.id));
    }
    expect(taken.length).toBeGreaterThan(3);
    expect(taken.at(-1)).toBe(900);
    expect([0, 1, 2, 3].map((at) => living.isLacking(`u${at}`))).toEqual([false, true, true, true]);
  });

  it('forgets what it took over some hundred rows at a time', () => {
    fill(before);
    carryAll();
    const living = store.living(job.id);
    store.transaction(() => {
      for (let at = 0; at < 900; at += 1) living.openList(`l${at}`, `u${at}`);
    });
    const left = (): number => count('items') + count('reply_lists');
    const pieces: number[] = [];
    for (let isMore = true; isMore;) {
      const was = left();
      isMore = store.transaction(() => living.dropCarried());
      pieces.push(was - left());
    }
    expect(Math.max(...pieces)).toBeLessThanOrEqual(500);
    expect([count('items'), count('pages WHERE job_id = ?', job.id), count('reply_lists')]).toEqual([ROWS, 0, 0]);
  });
});

describe('the judging of an export', () => {
  it('takes over verdicts a page at a time, where the text and the judge are the same', async () => {
    fill(before);
    fill(job);
    const judge = (id: number, name: string): void =>
      store.sentiments(before.id).save(name, [{ seq: id, sentiment: 'positive', score: 0.5 }]);
    const seqs = [...store.sentiments(before.id).rows({ limit: Number.POSITIVE_INFINITY, order: 'served' })];
    store.transaction(() => {
      for (const [at, seq] of seqs.entries()) judge(seq, at < 10 ? 'other' : 'j');
    });
    const sentiments = store.sentiments(job.id);
    const pieces = piecesOf(() => sentiments.inheritance(before.id, 'j'), verdicts);
    expect(verdicts()).toBe(ROWS - 10);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(PER_PAGE);
    // Once done, it does nothing more.
    await doInSlices(() => sentiments.inheritance(before.id, 'j'), store, NEVER);
    expect(verdicts()).toBe(ROWS - 10);
  });

  it('takes rows in again a page at a time', () => {
    fill(job);
    const sentiments = store.sentiments(job.id);
    const seqs = [...sentiments.rows({ limit: Number.POSITIVE_INFINITY, order: 'served' })];
    store.transaction(() => sentiments.leaveOut(seqs.slice(0, ROWS / 2)));
    const pieces = piecesOf(
      () => sentiments.readmission(),
      () => rowsOf(job, ITEM_STATE.kept),
    );
    expect(rowsOf(job, ITEM_STATE.kept)).toBe(ROWS);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(PER_PAGE);
  });
});
