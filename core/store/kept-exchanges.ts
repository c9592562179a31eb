import type { KeptExchangeStore } from '#core/engine/exchanges.ts';
import type { Connection } from '#core/store/connection.ts';

export function createKeptExchangeStore(connection: Connection): KeptExchangeStore {
  const drop = connection.prepare<[number]>('DELETE FROM kept_exchanges WHERE job_id = ?');
  const add = connection.prepare<[number, number, Uint8Array]>('INSERT INTO kept_exchanges (job_id, place, sealed) VALUES (?, ?, ?)');
  const all = connection.prepare<[number], Uint8Array>('SELECT sealed FROM kept_exchanges WHERE job_id = ? ORDER BY place').pluck();
  return {
    replace(jobId, sealed) {
      drop.run(jobId);
      for (const [place, each] of sealed.entries()) add.run(jobId, place, each);
    },
    of: (jobId) => all.all(jobId),
  };
}

/** What is sealed of exports, to be sealed anew. */
interface SealedExchanges {
  /** Asks of each what is to stand in its place; null: it stays. Those of an export in one transaction. */
  replaceEach(next: (guid: string, sealed: Uint8Array) => Uint8Array | null): void;
}

export function createSealedExchanges(connection: Connection): SealedExchanges {
  const tables = [sealedRows(connection, 'kept_exchanges', 'place'), sealedRows(connection, 'raw_answers', 'read_key')];
  return {
    replaceEach(next) {
      for (const { jobs, keys, one, update } of tables) {
        for (const { id, guid } of jobs.all()) {
          connection
            .transaction(() => {
              for (const key of keys.all(id)) {
                const sealed = one.get(id, key);
                const anew = sealed === undefined ? null : next(guid, sealed);
                if (anew !== null) update.run(anew, id, key);
              }
            })
            .immediate();
        }
      }
    },
  };
}

/** @param key with the export the primary key of the table */
function sealedRows(connection: Connection, table: string, key: string) {
  return {
    jobs: connection.prepare<[], { id: number; guid: string }>(
      `SELECT id, guid FROM jobs WHERE id IN (SELECT job_id FROM ${table}) ORDER BY id`,
    ),
    keys: connection.prepare<[number], string | number>(`SELECT ${key} FROM ${table} WHERE job_id = ? ORDER BY ${key}`).pluck(),
    one: connection.prepare<[number, string | number], Uint8Array>(`SELECT sealed FROM ${table} WHERE job_id = ? AND ${key} = ?`).pluck(),
    update: connection.prepare<[Uint8Array, number, string | number]>(`UPDATE ${table} SET sealed = ? WHERE job_id = ? AND ${key} = ?`),
  };
}
