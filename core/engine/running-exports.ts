import type { Activity } from '#core/engine/job-files.ts';

/** The exports that run, each with the way to end it. */
export class RunningExports {
  readonly #running = new Map<string, Activity>();
  readonly #aside = new Set<string>();

  /** Those that take a place of the plan's. */
  get size(): number {
    return this.#running.size - this.#aside.size;
  }

  /** One that waits for its owner lets others go before it, until `stepBack`. */
  stepAside(guid: string): void {
    if (this.#running.has(guid)) this.#aside.add(guid);
  }

  stepBack(guid: string): void {
    this.#aside.delete(guid);
  }

  get(guid: string): Activity | undefined {
    return this.#running.get(guid);
  }

  /** Runs `work`, which does not fail but where nothing can be noted any more. `after`: once it has ended. */
  start(guid: string, work: (signal: AbortSignal) => Promise<void>, after: () => void): void {
    const abort = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running.set(guid, { abort, ended: promise });
    void work(abort.signal).finally(() => {
      this.#running.delete(guid);
      this.#aside.delete(guid);
      resolve();
      after();
    });
  }

  /** Aborts all of them but `except`, and waits until they have ended. */
  async end(reason: Error, except: ReadonlySet<string> = new Set()): Promise<void> {
    const running = [...this.#running].filter(([guid]) => !except.has(guid)).map(([, activity]) => activity);
    for (const { abort } of running) abort.abort(reason);
    await Promise.all(running.map(({ ended }) => ended));
  }
}
