import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DamagedData, diskTrouble } from '#core/contract/error.ts';
import type { RequestLog } from '#core/owner/ports.ts';
import type { Connection, Statement } from '#core/store/connection.ts';
import { putAside } from '#core/store/put-aside.ts';

const FILE_NAME = 'requests.sqlite';

/** No limit looks further back. */
const KEPT_MS = 60_000;

/** Rows are forgotten each time so many have come. */
const PRUNE_EVERY = 1_000;

interface Row {
  readonly tokenUuid: string;
  readonly atMs: number;
}

interface LogFile {
  readonly connection: Connection;
  readonly since: Statement<[number], Row>;
  readonly add: Statement<[number, string]>;
  readonly prune: Statement<[number]>;
}

/**
 * Every request of a token is written here, so it is a file of its own: the engine's transactions never hold it up. It is
 * synced at checkpoints only: a killed process loses nothing, and after a power loss the minute is over before the service
 * is back.
 *
 * No request is refused because it could not be written: those are counted in memory alone, and writing goes on once there is
 * room. A damaged file is put aside and made anew.
 * @param onNote told once of each trouble
 */
export function openRequestLog(
  dataDir: string,
  onNote: (words: string) => void = (words) => process.emitWarning(words),
): { readonly requests: RequestLog; close(): void } {
  const path = join(dataDir, FILE_NAME);
  let file: LogFile | null = null;
  let isTold = false;
  let added = 0;
  const shut = (): void => {
    file?.connection.close();
    file = null;
  };
  /** Whether a new file may help. */
  const overcome = (error: unknown): boolean => {
    const trouble = diskTrouble(error);
    if (trouble === null) throw error;
    if (trouble instanceof DamagedData) {
      shut();
      onNote(`The log of requests was damaged. It was put aside as ${putAside(path)}, and a new one was begun: nothing else is lost.`);
      return true;
    }
    if (!isTold) onNote(`Requests are counted in memory until they can be written again: ${trouble.message}`);
    isTold = true;
    return false;
  };
  /** Null where it cannot be done now. */
  const attempt = <T>(work: (open: LogFile) => T): T | null => {
    for (let tries = 2; tries > 0; tries -= 1) {
      try {
        const result = work((file ??= openLogFile(path)));
        isTold = false;
        return result;
      } catch (error) {
        if (!overcome(error)) return null;
      }
    }
    return null;
  };
  attempt(() => undefined);
  return {
    requests: {
      isShared: false,
      since: (fromMs) => attempt(({ since }) => since.all(fromMs)) ?? [],
      add(tokenUuid, atMs) {
        attempt(({ prune, add }) => {
          if (added % PRUNE_EVERY === 0) prune.run(atMs - KEPT_MS);
          added += 1;
          add.run(atMs, tokenUuid);
        });
      },
    },
    close: shut,
  };
}

/** Of all machines together. Whoever cannot note a request does not refuse it. */
export function sharedRequestLog(connection: Connection): RequestLog {
  const since = connection.prepare<[number], Row>(
    'SELECT token_uuid AS tokenUuid, at_ms AS atMs FROM requests WHERE at_ms > ? ORDER BY at_ms, number',
  );
  const add = connection.prepare<[number, string]>('INSERT INTO requests (at_ms, token_uuid) VALUES (?, ?)');
  const prune = connection.prepare<[number]>('DELETE FROM requests WHERE at_ms <= ?');
  let added = 0;
  return {
    isShared: true,
    since: (fromMs) => since.all(fromMs),
    add(tokenUuid, atMs) {
      if (added % PRUNE_EVERY === 0) prune.run(atMs - KEPT_MS);
      added += 1;
      add.run(atMs, tokenUuid);
    },
  };
}

function openLogFile(path: string): LogFile {
  const connection = new Database(path);
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('cache_size = -500');
    connection.exec('CREATE TABLE IF NOT EXISTS requests (at_ms INTEGER NOT NULL, token_uuid TEXT NOT NULL) STRICT');
    return {
      connection,
      since: connection.prepare('SELECT token_uuid AS tokenUuid, at_ms AS atMs FROM requests WHERE at_ms > ? ORDER BY at_ms, rowid'),
      add: connection.prepare('INSERT INTO requests (at_ms, token_uuid) VALUES (?, ?)'),
      prune: connection.prepare('DELETE FROM requests WHERE at_ms <= ?'),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}
