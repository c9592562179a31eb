import { EMOJI, plainEmoji } from '#core/analysis/emoji.ts';
import { UNSPACED_SCRIPTS } from '#core/analysis/statistics/characters.ts';

/** A term as it is indexed, and where it stands in the text, in UTF-16 units. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** `pair`: two letters of a script without blanks. `tail`: the last one of a run of them, so that it is found alone. */
  readonly kind: 'word' | 'pair' | 'tail';
}

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
const UNSPACED = `[${UNSPACED_SCRIPTS}]`;
const PIECES = new RegExp(
  `(?<emoji>${EMOJI})|(?<unspaced>${UNSPACED}[${UNSPACED_SCRIPTS}\\p{M}]*)|(?<word>(?:(?!${UNSPACED})${WORD})+)`,
  'gu',
);
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;
const ASCII_WORD = /[a-z0-9_]+/gi;
const NOT_WORD = /[^\p{L}\p{N}\p{M}_]+/gu;
/** Accents of letters that are read without them; marks of other scripts are vowels. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Vowel signs and stretching of Arabic and Hebrew, which are written or not. */
const POINTS = /[\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u0591-\u05c7]/g;
const ALIKE: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ё: 'е',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const LETTERS_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');

/** The text as it is compared: lower case, no accents, one form of each letter. */
function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(LETTERS_ALIKE, (letter) => ALIKE[letter] ?? letter);
  return lower.normalize('NFD').replace(ACCENTS, '').replace(POINTS, '').normalize('NFC');
}

/**
 * The terms of a text, in order. Words are runs of letters and digits; an emoji is one whatever its skin tone. Scripts without
 * blanks give every pair of neighbouring letters, and the last one alone, so that any part of such a text is found.
 */
export function* tokensOf(text: string): Generator<Token> {
  if (ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(ASCII_WORD)) {
      yield { term: word.toLowerCase(), start: index, end: index + word.length, kind: 'word' };
    }
    return;
  }
  for (const { 0: piece, index, groups } of text.matchAll(PIECES)) {
    if (groups?.['unspaced'] !== undefined) yield* pairsOf(piece, index);
    else {
      const term = groups?.['emoji'] === undefined ? folded(piece).replace(NOT_WORD, '') : plainEmoji(piece);
      if (term) yield { term, start: index, end: index + piece.length, kind: 'word' };
    }
  }
}

/** What a text is in the index: its terms with blanks between them. */
export function indexedText(text: string | null): string {
  if (text === null) return '';
  if (ASCII.test(text)) return text;
  let indexed = '';
  for (const { term } of tokensOf(text)) indexed += `${term} `;
  return indexed;
}

function* pairsOf(run: string, start: number): Generator<Token> {
  const letters = lettersOf(run, start);
  for (const [place, { term, start: from, end }] of letters.entries()) {
    const next = letters[place + 1];
    if (next === undefined) yield { term, start: from, end, kind: 'tail' };
    else yield { term: term + next.term, start: from, end: next.end, kind: 'pair' };
  }
}

/** The letters of a run after folding, which may join or part them: those keep to the run as a whole then. */
function lettersOf(run: string, start: number): readonly Omit<Token, 'kind'>[] {
  const given = [...run];
  const plain = [...folded(run).replace(NOT_WORD, '')];
  const isOneToOne = plain.length === given.length;
  let at = start;
  return plain.map((term, place) => {
    const from = at;
    at += isOneToOne ? (given[place] as string).length : 0;
    return isOneToOne ? { term, start: from, end: at } : { term, start, end: start + run.length };
  });
}
