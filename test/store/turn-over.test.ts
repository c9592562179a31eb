import { expect, it } from 'vitest';
import { TurnLost } from '#core/contract/error.ts';
import { openExportQueue } from '#core/queue/export-queue.ts';
import { openReading, openWriting } from '#core/store/place.ts';
import { openEngineStore } from '#core/store/store.ts';
import { own, ownFolder } from '#test/own.ts';
import { startCluster } from '#test/postgres/cluster.ts';
import { insertJob } from '#test/store/stored-job.ts';

it('what is noted of an export that another machine removed, down to its row, is out of hands', () => {
  const store = openEngineStore({ dataDir: ownFolder('removed-row'), databaseUrl: null });
  try {
    const { id } = insertJob(store);
    expect(() => store.jobs.update(id + 1, { exported: 3 })).toThrow(TurnLost);
    expect(() => store.jobs.ledger(id + 1)).toThrow(TurnLost);
  } finally {
    store.close();
  }
});

it('a machine whose turn is over changes nothing of the export, and the turn stands until what it changes is stored', async () => {
  const cluster = await own(startCluster());
  const databaseUrl = await cluster.newDatabase();
  const place = { dataDir: ownFolder('turn-over'), databaseUrl };
  const store = openEngineStore(place);
  const queue = await openExportQueue({ databaseUrl, leaseMs: 60_000, onFault: () => undefined });
  const other = openWriting(place);
  const reader = openReading(place);
  try {
    const job = insertJob(store);
    other.prepare("INSERT INTO export_workers (worker, until) VALUES ('w', now() + interval '1 hour')").run();
    const lease = other.prepare<[string], { fence: number }>(
      "INSERT INTO export_leases (job_guid, worker) VALUES (?, 'w') RETURNING fence",
    );
    store.shared?.hold(job, BigInt(lease.get(job.guid)?.fence ?? 0));
    expect(store.jobs.update(job.id, { exported: 1 }).exported).toBe(1);
    store.transaction(() => {
      store.jobs.update(job.id, { exported: 2 });
      // Whoever would end the turn has to wait for the transaction.
      expect(() =>
        other.transaction(() => (other.exec("SET LOCAL lock_timeout = '100ms'"), other.exec('DELETE FROM export_leases'))).immediate(),
      ).toThrow(/lock timeout/);
    });
    store.shared?.revoke(job.guid);
    expect(() => store.jobs.update(job.id, { exported: 3, files: [{ format: 'csv', name: 'a.csv', bytes: 1 }] })).toThrow(TurnLost);
    expect(reader.prepare<[], { exported: number; files: string }>('SELECT exported, files FROM jobs').get()).toEqual({
      exported: 2,
      files: '[]',
    });
    expect(reader.prepare('SELECT 1 FROM job_files').all()).toEqual([]);
  } finally {
    reader.close();
    other.close();
    store.close();
    await queue.close();
  }
});
