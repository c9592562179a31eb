import type { FrontierEntry } from '#core/engine/ports.ts';
import { isFirstList } from '#core/engine/position.ts';

/** Side requests that may wait before the first lists stand still: bounds the memory of a run. */
const SIDE_ENTRIES_AHEAD = 400;

/** What a request of unknown yield counts for, so that reading ahead does not run past `limit`. */
const UNKNOWN_YIELD = 100;

/**
 * The requests of a run that are still to be made, in reading order. A request is `waiting` or `flying`; it leaves when
 * its page is committed or given up.
 */
export class Frontier {
  readonly #waiting: FrontierEntry[] = [];
  readonly #flying: FrontierEntry[] = [];
  #expected = 0;

  constructor(entries: readonly FrontierEntry[]) {
    for (const entry of entries) this.add(entry);
  }

  /** Items that all requests together will bring, as far as known. */
  get expectedTotal(): number {
    return this.#expected;
  }

  get size(): number {
    return this.#waiting.length + this.#flying.length;
  }

  get flyingCount(): number {
    return this.#flying.length;
  }

  all(): readonly FrontierEntry[] {
    return [...this.#waiting, ...this.#flying];
  }

  add(entry: FrontierEntry): void {
    insertSorted(this.#waiting, entry);
    this.#expected += yieldOf(entry);
  }

  /** Back from a try that failed and will be made again. */
  putBack(entry: FrontierEntry): void {
    this.leave(entry);
    this.add(entry);
  }

  leave(entry: FrontierEntry): void {
    if (removeFrom(this.#flying, entry) || removeFrom(this.#waiting, entry)) this.#expected -= yieldOf(entry);
  }

  /** The first request in reading order that is not committed yet. */
  first(): FrontierEntry | null {
    const [waiting] = this.#waiting;
    const [flying] = this.#flying;
    if (waiting === undefined || flying === undefined) return waiting ?? flying ?? null;
    return waiting.readKey <= flying.readKey ? waiting : flying;
  }

  /**
   * Takes the next request to make: the next page of a first list where one waits (everything else hangs below it),
   * else the first in reading order. `room` is how many items the limit still allows before a given place; a request that
   * would be needless once those before it have answered is not taken.
   */
  take(room: (readKey: string) => number): FrontierEntry | null {
    for (const entry of this.#candidates()) {
      const allowed = room(entry.readKey);
      if (allowed !== Number.POSITIVE_INFINITY && this.#expectedBefore(entry) >= allowed) continue;
      removeFrom(this.#waiting, entry);
      insertSorted(this.#flying, entry);
      return entry;
    }
    return null;
  }

  #candidates(): FrontierEntry[] {
    const [first] = this.#waiting;
    if (first === undefined) return [];
    const crowded = this.#waiting.length > SIDE_ENTRIES_AHEAD;
    const page = crowded ? undefined : this.#waiting.find((entry) => isFirstList(entry.position));
    return page === undefined || page === first ? [first] : [page, first];
  }

  #expectedBefore(entry: FrontierEntry): number {
    let sum = 0;
    for (const list of [this.#waiting, this.#flying]) {
      for (const other of list) {
        if (other.readKey >= entry.readKey) break;
        sum += yieldOf(other);
      }
    }
    return sum;
  }
}

function yieldOf(entry: FrontierEntry): number {
  return entry.expect ?? UNKNOWN_YIELD;
}

function insertSorted(entries: FrontierEntry[], entry: FrontierEntry): void {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] as FrontierEntry).readKey < entry.readKey) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}

function removeFrom(entries: FrontierEntry[], entry: FrontierEntry): boolean {
  const index = entries.indexOf(entry);
  if (index >= 0) entries.splice(index, 1);
  return index >= 0;
}
