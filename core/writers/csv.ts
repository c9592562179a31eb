import type { CellValue } from '#core/contract/columns.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

/** Both are on unless told otherwise. */
export interface CsvSettings {
  /** A byte order mark: without it Excel takes UTF-8 for the machine's own code page. */
  readonly byteOrderMark?: boolean;
  /** Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP ASVS 1.2.10, CWE-1236). */
  readonly formulaGuard?: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';
export const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/** NUL and line ends are passed over by some readers; the full-width signs are read as the narrow ones. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * CSV as RFC 4180: a header row, CRLF between rows, line ends of a text kept inside its quotes. Numbers and booleans
 * are written bare, dates in ISO 8601.
 *
 * Rows are put together here and not by csv-stringify, which takes more than twice as long for the same bytes
 * (its tests hold the two against each other).
 */
export class CsvWriter implements RowWriter {
  readonly #text: TextFile;
  readonly #columns: readonly FilledColumn[];
  readonly #encodeText: (text: string) => string;

  constructor(file: PendingFile, columns: readonly FilledColumn[], settings: CsvSettings = {}) {
    this.#text = new TextFile(file);
    this.#columns = columns;
    this.#encodeText = textField(settings);
    this.#text.write(markOf(settings) + columns.map(({ header }) => this.#encodeText(header)).join(',') + LINE_END);
  }

  write(rows: readonly Row[]): void {
    for (const row of rows) this.#text.write(this.#line(row));
  }

  finish(): void {
    this.#text.flush();
  }

  #line({ item, position }: Row): string {
    let line = '';
    let separator = '';
    for (const column of this.#columns) {
      line += separator + this.#cell(column.read(item, position));
      separator = ',';
    }
    return line + LINE_END;
  }

  #cell(value: CellValue): string {
    if (value === null) return '';
    return typeof value === 'string' ? this.#encodeText(value) : String(value);
  }
}

/** What a file of these settings begins with. */
export function markOf({ byteOrderMark = true }: CsvSettings = {}): string {
  return byteOrderMark ? BYTE_ORDER_MARK : '';
}

/** How a cell is written by these settings. */
export function csvField(settings: CsvSettings = {}): (value: string | number) => string {
  const encode = textField(settings);
  return (value) => (typeof value === 'string' ? encode(value) : String(value));
}

function textField({ formulaGuard = true }: CsvSettings): (text: string) => string {
  return formulaGuard ? guardedField : field;
}

function field(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guardedField(text: string): string {
  return field(FORMULA_START.test(text) ? `'${text}` : text);
}
