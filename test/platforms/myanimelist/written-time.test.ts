import { expect, it } from 'vitest';
import { readWrittenTime } from '#core/platforms/myanimelist/written-time.ts';

/** 17:30 of January 2 in the site's zone. */
const SEEN = new Date('2026-01-03T01:30:00Z');

it.each([
  ['Mar 5, 2023 4:12 AM', '2023-03-05T12:12:00.000Z', 'minute'],
  ['Jul 5, 2023 12:05 PM', '2023-07-05T19:05:00.000Z', 'minute'],
  ['Jul 5, 2023, 12:05 AM', '2023-07-05T07:05:00.000Z', 'minute'],
  ['Jan 1, 4:12 AM', '2026-01-01T12:12:00.000Z', 'minute'],
  ['Dec 30, 4:12 AM', '2025-12-30T12:12:00.000Z', 'minute'],
  ['Today, 4:12 AM', '2026-01-02T12:12:00.000Z', 'minute'],
  ['Yesterday, 11:12 PM', '2026-01-02T07:12:00.000Z', 'minute'],
  ['Mar 5, 2023', '2023-03-05T00:00:00.000Z', 'day'],
  ['2 hours ago', '2026-01-02T23:30:00.000Z', 'hour'],
  ['23 min. ago', '2026-01-03T01:07:00.000Z', 'minute'],
])('%s', (words, createdAt, createdAtPrecision) => {
  const relativeTime = words.endsWith('ago') ? words : null;
  expect(readWrittenTime(` ${words} `, SEEN, '.update_at')).toEqual({ createdAt, createdAtPrecision, relativeTime });
});

it.each(['', 'soon', 'some day 4:12 AM'])('names the place of "%s"', (words) => {
  expect(() => readWrittenTime(words, SEEN, '.update_at')).toThrow(expect.objectContaining({ path: '.update_at' }));
});
