import { expect, it } from 'vitest';
import { clockInZone, instantInZone } from '#core/platforms/myanimelist/time-zone.ts';

const PACIFIC = 'America/Los_Angeles';

it.each([
  ['winter', { year: 2023, month: 3, day: 5, hour: 4, minute: 12 }, PACIFIC, '2023-03-05T12:12:00.000Z'],
  ['summer', { year: 2023, month: 7, day: 5, hour: 23, minute: 12 }, PACIFIC, '2023-07-06T06:12:00.000Z'],
  ['the last hour before summer time', { year: 2023, month: 3, day: 12, hour: 1, minute: 59 }, PACIFIC, '2023-03-12T09:59:00.000Z'],
  ['the first hour of it', { year: 2023, month: 3, day: 12, hour: 3, minute: 0 }, PACIFIC, '2023-03-12T10:00:00.000Z'],
  ['midnight', { year: 2024, month: 1, day: 1, hour: 0, minute: 0 }, PACIFIC, '2024-01-01T08:00:00.000Z'],
  ['the day before the first', { year: 2024, month: 3, day: 0, hour: 12, minute: 0 }, PACIFIC, '2024-02-29T20:00:00.000Z'],
  ['half an hour off', { year: 2024, month: 1, day: 1, hour: 5, minute: 30 }, 'Asia/Kolkata', '2024-01-01T00:00:00.000Z'],
])('reads clocks: %s', (_what, clock, zone, instant) => {
  expect(instantInZone(clock, zone)).toBe(instant);
});

it('shows clocks', () => {
  const at = new Date('2024-01-01T08:05:30Z');
  expect(clockInZone(at, PACIFIC)).toEqual({ year: 2024, month: 1, day: 1, hour: 0, minute: 5 });
  expect(clockInZone(at, 'Asia/Tokyo')).toEqual({ year: 2024, month: 1, day: 1, hour: 17, minute: 5 });
});
