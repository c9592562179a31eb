import { describe, expect, it } from 'vitest';
import { secondsOfFlag } from '#core/surfaces/cli/date-flag.ts';

const seconds = (instant: string): number => Date.parse(instant) / 1000;

describe('a date of the command line', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00Z', '2026-01-31T23:59:59Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z', '2024-02-29T23:59:59Z'],
    ['2025-12-31', '2025-12-31T00:00:00Z', '2025-12-31T23:59:59Z'],
    ['2026-02', '2026-02-01T00:00:00Z', '2026-02-28T23:59:59Z'],
    ['2026-12', '2026-12-01T00:00:00Z', '2026-12-31T23:59:59Z'],
    ['2026', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z'],
    ['2026-01-31T18:30Z', '2026-01-31T18:30:00Z', '2026-01-31T18:30:00Z'],
    ['2026-01-31 18:30:15', '2026-01-31T18:30:15Z', '2026-01-31T18:30:15Z'],
    ['2026-01-31T18:30:15.900+02:00', '2026-01-31T16:30:15Z', '2026-01-31T16:30:15Z'],
    ['1769904000', '2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    [' 2026 ', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z'],
  ])('%s', (text, from, until) => {
    expect(secondsOfFlag('--min-date', text, 'from')).toBe(seconds(from));
    expect(secondsOfFlag('--max-date', text, 'until')).toBe(seconds(until));
  });

  it.each(['', 'yesterday', '31.01.2026', '01/02/2026', '2026-13', '2026-02-30', '2026-1-1', '12345', '2026-01-31T25:00Z', '-5'])(
    'refuses "%s"',
    (text) => {
      expect(() => secondsOfFlag('--min-date', text, 'from')).toThrow(/^--min-date is ".*"; give a date/);
    },
  );
});
