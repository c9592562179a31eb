import type { DatePrecision } from '#core/contract/item.ts';
import { SITE_LANGUAGES, withPlainDigits } from '#core/platform-kit/languages.ts';

/** An instant estimated from words such as "4 years ago". */
interface EstimatedInstant {
  /** The latest instant that the words allow, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly createdAtPrecision: DatePrecision;
  /** How far before `createdAt` the instant may lie: one unit of the words, in milliseconds. */
  readonly spanMs: number;
}

interface Age {
  readonly amount: number;
  readonly unit: DatePrecision;
}

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const satisfies readonly DatePrecision[];
const ENGLISH = /^(\d+|an?) (second|minute|hour|day|week|month|year)s? ago$/i;
/** Plural forms of all languages show at one of these amounts. */
const AMOUNTS = [1, 2, 3, 5, 6, 10, 11, 20, 21, 100];
const UNIT_MS: Readonly<Record<DatePrecision, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 31 * 86_400_000,
  year: 366 * 86_400_000,
};
const CLOSING = /[)）]/;
/** Longer than any age in any language. */
const LONGEST_WORDS = 120;

/** "4 years ago (edited)" as "4 years ago" and true: in every language a last part in brackets is the edit mark. */
export function splitEditMark(text: string): { readonly words: string; readonly isEdited: boolean } {
  const whole = text.trim();
  const start = Math.max(whole.lastIndexOf('('), whole.lastIndexOf('（'));
  const mark = start < 0 ? '' : whole.slice(start);
  const isEdited = mark !== '' && mark.search(CLOSING) === mark.length - 1;
  return { words: isEdited ? whole.slice(0, start).trimEnd() : whole, isEdited };
}

/**
 * When something happened that was `words` old at `seenAt`, in any language that Intl can say it in.
 * Null where the words are of no known form.
 */
export function estimateInstant(words: string, seenAt: Date): EstimatedInstant | null {
  const age = words.length > LONGEST_WORDS ? null : readAge(words);
  if (age === null) return null;
  const instant = before(seenAt, age);
  // Older than a date can say.
  if (Number.isNaN(instant.getTime())) return null;
  return { createdAt: instant.toISOString(), createdAtPrecision: age.unit, spanMs: UNIT_MS[age.unit] };
}

function readAge(words: string): Age | null {
  const english = ENGLISH.exec(words);
  if (english !== null)
    return { amount: /^a/i.test(english[1] ?? '') ? 1 : Number(english[1]), unit: english[2]?.toLowerCase() as DatePrecision };
  const plain = withPlainDigits(words);
  const amount = /\d+/.exec(plain)?.[0];
  const shape = shapeOf(plain);
  for (const language of SITE_LANGUAGES) {
    const known = shapesOf(language).get(shape);
    if (known !== undefined) return { unit: known.unit, amount: amount === undefined ? known.amount : Number(amount) };
  }
  return null;
}

/** Months and years go by the calendar; a day that the earlier month lacks becomes its last. */
function before(seenAt: Date, { amount, unit }: Age): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(seenAt.getTime() - amount * UNIT_MS[unit]);
  const months = unit === 'year' ? amount * 12 : amount;
  const date = new Date(seenAt);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(seenAt.getUTCDate(), lastDay));
  return date;
}

/** The words without blanks, points and letter case, with # for the number. */
function shapeOf(words: string): string {
  return words.replace(/[\s.]/g, '').replace(/\d+/, '#').toLowerCase();
}

const shapes = new Map<string, ReadonlyMap<string, Age>>();

/** How Intl says each age in a language; learned when a text of that language may have been met. */
function shapesOf(language: string): ReadonlyMap<string, Age> {
  const known = shapes.get(language);
  if (known !== undefined) return known;
  const made = new Map<string, Age>();
  for (const style of ['long', 'short', 'narrow'] as const) {
    const format = new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { style, numeric: 'always' });
    for (const unit of UNITS) {
      for (const amount of AMOUNTS) {
        const shape = shapeOf(withPlainDigits(format.format(-amount, unit)));
        if (!made.has(shape)) made.set(shape, { unit, amount });
      }
    }
  }
  shapes.set(language, made);
  return made;
}
