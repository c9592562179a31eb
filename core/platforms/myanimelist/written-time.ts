import { PlatformChanged } from '#core/contract/error.ts';
import type { DatePrecision } from '#core/contract/item.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { type ClockTime, clockInZone, instantInZone } from '#core/platforms/myanimelist/time-zone.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

interface WrittenTime {
  readonly createdAt: string;
  readonly createdAtPrecision: DatePrecision;
  readonly relativeTime: string | null;
}

/** The site's own zone, which visitors without a login are shown. */
const ZONE = 'America/Los_Angeles';
/** "Mar 5, 2023 4:12 AM", "Mar 5, 4:12 AM", "Yesterday, 4:12 AM". */
const CLOCK = /^(?:(.*[^\s,]),?)?\s+(\d{1,2}):(\d{2})\s*([AP])M$/i;
const DAYS_BACK: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };
const AGE = /\bago$/i;
const HAS_YEAR = /\b\d{4}$/;

/**
 * When a review was written: `shown` is what people read, `title` what stands behind it. That is the time of day alone beside a date that
 * shows, or all of it. A day without a time stays the day that the site shows.
 * @throws PlatformChanged at `at` for words of another form
 */
export function readWrittenTime(shown: string, title: string | null, seenAt: Date, at: string): WrittenTime {
  const wordings = title === null ? [shown] : [`${shown.trim()} ${title}`, title, shown];
  for (const words of wordings) {
    const time = timeIn(words.trim(), seenAt);
    if (time !== null) return time;
  }
  throw new PlatformChanged(at);
}

function timeIn(said: string, seenAt: Date): WrittenTime | null {
  const age = AGE.test(said) ? estimateInstant(withoutBrevity(said), seenAt) : null;
  if (age !== null) return { createdAt: age.createdAt, createdAtPrecision: age.createdAtPrecision, relativeTime: said };
  const [, dated = said, hour, minute, half = ''] = CLOCK.exec(said) ?? [];
  const date = AGE.test(dated) ? null : dayOf(dated, clockInZone(seenAt, ZONE));
  if (date === null) return null;
  if (hour === undefined) {
    const createdAt = new Date(Date.UTC(date.year, date.month - 1, date.day)).toISOString();
    return { createdAt, createdAtPrecision: 'day', relativeTime: null };
  }
  const clock = { ...date, hour: (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0), minute: Number(minute) };
  return { createdAt: instantInZone(clock, ZONE), createdAtPrecision: 'minute', relativeTime: null };
}

/** Without a year it is one of the past twelve months. */
function dayOf(words: string, now: ClockTime): Pick<ClockTime, 'year' | 'month' | 'day'> | null {
  const back = DAYS_BACK[words.toLowerCase()];
  if (back !== undefined) return { year: now.year, month: now.month, day: now.day - back };
  const hasYear = HAS_YEAR.test(words);
  const written = readWrittenDate(hasYear ? words : `${words}, ${now.year}`, 'en');
  if (written === null) return null;
  const date = new Date(written.createdAt);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const isAhead = !hasYear && (month > now.month || (month === now.month && day > now.day));
  return { year: isAhead ? year - 1 : year, month, day };
}

/** "23 min. ago" as "23 minutes ago". */
function withoutBrevity(words: string): string {
  return words.replace(/\b(min|sec|hr)s?\.?(?= ago$)/i, (unit) => (/^m/i.test(unit) ? 'minutes' : /^s/i.test(unit) ? 'seconds' : 'hours'));
}
