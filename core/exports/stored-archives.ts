import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asCommentdockError } from '#core/contract/error.ts';
import { archiveName, type ContentsParts, contentsOf, mergeOf } from '#core/exports/archive-contents.ts';
import type { BulkArchives, BulkStore, DatasetPort } from '#core/exports/bulk-ports.ts';
import { ARCHIVE_TYPE, contentTypeOf } from '#core/exports/file-types.ts';
import { fileOnDisk } from '#core/exports/folder-files.ts';
import { MOST_LOOKS } from '#core/exports/open-file.ts';

/** What the names of downloads look like in the exports folder, and of what they are made of. */
const ARCHIVE_NAME = /^bulk_[0-9a-f]{32}[._]/;

interface StoredArchiveParts extends ContentsParts {
  readonly bulk: Pick<BulkStore, 'fileNames'>;
  readonly datasets: Pick<DatasetPort, 'pack' | 'merge'>;
  readonly exportsFolder: string;
}

/** Downloads that are put together once, and lie in the exports folder until they are deleted. */
export function storedArchives(parts: StoredArchiveParts): BulkArchives {
  const { bulk, datasets, exportsFolder } = parts;
  const placeOf = (fileName: string): string => join(exportsFolder, fileName);
  const found = (fileName: string, name: string) => fileOnDisk(placeOf(fileName), name, contentTypeOf(fileName) ?? ARCHIVE_TYPE);
  return {
    async assemble(record) {
      const merge = mergeOf(record, parts);
      if (merge !== null) return datasets.merge(merge);
      // Files that were replaced or deleted before they could be read are looked for again: that finds the new ones, or says what is gone.
      for (let looks = 1; ; looks += 1) {
        const { files, merged, media } = await contentsOf(record, parts);
        try {
          const named = files.map(({ file, as }) => ({ name: file.name, as }));
          return await datasets.pack({ archive: record.fileName, files: named, media, merged });
        } catch (error) {
          if (looks === MOST_LOOKS || asCommentdockError(error).code !== 'RESOURCE_NOT_FOUND') throw error;
        }
      }
    },
    find: (record) => found(record.fileName, archiveName(record)),
    named: (fileName) => found(fileName, fileName),
    remove: ({ fileName }) => rm(placeOf(fileName), { force: true }),
    async sweep() {
      const known = bulk.fileNames();
      const stray = (await readdir(exportsFolder)).filter((name) => ARCHIVE_NAME.test(name) && !known.has(name));
      await Promise.all(stray.map((name) => rm(placeOf(name), { force: true })));
    },
  };
}
