import type { CellValue } from '#core/contract/columns.ts';
import { TextValues } from '#core/writers/parquet/text-values.ts';
import type { ValueKind } from '#core/writers/value-kind.ts';

/** Of a row group. */
export const MOST_ROWS = 5_000;

/** What a column has in a row group. */
export interface ColumnContent {
  readonly presence: Presence;
  /** The values that are no nulls, in the plain encoding of Parquet; of a column with a dictionary, the numbers of their entries as in its pages. */
  readonly values: Uint8Array;
  /** The different values, in the plain encoding; null: there is no dictionary. */
  readonly dictionary: { readonly bytes: Uint8Array; readonly entries: number } | null;
  readonly least?: number | bigint;
  readonly greatest?: number | bigint;
}

/** A column of the row group that is being filled. No object is kept for a cell. */
export interface ColumnValues {
  /** Of what was added, encoded; at most roughly. */
  readonly bytes: number;
  add(value: CellValue): void;
  /** Takes the group out. What is given is good until the next `add`. */
  take(): ColumnContent;
}

/** Which rows have a value: a bit for each, the first one lowest. */
export class Presence {
  readonly #bits = new Uint8Array(Math.ceil(MOST_ROWS / 8));
  rows = 0;
  nulls = 0;

  add(isThere: boolean): void {
    if (isThere) this.#bits[this.rows >> 3] = (this.#bits[this.rows >> 3] as number) | (1 << (this.rows & 7));
    else this.nulls += 1;
    this.rows += 1;
  }

  /** Of the rows so far, the last byte filled up with zeros. */
  get bits(): Uint8Array {
    return this.#bits.subarray(0, Math.ceil(this.rows / 8));
  }

  clear(): void {
    this.#bits.fill(0);
    [this.rows, this.nulls] = [0, 0];
  }
}

/** Room for a column of this kind. */
export function valuesOf(kind: ValueKind): ColumnValues {
  if (kind === 'text') return new TextValues(MOST_ROWS, new Presence());
  if (kind === 'boolean') return new BooleanValues();
  return new NumberValues(kind);
}

const NUMBER_BYTES = 8;
const TWO_TO_32 = 2 ** 32;

class NumberValues implements ColumnValues {
  readonly #kind: 'integer' | 'fraction' | 'instant';
  readonly #presence = new Presence();
  readonly #encoded = new DataView(new ArrayBuffer(MOST_ROWS * NUMBER_BYTES));
  #count = 0;
  #least = Infinity;
  #greatest = -Infinity;
  #isTaken = false;

  constructor(kind: 'integer' | 'fraction' | 'instant') {
    this.#kind = kind;
  }

  get bytes(): number {
    return this.#count * NUMBER_BYTES;
  }

  add(value: CellValue): void {
    if (this.#isTaken) this.#clear();
    this.#presence.add(value !== null);
    if (value === null) return;
    const number = this.#kind === 'instant' ? Date.parse(value as string) : (value as number);
    if (number < this.#least) this.#least = number;
    if (number > this.#greatest) this.#greatest = number;
    const at = this.#count * NUMBER_BYTES;
    if (this.#kind === 'fraction') this.#encoded.setFloat64(at, number, true);
    else {
      this.#encoded.setInt32(at, number | 0, true);
      this.#encoded.setInt32(at + 4, Math.floor(number / TWO_TO_32), true);
    }
    this.#count += 1;
  }

  take(): ColumnContent {
    this.#isTaken = true;
    const values = new Uint8Array(this.#encoded.buffer, 0, this.bytes);
    const content = { presence: this.#presence, values, dictionary: null };
    if (this.#count === 0) return content;
    const [least, greatest] = [this.#least, this.#greatest];
    // The format wants the zero with a sign below, and the one without above.
    if (this.#kind === 'fraction') return { ...content, least: least === 0 ? -0 : least, greatest: greatest === 0 ? 0 : greatest };
    return { ...content, least: BigInt(least), greatest: BigInt(greatest) };
  }

  #clear(): void {
    this.#presence.clear();
    [this.#count, this.#least, this.#greatest, this.#isTaken] = [0, Infinity, -Infinity, false];
  }
}

class BooleanValues implements ColumnValues {
  readonly #presence = new Presence();
  readonly #values = new Presence();
  #isTaken = false;

  get bytes(): number {
    return this.#values.bits.length;
  }

  add(value: CellValue): void {
    if (this.#isTaken) {
      for (const bits of [this.#presence, this.#values]) bits.clear();
      this.#isTaken = false;
    }
    this.#presence.add(value !== null);
    if (value !== null) this.#values.add(value === true);
  }

  take(): ColumnContent {
    this.#isTaken = true;
    return { presence: this.#presence, values: this.#values.bits, dictionary: null };
  }
}
