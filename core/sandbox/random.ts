import { createHash } from 'node:crypto';

/** Numbers that look random and follow from a seed alone. */
export interface SeededRandom {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** So many decimal digits, the first not 0. */
  digits(length: number): string;
}

/** Mulberry32 over the SHA-256 of the seed. */
export function seededRandom(seed: string): SeededRandom {
  let state = createHash('sha256').update(seed).digest().readUInt32BE(0);
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    digits: (length) => `${1 + below(9)}${Array.from({ length: length - 1 }, () => below(10)).join('')}`,
  };
}
