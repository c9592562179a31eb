import type { FilledColumn } from '#core/writers/column-learner.ts';
import { isEmptyCell } from '#core/writers/column-learner.ts';
import type { Row } from '#core/writers/row.ts';
import { CELL_TEXT_LIMIT, isPlainText, mayHoldEscapes, textElement } from '#core/writers/xlsx/cell-text.ts';
import { columnLetters, dateCell, isDay, isExact, sharedTextCell, textCell } from '#core/writers/xlsx/cells.ts';
import { SheetLinks } from '#core/writers/xlsx/links.ts';
import { RELATIONSHIP_NAMESPACE, SHEET_NAMESPACE, XML_HEAD } from '#core/writers/xlsx/parts.ts';
import type { SharedTexts } from '#core/writers/xlsx/shared-texts.ts';
import { STYLE } from '#core/writers/xlsx/styles.ts';

const ROW_HEIGHT = 15;
const HEADER_HEIGHT = 21;
/** Of a cell, from behind its row's number. */
const TRUE_END = `" s="${STYLE.boolean}" t="b"><v>1</v></c>`;
const FALSE_END = `" s="${STYLE.boolean}" t="b"><v>0</v></c>`;
const NUMBER_START = '"><v>';
const NUMBER_END = '</v></c>';
const TEXT_START = '" t="inlineStr"><is><t>';
const TEXT_END = '</t></is></c>';

/** What a sheet could not show in full. */
export interface SheetShortfalls {
  /** Cells cut to what Excel holds. */
  cutCells: number;
  /** Addresses left as plain text because the sheet had its full number of links. */
  plainAddresses: number;
}

/** The XML of one sheet of rows, piece by piece: `head`, a `row` for each, `tail`. */
export class TableSheet {
  readonly links: SheetLinks;
  readonly shortfalls: SheetShortfalls = { cutCells: 0, plainAddresses: 0 };
  readonly #columns: readonly FilledColumn[];
  readonly #sharedTexts: SharedTexts;
  readonly #letters: readonly string[];
  /** How a cell of each column begins, up to the number of its row. */
  readonly #cellStarts: readonly string[];
  /** Of the row written last; the header is row 1. */
  #rowNumber = 1;

  constructor(columns: readonly FilledColumn[], sharedTexts: SharedTexts, limits: { readonly links: number }) {
    this.#columns = columns;
    this.#sharedTexts = sharedTexts;
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#cellStarts = this.#letters.map((letters) => `<c r="${letters}`);
    this.links = new SheetLinks(limits.links);
  }

  /** The cells written so far, header included, as in "A1:C4". */
  get range(): string {
    return `A1:${this.#letters.at(-1) ?? 'A'}${this.#rowNumber}`;
  }

  head(): string {
    const columns = this.#columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    );
    const headers = this.#columns.map(({ header }, index) => textCell(`${this.#letters[index]}1`, header, STYLE.header));
    return (
      `${XML_HEAD}<worksheet xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}">` +
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>' +
      `<sheetFormatPr defaultRowHeight="${ROW_HEIGHT}" customHeight="1"/>` +
      `<cols>${columns.join('')}</cols>` +
      `<sheetData><row r="1" ht="${HEADER_HEIGHT}" customHeight="1">${headers.join('')}</row>`
    );
  }

  /** The next row. The usual cells, nine in ten, are put together on the spot: text as it stands, numbers, booleans. */
  row({ item, position }: Row): string {
    this.#rowNumber += 1;
    const rowNumber = String(this.#rowNumber);
    const textStart = rowNumber + TEXT_START;
    let xml = `<row r="${rowNumber}">`;
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index] as FilledColumn;
      const value = column.read(item, position);
      if (isEmptyCell(value)) continue;
      const cellStart = this.#cellStarts[index] as string;
      if (typeof value === 'boolean') xml += cellStart + rowNumber + (value ? TRUE_END : FALSE_END);
      else if (typeof value === 'number')
        xml += isExact(value) ? cellStart + rowNumber + NUMBER_START + value + NUMBER_END : this.#textCell(index, String(value));
      else if (column.type === 'date')
        xml += dateCell(this.#reference(index), value, column.dayOnly?.(item) === true || isDay(value) ? STYLE.day : STYLE.dateTime);
      else if (column.type === 'text' && isPlainText(value)) xml += cellStart + textStart + value + TEXT_END;
      else xml += this.#textCell(index, value);
    }
    return xml + '</row>';
  }

  /** What follows the rows, in pieces. The elements' order is the schema's. */
  *tail(): Generator<string> {
    yield `</sheetData><autoFilter ref="${this.range}"/>`;
    yield* this.links.elements();
    yield '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape"/>';
    yield `<ignoredErrors><ignoredError sqref="${this.range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
  }

  #textCell(index: number, text: string): string {
    const reference = this.#reference(index);
    if (text.length > CELL_TEXT_LIMIT) this.shortfalls.cutCells += 1;
    if (this.#columns[index]?.type === 'link' && this.#link(reference, text)) return textCell(reference, text, STYLE.link);
    const style = text.includes('\n') ? STYLE.lines : STYLE.plain;
    const shared = mayHoldEscapes(text) ? this.#sharedTexts.add(textElement(text)) : null;
    return shared === null ? textCell(reference, text, style) : sharedTextCell(reference, shared, style);
  }

  #reference(index: number): string {
    return `${this.#letters[index]}${this.#rowNumber}`;
  }

  #link(reference: string, text: string): boolean {
    if (this.links.add(reference, text)) return true;
    if (this.links.isFull && text.startsWith('http')) this.shortfalls.plainAddresses += 1;
    return false;
  }
}
