import type { CreationLog } from '#core/owner/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { writeWhenFree } from '#core/store/write-when-free.ts';

interface Instant {
  created_at_ms: number;
}

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
  const transaction = <T>(work: () => T): Promise<T> => writeWhenFree(connection, work);
  return {
    newest: (kind, count) => newest[kind].all(count).map(({ created_at_ms: atMs }) => atMs),
    countSince: (fromMs) => countSince.get(fromMs)?.creations ?? 0,
    add(guids, { atMs, inBatch }) {
      for (const guid of guids) add.run(guid, atMs, Number(inBatch));
    },
    remove: (guids) =>
      transaction(() => {
        for (const guid of guids) remove.run(guid);
      }),
    prune: (untilMs) => void prune.run(untilMs),
    transaction,
  };
}
