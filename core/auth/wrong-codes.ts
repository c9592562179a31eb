import { createAttempts } from '#core/auth/attempts.ts';

/** From one address, over all the doors that take codes. */
const WRONG_CODES_PER_MINUTE = 20;

/** Wrong codes by who entered them, as `callerNetwork` says. */
export interface WrongCodes {
  /** Until another code of that address is looked at; null: now. */
  secondsToWait(network: string): number | null;
  /** Null is a wrong one, and so is any of an address that has to wait. */
  tryOne<T>(network: string, enter: () => T | null): T | null;
}

/** @param now milliseconds since 1970 */
export function createWrongCodes(now: () => number): WrongCodes {
  const wrong = createAttempts(WRONG_CODES_PER_MINUTE, now);
  return {
    secondsToWait: (network) => wrong.secondsToWait(network),
    tryOne(network, enter) {
      if (wrong.secondsToWait(network) !== null) return null;
      const entered = enter();
      if (entered === null) wrong.count(network);
      return entered;
    },
  };
}
