import Database from 'better-sqlite3';
import type { CellValue } from '#core/contract/columns.ts';
import type { ExportType } from '#core/contract/options.ts';
import { type AboutSheet, subjectLines } from '#core/writers/about.ts';
import { onDisk, type PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { INDEXES, ITEM_COLUMNS, TABLES, VIEWS } from '#core/writers/sqlite/schema.ts';

const CACHE_KB = 8_000;
/** What FTS5 gathers in memory before it writes. */
const GATHERED_BYTES = 8_000_000;
/** What says that the disk, and not this code, is at fault. */
const DISK_CODE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/;

interface Subject {
  readonly about: AboutSheet;
  readonly exportType: ExportType;
}

/**
 * A database of SQLite: `items`, `media`, `about`, a full-text index and views that answer the usual questions. It is written under the temporary
 * name of its file without a journal: a half-made one is thrown away.
 */
export class SqliteWriter implements RowWriter, Disposable {
  readonly #file: PendingFile;
  readonly #database: Database.Database;
  readonly #addItem: Database.Statement;
  readonly #addMedia: Database.Statement;
  readonly #addWords: Database.Statement;
  #place = 0;

  /** @throws CommentdockError DISK */
  constructor(file: PendingFile, subject: Subject) {
    this.#file = file;
    this.#database = this.#onDisk(() => new Database(file.temporary));
    try {
      this.#onDisk(() => prepare(this.#database, subject));
      const slots = ITEM_COLUMNS.map(() => '?').join(', ');
      this.#addItem = this.#database.prepare(`INSERT INTO items VALUES (?, ${slots})`);
      this.#addMedia = this.#database.prepare('INSERT INTO media VALUES (?, ?, ?, ?, ?)');
      this.#addWords = this.#database.prepare('INSERT INTO items_fts (rowid, title, text) VALUES (?, ?, ?)');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  write(rows: readonly Row[]): void {
    this.#onDisk(() => {
      for (const row of rows) this.#add(row);
    });
  }

  finish(): void {
    this.#onDisk(() => {
      this.#database.exec(`COMMIT; ${INDEXES} ${VIEWS}`);
      this.#database.close();
    });
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #add({ item, position }: Row): void {
    this.#place += 1;
    this.#addItem.run(
      this.#place,
      ITEM_COLUMNS.map(({ read }) => bindable(read(item, position))),
    );
    item.media.forEach(({ type, url, file = null }, at) => this.#addMedia.run(this.#place, at + 1, type, url, file));
    if (item.text !== null || item.title !== null) this.#addWords.run(this.#place, item.title, item.text);
  }

  #onDisk<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Database.SqliteError) || !DISK_CODE.test(error.code)) throw error;
      return onDisk(this.#file.path, () => {
        throw error;
      });
    }
  }
}

function prepare(database: Database.Database, { about, exportType }: Subject): void {
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma(`cache_size = -${CACHE_KB}`);
  database.exec(TABLES);
  database.exec(`INSERT INTO items_fts (items_fts, rank) VALUES ('hashsize', ${GATHERED_BYTES}); BEGIN`);
  const add = database.prepare('INSERT INTO about (section, label, value) VALUES (?, ?, ?)');
  for (const { section, label, value } of subjectLines(about, exportType)) add.run(section, label, value);
}

function bindable(value: CellValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
