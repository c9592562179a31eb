const FIRST_CAPACITY = 4_096;
/** Beyond this share of filled slots a search passes too many of them. */
const FULLEST = 0.7;

/** Numbers by the key of a text (`textKey`), in 16 bytes per slot: hundreds of thousands of texts stay small. */
export class TallyTable {
  #keys = new Float64Array(FIRST_CAPACITY);
  #values = new Uint32Array(FIRST_CAPACITY);
  #rounds = new Uint32Array(FIRST_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** 0 where it has none. */
  get(key: number): number {
    return this.#values[this.#slotOf(key)] as number;
  }

  set(key: number, value: number): void {
    this.#values[this.#claim(key)] = value;
  }

  /** Adds one, once in each round (1 and up). Returns the new value, or 0 where this round had been counted. */
  addOnce(key: number, round: number): number {
    const slot = this.#claim(key);
    if (this.#rounds[slot] === round) return 0;
    this.#rounds[slot] = round;
    return (this.#values[slot] = (this.#values[slot] as number) + 1);
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
    const [keys, values, rounds] = [this.#keys, this.#values, this.#rounds];
    this.#keys = new Float64Array(keys.length * 2);
    this.#values = new Uint32Array(keys.length * 2);
    this.#rounds = new Uint32Array(keys.length * 2);
    for (let from = 0; from < keys.length; from += 1) {
      const key = keys[from] as number;
      if (key === 0) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#values[slot] = values[from] as number;
      this.#rounds[slot] = rounds[from] as number;
    }
  }
}
