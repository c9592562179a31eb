/** What a UTF-16 unit is to a word. */
export const CHARACTER = {
  other: 0,
  letter: 1,
  digit: 2,
  /** Goes on with the word it stands in. */
  mark: 3,
  /** A letter of a script that is written without blanks between words. */
  unspaced: 4,
  /** Begins the name of an account. */
  at: 5,
  /** From here on: may be part of an emoji. */
  pictograph: 6,
  surrogate: 7,
} as const;

export interface Characters {
  /** By UTF-16 unit. */
  readonly classes: Uint8Array;
  /** The unit in lower case, where that is one unit. */
  readonly lower: Uint16Array;
}

const UNITS = 0x10000;

/** For `u` patterns: the scripts that are written without blanks. */
export const UNSPACED_SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uFF9E\uFF9Fー々〆\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
const [LETTER, MARK, DIGIT, LETTER_OR_MARK] = [/\p{L}/u, /\p{M}/u, /\p{N}/u, /[\p{L}\p{M}]/u];
const PICTOGRAPH = /\p{Extended_Pictographic}|\u20E3|\u200D|\uFE0F/u;

/** Made once, in some 30 ms. */
export function createCharacters(): Characters {
  const classes = new Uint8Array(UNITS);
  const lower = new Uint16Array(UNITS);
  for (let unit = 0; unit < UNITS; unit += 1) {
    const text = String.fromCharCode(unit);
    classes[unit] = classOf(unit, text);
    const folded = text.toLowerCase();
    lower[unit] = folded.length === 1 ? folded.charCodeAt(0) : unit;
  }
  return { classes, lower };
}

function classOf(unit: number, text: string): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return CHARACTER.surrogate;
  if (text === '@') return CHARACTER.at;
  if (UNSPACED.test(text)) return LETTER_OR_MARK.test(text) ? CHARACTER.unspaced : CHARACTER.other;
  if (LETTER.test(text)) return CHARACTER.letter;
  if (PICTOGRAPH.test(text)) return CHARACTER.pictograph;
  if (MARK.test(text)) return CHARACTER.mark;
  return DIGIT.test(text) ? CHARACTER.digit : CHARACTER.other;
}
