import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';
import { fileOf } from '#core/contract/job-record.ts';
import { contentTypeOf, typeOfFile } from '#core/exports/file-types.ts';
import type { ExportFile, ResultFiles } from '#core/exports/files.ts';
import { downloadName } from '#core/exports/presentation.ts';

/** Files of a node that keeps all of them: what is noted was written here, into this folder. */
export function folderFiles(exportsFolder: string): ResultFiles {
  const find: ResultFiles['find'] = async (job, format, layout) => {
    const noted = fileOf(job, format, layout);
    return noted === undefined ? null : fileOnDisk(join(exportsFolder, noted.name), downloadName(job, noted), typeOfFile(noted));
  };
  return {
    has: async (job, format, layout) => (await find(job, format, layout)) !== null,
    find,
    async named(fileName) {
      const contentType = contentTypeOf(fileName);
      return contentType === null ? null : fileOnDisk(join(exportsFolder, fileName), fileName, contentType);
    },
  };
}

/** Null where there is none. @throws CommentdockError DISK */
export async function fileOnDisk(path: string, name: string, contentType: string): Promise<ExportFile | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? { path, name, contentType, bytes: found.size } : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}
