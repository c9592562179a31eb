import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So long that the answer that called for it has been read, and several calls make one collection. */
const AFTER_MS = 20;

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

/**
 * Asks for a collection of garbage a moment later, once for all who ask until then. Left to itself, V8 lets what a few large answers leave
 * behind lie until there are some 100 MB of it.
 */
export function createGarbageCollection(): () => void {
  let collect: Collect | null = null;
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    collect ??= exposedCollection();
    const run = collect;
    setTimeout(() => {
      isAsked = false;
      void run({ type: 'major', execution: 'async' });
    }, AFTER_MS).unref();
  };
}

/** Node has no call for it; V8's own exists in contexts made while the flag is set. */
function exposedCollection(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as Collect;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
