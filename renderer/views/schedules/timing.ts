import type { Output } from '#renderer/client/call.ts';
import type { Words } from '#renderer/messages/use-messages.ts';

export type Schedule = Output<'schedules.get'>;
export type Pace = Schedule['frequency'];

/** When a schedule runs, as people say it. What the pace does not need stays as it was. */
export interface Timing {
  readonly pace: Pace;
  /** `HH:MM`; of an hourly one the minutes alone count. */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Of the month. The 29th to the 31st mean the last one. */
  readonly day: number;
  readonly cron: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Days of a month that every month has. */
const DAYS_OF_EVERY_MONTH = 28;
/** January 2026: it has 31 days, the 4th is a Sunday, and no clock of the world is changed in it. */
const YEAR = 2026;
const FIRST_SUNDAY = 4;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MINUTE_MS = 60_000;

export function timingOf({ frequency, cron, timezone, anchorAt }: Pick<Schedule, 'frequency' | 'cron' | 'timezone' | 'anchorAt'>): Timing {
  const { day, weekday, time } = partsAt(Date.parse(anchorAt), timezone);
  return { pace: frequency, cron: cron ?? '', timezone, day, weekday, time };
}

/** The time, weekday and day of an instant in a time zone. */
export function partsAt(ms: number, timeZone: string): Pick<Timing, 'day' | 'weekday' | 'time'> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return {
    day: Number(parts.get('day')),
    weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    time: `${parts.get('hour') ?? '00'}:${parts.get('minute') ?? '00'}`,
  };
}

/** An instant that has the minute, time, weekday or day of the timing, in ISO 8601. */
export function anchorOf({ pace, time, weekday, day, timezone }: Timing): string {
  const date = pace === 'monthly' ? day : FIRST_SUNDAY + weekday;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const wanted = Date.UTC(YEAR, 0, date, hour, minute);
  return new Date(wanted - offsetMs(wanted, timezone)).toISOString();
}

/** How far the clocks of a time zone are before UTC. */
function offsetMs(ms: number, timeZone: string): number {
  const { year, month, day, hour, minute } = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute) - ms) / MINUTE_MS) * MINUTE_MS;
}

export function weekdayName(weekday: number, { language }: Pick<Words, 'language'>): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(YEAR, 0, FIRST_SUNDAY + weekday));
}

/** Such as "Every Monday at 09:30". The time zone is not said. */
export function inWords(timing: Timing, words: Words): string {
  const [hour = 0, minute = 0] = timing.time.split(':').map(Number);
  const clock = new Intl.DateTimeFormat(words.language, { timeStyle: 'short', timeZone: 'UTC' });
  const time = clock.format(Date.UTC(YEAR, 0, 1, hour, minute));
  switch (timing.pace) {
    case 'hourly':
      return words.text('schedules.at.hourly', { minute });
    case 'weekly':
      return words.text('schedules.at.weekly', { weekday: weekdayName(timing.weekday, words), time });
    case 'monthly':
      return timing.day > DAYS_OF_EVERY_MONTH
        ? words.text('schedules.at.lastDay', { time })
        : words.text('schedules.at.monthly', { day: timing.day, time });
    case 'custom':
      return words.text('schedules.at.custom', { cron: timing.cron });
    default:
      return words.text('schedules.at.daily', { time });
  }
}
