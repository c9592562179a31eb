import { setTimeout as delay } from 'node:timers/promises';

const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * Full jitter: anything up to a bound that doubles, so that many who wait at once do not come back together
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 * @param doublings how often the bound has doubled: 0 for up to a second, 3 for up to 8; 20 seconds at most
 * @param scale multiplies the wait; 0 for none
 */
export function backoffMs(doublings: number, scale: number, random: () => number = Math.random): number {
  return Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** doublings) * scale);
}

/** @throws the signal's reason when it aborts */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
