import { unlessAborted } from '#core/network/waiting.ts';

/** What is kept: the result, and the signal of the page that makes it. */
interface Kept {
  readonly result: Promise<unknown>;
  readonly maker: AbortSignal;
}

/** What the pages of one run make once and share (`Session.once`). */
export class KeptValues {
  readonly #kept: Map<string, Kept>;

  /** @param known what was made before, by name */
  constructor(known: Readonly<Record<string, unknown>> = {}) {
    const maker = new AbortController().signal;
    this.#kept = new Map(Object.entries(known).map(([key, value]) => [key, { result: Promise.resolve(value), maker }]));
  }

  /** @param signal of the page that asks. @throws what `make` throws; the signal's reason */
  async once<T>(key: string, make: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const known = this.#kept.get(key);
    if (!known) {
      const result = make();
      this.#kept.set(key, { result, maker: signal });
      result.catch(() => {
        if (this.#kept.get(key)?.result === result) this.#kept.delete(key);
      });
      return unlessAborted(result, signal);
    }
    try {
      return (await unlessAborted(known.result, signal)) as T;
    } catch (error) {
      // The page that was making it has been given up, not what it was making.
      if (known.maker.aborted && !signal.aborted) return this.once(key, make, signal);
      throw error;
    }
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
