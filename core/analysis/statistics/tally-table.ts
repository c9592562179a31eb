const FIRST_CAPACITY = 4_096;
/** Beyond this share of filled slots, a search has to step over too many of them. */
const FULLEST = 0.7;

/** Numbers by the key of a text (`textKey`), in 16 bytes per slot: hundreds of thousands of texts stay small. */
export class TallyTable {
  #keys = new Float64Array(FIRST_CAPACITY);
  /** The value and the round of each slot, side by side: they are asked for together. */
  #cells = new Uint32Array(FIRST_CAPACITY * 2);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** 0 where it has none. */
  get(key: number): number {
    return this.#cells[this.#slotOf(key) * 2] as number;
  }

  /** @param beside a second number of the same key, in the place of its round */
  set(key: number, value: number, beside = 0): void {
    const cell = this.#claim(key) * 2;
    this.#cells[cell] = value;
    this.#cells[cell + 1] = beside;
  }

  /** What `set` was given besides the value; 0 where it has none. */
  beside(key: number): number {
    return this.#cells[this.#slotOf(key) * 2 + 1] as number;
  }

  /** Adds one, once in each round (1 and up). Returns the new value, or 0 where this round had been counted. */
  addOnce(key: number, round: number): number {
    const cell = this.#claim(key) * 2;
    const cells = this.#cells;
    if (cells[cell + 1] === round) return 0;
    cells[cell + 1] = round;
    return (cells[cell] = (cells[cell] as number) + 1);
  }

  #claim(key: number): number {
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === key) return slot;
    this.#keys[slot] = key;
    this.#size += 1;
    if (this.#size < this.#keys.length * FULLEST) return slot;
    this.#grow();
    return this.#slotOf(key);
  }

  /** Where the key is, or would be. */
  #slotOf(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let slot = (key >>> 0) & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, cells] = [this.#keys, this.#cells];
    this.#keys = new Float64Array(keys.length * 2);
    this.#cells = new Uint32Array(cells.length * 2);
    for (let from = 0; from < keys.length; from += 1) {
      const key = keys[from] as number;
      if (key === 0) continue;
      const cell = this.#slotOf(key) * 2;
      this.#keys[cell / 2] = key;
      this.#cells[cell] = cells[from * 2] as number;
      this.#cells[cell + 1] = cells[from * 2 + 1] as number;
    }
  }
}
