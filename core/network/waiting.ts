import type { TrafficCounters } from '#core/engine/ports.ts';

/** Rejects with the signal's reason as soon as it aborts, else as `work` does. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Somebody else's failure must not go unhandled because we left.
    work.catch(() => {});
    return Promise.reject(signal.reason);
  }
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits and counts the wait. An abort rejects with the signal's reason at once. */
export async function pause(ms: number, signal: AbortSignal, counters: TrafficCounters): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  const since = performance.now();
  counters.waits += 1;
  let timer: NodeJS.Timeout | undefined;
  try {
    await unlessAborted(new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    clearTimeout(timer);
    counters.waitedMs += Math.round(performance.now() - since);
  }
}
