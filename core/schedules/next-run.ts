import { Cron } from 'croner';
import type { ScheduleFrequency } from '#core/contract/schedule.ts';

const CRON_FIELDS = 5;
/** Months have no more days than this for certain; later days mean the last one. */
const DAYS_OF_EVERY_MONTH = 28;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** Due times that are counted of one span, so that a long sleep holds nothing up: some 0.1 ms each. */
const MOST_COUNTED = 1_000;

/** When a schedule is due. */
export interface Timing {
  readonly frequency: ScheduleFrequency;
  /** Null unless `frequency` is custom. */
  readonly cron: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** Milliseconds since 1970: hourly, daily, weekly and monthly runs keep its minute, time, weekday or day in `timezone`. */
  readonly anchorAtMs: number;
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** True for five fields that come true at some time. */
export function isCron(cron: string): boolean {
  if (cron.trim().split(/\s+/).length !== CRON_FIELDS) return false;
  try {
    return new Cron(cron.trim(), { timezone: 'UTC', paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/**
 * The first due time after that instant, in milliseconds since 1970.
 *
 * Where clocks go forward, a run at a time that is left out comes when the clock jumps; where they go back, a run at a fixed
 * time comes once, at the first of the two, and one of every hour or every few minutes at both.
 * @throws Error where the cron expression never comes true again
 */
export function nextRunAfter(timing: Timing, afterMs: number): number {
  const next = cronOf(timing).nextRun(new Date(afterMs));
  if (next === null) throw new Error(`No run of "${timing.cron}" comes after ${new Date(afterMs).toISOString()}.`);
  return next.getTime();
}

/** The due times from `firstMs`, one itself, to `untilMs`: how many (up to 1,000 are counted), and the last one. */
export function dueTimes(timing: Timing, firstMs: number, untilMs: number): { readonly count: number; readonly lastMs: number } {
  const cron = cronOf(timing);
  let count = 1;
  let lastMs = firstMs;
  while (count < MOST_COUNTED) {
    const nextMs = cron.nextRun(new Date(lastMs))?.getTime();
    if (nextMs === undefined || nextMs > untilMs) break;
    count += 1;
    lastMs = nextMs;
  }
  return { count, lastMs };
}

function cronOf(timing: Timing): Cron {
  return new Cron(timing.cron?.trim() ?? cronOfFrequency(timing), { timezone: timing.timezone, paused: true });
}

function cronOfFrequency({ frequency, timezone, anchorAtMs }: Timing): string {
  const { minute, hour, day, weekday } = localParts(anchorAtMs, timezone);
  switch (frequency) {
    case 'hourly':
      return `${minute} * * * *`;
    case 'weekly':
      return `${minute} ${hour} * * ${weekday}`;
    case 'monthly':
      return `${minute} ${hour} ${day > DAYS_OF_EVERY_MONTH ? 'L' : day} * *`;
    default:
      return `${minute} ${hour} * * *`;
  }
}

function localParts(ms: number, timeZone: string): { minute: number; hour: number; day: number; weekday: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  return { minute: number('minute'), hour: number('hour'), day: number('day'), weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') };
}
