import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialOf } from '#core/writers/xlsx/cells.ts';

const MS_PER_DAY = 86_400_000;
const EPOCH_SERIAL = 25_569;

test('a date is written so that its millisecond reads back, and never falls short of its second', () => {
  const instant = fc.date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, (date) => {
      const ms = (Number(serialOf(date.toISOString())) - EPOCH_SERIAL) * MS_PER_DAY;
      expect(Math.round(ms)).toBe(date.getTime());
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['2024-05-06T00:00:00Z', '45418'],
  ['2024-05-06', '45418'],
  ['2024-05-06T12:00:00.000Z', '45418.500000000'],
  ['2024-05-06T12:00:00+12:00', '45418'],
  ['1969-12-31T23:59:59Z', '25568.999988426'],
  ['1900-02-28T00:00:00Z', null],
  ['2024-05-06T12:00:00', null],
  ['2024-02-30T99:00:00Z', null],
  ['', null],
])('%s is %s', (iso, serial) => {
  expect(serialOf(iso)).toBe(serial);
});
