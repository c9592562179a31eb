const WINDOW_MS = 60_000;

/** What a caller may still ask in this minute. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the whole limit is free again. */
  readonly resetAtMs: number;
  /** Null: the request may pass. Else whole seconds until one may. */
  readonly secondsToWait: number | null;
}

/** Requests of the last minute by caller, in memory. */
export interface RateLimit {
  /** Counts a request, unless the limit is reached. */
  take(caller: string, limit: number, nowMs: number): Allowance;
}

/** A sliding window of one minute. Refused requests do not count. */
export function createRateLimit(): RateLimit {
  const passedByCaller = new Map<string, number[]>();
  return {
    take(caller, limit, nowMs) {
      const passed = (passedByCaller.get(caller) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
      // The request that has to leave the window before another one may pass.
      const blocking = passed.length < limit ? undefined : passed[passed.length - limit];
      if (blocking === undefined) passed.push(nowMs);
      passedByCaller.set(caller, passed);
      return {
        limit,
        remaining: Math.max(0, limit - passed.length),
        resetAtMs: (passed.at(-1) ?? nowMs) + WINDOW_MS,
        secondsToWait: blocking === undefined ? null : Math.max(1, Math.ceil((blocking + WINDOW_MS - nowMs) / 1000)),
      };
    },
  };
}

/** Of a caller without a limit. */
export function fullAllowance(limit: number, nowMs: number): Allowance {
  return { limit, remaining: limit, resetAtMs: nowMs, secondsToWait: null };
}

/** The headers of interface.md's rate limit; the reset is in Unix seconds. */
export function allowanceHeaders({ limit, remaining, resetAtMs }: Allowance): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAtMs / 1000)),
  };
}
