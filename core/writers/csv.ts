import type { CellValue } from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';
import type { CsvDialect } from '#core/contract/layout.ts';
import { datesOf, type WriteDate } from '#core/writers/csv-dates.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

export interface CsvSettings {
  /** A byte order mark: without it Excel takes UTF-8 for the machine's own code page. Default: true. */
  readonly byteOrderMark?: boolean;
  /** Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP ASVS 1.2.10, CWE-1236). Default: true. */
  readonly formulaGuard?: boolean;
  /** Between two cells. Default: a comma. */
  readonly delimiter?: CsvDialect['delimiter'];
  /** Default: ISO 8601. */
  readonly dates?: CsvDialect['dates'];
  /** Of dates that are not ISO 8601. Default: UTC. */
  readonly timezone?: CsvDialect['timezone'];
}

const BYTE_ORDER_MARK = '\uFEFF';
export const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/** Where another sign stands between cells, all that a reader might take for one: a cell that is cut in two may begin as a formula. */
const NEEDS_QUOTES_ANYWHERE = /[",;|\t\r\n]/;
/** NUL and line ends are passed over by some readers; the full-width signs are read as the narrow ones. */
const FORMULA_START = /^[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * CSV as RFC 4180: a header row, CRLF between rows, line ends of a text kept inside its quotes. Numbers and booleans
 * are written bare, dates in ISO 8601 unless told otherwise.
 *
 * Rows are put together here and not by csv-stringify, which takes more than twice as long for the same bytes
 * (its tests hold the two against each other).
 */
export class CsvWriter implements RowWriter {
  readonly #text: TextFile;
  readonly #columns: readonly FilledColumn[];
  readonly #encodeText: (text: string) => string;
  readonly #delimiter: string;
  /** Null: as they are. */
  readonly #writeDate: WriteDate | null;

  constructor(file: PendingFile, columns: readonly FilledColumn[], settings: CsvSettings = {}) {
    const { delimiter = ',', dates = 'iso', timezone = 'UTC' } = settings;
    this.#text = new TextFile(file);
    this.#columns = columns;
    this.#delimiter = delimiter;
    this.#writeDate = datesOf(dates, timezone);
    this.#encodeText = textField(settings);
    this.#text.write(markOf(settings) + columns.map(({ header }) => this.#encodeText(header)).join(delimiter) + LINE_END);
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
      line += separator + this.#cell(column.read(item, position), column, item);
      separator = this.#delimiter;
    }
    return line + LINE_END;
  }

  #cell(value: CellValue, column: FilledColumn, item: Item): string {
    if (value === null) return '';
    if (this.#writeDate !== null && column.type === 'date' && typeof value === 'string') {
      const written = this.#writeDate(value, column.dayOnly?.(item) === true ? 'day' : 'instant');
      if (written !== null) return written;
    }
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

function textField({ formulaGuard = true, delimiter = ',' }: CsvSettings): (text: string) => string {
  const needsQuotes = delimiter === ',' ? NEEDS_QUOTES : NEEDS_QUOTES_ANYWHERE;
  return formulaGuard ? (text) => guardedField(text, needsQuotes) : (text) => field(text, needsQuotes);
}

function field(text: string, needsQuotes: RegExp): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guardedField(text: string, needsQuotes: RegExp): string {
  return field(FORMULA_START.test(text) ? `'${text}` : text, needsQuotes);
}
