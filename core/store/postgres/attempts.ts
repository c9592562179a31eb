import type { AttemptStore } from '#core/auth/ports.ts';
import type { Connection } from '#core/store/connection.ts';

const MINUTE_MS = 60_000;
/** Minutes that are over are removed each time so many were added to. */
const PRUNE_EVERY = 1_000;

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const ADD = `
  INSERT INTO attempts AS known (what, address, since_ms, count) VALUES (?, ?, ${NOW}, greatest(?, 0))
  ON CONFLICT (what, address) DO UPDATE SET
    since_ms = CASE WHEN known.since_ms > ${NOW} - ${MINUTE_MS} THEN known.since_ms ELSE excluded.since_ms END,
    count = CASE WHEN known.since_ms > ${NOW} - ${MINUTE_MS} THEN greatest(known.count + ?, 0) ELSE excluded.count END
  RETURNING count, since_ms + ${MINUTE_MS} - ${NOW} AS left_ms`;

/** A minute of an address begins with its first attempt, and the next one with the first after it. */
export function createAttemptStore(connection: Connection): AttemptStore {
  const add = connection.prepare<[string, string, number, number], { count: number; left_ms: number }>(ADD);
  const prune = connection.prepare(`DELETE FROM attempts WHERE since_ms <= ${NOW} - ${MINUTE_MS}`);
  let added = 0;
  return {
    add(what, address, count) {
      if (added % PRUNE_EVERY === 0) prune.run();
      added += 1;
      const { count: all = 0, left_ms: leftMs = 0 } = add.get(what, address, count, count) ?? {};
      return { count: all, leftMs };
    },
  };
}
