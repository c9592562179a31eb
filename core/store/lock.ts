import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * Takes the data folder for this process. The lock is SQLite's own on a small file: the system frees it with the
 * process, however that ends, so that no stale lock can stay behind.
 * @throws CommentdockError DATA_DIR_IN_USE
 */
export function lockDataDir(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const connection = new Database(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw new CommentdockError('DATA_DIR_IN_USE', `Another Commentdock process uses ${dataDir}. Use it, close it, or set COMMENTDOCK_DATA_DIR to another folder.`, { cause: error });
  }
  return { [Symbol.dispose]: () => connection.close() };
}
