/** Tries after the first, for one request (decisions.md, "Retries in one export"). */
export const MAX_RETRIES = 3;
/** Of these, how often a body that should be JSON and is not is asked for again. */
export const MAX_RETRIES_OF_BAD_JSON = 2;
/** The longest time a request waits for a host that asks to wait; beyond it the failure is said at once. */
export const LONGEST_WAIT_MS = 60_000;

const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * Full jitter: anything up to the doubled bound, so that parallel requests do not come back together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param retriesBefore 0 before the first retry
 * @param scale multiplies the wait; 0 for none
 */
export function backoffMs(retriesBefore: number, scale: number, random: () => number = Math.random): number {
  return Math.min(CAP_MS, BASE_MS * 2 ** retriesBefore) * random() * scale;
}
