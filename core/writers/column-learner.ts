import {
  type CellValue,
  type Column,
  COLUMNS,
  extraColumn,
  isFreeExtra,
  type RowPosition,
  RUNNING_NUMBER,
} from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';
import type { Row } from '#core/writers/row.ts';
import { certainKinds, kindOfKinds, kindsOf, type ValueKind } from '#core/writers/value-kind.ts';

/** Rows whose values decide how wide the columns are. */
const SAMPLED_ROWS = 1_000;
/** Room for the filter's button beside a header, and for the edge of a cell. */
const HEADER_ROOM = 4;
const CELL_ROOM = 3;
/** From here on the scripts of East Asia, whose signs are two characters wide. */
const FIRST_WIDE_CODE = 0x1100;
const DATE_WIDTH = 20;
/** Extras do not depend on where a row stands. */
const FIRST_ROW: RowPosition = { row: 1, reply: null };

/** A column that at least one item fills. */
export interface FilledColumn extends Column {
  /** In characters, for sheets. */
  readonly width: number;
  /** What all of its values are; text where that is not learnt. */
  readonly kind: ValueKind;
}

interface Candidate {
  readonly column: Column;
  filled: boolean;
  width: number;
  /** Bits of the kinds of values met so far. */
  kinds: number;
}

/**
 * Learns which columns a dataset fills and how wide they are: a table's head says both before its first row. Widths
 * come from the first rows alone, and a column that is known is not looked at again.
 */
export class ColumnLearner {
  readonly #fixed: readonly Candidate[] = COLUMNS.map((column) => candidateOf(column, column === RUNNING_NUMBER));
  readonly #extras = new Map<string, Candidate>();
  readonly #headers = new Set(COLUMNS.map(({ header }) => header));
  #unfilled = this.#fixed.filter(({ filled }) => !filled);
  #rowCount = 0;
  readonly #learnsKinds: boolean;
  readonly #dates = this.#fixed.filter(({ column }) => column.type === 'date');
  #widened = 0;

  /** @param what `kinds`: also of what kind the values of each column are, for files whose columns have types */
  constructor(what: 'columns' | 'kinds' = 'columns') {
    this.#learnsKinds = what === 'kinds';
  }

  learn(rows: readonly Row[]): void {
    for (const { item, position } of rows) {
      this.#rowCount += 1;
      this.#addExtras(item);
      if (this.#rowCount <= SAMPLED_ROWS) this.#measure(item, position);
      else if (this.#unfilled.length > 0) this.#lookForUnfilled(item, position);
      if (this.#learnsKinds) this.#learnKinds(item, position);
    }
  }

  /** Grows with every column that is filled, and with every kind of value that a column had not had. */
  get findings(): number {
    return this.#fixed.length - this.#unfilled.length + this.#extras.size + this.#widened;
  }

  /** The filled columns in the order of the file: the fixed ones, then the extras in order of first appearance. */
  columns(): readonly FilledColumn[] {
    const candidates = [...this.#fixed, ...this.#extras.values()].filter(({ filled }) => filled);
    return candidates.map(({ column, width, kinds }) => ({ ...column, width: Math.min(width, column.maxWidth), kind: kindOfKinds(kinds) }));
  }

  #addExtras(item: Item): void {
    for (const key in item.extra) {
      if (this.#extras.has(key) || !isFreeExtra(key) || isEmptyCell((item.extra[key] ?? null) as CellValue)) continue;
      const column = extraColumn(key, this.#headers);
      this.#headers.add(column.header);
      const candidate = { ...candidateOf(column, true), kinds: 0 };
      this.#extras.set(key, candidate);
      widen(candidate, item, FIRST_ROW);
    }
  }

  #measure(item: Item, position: RowPosition): void {
    for (const candidate of this.#fixed) widen(candidate, item, position);
    for (const candidate of this.#extras.values()) widen(candidate, item, position);
    this.#unfilled = this.#unfilled.filter(({ filled }) => !filled);
  }

  #learnKinds(item: Item, position: RowPosition): void {
    for (const candidate of this.#dates) this.#addKind(candidate, item, position);
    for (const candidate of this.#extras.values()) this.#addKind(candidate, item, position);
  }

  #addKind(candidate: Candidate, item: Item, position: RowPosition): void {
    const kinds = candidate.kinds | kindsOf(candidate.column.read(item, position), candidate.column);
    if (kinds === candidate.kinds) return;
    candidate.kinds = kinds;
    this.#widened += 1;
  }

  #lookForUnfilled(item: Item, position: RowPosition): void {
    let found = false;
    for (const candidate of this.#unfilled) {
      widen(candidate, item, position);
      found ||= candidate.filled;
    }
    if (found) this.#unfilled = this.#unfilled.filter(({ filled }) => !filled);
  }
}

/** Empty text is no value either: its cell stays empty. */
export function isEmptyCell(value: CellValue): value is null | '' {
  return value === null || value === '';
}

function candidateOf(column: Column, filled: boolean): Candidate {
  const width = column.type === 'date' ? DATE_WIDTH : column.header.length + HEADER_ROOM;
  return { column, filled, width, kinds: certainKinds(column) };
}

function widen(candidate: Candidate, item: Item, position: RowPosition): void {
  const { column } = candidate;
  const value = column.read(item, position);
  if (isEmptyCell(value)) return;
  candidate.filled = true;
  if (column.type === 'date' || candidate.width >= column.maxWidth) return;
  candidate.width = Math.max(candidate.width, widthOf(String(value), column.maxWidth) + CELL_ROOM);
}

/** Characters that `text` takes on a line, at most `enough`. */
function widthOf(text: string, enough: number): number {
  let width = 0;
  for (let at = 0; at < text.length && width < enough; at += 1) width += text.charCodeAt(at) < FIRST_WIDE_CODE ? 1 : 2;
  return width;
}
