import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';
import { isBusy } from '#core/store/database.ts';

/**
 * Takes the data folder for this process. The lock is SQLite's own on a small file: the system frees it with the
 * process, however that ends, so that no stale lock can stay behind.
 * @throws CommentdockError DATA_DIR_IN_USE; DISK where the folder cannot be made or written
 */
export function lockDataDir(dataDir: string): Disposable {
  const connection = openLockFile(dataDir);
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw unusable(dataDir, error);
    throw new CommentdockError(
      'DATA_DIR_IN_USE',
      `Another Commentdock process uses ${dataDir}. Use it, close it, or set COMMENTDOCK_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return { [Symbol.dispose]: () => connection.close() };
}

function openLockFile(dataDir: string): Database.Database {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new Database(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, cause: unknown): CommentdockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CommentdockError(
    'DISK',
    `The data folder ${dataDir} cannot be used (${reason}). Free some space, or set COMMENTDOCK_DATA_DIR to a folder that you may write.`,
    { cause },
  );
}
