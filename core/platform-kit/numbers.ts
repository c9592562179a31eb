import { SITE_LANGUAGES, withPlainDigits } from '#core/platform-kit/languages.ts';

/** A count as a site writes it. `approximate`: it was abbreviated ("1.2K"). */
export interface Count {
  readonly value: number;
  readonly approximate: boolean;
}

/** Abbreviations in lower case without points. They win where a language of Intl means something else by the same word. */
const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ...words(1e3, ['k', 'tsd', 'mil', 'tys', 'тыс', 'тис', 'rb', '천', '千', 'thousand']),
  ...words(1e4, ['万', '萬', '만']),
  ...words(1e5, ['lakh', 'lakhs', 'lac']),
  ...words(1e6, ['m', 'mio', 'mi', 'mln', 'mn', 'млн', 'jt', 'tr', 'million']),
  ...words(1e7, ['crore', 'crores', 'cr']),
  ...words(1e8, ['億', '亿', '억']),
  ...words(1e9, ['b', 'bn', 'mrd', 'md', 'mld', 'mlrd', 'bi', 'млрд', 'billion']),
]);

const SEPARATORS = ".,'’٫٬\\s";
const IN_SENTENCE = new RegExp(`\\d(?:[${SEPARATORS}]*\\d)*`, 'gu');
const NEXT_WORD = /^\s*((?:[\p{L}\p{M}]+\.?)+)/u;
const EAST_ASIAN = /^\s*([千천万萬만億亿억])/u;
const LONGEST_ABBREVIATION = 7;

/**
 * The number of a text that is nothing but a number: "19.924", "9.8K", "1,2 Mio.", "3万", "١٢٣", "1.5 lakh".
 * With an abbreviation, point and comma are the decimal mark; without one they part thousands. Null for any other text.
 */
export function readCount(text: string): Count | null {
  const [match, another] = withPlainDigits(text).trim().matchAll(IN_SENTENCE);
  if (match === undefined || another !== undefined) return null;
  const { 0: digits, index, input } = match;
  const before = input.slice(0, index);
  const after = input.slice(index + digits.length).trimStart();
  const open = after.endsWith('+');
  const word = abbreviation(`${before}${open ? after.slice(0, -1) : after}`);
  if (word === '') return { value: wholeNumber(digits), approximate: open };
  const times = multiplier(word);
  return times === null ? null : { value: Math.round(decimal(digits) * times), approximate: true };
}

/** The first number within a sentence, with its abbreviation if one follows: "21,051 Comments", "21万 件". Null without digits. */
export function findCount(text: string): Count | null {
  return findCounts(text)[0] ?? null;
}

/** All numbers within a sentence, as `findCount` reads them: "5,849 total ratings, 504 with reviews". */
export function findCounts(text: string): readonly Count[] {
  const plain = withPlainDigits(text);
  return [...plain.matchAll(IN_SENTENCE)].map(({ 0: digits, index }) => countBefore(digits, plain.slice(index + digits.length)));
}

/** @param rest what follows the digits */
function countBefore(digits: string, rest: string): Count {
  const word = abbreviation((EAST_ASIAN.exec(rest) ?? NEXT_WORD.exec(rest))?.[1] ?? '');
  const times = word === '' || word.length > LONGEST_ABBREVIATION ? null : multiplier(word);
  if (times === null) return { value: wholeNumber(digits), approximate: false };
  return { value: Math.round(decimal(digits) * times), approximate: true };
}

function words(times: number, names: readonly string[]): [string, number][] {
  return names.map((name) => [name, times]);
}

function abbreviation(text: string): string {
  return text.replace(/[.\s]/g, '').toLowerCase();
}

function wholeNumber(digits: string): number {
  return Number(digits.replace(/\D/g, ''));
}

/** The last separator is the decimal mark, those before it part thousands. */
function decimal(digits: string): number {
  const parts = digits.split(/\D+/);
  const fraction = parts.length > 1 ? parts.pop() : undefined;
  return Number(`${parts.join('')}.${fraction ?? '0'}`);
}

function multiplier(word: string): number | null {
  return MULTIPLIERS.get(word) ?? intlMultipliers().get(word) ?? null;
}

let learned: ReadonlyMap<string, number> | null = null;

/** What Intl abbreviates with in the languages of large sites; learned at the first word that the table above lacks. */
function intlMultipliers(): ReadonlyMap<string, number> {
  learned ??= new Map(SITE_LANGUAGES.flatMap((language) => compactWords(language)));
  return learned;
}

function compactWords(language: string): [string, number][] {
  const found: [string, number][] = [];
  for (const compactDisplay of ['long', 'short'] as const) {
    const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { notation: 'compact', compactDisplay });
    for (const amount of [1e3, 2e3, 5e3, 1e4, 1e5, 1e6, 2e6, 5e6, 1e7, 1e8, 1e9, 2e9, 5e9]) {
      const parts = format.formatToParts(amount);
      const word = abbreviation(withPlainDigits(parts.find((part) => part.type === 'compact')?.value ?? ''));
      const shown = Number(
        parts
          .filter((part) => part.type === 'integer')
          .map((part) => part.value)
          .join(''),
      );
      if (word !== '' && shown > 0) found.push([word, amount / shown]);
    }
  }
  return found.toReversed();
}
