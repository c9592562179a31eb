import type { CountAttempts } from '#core/auth/attempts.ts';

/** From one address, over all the doors that take codes. */
const WRONG_CODES_PER_MINUTE = 20;

/** What became of a code: what it let in, null where it is wrong. `secondsToWait`: nobody looked at it; null: somebody did. */
export interface Tried<T> {
  readonly entered: T | null;
  readonly secondsToWait: number | null;
}

/** Wrong codes by who entered them, as `callerNetwork` says. */
export interface WrongCodes {
  /** Looks at it unless the address has to wait. */
  tryOne<T>(network: string, enter: () => T | null): Tried<T>;
}

export function createWrongCodes(count: CountAttempts): WrongCodes {
  const wrong = count('wrong codes', WRONG_CODES_PER_MINUTE);
  return {
    tryOne(network, enter) {
      const secondsToWait = wrong.take(network);
      if (secondsToWait !== null) return { entered: null, secondsToWait };
      const entered = enter();
      if (entered !== null) wrong.giveBack(network);
      return { entered, secondsToWait: null };
    },
  };
}
