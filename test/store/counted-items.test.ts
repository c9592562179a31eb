import { expect, it, onTestFinished } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { NOTHING_CARRIED } from '#core/engine/incremental-account.ts';
import { readAgain, readCounted } from '#core/store/counted-items.ts';
import { openReading } from '#core/store/place.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

const idsOf = (pages: Iterable<readonly Item[]>): readonly string[] => [...pages].map((items) => items.map(({ id }) => id).join(' '));

it('rows are counted page by page in reading order, up to the limit, and some pages looked at once more as a whole', () => {
  const place = inFolder(ownFolder('counted'));
  const [store, reader] = [openEngineStore(place), openReading(place)];
  onTestFinished(() => {
    reader.close();
    store.close();
  });
  const job = insertJob(store);
  storePages(store, job, {
    c: [{ id: '6' }],
    a: [{ id: '1' }, { id: '2', state: 'filtered' }, { id: '3' }],
    b: [{ id: '4' }, { id: '5' }],
  });
  expect([idsOf(readCounted(reader, { id: job.id, limit: 3 })), idsOf(readCounted(reader, { id: job.id, limit: 9 }))]).toEqual([
    ['1 3', '4', ''],
    ['1 3', '4 5', '6'],
  ]);
  expect(idsOf(readAgain(reader, { id: job.id }, [2, 0]))).toEqual(['6', '1 3']);

  const run = insertJob(store, { series: 's' });
  const living = store.living(run.id);
  store.transaction(() => {
    living.openDataset(job.id);
    living.carry({ of: job.id, pages: living.pagesOf(job.id), limit: 9, readMs: 1 }, NOTHING_CARRIED);
  });
  storePages(store, run, { a: [{ id: 'new' }, { id: 'newer' }] });
  expect([idsOf(readCounted(reader, { id: run.id, limit: 1 })), idsOf(readAgain(reader, { id: run.id }, [0]))]).toEqual([
    ['new', '1 3 4 5 6'],
    ['new newer'],
  ]);
});
