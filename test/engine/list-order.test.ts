import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { dateSpan } from '#core/engine/date-filter.ts';
import { isBelowMark, type ListOrder, rememberedOrder, runsNewestFirst, UNKNOWN_ORDER, withPage } from '#core/engine/list-order.ts';
import { comment } from '#test/engine/puppet-platform.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGAN_MS = Date.UTC(2026, 0, 1);
const NEWEST_FIRST = { items: [], dateOrder: 'newestFirst' } as const;
const UNSAID = { items: [] };

const at = (hour: number): Item => comment(`at ${hour}`, { createdAt: new Date(BEGAN_MS + hour * HOUR_MS).toISOString() });
const about = (hour: number): Item => ({ ...at(hour), relativeTime: 'some time ago', createdAtPrecision: 'hour' });
const ms = (hour: number): number => BEGAN_MS + hour * HOUR_MS;
const list = (fields: Partial<ListOrder>): ListOrder => ({ ...UNKNOWN_ORDER, ...fields });

describe('the time of an item', () => {
  it.each([
    ['second', 0],
    ['minute', 60_000],
    ['hour', HOUR_MS],
    ['day', DAY_MS],
    ['week', 7 * DAY_MS],
    ['month', 31 * DAY_MS],
    ['year', 366 * DAY_MS],
    [null, 0],
  ] as const)('in words of %s is the span before the estimate', (createdAtPrecision, spanMs) => {
    expect(dateSpan({ ...at(0), relativeTime: 'some time ago', createdAtPrecision })).toEqual({
      fromMs: BEGAN_MS - spanMs,
      toMs: BEGAN_MS,
    });
    expect(dateSpan({ ...at(0), createdAtPrecision })).toEqual({ fromMs: BEGAN_MS, toMs: BEGAN_MS });
  });
});

describe('the order of a list', () => {
  it('is what its pages show, one after the other', () => {
    const first = withPage(UNKNOWN_ORDER, [at(9), at(7)], NEWEST_FIRST);
    expect(first).toEqual(list({ newestMs: ms(9), oldestMs: ms(7), dated: 2 }));
    expect(withPage(first, [at(7), at(3)], NEWEST_FIRST)).toEqual(list({ newestMs: ms(9), oldestMs: ms(3), dated: 4 }));
    expect(withPage(first, [at(8)], NEWEST_FIRST)).toMatchObject({ isInOrder: false, newestMs: ms(9), oldestMs: ms(7), dated: 3 });
    expect(withPage(first, [at(12)], UNSAID)).toMatchObject({ isInOrder: false, newestMs: ms(12), isStated: false });
    expect(withPage(first, [], { items: [], dateOrder: 'oldestFirst' }).isStated).toBe(false);
  });

  it('goes back before the beginning of all clocks', () => {
    const createdAt = '1969-07-21T02:56:00.000Z';
    expect(withPage(UNKNOWN_ORDER, [comment('a step', { createdAt })], UNSAID)).toMatchObject({
      newestMs: Date.parse(createdAt),
      oldestMs: Date.parse(createdAt),
    });
  });

  it('is not known exactly where a date is missing or counted back from now', () => {
    expect(withPage(UNKNOWN_ORDER, [comment('undated'), at(1)], NEWEST_FIRST)).toMatchObject({ isExact: false, isInOrder: true, dated: 1 });
    expect(withPage(UNKNOWN_ORDER, [at(9), about(9)], NEWEST_FIRST)).toMatchObject({ isExact: false, isInOrder: true, dated: 2 });
    // It may stem from an hour earlier.
    expect(withPage(UNKNOWN_ORDER, [at(8), about(9)], NEWEST_FIRST)).toMatchObject({ isInOrder: true, newestMs: ms(9), oldestMs: ms(8) });
    expect(withPage(UNKNOWN_ORDER, [at(7), about(9)], NEWEST_FIRST)).toMatchObject({ isInOrder: false });
  });

  it('is newest first where that is said, or was seen every time and is exact; and no date speaks against it', () => {
    expect(runsNewestFirst(list({ isStated: true, isExact: false }))).toBe(true);
    expect(runsNewestFirst(list({ isStated: false, wasInOrder: true }))).toBe(true);
    expect(runsNewestFirst(list({ isStated: false, wasInOrder: true, isExact: false }))).toBe(false);
    expect(runsNewestFirst(list({ isStated: false, wasInOrder: false }))).toBe(false);
    expect(runsNewestFirst(list({ isStated: true, wasInOrder: true, isInOrder: false }))).toBe(false);
  });
});

describe('what the next run begins with', () => {
  const read = { newestMs: ms(9), oldestMs: ms(1), dated: 10 };

  it('is the mark, moved on only where this run came down to what was known', () => {
    const markOf = (fields: Partial<ListOrder>): number | null => rememberedOrder(list({ ...read, ...fields })).markMs;
    expect([markOf({ end: 'end' }), markOf({ end: 'mark' }), markOf({ end: 'open' }), markOf({ end: 'cut' })]).toEqual([
      ms(9),
      ms(9),
      ms(9),
      null,
    ]);
    const known = { markMs: ms(5) };
    expect([markOf({ ...known, end: 'end' }), markOf({ ...known, end: 'mark' })]).toEqual([ms(9), ms(9)]);
    expect([markOf({ ...known, end: 'open' }), markOf({ ...known, end: 'cut' })]).toEqual([ms(5), ms(5)]);
    // Whoever deleted the newest moves no mark back, and a list without a date leaves it.
    expect(markOf({ markMs: ms(12), end: 'end' })).toBe(ms(12));
    expect(markOf({ markMs: ms(12), newestMs: null, end: 'end' })).toBe(ms(12));
  });

  it('is whether it was seen in order, by ten dates or by all that there are of a list that was known', () => {
    const sawOrder = (fields: Partial<ListOrder>): boolean => rememberedOrder(list({ ...read, end: 'end', ...fields })).wasInOrder;
    expect([sawOrder({}), sawOrder({ dated: 9 }), sawOrder({ isExact: false }), sawOrder({ isInOrder: false })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([sawOrder({ end: 'mark', dated: 1, wasInOrder: true }), sawOrder({ end: 'mark', wasInOrder: false })]).toEqual([true, false]);
  });

  it('is nothing of what this run has met', () => {
    expect(rememberedOrder(list({ ...read, end: 'end' }))).toEqual(list({ markMs: ms(9), wasInOrder: true }));
  });
});

it('reading is below the mark where a page has dates, all of them older', () => {
  const known = list({ markMs: ms(5) });
  expect(isBelowMark(known, [at(4), comment('undated')])).toBe(true);
  for (const items of [[at(5)], [at(4), at(6)], [comment('undated')], []]) expect(isBelowMark(known, items)).toBe(false);
  expect(isBelowMark(UNKNOWN_ORDER, [at(4)])).toBe(false);
});
