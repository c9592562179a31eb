import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createArrivals } from '#core/store/arrivals.ts';
import { openReading } from '#core/store/place.ts';
import { openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob, storePages } from '#test/store/stored-job.ts';

it('what has been read is told in the order in which it came, from any place, while more comes', () => {
  const place = inFolder(ownFolder('arrivals'));
  const [store, reader] = [openEngineStore(place), openReading(place)];
  onTestFinished(() => {
    reader.close();
    store.close();
  });
  const sizes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 });
  const asked = fc.array(fc.tuple(fc.nat(14), fc.nat(6)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(sizes, asked, (pages, wishes) => {
      const job = insertJob(store);
      const arrivals = createArrivals(reader, job.id);
      const came: string[] = [];
      for (const [at, size] of pages.entries()) {
        // Reading order is another one.
        const ids = Array.from({ length: size }, (_, item) => `${at}-${item}`);
        storePages(store, job, { [`k${9 - at}`]: [...ids.map((id) => ({ id })), { id: `left out ${at}`, state: 'filtered' as const }] });
        came.push(...ids);
        for (const [offset, limit] of wishes) {
          const { total, marks } = arrivals.page(offset, limit);
          const found = marks.map(({ seq }) => reader.prepare<[number], string>('SELECT id FROM items WHERE seq = ?').pluck().get(seq));
          expect([total, found]).toEqual([came.length, came.slice(offset, offset + limit)]);
        }
      }
    }),
    { numRuns: 30 },
  );
});
