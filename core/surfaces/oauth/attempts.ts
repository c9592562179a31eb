const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;

/** How often an address may do something in a minute. */
export interface Attempts {
  /** Counts an attempt. Seconds to wait where there were too many; null where it may pass. */
  take(address: string | undefined): number | null;
}

/** A sliding minute for each address. Refused attempts do not count. */
export function createAttempts(perMinute: number, now: () => number): Attempts {
  const passed = new Map<string, number[]>();
  return {
    take(address = '') {
      const nowMs = now();
      const recent = (passed.get(address) ?? []).filter((atMs) => atMs > nowMs - MINUTE_MS);
      // The last place in the map is that of the last who asked: the first is forgotten first.
      passed.delete(address);
      passed.set(address, recent);
      const oldest = passed.keys().next().value;
      if (passed.size > MAX_ADDRESSES && oldest !== undefined) passed.delete(oldest);
      const [first] = recent;
      if (recent.length >= perMinute && first !== undefined) return Math.max(1, Math.ceil((first + MINUTE_MS - nowMs) / 1_000));
      recent.push(nowMs);
      return null;
    },
  };
}
