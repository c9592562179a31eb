import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueTimes, isCron, isTimeZone, nextRunAfter, type Timing } from '#core/schedules/next-run.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const LORD_HOWE = 'Australia/Lord_Howe';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The runs after an instant, as `MM-DD HH:MM` in UTC. */
function runs(timing: Timing, after: string, count: number): string[] {
  const found: string[] = [];
  let ms = Date.parse(after);
  while (found.length < count) {
    ms = nextRunAfter(timing, ms);
    found.push(new Date(ms).toISOString().slice(5, 16).replace('T', ' '));
  }
  return found;
}

const cron = (expression: string, timezone: string): Timing => ({ frequency: 'custom', cron: expression, timezone, anchorAtMs: 0 });
const every = (frequency: Exclude<Timing['frequency'], 'custom'>, timezone: string, anchor: string): Timing => ({
  frequency,
  cron: null,
  timezone,
  anchorAtMs: Date.parse(anchor),
});

describe('a fixed time of day', () => {
  it.each([
    // Clocks go forward over it: it runs when they jump.
    ['30 2 * * *', BERLIN, '2026-03-27T12:00Z', ['03-28 01:30', '03-29 01:00', '03-30 00:30']],
    ['30 2 * * *', NEW_YORK, '2026-03-07T00:00Z', ['03-07 07:30', '03-08 07:00', '03-09 06:30']],
    ['15 2 * * *', LORD_HOWE, '2026-10-02T00:00Z', ['10-02 15:45', '10-03 15:30', '10-04 15:15']],
    // They go back over it: once, at the first of the two.
    ['30 2 * * *', BERLIN, '2026-10-23T12:00Z', ['10-24 00:30', '10-25 00:30', '10-26 01:30']],
    ['30 1 * * *', NEW_YORK, '2026-10-31T00:00Z', ['10-31 05:30', '11-01 05:30', '11-02 06:30']],
    ['45 1 * * *', LORD_HOWE, '2026-04-03T00:00Z', ['04-03 14:45', '04-04 14:45', '04-05 15:15']],
    // They change beside it: it stays at its local time.
    ['0 9 * * *', BERLIN, '2026-03-28T00:00Z', ['03-28 08:00', '03-29 07:00', '03-30 07:00']],
    ['0 9 * * *', NEW_YORK, '2026-10-31T00:00Z', ['10-31 13:00', '11-01 14:00', '11-02 14:00']],
    ['0 9 * * *', LORD_HOWE, '2026-04-03T00:00Z', ['04-03 22:00', '04-04 22:30', '04-05 22:30']],
  ])('%s in %s comes once a day after %s', (expression, zone, after, expected) => {
    expect(runs(cron(expression, zone), after, expected.length)).toEqual(expected);
  });

  it('comes exactly once on every local day of four years, in all three zones', () => {
    for (const zone of [BERLIN, NEW_YORK, LORD_HOWE]) {
      const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      for (const expression of ['15 2 * * *', '45 1 * * *', '30 2 * * *']) {
        const timing = cron(expression, zone);
        const days: string[] = [];
        for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2030, 0, 1);) {
          ms = nextRunAfter(timing, ms);
          days.push(dayOf.format(ms));
        }
        expect(new Set(days).size, `${expression} ${zone}`).toBe(days.length);
        expect(days.length).toBe(Math.round((Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / DAY_MS) + 1);
      }
    }
  });
});

describe('every hour', () => {
  it.each([
    [BERLIN, '2026-03-28T23:30Z', ['03-29 00:00', '03-29 01:00', '03-29 02:00']],
    [BERLIN, '2026-10-24T23:30Z', ['10-25 00:00', '10-25 01:00', '10-25 02:00']],
    [NEW_YORK, '2026-03-08T05:30Z', ['03-08 06:00', '03-08 07:00', '03-08 08:00']],
    [NEW_YORK, '2026-11-01T04:30Z', ['11-01 05:00', '11-01 06:00', '11-01 07:00']],
    // Half an hour is left out, and comes twice: the full hours of the clock on the wall.
    [LORD_HOWE, '2026-10-03T13:40Z', ['10-03 14:30', '10-03 16:00', '10-03 17:00']],
    [LORD_HOWE, '2026-04-04T13:30Z', ['04-04 14:00', '04-04 15:30', '04-04 16:30']],
  ])('in %s after %s', (zone, after, expected) => {
    expect(runs(cron('0 * * * *', zone), after, expected.length)).toEqual(expected);
  });
});

describe('frequencies', () => {
  it('keep the local time, weekday and day of their beginning', () => {
    expect(runs(every('hourly', 'Asia/Kolkata', '2026-03-01T09:47:12Z'), '2026-03-01T09:47:12Z', 2)).toEqual([
      '03-01 10:47',
      '03-01 11:47',
    ]);
    expect(runs(every('daily', BERLIN, '2026-03-27T09:15Z'), '2026-03-27T09:15Z', 3)).toEqual([
      '03-28 09:15',
      '03-29 08:15',
      '03-30 08:15',
    ]);
    // Saturday evening in UTC is Sunday on Lord Howe.
    expect(runs(every('weekly', LORD_HOWE, '2026-03-28T20:00Z'), '2026-03-28T20:00Z', 2)).toEqual(['04-04 20:30', '04-11 20:30']);
    expect(runs(every('monthly', NEW_YORK, '2026-01-15T17:00Z'), '2026-01-15T17:00Z', 3)).toEqual([
      '02-15 17:00',
      '03-15 16:00',
      '04-15 16:00',
    ]);
  });

  it('run on the last day of the month where they began on a day that not all months have', () => {
    expect(runs(every('monthly', 'UTC', '2027-12-31T08:00Z'), '2027-12-31T08:00Z', 4)).toEqual([
      '01-31 08:00',
      '02-29 08:00',
      '03-31 08:00',
      '04-30 08:00',
    ]);
  });
});

describe('the next run', () => {
  it('is always later, on a full minute, and the first one', () => {
    const zone = fc.constantFrom('UTC', BERLIN, NEW_YORK, LORD_HOWE, 'Asia/Kathmandu');
    const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
    const expression = fc.constantFrom('*/7 * * * *', '0 * * * *', '5 4 * * *', '0 0 1 * *', '30 2 * * 0', '15,45 1-3 * * *');
    fc.assert(
      fc.property(expression, zone, instant, fc.double({ min: 0, max: 1, noNaN: true }), (text, timezone, afterMs, share) => {
        const timing = cron(text, timezone);
        const nextMs = nextRunAfter(timing, afterMs);
        expect(nextMs).toBeGreaterThan(afterMs);
        expect(nextMs % MINUTE_MS).toBe(0);
        const between = afterMs + Math.floor(share * (nextMs - 1 - afterMs));
        expect(nextRunAfter(timing, between)).toBe(nextMs);
      }),
      { numRuns: 300 },
    );
  });

  it('is counted over a span, up to a thousand', () => {
    const minutely = cron('* * * * *', 'UTC');
    expect(dueTimes(minutely, 0, 0)).toEqual({ count: 1, lastMs: 0 });
    expect(dueTimes(minutely, 0, 10 * MINUTE_MS)).toEqual({ count: 11, lastMs: 10 * MINUTE_MS });
    expect(dueTimes(minutely, 0, 5 * DAY_MS).count).toBe(1_000);
    const daily = cron('30 2 * * *', BERLIN);
    expect(dueTimes(daily, Date.parse('2026-03-28T01:30Z'), Date.parse('2026-04-07T00:00Z')).count).toBe(10);
  });
});

describe('what is accepted', () => {
  it.each(['* * * * *', '30 9 * * 1', ' 0 0 1,15 * * ', '*/5 8-18 * * mon-fri', '0 0 29 2 *', '0 0 L * *'])('cron "%s"', (text) => {
    expect(isCron(text)).toBe(true);
  });
  it.each([
    '',
    '@daily',
    '* * * *',
    '0 * * * * *',
    '60 * * * *',
    '0 24 * * *',
    '0 0 30 2 *',
    '0 0 0 * *',
    '* * * * 8',
    'a b c d e',
    '*/0 * * * *',
  ])('not cron "%s"', (text) => {
    expect(isCron(text)).toBe(false);
  });
  it('time zones by their names', () => {
    for (const zone of ['UTC', BERLIN, NEW_YORK, LORD_HOWE]) expect(isTimeZone(zone)).toBe(true);
    for (const zone of ['', 'Berlin', 'Mars/Olympus', 'Europe/ Berlin']) expect(isTimeZone(zone)).toBe(false);
  });
});
