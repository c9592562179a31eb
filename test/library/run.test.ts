import { expect, it } from 'vitest';
import { exportedItem } from '#core/contract/exported-item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type CallHere, Run } from '#core/library/run.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const ROWS = 25_000;
const MOST_AHEAD = 200;

it('reads rows only when they are asked for, some hundred at a time', async () => {
  let read = 0;
  const call = async (name: string, { limit }: { readonly limit: number }) => {
    expect(name).toBe('exports.rows');
    const items = Array.from({ length: Math.min(limit, ROWS - read) }, (_, index) => exportedItem(wholeItem({ id: String(read + index) })));
    read += items.length;
    return { items, next_cursor: String(read), is_complete: read === ROWS };
  };
  const job = { id: 1, guid: 'g', status: 'done', plan: 'business', options: {}, series: null, sentiment: null } as unknown as JobRecord;
  const run = new Run(job, {
    jobs: { find: () => job },
    engine: { subscribe: () => () => undefined },
    over: new AbortController().signal,
    call: call as unknown as CallHere,
  });
  let taken = 0;
  for await (const item of run) {
    if (taken === 0) expect(item.id).toBe('0');
    taken += 1;
    expect(read - taken).toBeLessThan(MOST_AHEAD);
  }
  expect(taken).toBe(ROWS);
});
