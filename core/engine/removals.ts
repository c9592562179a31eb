import type { FoldingStore, RemovalStore } from '#core/engine/long-work-ports.ts';
import { wait } from '#core/engine/backoff.ts';
import { restAfterSlice } from '#core/engine/slices.ts';

/** The log goes into the database after so many slices, so that no commit has much of it to carry over. */
const SLICES_BETWEEN_SETTLING = 8;
/** What failed for a full disk or for another program that holds the database is tried again after so long. */
const AGAIN_AFTER_MS = 10_000;

/** Deletes what exports left that nobody sees any more, folds runs that are done, and gives the room back, beside all else that is done. */
export class Removals {
  readonly #store: RemovalStore;
  readonly #foldings: FoldingStore;
  readonly #againAfterMs: number;
  readonly #abort = new AbortController();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  /** While it rests after a failure. */
  #resting: AbortController | null = null;

  constructor(store: RemovalStore, foldings: FoldingStore, againAfterMs: number = AGAIN_AFTER_MS) {
    this.#store = store;
    this.#foldings = foldings;
    this.#againAfterMs = againAfterMs;
  }

  /** Begins with what is there, or goes on with what a crash, a quit or a failing disk interrupted. */
  go(): void {
    this.#isAskedAgain = true;
    this.#resting?.abort();
    this.#running ??= this.#run();
  }

  /** What is left goes on at the next start. */
  async close(reason: Error): Promise<void> {
    this.#abort.abort(reason);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    try {
      while (this.#isAskedAgain && !signal.aborted) {
        this.#isAskedAgain = false;
        await this.#doAll(signal).catch(() => this.#rest(signal));
      }
    } finally {
      // In the same turn as the last look: whoever asks from now on begins anew.
      this.#running = null;
    }
  }

  async #doAll(signal: AbortSignal): Promise<void> {
    await this.#untilDone(() => this.#store.deleteSome(), signal);
    await this.#untilDone(() => this.#foldings.foldNext(), signal);
    await this.#untilDone(() => this.#store.shrinkSome(), signal);
  }

  /** After a failure, until it is time to try again, or somebody asks. */
  async #rest(signal: AbortSignal): Promise<void> {
    this.#isAskedAgain = true;
    this.#resting = new AbortController();
    await wait(this.#againAfterMs, AbortSignal.any([signal, this.#resting.signal])).catch(() => undefined);
    this.#resting = null;
  }

  async #untilDone(slice: () => boolean, signal: AbortSignal): Promise<void> {
    for (let slices = 1; ; slices += 1) {
      signal.throwIfAborted();
      const startedAt = performance.now();
      const isMore = slice();
      if (!isMore && slices === 1) return;
      if (!isMore || slices % SLICES_BETWEEN_SETTLING === 0) this.#store.settle();
      if (!isMore) return;
      await restAfterSlice(startedAt, signal);
    }
  }
}
