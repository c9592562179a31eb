import { createCipheriv, createHmac } from 'node:crypto';
import { alphabetOf } from '#core/report/alphabets.ts';

/** What takes the place of words: the same for the same, of the same length, script and case. */
export interface Pseudonyms {
  /** Digits become other digits, the first one never 0. */
  of(word: string): string;
}

/** Two bytes choose a letter. */
const BYTES = 2;
/** So many words are remembered; any other is made anew, and the same. */
const REMEMBERED = 50_000;
/** Its first digit stays, so that it fits where the former did. */
const LONG_NUMBER = /^\d{6,}$/;
const HEX = /^(?:0x)?(?=[a-f]*\d)[0-9a-f]{3,}$/i;
/** What stands before the number itself says which kind of number it is, or which country's. */
const MARKED = /^(?:0x(?=[0-9a-f]+$)|[a-z]{1,4}(?=\d{5,}$)|[a-z]\d_(?=.))/i;
const LOWER_HEX = [...'abcdef'].map(codeOf);
const UPPER_HEX = [...'ABCDEF'].map(codeOf);
const [ZERO, NINE] = [0x30, 0x39];

/**
 * @param key what all of it hangs on: with another key the same words become others, and without it none can be told
 */
export function createPseudonyms(key: Buffer): Pseudonyms {
  const made = new Map<string, string>();
  return {
    of(word) {
      const found = made.get(word);
      if (found !== undefined) return found;
      if (made.size >= REMEMBERED) made.clear();
      const other = otherWord(word, key);
      made.set(word, other);
      return other;
    },
  };
}

function otherWord(word: string, key: Buffer): string {
  const mark = MARKED.exec(word)?.[0] ?? '';
  const rest = word.slice(mark.length);
  const letters = Array.from(rest);
  const bytes = streamOf(rest.toLowerCase(), letters.length * BYTES, key);
  const isHex = HEX.test(word);
  const keepsFirst = LONG_NUMBER.test(rest);
  const alphabets = letters.map((letter, index) =>
    index === 0 && keepsFirst ? [codeOf(letter)] : alphabetFor(letter, { isHex, isFirst: index === 0 }),
  );
  const others = alphabets.map((alphabet, index) => alphabet[bytes.readUInt16BE(index * BYTES) % alphabet.length] as number);
  const other = textOf(others);
  return mark + (other === rest ? nextOf(others, alphabets) : other);
}

/** As the last letter that can: of short words one in some dozens would stay as it is. */
function nextOf(letters: readonly number[], alphabets: readonly (readonly number[])[]): string {
  const index = alphabets.findLastIndex(({ length }) => length > 1);
  const alphabet = alphabets[index] ?? [];
  return textOf(
    letters.map((letter, at) => (at === index ? (alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length] as number) : letter)),
  );
}

/** Not all at once: a word may be longer than a call takes arguments. */
function textOf(codePoints: readonly number[]): string {
  return codePoints.map((code) => String.fromCodePoint(code)).join('');
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) as number;
}

function alphabetFor(letter: string, { isHex, isFirst }: { readonly isHex: boolean; readonly isFirst: boolean }): readonly number[] {
  const code = codeOf(letter);
  if (isHex && code > NINE) return letter < 'a' ? UPPER_HEX : LOWER_HEX;
  const alphabet = alphabetOf(code);
  return isFirst && code > ZERO && code <= NINE ? alphabet.filter((digit) => digit !== ZERO) : alphabet;
}

/** As many bytes as wanted that hang on word and key. */
function streamOf(word: string, length: number, key: Buffer): Buffer {
  const seed = createHmac('sha256', key).update(word).digest();
  if (length <= seed.length) return seed;
  return createCipheriv('aes-256-ctr', seed, Buffer.alloc(16)).update(Buffer.alloc(length));
}
