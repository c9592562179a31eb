import { wait } from '#core/engine/backoff.ts';

/** So long others have the database after a slice of long work, in slices: who waits for it looks again only after some milliseconds. */
const REST_SLICES = 2;
const LEAST_REST_MS = 5;

/**
 * Lets others have their turn after a slice that began at this moment of `performance.now()`. Without it whoever waits for the database may miss
 * every gap between two slices.
 * @throws the signal's reason
 */
export function restAfterSlice(startedAt: number, signal: AbortSignal): Promise<void> {
  return wait(Math.max(LEAST_REST_MS, (performance.now() - startedAt) * REST_SLICES), signal);
}
