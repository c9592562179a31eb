import { wait } from '#core/engine/backoff.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import type { SlicedWork } from '#core/engine/long-work-ports.ts';

/** So long others have the database after a slice of long work, in slices: who waits for it looks again only after some milliseconds. */
const REST_SLICES = 2;
const LEAST_REST_MS = 5;
/** A slice of work that comes in small pieces ends with the piece in which this is over. */
const SLICE_MS = 10;

/**
 * Lets others have their turn after a slice that began at this moment of `performance.now()`. Without it whoever waits for the database may miss
 * every gap between two slices.
 * @throws the signal's reason
 */
export function restAfterSlice(startedAt: number, signal: AbortSignal): Promise<void> {
  return wait(Math.max(LEAST_REST_MS, (performance.now() - startedAt) * REST_SLICES), signal);
}

/**
 * Does such work in transactions of some milliseconds. What an abort or a crash left out is done by the same work, begun anew.
 * @throws the signal's reason
 */
export async function doInSlices(begin: () => SlicedWork, store: Pick<EngineStore, 'transaction'>, signal: AbortSignal): Promise<void> {
  using work = begin();
  for (let isMore = true; isMore;) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    isMore = store.transaction(() => {
      while (work.doSome()) if (performance.now() - startedAt > SLICE_MS) return true;
      return false;
    });
    if (isMore) await restAfterSlice(startedAt, signal);
  }
}
