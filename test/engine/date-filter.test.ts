import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { isOutside, listIsPast } from '#core/engine/date-filter.ts';
import type { Page } from '#core/platform-api/define.ts';
import { comment } from '#test/engine/puppet-platform.ts';

const OPEN = { minTimestamp: null, maxTimestamp: null };

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

function dated(createdAt: string | null): Item {
  return comment('dated', { createdAt });
}

/** "2 years ago", with the best instant that the words allow. */
function relative(createdAt: string, createdAtPrecision: NonNullable<Item['createdAtPrecision']>): Item {
  return comment('relative', { createdAt, createdAtPrecision, relativeTime: `some ${createdAtPrecision}s ago` });
}

describe('minTimestamp and maxTimestamp', () => {
  const bounds = { minTimestamp: seconds('2026-01-02T00:00:00Z'), maxTimestamp: seconds('2026-01-03T00:00:00Z') };

  it.each([
    ['a second too early', '2026-01-01T23:59:59.999Z', true],
    ['at the first second', '2026-01-02T00:00:00.000Z', false],
    ['within the last second', '2026-01-03T00:00:00.999Z', false],
    ['a second too late', '2026-01-03T00:00:01.000Z', true],
    ['without a date', null, false],
  ])('decide on an item %s', (_name, createdAt, outside) => {
    expect(isOutside(dated(createdAt), bounds)).toBe(outside);
    expect(isOutside(dated(createdAt), OPEN)).toBe(false);
  });

  it('leave out what is surely outside, where a date is only words', () => {
    const minTimestamp = seconds('2024-06-01T00:00:00Z');
    expect(isOutside(relative('2024-05-31T00:00:00Z', 'year'), { ...OPEN, minTimestamp })).toBe(true);
    expect(isOutside(relative('2024-06-02T00:00:00Z', 'year'), { ...OPEN, minTimestamp })).toBe(false);
    const maxTimestamp = minTimestamp;
    expect(isOutside(relative('2025-05-01T00:00:00Z', 'year'), { ...OPEN, maxTimestamp })).toBe(false);
    expect(isOutside(relative('2025-06-03T00:00:00Z', 'year'), { ...OPEN, maxTimestamp })).toBe(true);
    expect(isOutside(relative('2024-06-01T00:59:00Z', 'hour'), { ...OPEN, maxTimestamp })).toBe(false);
    expect(isOutside(relative('2024-06-01T01:00:01Z', 'hour'), { ...OPEN, maxTimestamp })).toBe(true);
  });
});

describe('a list in date order', () => {
  const [old, fresh] = [dated('2020-01-01T00:00:00Z'), dated('2026-01-01T00:00:00Z')];
  const minTimestamp = seconds('2023-01-01T00:00:00Z');
  const maxTimestamp = minTimestamp;
  const page = (dateOrder: Page['dateOrder'], ...items: Item[]): Page => (dateOrder === undefined ? { items } : { items, dateOrder });

  it('is past where a whole page is', () => {
    expect(listIsPast(page('newestFirst', old, old), { ...OPEN, minTimestamp })).toBe(true);
    expect(listIsPast(page('oldestFirst', fresh, fresh), { ...OPEN, maxTimestamp })).toBe(true);
  });

  it.each<[string, Page, { minTimestamp: number | null; maxTimestamp: number | null }]>([
    ['an item pinned on top', page('newestFirst', old, fresh), { ...OPEN, minTimestamp }],
    ['an item without a date', page('newestFirst', old, dated(null)), { ...OPEN, minTimestamp }],
    ['an empty page', page('newestFirst'), { ...OPEN, minTimestamp }],
    ['a list in no order', page(undefined, old), { ...OPEN, minTimestamp }],
    ['the other bound', page('newestFirst', fresh), { ...OPEN, maxTimestamp }],
    ['the other order', page('oldestFirst', old), { ...OPEN, minTimestamp }],
    ['no bounds', page('newestFirst', old), OPEN],
  ])('is not for %s', (_name, given, bounds) => {
    expect(listIsPast(given, bounds)).toBe(false);
  });

  it('is not by words that may still mean a date within', () => {
    expect(listIsPast(page('newestFirst', relative('2023-01-02T00:00:00Z', 'year')), { ...OPEN, minTimestamp })).toBe(false);
    expect(listIsPast(page('newestFirst', relative('2022-12-31T00:00:00Z', 'year')), { ...OPEN, minTimestamp })).toBe(true);
    expect(listIsPast(page('oldestFirst', relative('2023-06-01T00:00:00Z', 'year')), { ...OPEN, maxTimestamp })).toBe(false);
  });
});
