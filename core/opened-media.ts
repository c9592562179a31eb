import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MediaFiles, MediaReader } from '#core/exports/ports.ts';
import { streamArchive } from '#core/writers/archive-stream.ts';

/** The files of rows that lie in this folder of exports. */
export function mediaIn(exportsFolder: string, reader: MediaReader): MediaFiles {
  const openNamed = async (name: string): Promise<Readable> => (await open(join(exportsFolder, name))).createReadStream();
  return {
    of: async (jobId) =>
      reader
        .of(jobId)
        .map((name) => ({ name, path: join(exportsFolder, name) }))
        .filter(({ path }) => existsSync(path)),
    async ofAddress(jobId, url) {
      const name = reader.ofAddress(jobId, url);
      const path = join(exportsFolder, name ?? '');
      return name !== null && existsSync(path) ? { name, path } : null;
    },
    open: openNamed,
    archive: (files, atMs) => mediaArchive(files, atMs, openNamed),
  };
}

/** @param atMs what it says of their age */
export function mediaArchive(files: readonly { readonly name: string }[], atMs: number, openNamed: MediaFiles['open']): Readable {
  return streamArchive(files.map(({ name }) => ({ as: name, atMs, open: () => openNamed(name) })));
}
