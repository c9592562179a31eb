import type { Column } from '#core/contract/columns.ts';
import { exportedItem } from '#core/contract/exported-item.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

/** Where the records go: one array, one record a line, or both, each record encoded once. */
interface JsonFiles {
  readonly json?: PendingFile;
  readonly jsonl?: PendingFile;
  /** Fields of every record, after those of its item. */
  readonly marks?: Readonly<Record<string, unknown>>;
  /** What each record has in place of its item's fields, by headers. Left out: those. */
  readonly columns?: readonly Column[];
}

/** JSON: a top-level array with one record a line. JSONL: one record a line and nothing else. */
export class JsonWriter implements RowWriter {
  readonly #array: TextFile | null;
  readonly #lines: TextFile | null;
  readonly #marks: Readonly<Record<string, unknown>>;
  readonly #columns: readonly Column[] | null;
  #separator = '\n';

  constructor(files: JsonFiles) {
    this.#array = files.json === undefined ? null : new TextFile(files.json);
    this.#lines = files.jsonl === undefined ? null : new TextFile(files.jsonl);
    this.#marks = files.marks ?? {};
    this.#columns = files.columns ?? null;
    this.#array?.write('[');
  }

  write(rows: readonly Row[]): void {
    for (const row of rows) {
      const record = JSON.stringify(Object.assign(this.#fieldsOf(row), this.#marks));
      this.#array?.write(this.#separator + record);
      this.#lines?.write(`${record}\n`);
      this.#separator = ',\n';
    }
  }

  #fieldsOf({ item, position }: Row): object {
    if (this.#columns === null) return exportedItem(item);
    return Object.fromEntries(this.#columns.map(({ header, read }) => [header, read(item, position)]));
  }

  finish(): void {
    this.#array?.write('\n]\n');
    this.#array?.flush();
    this.#lines?.flush();
  }
}
