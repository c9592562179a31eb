const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const POOL_LENGTH = 1 << 16;

/** A small repeatable source of chance. */
export interface Chance {
  /** 0 up to, not including, `below`. */
  integer(below: number): number;
  pick<T>(from: readonly T[]): T;
  letters(count: number): string;
}

/** The same seed gives the same sequence (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const integer = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return {
    integer,
    pick: (from) => from[integer(from.length)] as (typeof from)[number],
    letters: (count) => Array.from({ length: count }, () => ALPHABET[integer(64)]).join(''),
  };
}

/** Letters that look like chance and are the same for the same `index`; much cheaper than drawing them. */
export function createLetterPool(seed: number): (index: number, count: number) => string {
  const pool = createChance(seed).letters(POOL_LENGTH);
  return (index, count) => {
    const start = Math.imul(index + 1, 0x9e3779b1) >>> 0;
    const from = start % (POOL_LENGTH - count);
    return pool.slice(from, from + count);
  };
}

/** A number in letters of base64url, `width` of them. */
export function inLetters(value: number, width: number): string {
  let text = '';
  let rest = value;
  for (let place = 0; place < width; place += 1) {
    text = `${ALPHABET[rest % 64]}${text}`;
    rest = Math.floor(rest / 64);
  }
  return text;
}
