import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '#core/store/connection.ts';
import { BUSY_TIMEOUT_MS, type FileConnection, isBusy, isFile } from '#core/store/database.ts';

const AGAIN_AFTER_MS = 2;

/**
 * Does the work in one transaction as soon as no other thread writes. SQLite's own waiting stops the thread, and comes in steps of up to
 * 100 ms: where calls are answered nobody may wait so.
 * @throws what the work throws; SqliteError SQLITE_BUSY where others have been writing for as long as SQLite would have waited
 */
export async function writeWhenFree<T>(connection: Connection, work: () => T): Promise<T> {
  const transaction = connection.transaction(work);
  if (!isFile(connection)) return transaction.immediate();
  const untilMs = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return atOnce(connection, () => transaction.immediate());
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error;
    }
    await delay(AGAIN_AFTER_MS);
  }
}

/** Without waiting for others. */
function atOnce<T>(connection: FileConnection, work: () => T): T {
  connection.pragma('busy_timeout = 0');
  try {
    return work();
  } finally {
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
