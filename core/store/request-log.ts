import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { RequestLog } from '#core/operations/ports.ts';

const FILE_NAME = 'requests.sqlite';

/** No limit looks further back. */
const KEPT_MS = 60_000;

/** Rows are forgotten each time so many have come. */
const PRUNE_EVERY = 1_000;

/**
 * Every request of a token is written here, so it is a file of its own: the engine's transactions never hold it up. It is
 * synced at checkpoints only: a killed process loses nothing, and after a power loss the minute is over before the service
 * is back.
 */
export function openRequestLog(dataDir: string): { readonly requests: RequestLog; close(): void } {
  const connection = new Database(join(dataDir, FILE_NAME));
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma('cache_size = -500');
  connection.exec('CREATE TABLE IF NOT EXISTS requests (at_ms INTEGER NOT NULL, token_uuid TEXT NOT NULL) STRICT');
  const since = connection.prepare<[number], { tokenUuid: string; atMs: number }>(
    'SELECT token_uuid AS tokenUuid, at_ms AS atMs FROM requests WHERE at_ms > ? ORDER BY at_ms, rowid',
  );
  const add = connection.prepare<[number, string]>('INSERT INTO requests (at_ms, token_uuid) VALUES (?, ?)');
  const prune = connection.prepare<[number]>('DELETE FROM requests WHERE at_ms <= ?');
  let added = 0;
  return {
    requests: {
      since: (fromMs) => since.all(fromMs),
      add(tokenUuid, atMs) {
        if (added % PRUNE_EVERY === 0) prune.run(atMs - KEPT_MS);
        added += 1;
        add.run(atMs, tokenUuid);
      },
    },
    close: () => void connection.close(),
  };
}
