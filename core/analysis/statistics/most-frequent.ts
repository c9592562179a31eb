import { TallyTable } from '#core/analysis/statistics/tally-table.ts';

/** So many candidates are kept; the rest is known by a number alone. */
const MOST_CANDIDATES = 8_192;
/** So many stay that came one time less than is asked: where all come equally often, there are first ones all the same. */
const RUNNERS_UP = 1_024;

interface Frequent<T> {
  readonly what: T;
  readonly count: number;
}

/** With the key under which it is counted. */
export interface Candidate<T> extends Frequent<T> {
  readonly key: number;
}

/**
 * Counts what comes often, exactly, without keeping everything that came: all are counted by their keys, and only those that
 * came often enough to be among the first are kept themselves. How often that is grows by one whenever they become too many.
 * Counts are exact; among those that came equally often and too rarely to be kept all, the first to come are.
 */
export class MostFrequent<T> {
  readonly #tally = new TallyTable();
  readonly #candidates = new Map<number, T>();
  #often = 1;
  #total = 0;

  /** All that was counted. */
  get total(): number {
    return this.#total;
  }

  get distinct(): number {
    return this.#tally.size;
  }

  /** Counts `key` once in each round. True where it may be among the first from now on: then what it stands for is to be kept. */
  count(key: number, round: number): boolean {
    const count = this.#tally.addOnce(key, round);
    if (count > 0) this.#total += 1;
    return count === this.#often;
  }

  /** How often `key` came. */
  of(key: number): number {
    return this.#tally.get(key);
  }

  /** All that may be among the first, in no order. */
  candidates(): readonly Candidate<T>[] {
    return [...this.#candidates].map(([key, what]) => ({ key, what, count: this.#tally.get(key) }));
  }

  keep(key: number, what: T): void {
    this.#candidates.set(key, what);
    while (this.#candidates.size > MOST_CANDIDATES) this.#askMore();
  }

  /** The most frequent, ties in the order of `rank`. */
  top(size: number, rank: (what: T) => string): readonly Frequent<T>[] {
    const byRank = (a: Frequent<T>, b: Frequent<T>): number => (rank(a.what) < rank(b.what) ? -1 : 1);
    const first = this.candidates().toSorted((a, b) => b.count - a.count || byRank(a, b));
    return first.slice(0, size).map(({ what, count }) => ({ what, count }));
  }

  #askMore(): void {
    this.#often += 1;
    let runnersUp = 0;
    for (const key of this.#candidates.keys()) {
      const lacking = this.#often - this.#tally.get(key);
      if (lacking <= 0) continue;
      if (lacking === 1 && runnersUp < RUNNERS_UP) runnersUp += 1;
      else this.#candidates.delete(key);
    }
  }
}
