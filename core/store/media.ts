import type { FetchedFile, MediaNames, MediaStore } from '#core/engine/media-ports.ts';
import type { MediaReader } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { readDataset } from '#core/store/dataset.ts';
import { REMOVED } from '#core/store/job-status.ts';

const STILL_THERE = `FROM media JOIN jobs ON jobs.id = media.job_id WHERE jobs.status <> '${REMOVED}'`;

/** Prepared once per connection, shared by all jobs. */
export function prepareMediaStatements(connection: Connection) {
  return {
    connection,
    add: connection.prepare<[number, string, string, number]>(
      'INSERT INTO media (job_id, url, file, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (job_id, url) DO UPDATE SET file = excluded.file, bytes = excluded.bytes',
    ),
    fetched: connection.prepare<[number], FetchedFile>('SELECT url, file, bytes FROM media WHERE job_id = ?'),
  };
}

export function createMediaStore({ connection, add, fetched }: ReturnType<typeof prepareMediaStatements>, jobId: number): MediaStore {
  return {
    rows: (choice) => readDataset(connection, { id: jobId, ...choice }).chunks(),
    fetched: () => fetched.all(jobId),
    add: ({ url, file, bytes }) => void add.run(jobId, url, file, bytes),
  };
}

export function createMediaNames(connection: Connection): MediaNames {
  const named = connection.prepare<[string]>(`SELECT 1 ${STILL_THERE} AND file = ? LIMIT 1`);
  const all = connection.prepare<[], string>(`SELECT DISTINCT file ${STILL_THERE}`).pluck();
  return { isNamed: (file) => named.get(file) !== undefined, all: () => new Set(all.all()) };
}

export function createMediaReader(connection: Connection): MediaReader {
  const files = connection.prepare<[number], string>('SELECT DISTINCT file FROM media WHERE job_id = ? ORDER BY file').pluck();
  const file = connection.prepare<[number, string], string>('SELECT file FROM media WHERE job_id = ? AND url = ?').pluck();
  return { of: (jobId) => files.all(jobId), ofAddress: (jobId, url) => file.get(jobId, url) ?? null };
}
