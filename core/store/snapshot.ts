import Database from 'better-sqlite3';
import { CommentdockError } from '#core/contract/error.ts';
import { BUSY_TIMEOUT_MS } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';

/** Copied between two looks at the signal: 8 MB. */
const PAGES_AT_ONCE = 2_000;

interface SnapshotWish {
  /** A database, which others may write meanwhile. */
  readonly from: string;
  /** A file that is not there yet. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/**
 * Copies a database as it is at one moment. Who writes it goes on: the copy reads what was committed when it began, page by page, by SQLite's
 * own backup (https://www.sqlite.org/c3ref/backup_finish.html), within a transaction that keeps that moment.
 * @throws CommentdockError DISK where it cannot be read or written; DamagedData where it is damaged; the signal's reason
 */
export async function copyAsOfNow({ from, to, signal }: SnapshotWish): Promise<void> {
  const source = onDisk(() => new Database(from, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS }));
  try {
    onDisk(() => {
      source.exec('BEGIN');
      source.prepare('SELECT count(*) FROM sqlite_schema').get();
    });
    await source.backup(to, {
      progress() {
        signal.throwIfAborted();
        return PAGES_AT_ONCE;
      },
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw onDisk(() => {
      throw error;
    });
  } finally {
    source.close();
  }
}

/** Reads all of a database that nobody uses. @throws DamagedData; CommentdockError DISK */
export function expectSound(path: string): void {
  onDisk(() => {
    const connection = new Database(path, { fileMustExist: true });
    try {
      // A copy of one with a write-ahead log would make such a log beside itself.
      connection.pragma('journal_mode = DELETE');
      const [found] = connection.pragma('integrity_check(1)') as [{ readonly integrity_check: string }];
      if (found.integrity_check !== 'ok') throw new CommentdockError('DISK', `${path} is damaged: ${found.integrity_check}`);
    } finally {
      connection.close();
    }
  });
}

/** The values of the first column of a question to a database that nobody uses. */
export function valuesIn(path: string, sql: string): readonly unknown[] {
  return onDisk(() => {
    const connection = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return connection.prepare(sql).pluck().all();
    } finally {
      connection.close();
    }
  });
}
