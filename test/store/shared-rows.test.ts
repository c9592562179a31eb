import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import { NOTHING_CARRIED } from '#core/engine/incremental-account.ts';
import { createArrivals } from '#core/store/arrivals.ts';
import type { Connection } from '#core/store/connection.ts';
import { readDataset, readRows } from '#core/store/dataset.ts';
import { openReading } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

const MOST = 1_000;

let store: EngineSide;
let reader: Connection;

beforeEach(() => {
  const place = inFolder(ownFolder('shared-rows'));
  store = openEngineStore(place);
  reader = openReading(place);
});

afterEach(() => {
  reader.close();
  store.close();
});

/** A run that goes on with another one, and has taken over all of its rows. */
function begun(base: JobRecord | null, job = insertJob(store, { series: 'series' })): JobRecord {
  const living = store.living(job.id);
  store.transaction(() => living.openDataset(base?.id ?? null));
  if (base === null) return job;
  while (store.transaction(() => store.foldings.foldSome(base.id)));
  store.transaction(() => living.carry({ of: base.id, pages: living.pagesOf(base.id), limit: MOST, readMs: 1 }, NOTHING_CARRIED));
  return job;
}

/** It found these too. */
function done(job: JobRecord, ...found: readonly string[]): JobRecord {
  storePages(store, job, { a: found.map((id) => ({ id })) });
  return store.jobs.update(job.id, { status: 'done', finishedAtMs: 1 });
}

function dropped(job: JobRecord): void {
  while (store.transaction(() => store.living(job.id).dropCarried()));
}

const idsOf = (job: JobRecord): readonly string[] =>
  [...readDataset(reader, { id: job.id, limit: MOST, order: 'served' }).chunks()].flat().map(({ id }) => id);

function removed(job: JobRecord): void {
  store.jobs.remove(job.id);
  while (store.removals.deleteSome());
}

it('are found by whoever asked before they were shared', () => {
  const base = done(begun(null), 'a', 'b');
  const job = insertJob(store, { series: 'series' });
  const arrivals = createArrivals(reader, job.id);
  expect(arrivals.page(0, 10).total).toBe(0);
  begun(base, job);
  const run = store.run(job.id);
  store.transaction(() => {
    const pageId = run.addPage('a', 7);
    const former = run.former('b');
    if (former !== null) run.readAgain(former.seq, { pageId, readKey: 'a', position: 0 }, former.item, 'same');
  });
  const { total, marks } = arrivals.page(0, 10);
  const items = readRows(
    reader,
    job.id,
    marks.map((mark) => ({ seq: mark.seq, mark })),
  );
  expect([total, items.map((item) => item?.text)]).toEqual([1, ['text of b']]);
});

it('stay as long as a run has them that began anew behind others', () => {
  const first = done(begun(null), 'a');
  const [one, two] = [begun(first), begun(first)];
  const second = done(begun(first), 'b');
  const third = done(begun(second), 'c');
  for (const job of [one, two]) dropped(job);
  begun(third, one);
  done(one, 'd');
  for (const job of [third, second, two, first]) removed(job);
  while (store.foldings.foldNext());
  expect(idsOf(one)).toEqual(['d', 'c', 'b', 'a']);
});

it('tell of each row what this run says, whichever of them are asked for', () => {
  const base = done(begun(null), 'a', 'b', 'c');
  const job = begun(base);
  const run = store.run(job.id);
  store.transaction(() => {
    const pageId = run.addPage('a', 7);
    for (const [position, [id, outcome]] of [['a', 'same'] as const, ['c', 'edited'] as const].entries()) {
      const former = run.former(id);
      const item = outcome === 'edited' ? { text: `${id} now` } : {};
      if (former !== null) run.readAgain(former.seq, { pageId, readKey: 'a', position }, { ...former.item, ...item }, outcome);
    }
    const living = store.living(job.id);
    living.markGone(living.carriedPages(), { scope: 'all', laterThanMs: 0, repliesAreRows: false }, () => true);
  });
  const dataset = readDataset(reader, { id: job.id, limit: MOST, order: 'served' });
  const told = (wish?: Parameters<typeof dataset.chunks>[0]) =>
    [...dataset.chunks(wish)].flat().map(({ id, extra }) => `${id} ${String(extra['change'])}`);
  expect(told()).toEqual(['a null', 'c edited', 'b gone']);
  expect(told({ places: Uint32Array.of(1, 2) })).toEqual(['c edited', 'b gone']);
  expect(told({ only: 'gone' })).toEqual(['b gone']);
  expect(told({ places: Uint32Array.of(0, 2), only: 'edited' })).toEqual([]);
  expect(readDataset(reader, { id: base.id, limit: MOST, order: 'served' }).chunks().next().value).toMatchObject([
    { id: 'a', text: 'text of a' },
    { id: 'b' },
    { id: 'c', text: 'text of c' },
  ]);
});
