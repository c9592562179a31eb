import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWatchMemory, openPageWatch, pageUnderWay } from '#core/threads/page-watch.ts';

describe('the note of the page under way', () => {
  it('stands from an answer on until the work on it ends', () => {
    const memory = createWatchMemory();
    const work = openPageWatch(memory).of(7, 70);
    expect(pageUnderWay(memory)).toBeNull();
    work.begin();
    expect(pageUnderWay(memory)).toMatchObject({ jobId: 7, entryId: 70 });
    work.end();
    expect(pageUnderWay(memory)).toBeNull();
  });

  it('ends with the turn of the event loop, since a page that waits is not at work', async () => {
    const memory = createWatchMemory();
    openPageWatch(memory).of(7, 70).begin();
    await nextTurn();
    expect(pageUnderWay(memory)).toBeNull();
  });

  it('is that of the page that worked last, whoever else is over by then', async () => {
    const memory = createWatchMemory();
    const watch = openPageWatch(memory);
    const [one, other] = [watch.of(7, 70), watch.of(8, 80)];
    one.begin();
    const first = pageUnderWay(memory)?.stretch;
    other.begin();
    one.end();
    expect(pageUnderWay(memory)).toMatchObject({ jobId: 8, entryId: 80 });
    expect(pageUnderWay(memory)?.stretch).not.toBe(first);
    await nextTurn();
    expect(pageUnderWay(memory)).toBeNull();
  });
});
