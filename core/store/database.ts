import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Connection } from '#core/store/connection.ts';
import { expectKnownVersion } from '#core/store/data-version.ts';
import { onDisk } from '#core/store/disk-failure.ts';

/** A connection to the file of a data folder, with what only a file has. */
export type FileConnection = Database.Database;

const FILE_NAME = 'commentdock.sqlite';
const MIGRATIONS = new URL('./store/migrations/', import.meta.resolve('#core/main.js'));
/** The bytes of a database that holds nothing but the schema; null before the first is asked for. */
let empty: Buffer | null = null;
const MIGRATION_NAME = /^(\d{4})\.sql$/;

/** How long a connection waits for the one who writes. */
export const BUSY_TIMEOUT_MS = 5_000;

/** True where it is one to a file, and not to PostgreSQL. */
export function isFile(connection: Connection): connection is FileConnection {
  return connection instanceof Database;
}

/** True where another connection writes. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

export function databasePath(dataDir: string): string {
  return join(dataDir, FILE_NAME);
}

/**
 * A connection that may write. WAL with full sync: what is committed survives a power loss.
 * Creates the folder (0700) and brings the schema up to date.
 * @throws CommentdockError DISK, DATA_DIR_NEWER
 */
export function openDatabase(dataDir: string): FileConnection {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  expectUsable(dataDir);
  return onDisk(() => {
    const connection = new Database(databasePath(dataDir), { timeout: BUSY_TIMEOUT_MS });
    try {
      prepare(connection);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  });
}

/**
 * Looks at the database of a folder, and touches nothing.
 * @throws CommentdockError DATA_DIR_NEWER; DISK where it is damaged or cannot be read
 */
export function expectUsable(dataDir: string): void {
  onDisk(() => expectKnownVersion(dataDir, databasePath(dataDir), versionOf(migrationNames().at(-1) ?? '')));
}

/** Writes to a new file alone: on a full disk an older one has to open without any room. */
function prepare(connection: FileConnection): void {
  // Before anything is written: with SQLite's own smaller number the first commit would move the whole log into the database.
  connection.pragma('wal_autocheckpoint = 4000');
  // What is deleted gives its room back in slices (core/store/removals.ts).
  if (Number(connection.pragma('page_count', { simple: true })) === 0) connection.pragma('auto_vacuum = INCREMENTAL');
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // Pages are appended: little of what was written is read again before the next start.
  connection.pragma('cache_size = -4000');
  migrate(connection);
}

/** An empty database of this schema that no disk has. All after the first one of a thread are copies of it: the schema takes forty times as long. */
export function openInMemory(): FileConnection {
  empty ??= emptyDatabase();
  const connection = new Database(empty);
  connection.pragma('foreign_keys = ON');
  connection.pragma('journal_mode = MEMORY');
  return connection;
}

function emptyDatabase(): Buffer {
  const connection = new Database(':memory:');
  try {
    migrate(connection);
    return connection.serialize();
  } finally {
    connection.close();
  }
}

/** A connection that only reads, for threads that must never hold up the writer. */
export function openReader(dataDir: string): FileConnection {
  const connection = new Database(databasePath(dataDir), { readonly: true, timeout: BUSY_TIMEOUT_MS });
  connection.pragma('cache_size = -2000');
  return connection;
}

/** Applies the numbered migrations that the file has not seen, each in its own transaction. */
function migrate(connection: FileConnection): void {
  for (const name of migrationNames()) {
    const version = versionOf(name);
    connection
      .transaction(() => {
        if (Number(connection.pragma('user_version', { simple: true })) >= version) return;
        connection.exec(readFileSync(new URL(name, MIGRATIONS), 'utf8'));
        connection.pragma(`user_version = ${version}`);
      })
      .immediate();
  }
}

/** The oldest first. */
function migrationNames(): readonly string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => MIGRATION_NAME.test(name))
    .sort();
}

function versionOf(migration: string): number {
  return Number(MIGRATION_NAME.exec(migration)?.[1] ?? 0);
}
