import type { BulkRecord, BulkStore, MergedFile } from '#core/exports/bulk-ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface BulkRow {
  uuid: string;
  status: BulkRecord['status'];
  guids: string;
  merge: number;
  media: number;
  merged: string | null;
  file_name: string;
  error: string | null;
  created_at_ms: number;
  member_uuid: string | null;
}

export function createBulkStore(connection: Connection): BulkStore {
  const insert = connection.prepare<unknown[]>(
    `INSERT INTO bulk_downloads (uuid, status, guids, merge, media, merged, file_name, error, created_at_ms, member_uuid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = connection.prepare<[string], BulkRow>('SELECT * FROM bulk_downloads WHERE uuid = ?');
  const ofFile = connection.prepare<[string], BulkRow>('SELECT * FROM bulk_downloads WHERE file_name = ?');
  const next = connection.prepare<[], BulkRow>("SELECT * FROM bulk_downloads WHERE status = 'processing' ORDER BY id LIMIT 1");
  const fileNames = connection.prepare<[], { file_name: string }>('SELECT file_name FROM bulk_downloads');
  const settle = connection.prepare<[string, string | null, string]>(
    "UPDATE bulk_downloads SET status = ?, error = ? WHERE uuid = ? AND status = 'processing'",
  );
  const remove = connection.prepare<[string]>('DELETE FROM bulk_downloads WHERE uuid = ?');
  return {
    insert: ({ uuid, status, guids, merge, media, merged, fileName, error, createdAtMs, memberUuid = null }) => {
      const what = [JSON.stringify(guids), Number(merge), Number(media), jsonOf(merged)];
      insert.run(uuid, status, ...what, fileName, error, createdAtMs, memberUuid);
    },
    find: (uuid) => orNull(find.get(uuid)),
    ofFile: (fileName) => orNull(ofFile.get(fileName)),
    nextProcessing: () => orNull(next.get()),
    fileNames: () => new Set(fileNames.all().map((row) => row.file_name)),
    settle: (uuid, { status, error }) => settle.run(status, error, uuid).changes > 0,
    remove: (uuid) => void remove.run(uuid),
  };
}

function jsonOf(merged: MergedFile | undefined): string | null {
  return merged === undefined ? null : JSON.stringify(merged);
}

function orNull(row: BulkRow | undefined): BulkRecord | null {
  if (row === undefined) return null;
  return {
    uuid: row.uuid,
    status: row.status,
    guids: JSON.parse(row.guids) as string[],
    merge: row.merge === 1,
    media: row.media === 1,
    ...(row.merged === null ? {} : { merged: JSON.parse(row.merged) as MergedFile }),
    fileName: row.file_name,
    error: row.error,
    createdAtMs: row.created_at_ms,
    memberUuid: row.member_uuid,
  };
}
