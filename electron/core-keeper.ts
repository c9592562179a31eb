import type { CoreHost } from '#electron/core-host.ts';
import type { ServiceAddress } from '#electron/core-messages.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A core that stood so long starts the waits anew. */
const STEADY_MS = 60_000;

/** `place`: whether the service is our own process or one that was there already. Instants are milliseconds since 1970. */
export type CoreState =
  | { readonly type: 'starting' }
  | { readonly type: 'ready'; readonly address: ServiceAddress; readonly place: 'here' | 'elsewhere' }
  | { readonly type: 'down'; readonly detail: string; readonly retryAtMs: number }
  | { readonly type: 'closed' };

interface KeeperParts {
  start(): CoreHost;
  onState(state: CoreState): void;
  now(): number;
}

/** How a core's time ended. `elsewhere`: the service that was there already is gone, and its data folder is free. */
interface Ending {
  readonly detail: string;
  readonly cause: 'failed' | 'elsewhere';
}

/** Keeps a service there: starts the core, and again after each end, with waits that grow while it does not stand. */
export class CoreKeeper {
  readonly #parts: KeeperParts;
  readonly #closing = new AbortController();
  #core: CoreHost | null = null;
  #state: CoreState = { type: 'starting' };
  #lost = Promise.withResolvers<Ending>();
  #failures = 0;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  get state(): CoreState {
    return this.#state;
  }

  /** Ends with `close`. */
  async keep(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#become({ type: 'starting' });
      const ending = await this.#serve();
      if (signal.aborted) break;
      if (ending.cause === 'elsewhere') continue;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
      this.#failures += 1;
      this.#become({ type: 'down', detail: ending.detail, retryAtMs: this.#parts.now() + waitMs });
      await waitOrAbort(waitMs, signal);
    }
  }

  /** To be told when the service elsewhere answers no more. */
  lose(): void {
    if (this.#state.type !== 'ready' || this.#state.place !== 'elsewhere') return;
    this.#lost.resolve({ detail: '', cause: 'elsewhere' });
  }

  /** Ends our own core, and starts none any more. A service elsewhere is left alone. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#lost.resolve({ detail: '', cause: 'elsewhere' });
    await this.#core?.close();
    this.#become({ type: 'closed' });
  }

  /** One core from its start to its end. */
  async #serve(): Promise<Ending> {
    const core = this.#parts.start();
    this.#core = core;
    const news = await core.news;
    if (this.#closing.signal.aborted) return { detail: '', cause: 'failed' };
    if (news.type === 'failed') {
      await core.close();
      return { detail: news.detail, cause: 'failed' };
    }
    const { type, ...address } = news;
    this.#lost = Promise.withResolvers();
    if (type === 'inUse') await core.close();
    const sinceMs = this.#parts.now();
    this.#become({ type: 'ready', address, place: type === 'inUse' ? 'elsewhere' : 'here' });
    const ended = core.ended.then((code): Ending => ({ detail: `The service ended unexpectedly (exit code ${code}).`, cause: 'failed' }));
    const ending = await (type === 'inUse' ? this.#lost.promise : ended);
    if (this.#parts.now() - sinceMs >= STEADY_MS) this.#failures = 0;
    return ending;
  }

  #become(state: CoreState): void {
    if (this.#closing.signal.aborted && state.type !== 'closed') return;
    this.#state = state;
    this.#parts.onState(state);
  }
}

/** Ends early, and without an error, when the signal aborts. */
function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
