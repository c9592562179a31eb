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
  ['Dec 30', '2025-12-30T00:00:00.000Z', 'day'],
  ['Yesterday', '2026-01-01T00:00:00.000Z', 'day'],
  ['2 hours ago', '2026-01-02T23:30:00.000Z', 'hour'],
  ['23 min. ago', '2026-01-03T01:07:00.000Z', 'minute'],
])('%s', (words, createdAt, createdAtPrecision) => {
  const relativeTime = words.endsWith('ago') ? words : null;
  expect(readWrittenTime(` ${words} `, null, SEEN, '.update_at')).toEqual({ createdAt, createdAtPrecision, relativeTime });
});

it.each([
  ['Aug 24, 2008', '5:46 AM', '2008-08-24T12:46:00.000Z', 'minute'],
  ['Today', '4:12 AM', '2026-01-02T12:12:00.000Z', 'minute'],
  ['Dec 30', '4:12 AM', '2025-12-30T12:12:00.000Z', 'minute'],
  ['Dec 30', 'Dec 30, 2024 4:12 AM', '2024-12-30T12:12:00.000Z', 'minute'],
  ['2 hours ago', 'Jan 2, 2026 3:30 PM', '2026-01-02T23:30:00.000Z', 'minute'],
  ['Yesterday, 11:12 PM', 'soon', '2026-01-02T07:12:00.000Z', 'minute'],
])('%s, titled %s', (shown, title, createdAt, createdAtPrecision) => {
  expect(readWrittenTime(shown, title, SEEN, '.update_at')).toEqual({ createdAt, createdAtPrecision, relativeTime: null });
});

it('takes words alone where the title has the time of day alone', () => {
  expect(readWrittenTime('2 hours ago', '3:30 PM', SEEN, '.update_at')).toEqual({
    createdAt: '2026-01-02T23:30:00.000Z',
    createdAtPrecision: 'hour',
    relativeTime: '2 hours ago',
  });
});

it.each(['', 'soon', 'some day 4:12 AM', '4:12 AM', 'a while ago'])('names the place of "%s"', (words) => {
  expect(() => readWrittenTime(words, null, SEEN, '.update_at')).toThrow(expect.objectContaining({ path: '.update_at' }));
});
