// Loaded into every thread of a process by NODE_OPTIONS=--import: breaks the thread named BREAK_THREAD, from outside as far as
// its own code can tell, once the file BREAK_WHEN is there. With BREAK_ONCE the file goes with it, and the next thread lives.
import { existsSync, unlinkSync } from 'node:fs';
import { isMainThread, threadName } from 'node:worker_threads';

const LOOK_EVERY_MS = 10;

if (!isMainThread && threadName === process.env.BREAK_THREAD) {
  const look = setInterval(() => {
    if (!existsSync(process.env.BREAK_WHEN)) return;
    clearInterval(look);
    if (process.env.BREAK_ONCE !== undefined) unlinkSync(process.env.BREAK_WHEN);
    throw new Error('broken by the test');
  }, LOOK_EVERY_MS);
  look.unref();
}
