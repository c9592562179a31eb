import { diskTrouble } from '#core/contract/error.ts';
import type { HostPaceStore } from '#core/engine/ports.ts';
import type { HostWaits } from '#core/service/host-waits.ts';
import type { Connection } from '#core/store/connection.ts';

interface HostRow {
  per_second: number;
  paused_until_ms: number;
  paced_until_ms: number;
  updated_at_ms: number;
}

/** How each host was treating us, kept between two starts. */
export function createHostPaceStore(connection: Connection): HostPaceStore {
  const load = connection.prepare<[string], HostRow>(
    'SELECT per_second, paused_until_ms, paced_until_ms, updated_at_ms FROM hosts WHERE host = ?',
  );
  const save = connection.prepare<[string, number, number, number, number]>(
    `INSERT INTO hosts (host, per_second, paused_until_ms, paced_until_ms, updated_at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (host) DO UPDATE SET per_second = excluded.per_second, paused_until_ms = excluded.paused_until_ms,
       paced_until_ms = excluded.paced_until_ms, updated_at_ms = excluded.updated_at_ms`,
  );
  return {
    load(host) {
      const row = load.get(host);
      if (row === undefined) return null;
      return {
        perSecond: row.per_second,
        pausedUntilMs: row.paused_until_ms,
        pacedUntilMs: row.paced_until_ms,
        updatedAtMs: row.updated_at_ms,
      };
    },
    save(host, pace) {
      try {
        save.run(host, pace.perSecond, pace.pausedUntilMs, pace.pacedUntilMs, pace.updatedAtMs);
      } catch (error) {
        // The pace holds in memory all the same, and the export fails where its page cannot be stored: there it is told.
        if (diskTrouble(error) === null) throw error;
      }
    },
  };
}

/** Which hosts asked us to wait, for those who only read. */
export function createHostWaits(connection: Connection): HostWaits {
  const paused = connection.prepare<[number], { host: string; untilMs: number }>(
    'SELECT host, paused_until_ms AS untilMs FROM hosts WHERE paused_until_ms > ? ORDER BY host',
  );
  return { list: (nowMs) => paused.all(nowMs) };
}
