import type { MediaBytes } from '#core/engine/media-ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { REMOVED } from '#core/store/job-status.ts';

const NAMED = `EXISTS (SELECT 1 FROM media JOIN jobs ON jobs.id = media.job_id WHERE media.file = media_parts.file AND jobs.status <> '${REMOVED}')`;

/** Bytes of files of rows in the database, for all machines that share it. */
export function createMediaBytes(connection: Connection): MediaBytes {
  const has = connection.prepare<[string]>('SELECT 1 FROM media_parts WHERE file = ? AND part = 0');
  // Its lock lasts until the file is named, and whoever removes it waits for it.
  const hold = connection.prepare<[string]>('SELECT 1 FROM media_parts WHERE file = ? AND part = 0 FOR UPDATE');
  // An answer is asked for, so that no transaction gathers the whole file.
  const add = connection.prepare<[string, number, Uint8Array]>(
    'INSERT INTO media_parts (file, part, bytes) VALUES (?, ?, ?) ON CONFLICT (file, part) DO NOTHING RETURNING part',
  );
  const read = connection.prepare<[string, number], Uint8Array>('SELECT bytes FROM media_parts WHERE file = ? AND part = ?').pluck();
  const unnamed = connection.prepare<[], string>(`SELECT file FROM media_parts WHERE part = 0 AND NOT ${NAMED}`).pluck();
  const drop = connection.prepare<[string]>(`DELETE FROM media_parts WHERE file = ? AND NOT ${NAMED}`);
  const dropUnnamed = (file: string): void =>
    connection
      .transaction(() => {
        if (hold.get(file) !== undefined) drop.run(file);
      })
      .immediate();
  return {
    has: (file) => has.get(file) !== undefined,
    put(file, parts) {
      if (hold.get(file) !== undefined) return;
      let part = 0;
      for (const bytes of parts) {
        add.get(file, part, bytes);
        part += 1;
      }
    },
    *partsOf(file) {
      for (let part = 0; ; part += 1) {
        const bytes = read.get(file, part);
        if (bytes === undefined) return;
        yield bytes;
      }
    },
    dropUnnamed,
    dropAllUnnamed() {
      for (const file of unnamed.all()) dropUnnamed(file);
    },
  };
}
