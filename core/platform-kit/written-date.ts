import type { DatePrecision } from '#core/contract/item.ts';
import { SITE_LANGUAGES, withPlainDigits } from '#core/platform-kit/languages.ts';

/** A day, or a month where the text names no day: midnight UTC of its first day. */
export interface WrittenDate {
  readonly createdAt: string;
  readonly createdAtPrecision: Extract<DatePrecision, 'day' | 'month'>;
}

const YEAR_FIRST = /^(\d{4})\D+(\d{1,2})(?:\D+(\d{1,2}))?\D*$/;
const YEAR_LAST = /^\D*?(\d{1,2})[./\-\s]+(\d{1,2})[./\-\s]+(\d{4})\D*$/;
/** Vietnamese numbers its months and says so: "2 tháng 7, 2025", "02 thg 7 2025", "tháng 7 năm 2025". */
const NUMBERED_MONTH = /^(?:ngày\s*)?(\d{1,2})?\s*(?:tháng|thg)\.?\s*(\d{1,2})(?:năm|[\s,/])+(\d{4})$/;
/** Names that sites write and Intl does not: Indonesian, Spanish of the Andes, German, Austrian, Italian, French without its marks. */
const OTHER_MONTHS: ReadonlyMap<string, number> = new Map([
  ['jänner', 1],
  ['mrz', 3],
  ['agt', 8],
  ['agst', 8],
  ['agus', 8],
  ['aout', 8],
  ['sett', 9],
  ['setiembre', 9],
  ['nop', 11],
]);
/** Longer than any date with its weekday and hour in any language. */
const LONGEST_DATE = 200;
/** Some abbreviations have points within. */
const WORDS = /[\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*/gu;
const BUDDHIST_YEARS = 543;
/** A year above it is counted by the Buddhist calendar. */
const LATEST_YEAR = 2400;

/**
 * A date as people write it, in any language that Intl knows: "Mar 2, 2024", "2. März 2024", "20.08.2025", "2024年3月2日", "março de 2024".
 * @param language of the page (BCP 47): decides the order of numbers, and words that mean different months in different languages
 * @returns null for any other text, also where the year has two digits
 */
export function readWrittenDate(text: string, language: string | null = null): WrittenDate | null {
  const given = text.trim();
  if (given.length > LONGEST_DATE) return null;
  const plain = withPlainDigits(given).trim().toLowerCase();
  const month = monthIn(plain, language);
  if (month !== null) return namedDate(plain, month);
  const numbered = NUMBERED_MONTH.exec(plain);
  if (numbered !== null) return dateOf(Number(numbered[3]), Number(numbered[2]), numbered[1] === undefined ? null : Number(numbered[1]));
  const yearFirst = YEAR_FIRST.exec(plain);
  if (yearFirst !== null)
    return dateOf(Number(yearFirst[1]), Number(yearFirst[2]), yearFirst[3] === undefined ? null : Number(yearFirst[3]));
  const yearLast = YEAR_LAST.exec(plain);
  if (yearLast === null) return null;
  const [one, two, year] = yearLast.slice(1).map(Number) as [number, number, number];
  const isMonthFirst = two > 12 || (one <= 12 && putsMonthFirst(language));
  return isMonthFirst ? dateOf(year, one, two) : dateOf(year, two, one);
}

function namedDate(plain: string, month: number): WrittenDate | null {
  const numbers = plain.match(/\d+/g) ?? [];
  const years = numbers.filter((digits) => digits.length === 4);
  const days = numbers.filter((digits) => digits.length <= 2);
  if (years.length !== 1 || days.length > 1 || numbers.length !== years.length + days.length) return null;
  return dateOf(Number(years[0]), month, days[0] === undefined ? null : Number(days[0]));
}

function dateOf(year: number, month: number, day: number | null): WrittenDate | null {
  const date = new Date(Date.UTC(year > LATEST_YEAR ? year - BUDDHIST_YEARS : year, month - 1, day ?? 1));
  if (month < 1 || date.getUTCMonth() !== month - 1) return null;
  return { createdAt: date.toISOString(), createdAtPrecision: day === null ? 'month' : 'day' };
}

/** The month that a word of the text names: by the page's language before all others. */
function monthIn(plain: string, language: string | null): number | null {
  const words = wordsOf(plain);
  for (const candidate of language === null ? SITE_LANGUAGES : [language, ...SITE_LANGUAGES]) {
    const months = monthsOf(candidate);
    for (const word of words) {
      const month = months.get(word);
      if (month !== undefined) return month;
    }
  }
  return words.map((word) => OTHER_MONTHS.get(word)).find((month) => month !== undefined) ?? null;
}

const known = new Map<string, ReadonlyMap<string, number>>();

/** Months by name in a language, whole and short, as they stand alone and beside a day. Languages that number their months have none. */
function monthsOf(language: string): ReadonlyMap<string, number> {
  const learned = known.get(language);
  if (learned !== undefined) return learned;
  const months = new Map<string, number>();
  if (isLanguage(language)) {
    for (const month of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { month, timeZone: 'UTC', ...(day ? { day } : {}) });
        for (let index = 0; index < 12; index += 1) addMonth(months, format, index);
      }
    }
  }
  known.set(language, months);
  return months;
}

function addMonth(months: Map<string, number>, format: Intl.DateTimeFormat, index: number): void {
  const name = format.formatToParts(Date.UTC(2024, index, 5)).find((part) => part.type === 'month')?.value ?? '';
  const words = wordsOf(withPlainDigits(name).toLowerCase());
  if (/\d/.test(name) || words.length !== 1 || words[0] === undefined) return;
  if (!months.has(words[0])) months.set(words[0], index + 1);
}

function wordsOf(text: string): string[] {
  return (text.match(WORDS) ?? []).map((word) => word.replaceAll('.', ''));
}

function putsMonthFirst(language: string | null): boolean {
  if (language === null || !isLanguage(language)) return false;
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'short' }).formatToParts(0).map((part) => part.type);
  return parts.indexOf('month') < parts.indexOf('day') && parts.indexOf('day') < parts.indexOf('year');
}

function isLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
