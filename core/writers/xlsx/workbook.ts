import { ROW_CHANGES, type RowChange } from '#core/contract/incremental.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportType } from '#core/contract/options.ts';
import type { SentimentAccount } from '#core/contract/sentiment.ts';
import { type AboutLine, aboutLines, type AboutSheet } from '#core/writers/about.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { FilledColumn } from '#core/writers/column-learner.ts';
import { legendLines } from '#core/writers/legend.ts';
import { type Row, RowNumbering, type RowWriter } from '#core/writers/row.ts';
import { textSheet } from '#core/writers/xlsx/about-sheet.ts';
import type { SheetLinks } from '#core/writers/xlsx/links.ts';
import { PACKAGE_START, SHARED_TEXTS_PART, sheetPart, workbookParts } from '#core/writers/xlsx/parts.ts';
import { SharedTexts } from '#core/writers/xlsx/shared-texts.ts';
import { TableSheet } from '#core/writers/xlsx/table-sheet.ts';
import { type ZipEntry, ZipFile } from '#core/writers/xlsx/zip-file.ts';

/** What one sheet holds. */
export interface SheetLimits {
  /** The header included. */
  readonly rows: number;
  readonly links: number;
}

/** What Excel takes. */
const EXCEL_LIMITS: SheetLimits = { rows: 1_048_576, links: 65_530 };

const TABLE_NAME = 'Comments';
const CHANGE_NAMES: Readonly<Record<RowChange, string>> = { new: 'New', edited: 'Changed', gone: 'Gone' };
const ABOUT_NAME = 'About';
const LEGEND_NAME = 'Legend';

/** What the workbook says besides its rows. */
interface WorkbookSubject {
  readonly about: AboutSheet;
  readonly exportType: ExportType;
  /** As `DatasetRequest.changed`. */
  readonly changed?: (change: RowChange) => Iterable<readonly Item[]>;
  /** What the legend explains; left out or null: there is none. */
  readonly sentiment?: SentimentAccount | null;
}

interface OpenSheet {
  readonly table: TableSheet;
  readonly entry: ZipEntry;
  rowsLeft: number;
}

interface ClosedSheet {
  readonly name: string;
  readonly range: string;
}

/**
 * A workbook for Excel and its kin (ECMA-376): the rows in `Comments`, `Comments 2` and so on, those that an incremental run found to be otherwise
 * once more in `New`, `Changed` and `Gone`, then `About`, and `Legend` where texts were judged.
 *
 * Strings stand in their cells (but for some, see `SharedTexts`): a table of shared strings would have to be kept until
 * the last row, and comments seldom repeat. How many rows there are shows at the end only, so the parts that list sheets come last.
 */
export class WorkbookWriter implements RowWriter, Disposable {
  readonly #zip: ZipFile;
  readonly #columns: readonly FilledColumn[];
  readonly #subject: WorkbookSubject;
  readonly #limits: SheetLimits;
  readonly #sharedTexts = new SharedTexts();
  readonly #closed: ClosedSheet[] = [];
  #open: OpenSheet | null = null;
  #rows = 0;
  #cutCells = 0;
  #plainAddresses = 0;

  constructor(file: PendingFile, columns: readonly FilledColumn[], subject: WorkbookSubject, limits: SheetLimits = EXCEL_LIMITS) {
    this.#zip = new ZipFile(file);
    this.#columns = columns;
    this.#subject = subject;
    this.#limits = limits;
  }

  async write(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      const sheet = this.#open === null || this.#open.rowsLeft === 0 ? await this.#nextSheet() : this.#open;
      sheet.rowsLeft -= 1;
      sheet.table.writeRow(row);
      if (sheet.entry.isFull) await sheet.entry.room();
    }
    this.#rows += rows.length;
  }

  async finish(): Promise<void> {
    await this.#closeSheet(this.#open ?? (await this.#nextSheet()));
    const names = this.#closed.map(({ name }) => name);
    const { changed } = this.#subject;
    if (changed !== undefined) for (const change of ROW_CHANGES) await this.#addChanges(CHANGE_NAMES[change], changed(change));
    const tables = this.#closed.map(({ name, range }) => ({ name, tableRange: range }));
    const { about, exportType, sentiment = null } = this.#subject;
    const remarks = { rows: this.#rows, sheets: names, cutCells: this.#cutCells, plainAddresses: this.#plainAddresses };
    await this.#addText(tables.length + 1, aboutLines(about, exportType, remarks));
    if (sentiment !== null) await this.#addText(tables.length + 2, legendLines(sentiment));
    if (!this.#sharedTexts.isEmpty) await this.#addPieces(SHARED_TEXTS_PART, this.#sharedTexts.xml());
    const texts = sentiment === null ? [ABOUT_NAME] : [ABOUT_NAME, LEGEND_NAME];
    const sheets = [...tables, ...texts.map((name) => ({ name, tableRange: null }))];
    const properties = { title: about.url, createdAt: about.finishedAt ?? about.createdAt, hasSharedTexts: !this.#sharedTexts.isEmpty };
    for (const part of workbookParts(sheets, properties)) await this.#zip.add(part.name, part.xml);
    this.#zip.finish();
  }

  [Symbol.dispose](): void {
    this.#zip[Symbol.dispose]();
  }

  async #nextSheet(): Promise<OpenSheet> {
    if (this.#open === null) for (const part of PACKAGE_START) await this.#zip.add(part.name, part.xml);
    else await this.#closeSheet(this.#open);
    this.#open = this.#openSheet();
    return this.#open;
  }

  #openSheet(): OpenSheet {
    const entry = this.#zip.entry(sheetPart(this.#closed.length + 1).sheet);
    const table = new TableSheet(entry, this.#columns, this.#sharedTexts, this.#limits);
    return { table, entry, rowsLeft: this.#limits.rows - 1 };
  }

  /** What no longer fits into one sheet stands in the tables before. */
  async #addChanges(name: string, chunks: Iterable<readonly Item[]>): Promise<void> {
    const sheet = this.#openSheet();
    const numbering = new RowNumbering();
    for (const items of chunks) {
      for (const item of items.slice(0, sheet.rowsLeft)) {
        sheet.table.writeRow({ item, position: numbering.next(item) });
        if (sheet.entry.isFull) await sheet.entry.room();
      }
      sheet.rowsLeft -= Math.min(items.length, sheet.rowsLeft);
    }
    await this.#closeSheet(sheet, name);
  }

  async #closeSheet({ table }: OpenSheet, named?: string): Promise<void> {
    await table.close();
    const number = this.#closed.length + 1;
    await this.#addLinks(sheetPart(number).relationships, table.links);
    this.#closed.push({ name: named ?? (number === 1 ? TABLE_NAME : `${TABLE_NAME} ${number}`), range: table.range });
    this.#cutCells += table.shortfalls.cutCells;
    this.#plainAddresses += table.shortfalls.plainAddresses;
  }

  async #addText(number: number, lines: readonly AboutLine[]): Promise<void> {
    const { xml, links } = textSheet(lines);
    const part = sheetPart(number);
    await this.#zip.add(part.sheet, xml);
    await this.#addLinks(part.relationships, links);
  }

  async #addLinks(name: string, links: SheetLinks): Promise<void> {
    if (!links.isEmpty) await this.#addPieces(name, links.relationships());
  }

  async #addPieces(name: string, pieces: Iterable<string>): Promise<void> {
    const entry = this.#zip.entry(name);
    await entry.writeAll(pieces);
    await entry.close();
  }
}
