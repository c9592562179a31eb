import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { FileConnection } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { inIndex } from '#core/store/search.ts';

/** Raised whenever the tables or what stands in them change: one of another version is made anew. */
const VERSION = 1;
/** Rows of a table at most: a larger export has several, of which a query that finds much needs the first ones alone. */
const SHARD_ROWS = 20_000;
/** Smaller exports share tables. */
const SHARED_ROWS = SHARD_ROWS / 2;
const GATHERED_BYTES = 4_000_000;
const CACHE_KB = 16_000;
/** The number of a row is that of its export times this, and its place in the file. */
const MOST_ROWS = 2 ** 24;

/** `parts`: exports that are in it whole. Texts are in the store: here stands only where terms are, in one table `words_<number>` for each `shard`. */
const TABLES = `
  CREATE TABLE mark (version INTEGER NOT NULL) STRICT;
  CREATE TABLE parts (
    part INTEGER PRIMARY KEY,
    guid TEXT NOT NULL UNIQUE,
    revision TEXT NOT NULL,
    first_shard INTEGER NOT NULL,
    last_shard INTEGER NOT NULL,
    rows INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX parts_by_shard ON parts (last_shard);
  CREATE TABLE rows (part INTEGER NOT NULL, place INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (part, place)) WITHOUT ROWID, STRICT;`;
const PARTS = 'SELECT part, guid, revision, first_shard AS firstShard, last_shard AS lastShard, rows FROM parts';
const INSERT_PART = `INSERT INTO parts (part, guid, revision, first_shard, last_shard, rows)
  VALUES (@part, @guid, @revision, @firstShard, @lastShard, @rows)`;
const OPEN_SHARD = `SELECT last_shard FROM parts GROUP BY last_shard
  HAVING MAX(rows) < ${SHARED_ROWS} AND SUM(rows) < ${SHARED_ROWS} ORDER BY last_shard DESC LIMIT 1`;

/** An export in the index. */
export interface JointPart {
  readonly part: number;
  readonly guid: string;
  readonly revision: string;
  /** Its tables: one that it shares with others, or all from the first to the last. */
  readonly firstShard: number;
  readonly lastShard: number;
  readonly rows: number;
}

/** A row as it is added. Texts are terms with blanks between them. */
export interface JointRow {
  readonly place: number;
  readonly seq: number;
  readonly text: string;
  readonly title: string;
  readonly author: string;
}

/** What a query finds of one export in a table. */
export interface PartHits {
  /** At most as many as were to be counted. */
  readonly total: number;
  /** Places of the first ones, from 1 on. */
  readonly first: readonly number[];
}

interface ShardOfPart {
  readonly part: number;
  readonly shard: number;
}

/** The words of all exports, so that one question finds them in any. One writes at a time, and reads its own. */
export class JointIndex {
  readonly #path: string;
  readonly #connection: FileConnection;
  readonly #parts = new Map<string, JointPart>();
  #lastPart = 0;

  /** @throws CommentdockError DISK; DamagedIndex, as all that is asked of it */
  constructor(path: string) {
    this.#path = path;
    this.#connection = inIndex(path, () => openFile(path));
    try {
      const parts = this.#asked(() => this.#connection.prepare<[], JointPart>(PARTS).all());
      for (const part of parts) this.#note(part);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** By their guid. */
  get parts(): ReadonlyMap<string, JointPart> {
    return this.#parts;
  }

  /** What a query for FTS5 finds in a table, by the `part` of its exports. @param first so many places of each @param most so many are counted */
  hits(shard: number, match: string, { first, most }: { readonly first: number; readonly most: number }): ReadonlyMap<number, PartHits> {
    return this.#asked(() => {
      const parts = this.#connection
        .prepare<[number, number], number>('SELECT part FROM parts WHERE first_shard <= ? AND last_shard >= ?')
        .pluck();
      const [alone, another] = parts.all(shard, shard);
      if (alone === undefined) return new Map();
      return another === undefined
        ? this.#countedHits({ part: alone, shard }, match, { first, most })
        : this.#listedHits(shard, match, first);
    });
  }

  /** `items.seq` of rows at places of an export. */
  seqs(part: number, places: readonly number[]): readonly number[] {
    return this.#asked(() => {
      const seq = this.#connection.prepare<[number, number], number>('SELECT seq FROM rows WHERE part = ? AND place = ?').pluck();
      return places.map((place) => seq.get(part, place) ?? 0);
    });
  }

  /** Adds an export whose rows come in parts; others may ask meanwhile, and do not see it. It is there whole, or not at all. */
  async add(
    { guid, revision, rows }: Pick<JointPart, 'guid' | 'revision' | 'rows'>,
    chunks: AsyncIterable<readonly JointRow[]>,
  ): Promise<void> {
    const firstShard = this.#asked(() => this.#begin(rows));
    try {
      const part = this.#lastPart + 1;
      let lastShard = firstShard;
      for await (const chunk of chunks)
        this.#asked(() => {
          const wanted = firstShard + Math.floor(((chunk[0]?.place ?? 1) - 1) / SHARD_ROWS);
          if (wanted > lastShard) this.#open((lastShard = wanted));
          this.#write({ part, shard: lastShard }, chunk);
        });
      const added = { part, guid, revision, firstShard, lastShard, rows };
      this.#asked(() => {
        this.#connection.prepare(INSERT_PART).run(added);
        this.#connection.exec('COMMIT');
      });
      this.#note(added);
    } catch (error) {
      if (this.#connection.open && this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Takes an export out, and with it those that share its table: they are to be added anew. */
  drop(guid: string): void {
    const gone = this.#parts.get(guid);
    if (gone === undefined) return;
    const { firstShard, lastShard } = gone;
    this.#asked(() => {
      this.#connection.exec('BEGIN');
      this.#connection.prepare('DELETE FROM rows WHERE part IN (SELECT part FROM parts WHERE last_shard = ?)').run(lastShard);
      this.#connection.prepare('DELETE FROM parts WHERE last_shard = ?').run(lastShard);
      for (let shard = firstShard; shard <= lastShard; shard += 1) this.#connection.exec(`DROP TABLE words_${shard}`);
      this.#connection.exec('COMMIT');
    });
    for (const [name, part] of this.#parts) if (part.lastShard === lastShard) this.#parts.delete(name);
  }

  close(): void {
    this.#connection.close();
  }

  #note(part: JointPart): void {
    this.#parts.set(part.guid, part);
    this.#lastPart = Math.max(this.#lastPart, part.part);
  }

  /** The table that the rows begin in. */
  #begin(rows: number): number {
    this.#connection.exec('BEGIN');
    const shared = rows >= SHARED_ROWS ? undefined : this.#connection.prepare<[], number>(OPEN_SHARD).pluck().get();
    if (shared !== undefined) return shared;
    const shard = 1 + (this.#connection.prepare<[], number | null>('SELECT MAX(last_shard) FROM parts').pluck().get() ?? 0);
    this.#open(shard);
    return shard;
  }

  #open(shard: number): void {
    this.#connection.exec(`
      CREATE VIRTUAL TABLE words_${shard} USING fts5(text, title, author, content = '', tokenize = "ascii tokenchars '_'");
      INSERT INTO words_${shard} (words_${shard}, rank) VALUES ('hashsize', ${GATHERED_BYTES})`);
  }

  #write({ part, shard }: ShardOfPart, chunk: readonly JointRow[]): void {
    const addRow = this.#connection.prepare('INSERT INTO rows VALUES (?, ?, ?)');
    const addWords = this.#connection.prepare(`INSERT INTO words_${shard} (rowid, text, title, author) VALUES (?, ?, ?, ?)`);
    for (const { place, seq, text, title, author } of chunk) {
      addRow.run(part, place, seq);
      addWords.run(part * MOST_ROWS + place, text, title, author);
    }
  }

  #countedHits(
    { part, shard }: ShardOfPart,
    match: string,
    { first, most }: { readonly first: number; readonly most: number },
  ): ReadonlyMap<number, PartHits> {
    const found = `FROM words_${shard} WHERE words_${shard} MATCH ? LIMIT ?`;
    const total =
      this.#connection.prepare<[string, number], number>(`SELECT COUNT(*) FROM (SELECT 1 ${found})`).pluck().get(match, most) ?? 0;
    if (total === 0) return new Map();
    const rows = this.#connection.prepare<[string, number], number>(`SELECT rowid ${found}`).pluck().all(match, first);
    return new Map([[part, { total, first: rows.map((row) => row % MOST_ROWS) }]]);
  }

  /** All rows that match: they come in the order of their numbers, so that those of an export stand side by side. */
  #listedHits(shard: number, match: string, first: number): ReadonlyMap<number, PartHits> {
    const rows = this.#connection
      .prepare<[string], number>(`SELECT rowid FROM words_${shard} WHERE words_${shard} MATCH ?`)
      .pluck()
      .all(match);
    const found = new Map<number, { total: number; first: number[] }>();
    for (const row of rows) {
      const part = Math.floor(row / MOST_ROWS);
      const hits = found.get(part) ?? { total: 0, first: [] };
      if (hits.total === 0) found.set(part, hits);
      hits.total += 1;
      if (hits.first.length < first) hits.first.push(row % MOST_ROWS);
    }
    return found;
  }

  #asked<T>(work: () => T): T {
    return inIndex(this.#path, work);
  }
}

/** Made anew where it is of another version. */
function openFile(path: string): FileConnection {
  const connection = new Database(path);
  try {
    if (versionOf(connection) === VERSION) return prepared(connection);
    connection.close();
  } catch (error) {
    connection.close();
    throw error;
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  const fresh = new Database(path);
  // What is taken out leaves no room behind.
  fresh.pragma('auto_vacuum = FULL');
  prepared(fresh);
  fresh.exec(`${TABLES} INSERT INTO mark VALUES (${VERSION})`);
  return fresh;
}

function prepared(connection: FileConnection): FileConnection {
  return onDisk(() => {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma(`cache_size = -${CACHE_KB}`);
    return connection;
  });
}

/** Null of an empty file, or of something else. */
function versionOf(connection: FileConnection): number | null {
  const isMarked = connection.prepare<[], number>("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'mark'").pluck().get() === 1;
  return isMarked ? (connection.prepare<[], number>('SELECT version FROM mark').pluck().get() ?? null) : null;
}
