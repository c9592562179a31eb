import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';

/** SQLite's words for a disk that does not take more, or does not answer (https://www.sqlite.org/rescode.html). */
const DISK_CODES = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;
const DAMAGE_CODES = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * Runs work on the database and says so where the disk fails it, or has failed it before.
 * @throws CommentdockError DISK
 */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const detail = error instanceof Database.SqliteError ? explain(error) : null;
    if (detail === null) throw error;
    throw new CommentdockError('DISK', detail, { cause: error });
  }
}

function explain({ code, message }: InstanceType<typeof Database.SqliteError>): string | null {
  if (DISK_CODES.test(code))
    return `The data folder cannot be written (${message}). Free some space and check its permissions, then retry; what was fetched is kept.`;
  if (!DAMAGE_CODES.test(code)) return null;
  return `The database in the data folder is damaged (${message}). Restore the folder from a backup, or set COMMENTDOCK_DATA_DIR to another one.`;
}
