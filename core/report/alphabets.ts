// Which characters may stand for one another: those of one script, case and length, so that what reads a text fares as before.

/** Han and Hangul fill thousands of places; all of them count as one alphabet each. */
const LARGE: readonly (readonly [number, number])[] = [
  [0x4e00, 0x9fa5],
  [0x3400, 0x4dbf],
  [0xac00, 0xd7a3],
  [0x20000, 0x2a6df],
];
/** Scripts lie in blocks of this size, or in several. */
const BLOCK = 128;
const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Devanagari', 'Hiragana', 'Katakana'].map(
  (name) => new RegExp(`^\\p{Script=${name}}$`, 'u'),
);
const KINDS = ['Ll', 'Lu', 'Lt', 'Lm', 'Lo', 'Nd'].map((name) => new RegExp(`^\\p{${name}}$`, 'u'));

const known = new Map<number, readonly number[]>();

/** The code points that may take the place of this one, itself among them; itself alone for what is neither letter nor digit. */
export function alphabetOf(codePoint: number): readonly number[] {
  const large = LARGE.find(([first, last]) => codePoint >= first && codePoint <= last);
  if (large !== undefined) return rangeOf(large);
  const found = known.get(codePoint);
  if (found !== undefined) return found;
  const likeness = likenessOf(codePoint);
  if (likeness === null) return [codePoint];
  const start = codePoint - (codePoint % BLOCK);
  const alphabet = Array.from({ length: BLOCK }, (_, index) => start + index).filter((other) => likenessOf(other) === likeness);
  for (const letter of alphabet) known.set(letter, alphabet);
  return alphabet;
}

const ranges = new Map<number, readonly number[]>();

function rangeOf([first, last]: readonly [number, number]): readonly number[] {
  const range = ranges.get(first) ?? Array.from({ length: last - first + 1 }, (_, index) => first + index);
  ranges.set(first, range);
  return range;
}

/** Kind, script and bytes in UTF-8; null for what is neither letter nor digit. */
function likenessOf(codePoint: number): string | null {
  const character = String.fromCodePoint(codePoint);
  const kind = KINDS.findIndex((pattern) => pattern.test(character));
  if (kind < 0) return null;
  return `${kind} ${SCRIPTS.findIndex((pattern) => pattern.test(character))} ${Buffer.byteLength(character)}`;
}
