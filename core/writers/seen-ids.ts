import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

const KEY_BYTES = 16;
const CACHE_KB = 8_000;

/**
 * Which texts came before, of any number in the same memory: 16 bytes of each, by SHA-256, in a database of SQLite's own that has no name and
 * is gone once it is closed.
 */
export class SeenIds implements Disposable {
  readonly #database = new Database('');
  readonly #add: Database.Statement;

  constructor() {
    for (const setting of ['journal_mode = OFF', 'synchronous = OFF', `cache_size = -${CACHE_KB}`]) this.#database.pragma(setting);
    this.#database.exec('CREATE TABLE seen (id BLOB PRIMARY KEY) WITHOUT ROWID; BEGIN');
    this.#add = this.#database.prepare('INSERT INTO seen VALUES (?) ON CONFLICT DO NOTHING');
  }

  /** Takes it in. True where it had not come before. */
  isNew(text: string): boolean {
    return this.#add.run(createHash('sha256').update(text).digest().subarray(0, KEY_BYTES)).changes === 1;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
