import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFiles, MediaReader } from '#core/exports/ports.ts';
import { streamArchive } from '#core/writers/archive-stream.ts';

/** The files of rows that lie in this folder of exports. */
export function mediaIn(exportsFolder: string, reader: MediaReader): MediaFiles {
  return {
    of: (jobId) =>
      reader
        .of(jobId)
        .map((name) => ({ name, path: join(exportsFolder, name) }))
        .filter(({ path }) => existsSync(path)),
    archive: (files, atMs) =>
      streamArchive(files.map(({ name, path }) => ({ as: name, atMs, open: async () => (await open(path)).createReadStream() }))),
  };
}
