import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { NOTHING_CARRIED } from '#core/engine/incremental-account.ts';
import type { CarryPlace, GoneRule, LivingStore } from '#core/engine/living-port.ts';
import type { Connection } from '#core/store/connection.ts';
import { ITEM_STATE } from '#core/store/item-state.ts';
import { openWriting } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages, type StoredItem } from '#test/store/stored-job.ts';

const READ_MS = 11;
const NOW_MS = 99;
const ALL: GoneRule = { scope: 'all', laterThanMs: 0, repliesAreRows: false };
const STATES = new Map(Object.entries(ITEM_STATE).map(([name, state]) => [state as number, name]));

let store: EngineSide;
let connection: Connection;

beforeEach(() => {
  const place = inFolder(ownFolder('living'));
  store = openEngineStore(place, () => NOW_MS);
  connection = openWriting(place);
});
afterEach(() => {
  connection.close();
  store.close();
});

function base(pages: Readonly<Record<string, readonly StoredItem[]>>): JobRecord {
  const job = insertJob(store);
  storePages(store, job, pages);
  return store.jobs.update(job.id, { status: 'done', exported: 1, finishedAtMs: 1 });
}

/** A run that goes on with an export, with all of its rows, and the places at which these came. */
function runOn(
  former: JobRecord,
  limit = 10_000,
): { readonly job: JobRecord; readonly living: LivingStore; readonly places: readonly CarryPlace[] } {
  const job = insertJob(store, { series: 's' });
  const living = store.living(job.id);
  store.transaction(() => living.openDataset(former.id));
  const pages = living.pagesOf(former.id);
  const places: CarryPlace[] = [];
  for (let place: CarryPlace = NOTHING_CARRIED; place.sourcePages < pages.length; places.push(place))
    place = store.transaction(() => living.carry({ of: former.id, pages, limit, readMs: READ_MS }, place));
  return { job, living, places };
}

/** What stands in an export, in reading order: each with its state, when it was seen and since when it is gone. */
function rowsOf(job: JobRecord): readonly string[] {
  return connection
    .prepare<[number], { id: string; state: number; seen: number | null; gone: number | null }>(
      `SELECT items.id, state, seen_ms AS seen, gone_ms AS gone FROM items JOIN pages ON pages.id = page_id
       WHERE job_id = ? ORDER BY read_key, position`,
    )
    .all(job.id)
    .map(({ id, state, seen, gone }) => [id, STATES.get(state), seen ?? '-', gone ?? '-'].join(' '));
}

/** The run meets a row of the run before again. */
function meets(job: JobRecord, ...ids: readonly string[]): void {
  const run = store.run(job.id);
  store.transaction(() => {
    const pageId = run.addPage('a', 7);
    for (const [position, id] of ids.entries()) {
      const former = run.former(id);
      if (former !== null) run.readAgain(former.seq, { pageId, readKey: 'a', position }, former.item, 'same');
    }
  });
}

function marked(job: JobRecord, rule: GoneRule, isLater: Parameters<LivingStore['markGone']>[2] = () => true): void {
  const living = store.living(job.id);
  store.transaction(() => living.markGone(living.carriedPages(), rule, isLater));
}

function markedReplies(job: JobRecord): void {
  using work = store.living(job.id).goneReplies();
  while (store.transaction(() => work.doSome()));
}

const reply = (id: string, parentId: string): StoredItem => ({ id, parentId });

describe('rows of the run before', () => {
  it('are taken over some hundred at a time, as far as that run exported them', () => {
    const page = (from: string, count: number): StoredItem[] => Array.from({ length: count }, (_, at) => ({ id: `${from}${at}` }));
    const former = base({
      a: [...page('a', 300), { id: 'left out', state: 'filtered' }],
      b: [...page('b', 300), reply('r', 'a0')],
      c: page('c', 50),
    });
    const { job, places } = runOn(former, 620);
    expect(places).toEqual([
      { sourcePages: 2, sourceRead: 601, ownPages: 1, rows: 601, replies: 1, goneEarlier: 0, lackingUpTo: null },
      { sourcePages: 3, sourceRead: 651, ownPages: 2, rows: 620, replies: 1, goneEarlier: 0, lackingUpTo: null },
    ]);
    const rows = rowsOf(job);
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([620, `a0 carried ${READ_MS} -`, `c18 carried ${READ_MS} -`]);
    expect(store.living(job.id).notRead()).toEqual({ rows: 620, replies: 1 });
  });

  it('stay what they were where they are met again, and come again with the next run', () => {
    const { job, living } = runOn(base({ a: [{ id: '1' }, { id: '2' }, reply('3', '2')] }));
    meets(job, '2');
    expect([living.notRead(), store.living(job.id).tally(100)]).toEqual([
      { rows: 2, replies: 1 },
      { rows: 3, replies: 1, fresh: 0, edited: 0, gone: 0, goneEarlier: 0, same: 1, notRead: 2 },
    ]);
    marked(job, ALL);
    expect(rowsOf(job)).toEqual([`2 same ${NOW_MS} -`, `1 gone ${READ_MS} ${NOW_MS}`, `3 gone ${READ_MS} ${NOW_MS}`]);
    expect(living.tally(100)).toMatchObject({ gone: 2, same: 1, notRead: 0 });
    const next = runOn(store.jobs.update(job.id, { status: 'done' }));
    expect(rowsOf(next.job)).toEqual([`2 carried ${NOW_MS} -`, `1 goneEarlier ${READ_MS} ${NOW_MS}`, `3 goneEarlier ${READ_MS} ${NOW_MS}`]);
    expect(next.places.at(-1)).toMatchObject({ rows: 3, replies: 1, goneEarlier: 2 });
    expect(store.run(next.job.id).former('1')).toMatchObject({ isGone: true, item: { id: '1' } });
    expect(store.run(next.job.id).former('2')).toMatchObject({ isGone: false });
    meets(next.job, '1');
    expect(rowsOf(next.job)[0]).toBe(`1 same ${NOW_MS} -`);
  });

  it('are forgotten some hundred at a time, where the run begins anew', () => {
    const former = base({ a: Array.from({ length: 700 }, (_, at) => ({ id: `${at}` })) });
    const { job, living } = runOn(former);
    store.transaction(() => {
      for (let list = 0; list < 300; list += 1) living.openList(`${list}`, `under ${list}`);
    });
    const sizes: number[] = [];
    while (store.transaction(() => living.dropCarried())) sizes.push(rowsOf(job).length);
    // The lists count too.
    expect(sizes).toEqual([500, 0, 0]);
    expect([rowsOf(job), living.underOf('5'), rowsOf(former).length]).toEqual([[], null, 700]);
  });
});

describe('what is gone', () => {
  it('is every row, or those at the top that came later than the last that was read', () => {
    const former = base({ a: [{ id: '1' }, { id: '2' }, reply('3', '1')] });
    const later: (readonly [string, number])[] = [];
    const isLater: Parameters<LivingStore['markGone']>[2] = ({ id }, thanMs) => {
      later.push([id, thanMs]);
      return id !== '1';
    };
    const top = runOn(former);
    marked(top.job, { scope: 'topLevel', laterThanMs: 7, repliesAreRows: false }, isLater);
    expect(rowsOf(top.job).map((row) => row.split(' ')[1])).toEqual(['carried', 'gone', 'carried']);
    expect(later).toEqual([
      ['1', 7],
      ['2', 7],
    ]);
    expect(rowsOf(top.job)[1]).toBe(`2 gone ${READ_MS} ${NOW_MS}`);
    const flat = runOn(former);
    marked(flat.job, { scope: 'topLevel', laterThanMs: 7, repliesAreRows: true }, isLater);
    expect(rowsOf(flat.job).map((row) => row.split(' ')[1])).toEqual(['carried', 'gone', 'gone']);
  });

  it('is what stood in lists that were read to their end, and all below what is gone', () => {
    const former = base({
      a: [{ id: 'ended' }, { id: 'half' }, { id: 'unread' }, { id: 'gone' }, { id: 'met' }],
      b: [reply('e1', 'ended'), reply('h1', 'half'), reply('u1', 'unread'), reply('g1', 'gone'), reply('g11', 'g1'), reply('e11', 'e1')],
    });
    const { job, living } = runOn(former);
    meets(job, 'ended', 'half', 'unread', 'met');
    store.transaction(() => {
      for (const [list, under] of [
        ['l1', 'ended'],
        ['l2', 'half'],
        ['l3', 'half'],
        ['l4', 'unread'],
      ] as const)
        living.openList(list, under);
      for (const list of ['l1', 'l2']) living.closeList(list, 'ended');
      living.closeList('l3', 'givenUp');
      // The first word holds.
      living.closeList('l3', 'ended');
      living.closeList('unknown', 'ended');
    });
    marked(job, { scope: 'topLevel', laterThanMs: 0, repliesAreRows: false });
    markedReplies(job);
    expect(
      rowsOf(job)
        .filter((row) => row.includes('gone '))
        .map((row) => row.split(' ')[0]),
    ).toEqual(['gone', 'e1', 'g1', 'g11', 'e11']);
    expect(rowsOf(job).find((row) => row.startsWith('g11'))).toBe(`g11 gone ${READ_MS} ${NOW_MS}`);
    const before = rowsOf(job);
    markedReplies(job);
    expect(rowsOf(job)).toEqual(before);
  });

  it('is found among hundreds of gone rows too', () => {
    const tops = Array.from({ length: 120 }, (_, at): StoredItem => ({ id: `t${at}` }));
    const former = base({ a: tops, b: tops.map(({ id }) => reply(`r${id}`, id)) });
    const { job } = runOn(former);
    marked(job, { scope: 'topLevel', laterThanMs: 0, repliesAreRows: false });
    markedReplies(job);
    expect(store.living(job.id).tally(1_000)).toMatchObject({ gone: 240, notRead: 0 });
  });
});

describe('lists of replies', () => {
  it('are known by what stands above them, whether they were looked at before or not', () => {
    const { job, living } = runOn(base({ a: [{ id: '1' }] }));
    store.transaction(() => {
      living.openList('l1', 'one');
      living.openList('l2', 'two');
    });
    expect([living.underOf('l1'), living.underOf('none')]).toEqual(['one', null]);
    living.look(['l1', 'none'], []);
    expect([living.underOf('l1'), living.underOf('none'), living.underOf('l2')]).toEqual(['one', null, 'two']);
    expect(store.living(job.id).underOf('l2')).toBe('two');
  });

  it('that the run before lacked are known to the next one, however many there are', () => {
    const former = insertJob(store, { series: 's' });
    const before = store.living(former.id);
    store.transaction(() => {
      before.openDataset(null);
      for (let item = 0; item < 1_200; item += 1) {
        const under = `u${String(item).padStart(5, '0')}`;
        before.openList(`l${item}`, under);
        if (item % 3 === 0) before.closeList(`l${item}`, 'ended');
        if (item % 3 === 1) before.closeList(`l${item}`, 'givenUp');
      }
    });
    const { job, living } = runOn(store.jobs.update(former.id, { status: 'done' }));
    const reached: (string | null)[] = [];
    for (let after: string | null = ''; after !== null; reached.push(after))
      after = store.transaction(() => living.carryLacking(former.id, after ?? ''));
    expect(reached).toEqual(['u00499', 'u00999', 'u01199', null]);
    const lacks = (of: LivingStore): readonly boolean[] =>
      ['u00000', 'u00001', 'u00002', 'u01198', 'u01199', 'nobody'].map((under) => of.isLacking(under));
    expect(lacks(living)).toEqual([false, true, true, true, true, false]);
    living.look([], ['u00000', 'u00001']);
    expect(lacks(living)).toEqual([false, true, true, true, true, false]);
    // And to the one after it, until they are read to their end.
    store.transaction(() => {
      living.openList('anew', 'u00001');
      living.closeList('anew', 'ended');
    });
    const next = runOn(store.jobs.update(job.id, { status: 'done' })).living;
    for (let after: string | null = ''; after !== null;) after = store.transaction(() => next.carryLacking(job.id, after ?? ''));
    expect(lacks(next)).toEqual([false, false, true, true, true, false]);
  });
});
