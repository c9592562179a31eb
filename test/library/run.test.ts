import { expect, it } from 'vitest';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { RowReader } from '#core/exports/ports.ts';
import { Run } from '#core/library/run.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PAGES = 50;
const ROWS_OF_PAGE = 500;
const MOST_AHEAD = 200;

it('reads rows only when they are asked for, some hundred at a time', async () => {
  let read = 0;
  const rows: RowReader = {
    pages: (_, after) =>
      Array.from({ length: PAGES }, (_each, id) => ({ id, readKey: String(id).padStart(3, '0') })).filter(({ readKey }) => readKey > after),
    rows(page, after, most) {
      const found = Array.from({ length: Math.min(most, ROWS_OF_PAGE - 1 - after) }, (_, index) => after + 1 + index);
      read += found.length;
      return found.map((position) => ({ position, item: wholeItem({ id: `${page}-${position}` }) }));
    },
  };
  const job = {
    id: 1,
    guid: 'g',
    status: 'done',
    plan: 'business',
    options: {},
    series: null,
    sentiment: null,
    sandbox: false,
  } as unknown as JobRecord;
  const run = new Run(job, {
    rows,
    jobs: { find: () => job },
    engine: { subscribe: () => () => undefined },
    over: new AbortController().signal,
    call: () => Promise.reject(new Error('nothing is to be asked')),
  });
  let taken = 0;
  for await (const item of run) {
    if (taken === 0) expect(item.id).toBe('0-0');
    taken += 1;
    expect(read - taken).toBeLessThan(MOST_AHEAD);
  }
  expect(taken).toBe(PAGES * ROWS_OF_PAGE);
});
