import type { HostPaceStore } from '#core/engine/ports.ts';
import type { Connection } from '#core/store/database.ts';

/** How each host was treating us, kept between two starts. */
export function createHostPaceStore(connection: Connection): HostPaceStore {
  const load = connection.prepare<[string], { per_second: number; paused_until_ms: number; updated_at_ms: number }>(
    'SELECT per_second, paused_until_ms, updated_at_ms FROM hosts WHERE host = ?',
  );
  const save = connection.prepare<[string, number, number, number]>(
    `INSERT INTO hosts (host, per_second, paused_until_ms, updated_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET per_second = excluded.per_second, paused_until_ms = excluded.paused_until_ms,
       updated_at_ms = excluded.updated_at_ms`,
  );
  return {
    load(host) {
      const row = load.get(host);
      return row === undefined ? null : { perSecond: row.per_second, pausedUntilMs: row.paused_until_ms, updatedAtMs: row.updated_at_ms };
    },
    save: (host, pace) => void save.run(host, pace.perSecond, pace.pausedUntilMs, pace.updatedAtMs),
  };
}
