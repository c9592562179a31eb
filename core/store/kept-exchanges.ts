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

/** The same, to be sealed anew. */
interface SealedExchanges {
  /** Asks of each what is to stand in its place; null: it stays. Those of an export in one transaction. */
  replaceEach(next: (guid: string, sealed: Uint8Array) => Uint8Array | null): void;
}

export function createSealedExchanges(connection: Connection): SealedExchanges {
  const jobs = connection.prepare<[], { id: number; guid: string }>(
    'SELECT id, guid FROM jobs WHERE id IN (SELECT job_id FROM kept_exchanges) ORDER BY id',
  );
  const all = connection.prepare<[number], { place: number; sealed: Uint8Array }>(
    'SELECT place, sealed FROM kept_exchanges WHERE job_id = ? ORDER BY place',
  );
  const update = connection.prepare<[Uint8Array, number, number]>('UPDATE kept_exchanges SET sealed = ? WHERE job_id = ? AND place = ?');
  return {
    replaceEach(next) {
      for (const { id, guid } of jobs.all()) {
        connection
          .transaction(() => {
            for (const { place, sealed } of all.all(id)) {
              const anew = next(guid, sealed);
              if (anew !== null) update.run(anew, id, place);
            }
          })
          .immediate();
      }
    },
  };
}
