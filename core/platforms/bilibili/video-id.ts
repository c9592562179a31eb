// BV ids and av numbers are two ways to write the same number.

const ALPHABET = 'FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf';
const BASE = BigInt(ALPHABET.length);
const SCRAMBLE = 23_442_827_791_579n;
const ABOVE = 1n << 51n;
const BELOW = ABOVE - 1n;
const BV = /^BV1[1-9A-HJ-NP-Za-km-z]{9}$/;
const FIRST_DIGIT = 3;
const LAST_DIGIT = 11;

/** The av number of a BV id, whose case counts; null where it is none. */
export function avOf(bv: string): string | null {
  if (!BV.test(bv)) return null;
  const digits = swapped(bv).slice(FIRST_DIGIT);
  let value = 0n;
  for (const digit of digits) value = value * BASE + BigInt(ALPHABET.indexOf(digit));
  return String((value & BELOW) ^ SCRAMBLE);
}

/** The BV id of an av number. */
export function bvOf(av: string): string {
  let value = (ABOVE | BigInt(av)) ^ SCRAMBLE;
  const letters = [...'BV1000000000'];
  for (let place = LAST_DIGIT; value > 0n && place >= FIRST_DIGIT; place -= 1) {
    letters[place] = ALPHABET[Number(value % BASE)] ?? '';
    value /= BASE;
  }
  return swapped(letters.join(''));
}

/** Characters 3 and 9 change places, then 4 and 7: the same way in both directions. */
function swapped(id: string): string {
  const letters = [...id];
  for (const [one, other] of [
    [3, 9],
    [4, 7],
  ] as const)
    [letters[one], letters[other]] = [letters[other] ?? '', letters[one] ?? ''];
  return letters.join('');
}
