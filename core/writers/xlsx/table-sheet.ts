import { type FilledColumn, isEmptyCell } from '#core/writers/column-learner.ts';
import type { Row } from '#core/writers/row.ts';
import { CELL_TEXT_LIMIT, PLAIN_ASCII, isPlainText, mayHoldEscapes, textElement } from '#core/writers/xlsx/cell-text.ts';
import { columnLetters, elementCell, isDay, isExact, serialOf, sharedTextCell, textCell } from '#core/writers/xlsx/cells.ts';
import { SheetLinks } from '#core/writers/xlsx/links.ts';
import { RELATIONSHIP_NAMESPACE, SHEET_NAMESPACE, XML_HEAD } from '#core/writers/xlsx/parts.ts';
import type { SharedTexts } from '#core/writers/xlsx/shared-texts.ts';
import { STYLE } from '#core/writers/xlsx/styles.ts';
import type { ZipEntry } from '#core/writers/xlsx/zip-file.ts';

const ROW_HEIGHT = 15;
const HEADER_HEIGHT = 21;
/** Up to this length a text is quicker written sign by sign than through the encoder. */
const SHORT_TEXT = 48;
const BLANK = 0x20;

const ROW_START = ascii('<row r="');
const CELL_START = '<c r="';
const ROW_END = '</row>';
/** What is still to be written behind the row's number or a value; the index is an `Ending`. */
const ENDINGS = ['">', '</t></is></c>', '</v></c>', ''];
const ENDING = { rowNumber: 0, text: 1, number: 2, nothing: 3 } as const;
type Ending = (typeof ENDING)[keyof typeof ENDING];

/** What stands between a cell's reference and its value. */
const TEXT = ascii('" t="inlineStr"><is><t>');
const LINK = ascii(`" s="${STYLE.link}" t="inlineStr"><is><t>`);
const COLOURED: Readonly<Partial<Record<string, Uint8Array>>> = Object.fromEntries(
  (['positive', 'negative', 'neutral'] as const).map((name) => [name, ascii(`" s="${STYLE[name]}" t="inlineStr"><is><t>`)]),
);
const NUMBER = ascii('"><v>');
const DATE_TIME = ascii(`" s="${STYLE.dateTime}"><v>`);
const DAY = ascii(`" s="${STYLE.day}"><v>`);
const TRUE = ascii(`" s="${STYLE.boolean}" t="b"><v>1</v></c>`);
const FALSE = ascii(`" s="${STYLE.boolean}" t="b"><v>0</v></c>`);
const ROW_ENDS = ENDINGS.map((ending) => ascii(ending + ROW_END));

/** What a sheet could not show in full. */
interface SheetShortfalls {
  /** Cells cut to what Excel holds. */
  cutCells: number;
  /** Addresses left as plain text because the sheet had its full number of links. */
  plainAddresses: number;
}

/**
 * One sheet of rows, written into its entry as it comes. Rows are put together from bytes made beforehand: as strings
 * they take a quarter longer and leave the garbage collector a gigabyte for 250,000 rows.
 */
export class TableSheet {
  readonly links: SheetLinks;
  readonly shortfalls: SheetShortfalls = { cutCells: 0, plainAddresses: 0 };
  readonly #entry: ZipEntry;
  readonly #columns: readonly FilledColumn[];
  readonly #sharedTexts: SharedTexts;
  readonly #letters: readonly string[];
  /** By ending, then by column: what ends the value before and begins a cell, up to the number of its row. */
  readonly #cellStarts: readonly (readonly Uint8Array[])[];
  /** Of the row written last; the header is row 1. */
  #rowNumber = 1;

  constructor(entry: ZipEntry, columns: readonly FilledColumn[], sharedTexts: SharedTexts, limits: { readonly links: number }) {
    this.#entry = entry;
    this.#columns = columns;
    this.#sharedTexts = sharedTexts;
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#cellStarts = ENDINGS.map((ending) => this.#letters.map((letters) => ascii(ending + CELL_START + letters)));
    this.links = new SheetLinks(limits.links);
    entry.write(this.#head());
  }

  /** The cells written so far, header included, as in "A1:C4". */
  get range(): string {
    return `A1:${this.#letters.at(-1) ?? 'A'}${this.#rowNumber}`;
  }

  /** Writes the next row. Where the entry `isFull` then, await its `room`. */
  writeRow({ item, position }: Row): void {
    this.#rowNumber += 1;
    const entry = this.#entry;
    const rowNumber = String(this.#rowNumber);
    entry.writeBytes(ROW_START);
    entry.writeAscii(rowNumber);
    let ending: Ending = ENDING.rowNumber;
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index] as FilledColumn;
      const value = column.read(item, position);
      if (isEmptyCell(value)) continue;
      entry.writeBytes((this.#cellStarts[ending] as readonly Uint8Array[])[index] as Uint8Array);
      entry.writeAscii(rowNumber);
      if (typeof value === 'boolean') ending = this.#bytes(value ? TRUE : FALSE);
      else if (typeof value === 'number') ending = this.#number(value);
      else if (column.type === 'date') ending = this.#date(value, column.dayOnly?.(item) === true || isDay(value) ? DAY : DATE_TIME);
      else if (column.isSentiment === true) ending = this.#text(value, COLOURED[value] ?? TEXT);
      else if (column.type === 'link' && this.#link(index, value)) ending = this.#text(value, LINK);
      else ending = this.#text(value, TEXT);
    }
    entry.writeBytes(ROW_ENDS[ending] as Uint8Array);
  }

  /** Writes what follows the rows and closes the entry. @throws CommentdockError DISK */
  async close(): Promise<void> {
    await this.#entry.writeAll(this.#tail());
    await this.#entry.close();
  }

  #head(): string {
    const columns = this.#columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    const headers = this.#columns.map(({ header }, index) => CELL_START + `${this.#letters[index]}1` + textCell(header, STYLE.header));
    return (
      `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}">` +
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
      `<sheetFormatPr defaultRowHeight="${ROW_HEIGHT}" customHeight="1"/>` +
      `<cols>${columns.join('')}</cols>` +
      `<sheetData><row r="1" ht="${HEADER_HEIGHT}" customHeight="1">${headers.join('')}</row>`
    );
  }

  /** The elements' order is the schema's. */
  *#tail(): Generator<string> {
    yield `</sheetData><autoFilter ref="${this.range}"/>`;
    yield* this.links.elements();
    yield '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape"/>';
    yield `<ignoredErrors><ignoredError sqref="${this.range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
  }

  #bytes(bytes: Uint8Array): Ending {
    this.#entry.writeBytes(bytes);
    return ENDING.nothing;
  }

  #number(value: number): Ending {
    if (!isExact(value)) return this.#text(String(value), TEXT);
    this.#entry.writeBytes(NUMBER);
    this.#entry.writeAscii(String(value));
    return ENDING.number;
  }

  /** What is no ISO date, or lies outside of Excel's calendar, stays text. */
  #date(iso: string, start: Uint8Array): Ending {
    const serial = serialOf(iso);
    if (serial === null) return this.#text(iso, TEXT);
    this.#entry.writeBytes(start);
    this.#entry.writeAscii(serial);
    return ENDING.number;
  }

  #text(text: string, start: Uint8Array): Ending {
    if (isShort(text) && this.#entry.writeIfAllowed(start, text, PLAIN_ASCII)) return ENDING.text;
    if (isPlainText(text)) {
      this.#entry.writeBytes(start);
      this.#entry.write(text);
      return ENDING.text;
    }
    this.#entry.write(this.#specialText(text, start === LINK ? STYLE.link : STYLE.plain));
    return ENDING.nothing;
  }

  #specialText(text: string, style: number): string {
    if (text.length > CELL_TEXT_LIMIT) this.shortfalls.cutCells += 1;
    const shownAs = text.includes('\n') ? STYLE.lines : style;
    const element = textElement(text);
    const shared = mayHoldEscapes(element) ? this.#sharedTexts.add(element) : null;
    return shared === null ? elementCell(element, shownAs) : sharedTextCell(shared, shownAs);
  }

  #link(index: number, text: string): boolean {
    if (!this.links.isFull) return this.links.add(`${this.#letters[index]}${this.#rowNumber}`, text);
    if (text.startsWith('http')) this.shortfalls.plainAddresses += 1;
    return false;
  }
}

/** Short, and without the blanks at its ends that XML would not keep. */
function isShort(text: string): boolean {
  return text.length <= SHORT_TEXT && text.charCodeAt(0) !== BLANK && text.charCodeAt(text.length - 1) !== BLANK;
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
