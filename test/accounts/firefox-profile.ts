import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

interface FirefoxCookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly originAttributes?: string;
  /** Unix seconds, or milliseconds as newer versions have them. */
  readonly expiry?: number;
}

/** The tables of Firefox's own file, as its version 140 makes them. */
const SCHEMA = `CREATE TABLE moz_cookies (id INTEGER PRIMARY KEY, originAttributes TEXT NOT NULL DEFAULT '', name TEXT, value TEXT, host TEXT,
  path TEXT, expiry INTEGER, lastAccessed INTEGER, creationTime INTEGER, isSecure INTEGER, isHttpOnly INTEGER, inBrowserElement INTEGER DEFAULT 0,
  sameSite INTEGER DEFAULT 0, schemeMap INTEGER DEFAULT 0, isPartitionedAttributeSet INTEGER DEFAULT 0,
  CONSTRAINT moz_uniqueid UNIQUE (name, host, path, originAttributes))`;

/** A profile of Firefox on Linux below a home, its database open as a running Firefox has it: cookies lie in the write-ahead log. */
export function makeFirefoxProfile(home: string, name: string, cookies: readonly FirefoxCookie[]): Disposable {
  const folder = join(home, '.mozilla', 'firefox', name);
  mkdirSync(folder, { recursive: true });
  const database = new Database(join(folder, 'cookies.sqlite'));
  database.pragma('journal_mode = WAL');
  database.exec(SCHEMA);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const insert = database.prepare(
    'INSERT INTO moz_cookies (originAttributes, name, value, host, path, expiry, isSecure, isHttpOnly, sameSite) VALUES (?, ?, ?, ?, ?, ?, 1, 1, 1)',
  );
  for (const cookie of cookies)
    insert.run(cookie.originAttributes ?? '', cookie.name, cookie.value, cookie.host, '/', cookie.expiry ?? 4_000_000_000);
  return { [Symbol.dispose]: () => void database.close() };
}
