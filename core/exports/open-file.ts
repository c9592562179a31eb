import { type FileHandle, open } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { ExportFile } from '#core/exports/files.ts';

/** Looks for a file that others replace or delete meanwhile; each new look means that somebody did. */
export const MOST_LOOKS = 5;

/** A file that can be read to its end, whatever becomes of it meanwhile. Whoever has it closes `handle`. */
export interface OpenedFile {
  readonly file: ExportFile;
  readonly handle: FileHandle;
}

/**
 * Opens what a download answered. Where that was replaced or deleted just then, the operation is asked again: it gives the new file
 * or says what became of it.
 * @throws CommentdockError RESOURCE_NOT_FOUND, DISK, and what `askAgain` throws
 */
export async function openFile(answered: ExportFile, askAgain: () => Promise<ExportFile>): Promise<OpenedFile> {
  let file = answered;
  for (let looks = 1; ; looks += 1) {
    const handle = await openIfThere(file.path);
    if (handle !== null) return { file, handle };
    if (looks === MOST_LOOKS) throw new CommentdockError('RESOURCE_NOT_FOUND', 'The file is gone: its export was deleted or replaced it.');
    file = await askAgain();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}
