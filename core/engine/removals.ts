import type { FoldingStore, RemovalStore } from '#core/engine/long-work-ports.ts';
import { restAfterSlice } from '#core/engine/slices.ts';

/** The log goes into the database after so many slices, so that no commit has much of it to carry over. */
const SLICES_BETWEEN_SETTLING = 8;

/** Deletes what exports left that nobody sees any more, folds runs that are done, and gives the room back, beside all else that is done. */
export class Removals {
  readonly #store: RemovalStore;
  readonly #foldings: FoldingStore;
  readonly #abort = new AbortController();
  #running: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(store: RemovalStore, foldings: FoldingStore) {
    this.#store = store;
    this.#foldings = foldings;
  }

  /** Begins with what is there, or goes on with what a crash or quit interrupted. A failing disk ends it until the next time. */
  go(): void {
    this.#isAskedAgain = true;
    this.#running ??= this.#run().catch(ignoreFailure);
  }

  /** What is left goes on at the next start. */
  async close(reason: Error): Promise<void> {
    this.#abort.abort(reason);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#untilDone(() => this.#store.deleteSome(), signal);
        await this.#untilDone(() => this.#foldings.foldNext(), signal);
        await this.#untilDone(() => this.#store.shrinkSome(), signal);
      }
    } finally {
      // In the same turn as the last look: whoever asks from now on begins anew.
      this.#running = null;
    }
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

/** The next start, or the next deletion, tries again. */
function ignoreFailure(): void {}
