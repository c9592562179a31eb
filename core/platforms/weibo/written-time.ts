// Times as Weibo writes them for people: in Beijing time, near ones without a year or relative to now.
import type { DatePrecision } from '#core/contract/item.ts';
import { isoFromMs, isoFromText } from '#core/platform-kit/dates.ts';

interface WrittenTime {
  readonly createdAt: string | null;
  readonly createdAtPrecision: DatePrecision | null;
  /** The words, where they are relative. */
  readonly relativeTime: string | null;
  /** What follows the time: the program that it was sent with, or the place. */
  readonly rest: string | null;
}

interface Reading {
  readonly ms: number;
  readonly precision: DatePrecision;
  readonly isRelative?: true;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BEIJING_MS = 8 * HOUR_MS;
const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2}))?';
const NOTHING: WrittenTime = { createdAt: null, createdAtPrecision: null, relativeTime: null, rest: null };
const DAYS_BACK: Readonly<Record<string, number>> = { 今天: 0, 昨天: 1, 前天: 2 };

/** The forms, each at the start of a text. `now`: the moment of the answer, ms. */
const FORMS: readonly { readonly form: RegExp; readonly read: (parts: readonly string[], now: number) => Reading }[] = [
  {
    form: new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:\\s+${CLOCK})?`),
    read: ([year, month, day, ...clock]) => ({
      ms: beijing(Number(year), Number(month), Number(day), clock),
      precision: precisionOf(clock),
    }),
  },
  {
    form: new RegExp(`^(\\d{1,2})(?:月|-)(\\d{1,2})日?(?:\\s+${CLOCK})?`),
    read: ([month, day, ...clock], now) => ({ ms: inThisYear(Number(month), Number(day), clock, now), precision: precisionOf(clock) }),
  },
  {
    form: new RegExp(`^(今天|昨天|前天)\\s*${CLOCK}`),
    read: ([word = '', ...clock], now) => {
      const day = new Date(now + BEIJING_MS - (DAYS_BACK[word] ?? 0) * DAY_MS);
      return {
        ms: beijing(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate(), clock),
        precision: precisionOf(clock),
        isRelative: true,
      };
    },
  },
  { form: /^(\d+)\s*秒(?:钟)?前/, read: ([amount], now) => ({ ms: now - Number(amount) * 1000, precision: 'minute', isRelative: true }) },
  { form: /^(\d+)\s*分钟前/, read: ([amount], now) => ({ ms: now - Number(amount) * MINUTE_MS, precision: 'minute', isRelative: true }) },
  { form: /^(\d+)\s*小时前/, read: ([amount], now) => ({ ms: now - Number(amount) * HOUR_MS, precision: 'hour', isRelative: true }) },
  { form: /^刚刚/, read: (_, now) => ({ ms: now, precision: 'minute', isRelative: true }) },
];

/** A time as it stands before a program or a place; English ones with an offset are those of the JSON answers. Nothing is made up for others. */
export function readWrittenTime(text: string, now: Date): WrittenTime {
  const words = text.replace(/\u00a0/g, ' ').trim();
  for (const { form, read } of FORMS) {
    const match = form.exec(words);
    if (match === null) continue;
    const { ms, precision, isRelative } = read(match.slice(1), now.getTime());
    const rest = words.slice(match[0].length).trim();
    return {
      createdAt: isoFromMs(ms),
      createdAtPrecision: precision,
      relativeTime: isRelative ? match[0] : null,
      rest: rest === '' ? null : rest,
    };
  }
  const createdAt = /^[A-Z][a-z]{2} /.test(words) ? isoFromText(words) : null;
  return createdAt === null ? NOTHING : { ...NOTHING, createdAt, createdAtPrecision: 'second' };
}

/** When an answer was made: by its own clock where it says so. */
export function momentOf({ headers, fetchedAt }: { readonly headers: Readonly<Record<string, string>>; readonly fetchedAt: Date }): Date {
  const stated = new Date(headers['date'] ?? '');
  return Number.isNaN(stated.getTime()) ? fetchedAt : stated;
}

/** The year is that of the answer in Beijing, or the one before where that would lie ahead. */
function inThisYear(month: number, day: number, clock: readonly string[], now: number): number {
  const year = new Date(now + BEIJING_MS).getUTCFullYear();
  const ms = beijing(year, month, day, clock);
  return ms > now + DAY_MS ? beijing(year - 1, month, day, clock) : ms;
}

function beijing(
  year: number,
  month: number,
  day: number,
  [hour = '0', minute = '0', second = '0']: readonly (string | undefined)[],
): number {
  return Date.UTC(year, month - 1, day, Number(hour), Number(minute), Number(second)) - BEIJING_MS;
}

function precisionOf([hour, , second]: readonly (string | undefined)[]): DatePrecision {
  if (hour === undefined) return 'day';
  return second === undefined ? 'minute' : 'second';
}
