// A post has two names: a number (mid), and in addresses the same number in base 62 (mblogid).

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = 4;
const DIGITS = 7;
const MID = /^\d{12,}$/;

/** The mid that a name of a post stands for: each four letters from the right are seven digits. A mid stays as it is. */
export function midOf(name: string): string {
  if (MID.test(name)) return name;
  const groups: string[] = [];
  for (let end = name.length; end > 0; end -= LETTERS) groups.unshift(name.slice(Math.max(0, end - LETTERS), end));
  const digits = groups.map((group) => String([...group].reduce((value, letter) => value * ALPHABET.length + ALPHABET.indexOf(letter), 0)));
  return digits.map((part, place) => (place === 0 ? part : part.padStart(DIGITS, '0'))).join('');
}
