import { setTimeout as delay } from 'node:timers/promises';

const BASE_MS = 1_000;
const CAP_MS = 20_000;

/**
 * Full jitter: a random wait up to the doubled base, so that many waiting at once do not come back together
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"). `attempt` counts from 1.
 */
export function backoffMs(attempt: number, scale: number, random: () => number = Math.random): number {
  return Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** attempt) * scale);
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
