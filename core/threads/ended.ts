import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Native code is not interrupted: a thread that stands within it goes on until it returns, and nobody waits for that. */
const GONE_WITHIN_MS = 750;

/** Ends a thread where it stands. Returns once it is gone, or has had the time for it: false. */
export async function ended(worker: Worker): Promise<boolean> {
  const gone = worker.terminate().then(() => true);
  return Promise.race([gone, delay(GONE_WITHIN_MS, false, { ref: false })]);
}
