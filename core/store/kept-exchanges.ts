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
