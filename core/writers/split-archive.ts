import { createReadStream } from 'node:fs';
import { streamArchive } from '#core/writers/archive-stream.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';
import { CommentdockError } from '#core/contract/error.ts';

interface PartFile {
  readonly path: string;
  /** In the archive. */
  readonly as: string;
}

/**
 * A ZIP of files that belong together. It stands whole under its name or not at all, and is the same wherever the same files are packed
 * with the same `atMs`, which they get for their age. Returns its size.
 * @throws CommentdockError DISK
 */
export async function packParts(path: string, files: readonly PartFile[], atMs: number): Promise<number> {
  using archive = new PendingFile(path);
  const stream = streamArchive(files.map((file) => ({ as: file.as, atMs, open: async () => createReadStream(file.path) })));
  try {
    for await (const piece of stream) archive.append(piece as Uint8Array);
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    throw new CommentdockError('DISK', `The files could not be put together: ${(error as Error).message}`, { cause: error });
  } finally {
    stream.destroy();
  }
  archive.complete();
  archive.publish();
  syncFolderOf(path);
  return archive.size;
}
