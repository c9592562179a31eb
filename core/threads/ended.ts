import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Native code cannot be interrupted: a thread inside it goes on until it returns, and nobody waits for that. */
const GONE_WITHIN_MS = 750;

/** Ends a thread at once. True once it is gone; false where it is still there after the time allowed. */
export async function ended(worker: Worker): Promise<boolean> {
  const gone = worker.terminate().then(() => true);
  return Promise.race([gone, delay(GONE_WITHIN_MS, false, { ref: false })]);
}
