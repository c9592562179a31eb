import { setTimeout as delay } from 'node:timers/promises';

/** Lets requests to one provider begin no faster than so many a minute, over all exports. */
export interface Pace {
  /** Returns when the next request may begin. @throws the signal's reason */
  turn(requestsPerMinute: number, signal: AbortSignal): Promise<void>;
  /** Nothing begins for so long. */
  pause(ms: number): void;
}

/** @param ceilings `off`: only pauses hold */
export function createPace(ceilings: 'on' | 'off', now: () => number = () => performance.now()): Pace {
  let freeAt = 0;
  return {
    async turn(requestsPerMinute, signal) {
      signal.throwIfAborted();
      const beginsAt = Math.max(now(), freeAt);
      freeAt = beginsAt + (ceilings === 'off' ? 0 : 60_000 / requestsPerMinute);
      await sleep(beginsAt - now(), signal);
    },
    pause(ms) {
      freeAt = Math.max(freeAt, now() + ms);
    },
  };
}

/** @throws the signal's reason */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
