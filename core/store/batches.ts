import type { BatchRecord, BatchStore } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface BatchRow {
  id: string;
  submitted: number;
  created_at_ms: number;
  member_uuid: string | null;
}

export function createBatchStore(connection: Connection): BatchStore {
  const insert = connection.prepare<unknown[]>('INSERT INTO batches (id, submitted, created_at_ms, member_uuid) VALUES (?, ?, ?, ?)');
  const find = connection.prepare<[string], BatchRow>('SELECT * FROM batches WHERE id = ?');
  const remove = connection.prepare<[string]>('DELETE FROM batches WHERE id = ?');
  return {
    insert: (batch) => void insert.run(batch.id, batch.submitted, batch.createdAtMs, batch.memberUuid ?? null),
    find(id) {
      const row = find.get(id);
      return row === undefined ? null : toRecord(row);
    },
    remove: (id) => void remove.run(id),
  };
}

function toRecord(row: BatchRow): BatchRecord {
  return { id: row.id, submitted: row.submitted, createdAtMs: row.created_at_ms, memberUuid: row.member_uuid };
}
