import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';

/** SQLite's words for a disk that does not take more, or does not answer (https://www.sqlite.org/rescode.html). */
const DISK_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

/**
 * Runs work on the database and says so where the disk fails it.
 * @throws CommentdockError DISK
 */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !DISK_CODES.test(error.code)) throw error;
    const detail = `The data folder cannot be written (${error.message}). Free some space and check its permissions, then retry; what was fetched is kept.`;
    throw new CommentdockError('DISK', detail, { cause: error });
  }
}
