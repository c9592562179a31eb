import type { Item } from '#core/contract/item.ts';
import type { PendingFile } from '#core/writers/pending-file.ts';
import type { Row, RowWriter } from '#core/writers/row.ts';
import { TextFile } from '#core/writers/text-file.ts';

/** An item under its own field names and under those that existing readers of such files use. */
export interface JsonRecord extends Item {
  readonly message: string | null;
  readonly author_name: string | null;
  readonly username: string | null;
  readonly profile_id: string | null;
  readonly profile_url: string | null;
  readonly replies_count: number | null;
  readonly created_at: string | null;
  /** Unix seconds. */
  readonly timestamp: number | null;
  readonly permalink: string | null;
}

/** One object of a JSON file. */
export function jsonRecord(item: Item): JsonRecord {
  const { author, createdAt } = item;
  return {
    ...item,
    message: item.text,
    author_name: author.name,
    username: author.username,
    profile_id: author.id,
    profile_url: author.url,
    replies_count: item.replyCount,
    created_at: createdAt,
    timestamp: createdAt === null ? null : Math.floor(Date.parse(createdAt) / 1000),
    permalink: item.url,
  };
}

/** Where the records go: one array, one record a line, or both, each record encoded once. */
export interface JsonFiles {
  readonly json?: PendingFile;
  readonly jsonl?: PendingFile;
}

/** JSON: a top-level array with one record a line. JSONL: one record a line and nothing else. */
export class JsonWriter implements RowWriter {
  readonly #array: TextFile | null;
  readonly #lines: TextFile | null;
  #separator = '\n';

  constructor(files: JsonFiles) {
    this.#array = files.json === undefined ? null : new TextFile(files.json);
    this.#lines = files.jsonl === undefined ? null : new TextFile(files.jsonl);
    this.#array?.write('[');
  }

  write(rows: readonly Row[]): void {
    for (const { item } of rows) {
      const record = JSON.stringify(jsonRecord(item));
      this.#array?.write(this.#separator + record);
      this.#lines?.write(`${record}\n`);
      this.#separator = ',\n';
    }
  }

  finish(): void {
    this.#array?.write('\n]\n');
    this.#array?.flush();
    this.#lines?.flush();
  }
}
