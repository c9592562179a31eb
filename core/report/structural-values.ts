// Values that tell nothing of anybody and that parsers test by pattern: they stay as they are wherever they stand.
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

const LONGEST = 60;
const NUMBER = /^[-+]?(?:\d{1,3}(?:[.,\u00a0\u202f' ]\d{3})+(?:[.,]\d+)?|\d*[.,]?\d+)\s*(?:%|[KMBkmb]|Mio|Mrd|[万亿萬億천만])?$/;
/** Of a number without separators: more digits are those of an account. */
const LONGEST_COUNT = 6;
const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s*(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/;
const DIGITS_DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2})(?:,?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*[AaPp][Mm])?)?$/;
const DURATION = /^(?:P(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?|\d{1,3}(?::\d\d){1,2})$/;
/** RFC 5322, and the order of X. */
const WEEKDAY_FIRST =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{2} \d{1,2}) \d\d:\d\d:\d\d(?: [+-]\d{4}| GMT)?(?: \d{4})?$/;
const MEDIA_TYPE = /^(?:application|audio|font|image|multipart|text|video)\/[a-z0-9.+-]{2,50}(?:;\s*charset="?[\w-]{1,20}"?)?$/i;
const LANGUAGE = /^[a-z]{2}(?:[-_](?:[A-Z]{2}|[A-Z][a-z]{3}))?$/;
const WORD_OF_JSON = /^(?:true|false|null|undefined|yes|no|none)$/i;
const DIGITS = /^\d+$/;
/** 2001 to 2065, in seconds or milliseconds. */
const TIMESTAMP = /^(?:1\d|2\d)\d{8}(?:\d{3})?$/;
const FINE_TIMESTAMP = /^1\d{15}$/;

/** True for dates, times, ages, counts, media types, languages and the words of JSON. */
export function isStructural(text: string): boolean {
  if (text.length > LONGEST) return false;
  if (NUMBER.test(text)) return !DIGITS.test(text) || text.length < LONGEST_COUNT;
  const known = [INSTANT, DIGITS_DATE, DURATION, WEEKDAY_FIRST, MEDIA_TYPE, LANGUAGE, WORD_OF_JSON];
  return known.some((pattern) => pattern.test(text)) || isDateInWords(text);
}

/** True where digits may be an instant. */
export function isTimestamp(digits: string): boolean {
  return TIMESTAMP.test(digits);
}

/** As `isTimestamp`, of a field that says so: in microseconds too. */
export function isStatedTimestamp(digits: string): boolean {
  return TIMESTAMP.test(digits) || FINE_TIMESTAMP.test(digits);
}

/** A date needs a number; what stands in brackets behind it is the mark of an edit. */
function isDateInWords(text: string): boolean {
  const words = text.replace(/\s*[(（][^()（）]{1,20}[)）]$/, '').trim();
  if (!/[\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]|^an? |yesterday|now/i.test(words) || words.split(/\s+/).length > 6) return false;
  const written = readWrittenDate(words);
  return estimateInstant(words, new Date(0)) !== null || (written !== null && isNothingElse(words));
}

/** Of what a date is told with, besides its month, little is left. */
function isNothingElse(words: string): boolean {
  return (words.match(/\p{L}+/gu) ?? []).length <= 3;
}
