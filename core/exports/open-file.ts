import { type FileHandle, open, rm } from 'node:fs/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { Readable } from 'node:stream';
import type { Download, ExportFile } from '#core/exports/files.ts';

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
    const handle = await (file.open?.() ?? openIfThere(file.path));
    if (handle !== null) return { file, handle };
    if (looks === MOST_LOOKS) throw new CommentdockError('RESOURCE_NOT_FOUND', 'The file is gone: its export was deleted or replaced it.');
    file = await askAgain();
  }
}

/** All bytes of a download, from the first to the last. Whoever has it reads `stream` to its end or destroys it. */
export interface OpenedDownload {
  readonly name: string;
  readonly contentType: string;
  /** Null where nobody knows before the end. */
  readonly bytes: number | null;
  readonly stream: Readable;
}

/** As `openFile`, also for what is made while it is handed out. */
export async function openDownload(answered: Download, askAgain: () => Promise<Download>): Promise<OpenedDownload> {
  if ('stream' in answered) return { ...answered, bytes: null, stream: answered.stream() };
  const { file, handle } = await openFile(answered, async () => {
    const again = await askAgain();
    if ('path' in again) return again;
    throw new CommentdockError('RESOURCE_NOT_FOUND', 'The file is gone.');
  });
  return { ...file, stream: handle.createReadStream() };
}

/** Null where there is none. @throws CommentdockError DISK */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}

/** A file that was made for whoever asked: it goes as soon as they have it open. */
export function handedOver(path: string): Required<Pick<ExportFile, 'path' | 'open'>> {
  return {
    path,
    async open() {
      const handle = await openIfThere(path);
      await rm(path, { force: true });
      return handle;
    },
  };
}
