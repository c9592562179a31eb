import type { EngineStore } from '#core/engine/ports.ts';
import { restAfterSlice } from '#core/engine/slices.ts';

/**
 * Copies what an export that goes on from another one takes over of it: all of it, one slice a transaction. After a crash the same call goes on.
 * Nothing happens where all is there.
 * @throws the signal's reason
 */
export async function takeOver(store: EngineStore, jobId: number, signal: AbortSignal): Promise<void> {
  while (store.takeOvers.isPending(jobId)) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    store.transaction(() => takeOverSome(store, jobId));
    if (store.takeOvers.isPending(jobId)) await restAfterSlice(startedAt, signal);
  }
}

/** What others still copy of this export, before it changes. @throws the signal's reason */
export async function takeOverFrom(store: EngineStore, fromId: number, signal: AbortSignal): Promise<void> {
  for (const jobId of store.takeOvers.from(fromId)) await takeOver(store, jobId, signal);
}

/** One slice; the last one says what was found. Belongs into a transaction. */
export function takeOverSome(store: EngineStore, jobId: number): void {
  const end = store.takeOvers.copySome(jobId);
  if (end === null) return;
  // Only now are the first requests there, if the other export had them.
  const { seeded } = store.jobs.ledger(end.fromId);
  store.jobs.update(jobId, { exported: end.kept, replies: end.replies, ledger: { ...store.jobs.ledger(jobId), seeded } });
}
