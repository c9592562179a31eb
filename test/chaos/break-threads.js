// Loaded into every thread of a service by NODE_OPTIONS=--import: a thread breaks, from outside as far as its own code can tell, once the
// file CHAOS_BREAK with its name behind a dot is there. The file goes with it, and the next thread lives.
import { existsSync, unlinkSync } from 'node:fs';
import { isMainThread, threadName } from 'node:worker_threads';

const LOOK_EVERY_MS = 10;
const file = `${process.env.CHAOS_BREAK}.${threadName}`;

if (!isMainThread && process.env.CHAOS_BREAK !== undefined) {
  const look = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(look);
    unlinkSync(file);
    throw new Error('broken by chaos');
  }, LOOK_EVERY_MS);
  look.unref();
}
