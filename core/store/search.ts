import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { DamagedData } from '#core/contract/error.ts';
import type { SearchSort } from '#core/contract/search.ts';
import type { FileConnection } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { namesAside } from '#core/store/put-aside.ts';

/** Raised whenever the tables or what stands in them change: an index of another version is made anew. */
const VERSION = 4;
const PARTIAL = '.partial';
/** What FTS5 gathers in memory before it writes. */
const GATHERED_BYTES = 4_000_000;
const MERGE_PAGES = 300;
const CACHE_KB = 4_000;

/** `words` holds no text, only where terms stand: texts are in the store. `rows.place` counts from 1 in file order. */
const TABLES = `
  CREATE TABLE mark (version INTEGER NOT NULL, revision TEXT NOT NULL, rows INTEGER NOT NULL) STRICT;
  CREATE TABLE rows (
    place INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    at_ms INTEGER,
    likes INTEGER,
    rating REAL,
    sentiment TEXT,
    language TEXT,
    has_media INTEGER NOT NULL,
    has_replies INTEGER NOT NULL,
    change TEXT,
    depth INTEGER NOT NULL,
    id_key INTEGER NOT NULL,
    username_key INTEGER NOT NULL,
    author_id_key INTEGER NOT NULL,
    name_key INTEGER NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(text, title, author, content = '', tokenize = "ascii tokenchars '_'");`;

/** An item as the index holds it. Texts are terms with blanks between them. */
export interface IndexedRow {
  readonly place: number;
  readonly seq: number;
  readonly atMs: number | null;
  readonly likes: number | null;
  readonly rating: number | null;
  readonly sentiment: string | null;
  readonly language: string | null;
  readonly hasMedia: boolean;
  readonly hasReplies: boolean;
  /** What became of it since the run before. */
  readonly change: string | null;
  /** 0: at the top. */
  readonly depth: number;
  /** A 53-bit number that stands for its id. */
  readonly idKey: number;
  /** 53-bit numbers that stand for user name, id and name; 0: none. */
  readonly authorKeys: readonly [username: number, id: number, name: number];
  readonly text: string;
  readonly title: string;
  readonly author: string;
}

/** One condition in SQL over `rows`, and its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export interface IndexRequest {
  /** For FTS5; null: all rows. */
  readonly match: string | null;
  readonly conditions: readonly Condition[];
}

export interface IndexPlace {
  readonly key: number;
  readonly place: number;
  readonly seq: number;
}

export interface SearchIndex {
  readonly revision: string;
  readonly rows: number;
  readonly bytes: number;
  /** In the order of `sort`, those behind `after`. */
  page(request: IndexRequest, wish: { sort: SearchSort; after: Omit<IndexPlace, 'seq'> | null; limit: number }): readonly IndexPlace[];
  /** The places of all that match, in the order of `sort`. */
  order(request: IndexRequest, sort: SearchSort): Uint32Array;
  /** What stands at places of the file. Its keys are of no order. */
  at(places: Uint32Array): readonly IndexPlace[];
  close(): void;
}

/** By what an order goes. `direction`: of the key; ties go by their place in the file. `null` goes last. */
const ORDERS: Readonly<Record<SearchSort, { readonly key: string; readonly direction: 'ASC' | 'DESC' }>> = {
  file: { key: 'rows.place', direction: 'ASC' },
  newest: { key: 'COALESCE(rows.at_ms, -9e15)', direction: 'DESC' },
  oldest: { key: 'COALESCE(rows.at_ms, 9e15)', direction: 'ASC' },
  likes: { key: 'COALESCE(rows.likes, -1)', direction: 'DESC' },
  relevance: { key: 'words.rank', direction: 'ASC' },
};

/** The file of an index is damaged: it can be made anew. */
export class DamagedIndex extends DamagedData {
  readonly path: string;
  constructor(path: string, cause: unknown) {
    super(`The search index ${path} is damaged.`, { cause });
    this.path = path;
  }
}

/** Null where there is none of this version. @throws CommentdockError DISK; DamagedIndex, as all that is asked of the index */
export function openSearchIndex(path: string): SearchIndex | null {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return null;
  return inIndex(path, () => {
    const connection = new Database(path, { readonly: true });
    try {
      const mark = markOf(connection);
      if (mark?.version === VERSION) {
        connection.pragma(`cache_size = -${CACHE_KB}`);
        return searchIndex(connection, { ...mark, bytes, path });
      }
    } catch (error) {
      connection.close();
      throw error;
    }
    connection.close();
    return null;
  });
}

/** Does something with the index at a path. @throws CommentdockError DISK; DamagedIndex */
export function inIndex<T>(path: string, work: () => T): T {
  try {
    return onDisk(work);
  } catch (error) {
    throw error instanceof DamagedData ? new DamagedIndex(path, error) : error;
  }
}

/** Also what was put aside of it: it says what the texts of the export are made of. */
export function removeSearchIndex(path: string): void {
  for (const file of [path, `${path}${PARTIAL}`, ...namesAside(path)]) rmSync(file, { force: true });
}

interface Mark {
  readonly version: number;
  readonly revision: string;
  readonly rows: number;
}

function markOf(connection: FileConnection): Mark | null {
  try {
    return connection.prepare<[], Mark>('SELECT version, revision, rows FROM mark').get() ?? null;
  } catch (error) {
    // Something else, or of another version.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return null;
    throw error;
  }
}

type IndexFile = Mark & { readonly bytes: number; readonly path: string };

function searchIndex(connection: FileConnection, { revision, rows, bytes, path }: IndexFile): SearchIndex {
  const asked = readingIndex(connection);
  return {
    revision,
    rows,
    bytes,
    page: (request, wish) => inIndex(path, () => asked.page(request, wish)),
    order: (request, sort) => inIndex(path, () => asked.order(request, sort)),
    at: (places) => inIndex(path, () => asked.at(places)),
    close: () => connection.close(),
  };
}

function readingIndex(connection: FileConnection): Pick<SearchIndex, 'page' | 'order' | 'at'> {
  return {
    page(request, { sort, after, limit }) {
      const { key, direction, place, order, sql, values } = orderedSource(request, sort);
      const isBehind = direction === 'ASC' ? '>' : '<';
      const behind = key === 'rows.place' ? `${place} > ?` : `(${key} ${isBehind} ? OR (${key} = ? AND ${place} > ?))`;
      const behindValues = after === null ? [] : key === 'rows.place' ? [after.place] : [after.key, after.key, after.place];
      const selected = `SELECT ${key === 'rows.place' ? place : key} AS key, ${place} AS place ${sql}`;
      const found = connection
        .prepare<unknown[], Omit<IndexPlace, 'seq'>>(`${selected}${after === null ? '' : ` AND ${behind}`} ORDER BY ${order} LIMIT ?`)
        .all(...values, ...behindValues, limit);
      const seq = connection.prepare<[number], number>('SELECT seq FROM rows WHERE place = ?').pluck();
      return found.map((row) => ({ ...row, seq: seq.get(row.place) ?? 0 }));
    },
    order(request, sort) {
      const { place, order, sql, values } = orderedSource(request, sort);
      return Uint32Array.from(
        connection
          .prepare<unknown[], number>(`SELECT ${place} ${sql} ORDER BY ${order}`)
          .pluck()
          .all(...values),
      );
    },
    at(places) {
      const seq = connection.prepare<[number], number>('SELECT seq FROM rows WHERE place = ?').pluck();
      return Array.from(places, (place) => ({ key: 0, place, seq: seq.get(place) ?? 0 }));
    },
  };
}

/** Where results come from, and by what they are ordered. */
function orderedSource(request: IndexRequest, sort: SearchSort) {
  const { key, direction } = ORDERS[sort === 'relevance' && request.match === null ? 'file' : sort];
  const place = request.match === null ? 'rows.place' : 'words.rowid';
  const order = key === 'rows.place' ? place : `${key} ${direction}, ${place}`;
  return { key, direction, place, order, ...sourceOf(request, sort === 'file' ? [] : ['rows']) };
}

/** FROM and WHERE. Matches come first: what else is asked of a row is looked up for them alone. */
function sourceOf({ match, conditions }: IndexRequest, alsoNeeds: readonly string[] = []): Condition {
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  const values = conditions.flatMap((condition) => condition.values);
  if (match === null) return { sql: `FROM rows WHERE 1${where}`, values };
  const needsRows = conditions.length > 0 || alsoNeeds.length > 0;
  const from = needsRows ? 'words CROSS JOIN rows ON rows.place = words.rowid' : 'words';
  return { sql: `FROM ${from} WHERE words MATCH ?${where}`, values: [match, ...values] };
}

/** Looks which of some rows match, by the same statements over the same tables as an index of the whole export. */
export class RowMatcher implements Disposable {
  readonly #connection = new Database(':memory:');
  readonly #request: IndexRequest;

  constructor(request: IndexRequest) {
    this.#request = request;
    this.#connection.exec(TABLES);
  }

  /** The places of those that match. */
  matches(rows: readonly IndexedRow[]): ReadonlySet<number> {
    const { sql, place, order, values } = orderedSource(this.#request, 'file');
    this.#connection.exec("BEGIN; DELETE FROM rows; INSERT INTO words (words) VALUES ('delete-all')");
    addTo(this.#connection, rows);
    const found = this.#connection
      .prepare<unknown[], number>(`SELECT ${place} ${sql} ORDER BY ${order}`)
      .pluck()
      .all(...values);
    this.#connection.exec('COMMIT');
    return new Set(found);
  }

  [Symbol.dispose](): void {
    this.#connection.close();
  }
}

function addTo(connection: FileConnection, rows: readonly IndexedRow[]): void {
  const addRow = connection.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const addWords = connection.prepare('INSERT INTO words (rowid, text, title, author) VALUES (?, ?, ?, ?)');
  for (const row of rows) {
    const { place, seq, atMs, likes, rating, sentiment, language, hasMedia, hasReplies, change, depth, idKey, authorKeys } = row;
    const told = [atMs, likes, rating, sentiment, language, Number(hasMedia), Number(hasReplies), change, depth];
    addRow.run(place, seq, ...told, idKey, ...authorKeys);
    addWords.run(place, row.text, row.title, row.author);
  }
}

/** Makes an index beside the place where it will be: it is there whole, or not at all. */
export class SearchIndexBuild {
  readonly #path: string;
  readonly #connection: FileConnection;
  #rows = 0;

  /** @throws CommentdockError DISK */
  constructor(path: string) {
    this.#path = path;
    rmSync(`${path}${PARTIAL}`, { force: true });
    this.#connection = onDisk(() => {
      const connection = new Database(`${path}${PARTIAL}`);
      // Nobody else reads it, and after a crash it is made anew.
      connection.pragma('journal_mode = OFF');
      connection.pragma('synchronous = OFF');
      connection.pragma('locking_mode = EXCLUSIVE');
      connection.pragma(`cache_size = -${CACHE_KB}`);
      connection.exec(TABLES);
      connection.exec("INSERT INTO words (words, rank) VALUES ('automerge', 0)");
      connection.exec(`INSERT INTO words (words, rank) VALUES ('hashsize', ${GATHERED_BYTES})`);
      connection.exec('BEGIN');
      return connection;
    });
  }

  /** @throws CommentdockError DISK */
  add(rows: readonly IndexedRow[]): void {
    onDisk(() => addTo(this.#connection, rows));
    this.#rows += rows.length;
  }

  /** Joins a part of what was written, so that a search reads in one place. False: all is joined. */
  join(step: number): boolean {
    const before = this.#changes();
    if (step === 0) this.#connection.exec('COMMIT');
    this.#connection.exec(`INSERT INTO words (words, rank) VALUES ('merge', ${step === 0 ? -MERGE_PAGES : MERGE_PAGES})`);
    return this.#changes() - before > 1;
  }

  /** @throws CommentdockError DISK */
  finish(revision: string): void {
    onDisk(() => {
      this.#connection.prepare('INSERT INTO mark VALUES (?, ?, ?)').run(VERSION, revision, this.#rows);
      this.#connection.close();
      syncFile(`${this.#path}${PARTIAL}`);
      renameSync(`${this.#path}${PARTIAL}`, this.#path);
    });
  }

  discard(): void {
    this.#connection.close();
    rmSync(`${this.#path}${PARTIAL}`, { force: true });
  }

  #changes(): number {
    return this.#connection.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
