import type { CellValue } from '#core/contract/columns.ts';
import type { ColumnContent, ColumnValues, Presence } from '#core/writers/parquet/column-values.ts';
import { packedIndexes } from '#core/writers/parquet/bit-packing.ts';

/** After so many texts it is decided whether they are ever the same few: then each different one is kept once. */
const SAMPLED_TEXTS = 200;
const FEW_OF_SAMPLE = 0.5;
/** In front of each text stands its length in bytes. */
const LENGTH_BYTES = 4;
/** The most UTF-8 bytes that one UTF-16 unit can need. */
const BYTES_PER_UNIT = 3;
/** Shorter texts are copied sign by sign: asking the system for each takes longer. */
const SHORT_UNITS = 32;
const FIRST_BYTES = 64 * 1024;
const MOST_KEPT_BYTES = 1024 * 1024;

/** A column of texts. */
export class TextValues implements ColumnValues {
  readonly #presence: Presence;
  /** Texts one behind the other in the plain encoding: all of them, or each different one once. */
  #encoded = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #end = 0;
  /** Of each value the number of its entry; with a dictionary alone. */
  readonly #indexes: Uint32Array;
  #count = 0;
  /** Null: there is no dictionary. */
  #entries: Map<string, number> | null = new Map();
  #isTaken = false;

  /** @param mostRows of a row group */
  constructor(mostRows: number, presence: Presence) {
    this.#indexes = new Uint32Array(mostRows);
    this.#presence = presence;
  }

  get bytes(): number {
    return this.#end;
  }

  add(value: CellValue): void {
    if (this.#isTaken) this.#clear();
    this.#presence.add(value !== null);
    if (value === null) return;
    const text = String(value);
    if (this.#entries === null) this.#append(text);
    else this.#addEntry(text, this.#entries);
    this.#count += 1;
    if (this.#count === SAMPLED_TEXTS && this.#entries !== null && this.#entries.size > SAMPLED_TEXTS * FEW_OF_SAMPLE)
      this.#dropDictionary();
  }

  take(): ColumnContent {
    this.#isTaken = true;
    const bytes = this.#encoded.subarray(0, this.#end);
    if (this.#entries === null || this.#count === 0) return { presence: this.#presence, values: bytes, dictionary: null };
    const entries = this.#entries.size;
    return { presence: this.#presence, values: packedIndexes(this.#indexes, this.#count, entries), dictionary: { bytes, entries } };
  }

  #addEntry(text: string, entries: Map<string, number>): void {
    let index = entries.get(text);
    if (index === undefined) {
      index = entries.size;
      entries.set(text, index);
      this.#append(text);
    }
    this.#indexes[this.#count] = index;
  }

  /** From here on each text stands for itself, those of the sample too. */
  #dropDictionary(): void {
    const texts = [...(this.#entries ?? new Map<string, number>()).keys()];
    this.#entries = null;
    this.#end = 0;
    for (const index of this.#indexes.subarray(0, this.#count)) this.#append(texts[index] as string);
  }

  #append(text: string): void {
    this.#ensure(text.length * BYTES_PER_UNIT + LENGTH_BYTES);
    const start = this.#end + LENGTH_BYTES;
    const length = text.length <= SHORT_UNITS ? this.#copyAscii(text, start) : -1;
    const bytes = length === -1 ? this.#encoded.write(text, start) : length;
    this.#encoded.writeUInt32LE(bytes, this.#end);
    this.#end = start + bytes;
  }

  /** Returns -1 where there are other signs. */
  #copyAscii(text: string, start: number): number {
    const encoded = this.#encoded;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return -1;
      encoded[start + at] = code;
    }
    return text.length;
  }

  #ensure(further: number): void {
    if (this.#end + further <= this.#encoded.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#encoded.length * 2, this.#end + further));
    this.#encoded.copy(larger, 0, 0, this.#end);
    this.#encoded = larger;
  }

  #clear(): void {
    if (this.#encoded.length > MOST_KEPT_BYTES) this.#encoded = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#presence.clear();
    this.#entries = new Map();
    [this.#end, this.#count, this.#isTaken] = [0, 0, false];
  }
}
