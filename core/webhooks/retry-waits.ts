const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before the second, third... try. After the last one nothing more is sent by itself. */
const RETRY_WAITS_MS: readonly number[] = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A wait is up to a tenth shorter or longer, so that receivers that were down are not met by everybody at once. */
const JITTER = 0.1;

/** The wait after so many failed tries; null: there is no further one. `random`: from 0 to below 1. */
export function retryWaitMs(failedTries: number, scale: number, random: () => number): number | null {
  const wait = RETRY_WAITS_MS[failedTries - 1];
  return wait === undefined ? null : Math.round(wait * scale * (1 - JITTER + 2 * JITTER * random()));
}
