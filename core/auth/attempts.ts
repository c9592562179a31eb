const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** How often an address did something in the last minute. */
export interface Attempts {
  /** Seconds until the address may try again; null where it may now. */
  secondsToWait(address: string): number | null;
  count(address: string): void;
}

/** A sliding minute for each address. */
export function createAttempts(perMinute: number, now: () => number): Attempts {
  const counted = new Map<string, readonly number[]>();
  const recent = (address: string): readonly number[] => (counted.get(address) ?? []).filter((atMs) => atMs > now() - MINUTE_MS);
  return {
    secondsToWait(address) {
      const [first, ...others] = recent(address);
      if (first === undefined || others.length + 1 < perMinute) return null;
      return Math.max(1, Math.ceil((first + MINUTE_MS - now()) / 1_000));
    },
    count(address) {
      const times = [...recent(address), now()];
      // The last place in the map is that of the last who came: the first is forgotten first.
      counted.delete(address);
      counted.set(address, times);
      for (const [oldest, its] of counted) {
        if (counted.size <= MAX_ADDRESSES && (its.at(-1) ?? 0) > now() - MINUTE_MS) break;
        counted.delete(oldest);
      }
    },
  };
}
