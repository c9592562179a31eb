import { DatabaseAway } from '#core/contract/error.ts';
import type { CreationLog } from '#core/owner/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { isFile } from '#core/store/database.ts';
import { writeWhenFree } from '#core/store/write-when-free.ts';

interface Instant {
  created_at_ms: number;
}

/** Of the advisory lock under which one node at a time looks at limits; any number will do. */
const LOCK = 4_780_027;
/** What is on its way for longer was let through by a node that died. */
const LONGEST_WAY_MS = 60_000;

export function createCreationLog(connection: Connection): CreationLog {
  const newest = {
    all: connection.prepare<[number], Instant>('SELECT created_at_ms FROM creations ORDER BY created_at_ms DESC LIMIT ?'),
    single: connection.prepare<[number], Instant>(
      'SELECT created_at_ms FROM creations WHERE in_batch = 0 ORDER BY created_at_ms DESC LIMIT ?',
    ),
  };
  const countSince = connection.prepare<[number], { creations: number }>(
    'SELECT COUNT(*) AS creations FROM creations WHERE created_at_ms > ?',
  );
  const add = connection.prepare<[string, number, number]>('INSERT INTO creations (guid, created_at_ms, in_batch) VALUES (?, ?, ?)');
  const remove = connection.prepare<[string]>('DELETE FROM creations WHERE guid = ?');
  const prune = connection.prepare<[number]>('DELETE FROM creations WHERE created_at_ms <= ?');
  const isShared = !isFile(connection);
  const transaction = <T>(work: () => T): Promise<T> =>
    writeWhenFree(connection, () => {
      // A file has one writer at a time by itself.
      if (isShared) connection.exec(`SELECT pg_advisory_xact_lock(${LOCK})`);
      return work();
    });
  const way = isShared ? wayOfNodes(connection) : wayOfProcess();
  return {
    newest: (kind, count) => newest[kind].all(count).map(({ created_at_ms: atMs }) => atMs),
    countSince: (fromMs) => countSince.get(fromMs)?.creations ?? 0,
    add(guids, { atMs, inBatch }) {
      for (const guid of guids) add.run(guid, atMs, Number(inBatch));
      way.add(guids, atMs);
    },
    coming: way.coming,
    arrived: way.arrived,
    remove: (guids) =>
      transaction(() => {
        for (const guid of guids) remove.run(guid);
      }),
    prune(untilMs) {
      prune.run(untilMs);
      way.prune(untilMs);
    },
    transaction,
  };
}

interface Way extends Pick<CreationLog, 'coming' | 'arrived'> {
  add(guids: readonly string[], nowMs: number): void;
  prune(untilMs: number): void;
}

/** Nobody else creates in a data folder. */
function wayOfProcess(): Way {
  const coming = new Set<string>();
  return {
    add(guids) {
      for (const guid of guids) coming.add(guid);
    },
    coming: () => [...coming],
    arrived(guids) {
      for (const guid of guids) coming.delete(guid);
    },
    prune: () => undefined,
  };
}

function wayOfNodes(connection: Connection): Way {
  const add = connection.prepare<[string, number]>('INSERT INTO coming_exports (guid, since_ms) VALUES (?, ?)');
  const coming = connection.prepare<[number], { guid: string }>('SELECT guid FROM coming_exports WHERE since_ms > ?');
  const arrived = connection.prepare<[string]>('DELETE FROM coming_exports WHERE guid IN (SELECT value FROM json_each(?))');
  const prune = connection.prepare<[number]>('DELETE FROM coming_exports WHERE since_ms <= ?');
  return {
    add(guids, nowMs) {
      for (const guid of guids) add.run(guid, nowMs);
    },
    coming: (nowMs) => coming.all(nowMs - LONGEST_WAY_MS).map(({ guid }) => guid),
    arrived(guids) {
      try {
        arrived.run(JSON.stringify(guids));
      } catch (error) {
        // The export is stored all the same, and this is forgotten after its time.
        if (!(error instanceof DatabaseAway)) throw error;
      }
    },
    prune: (untilMs) => void prune.run(untilMs),
  };
}
