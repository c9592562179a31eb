import { createReadStream, rmSync, statSync } from 'node:fs';
import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { CommentdockError } from '#core/contract/error.ts';
import { writeMergedWorkbook } from '#core/writers/merged-workbook.ts';
import type { MergedSource } from '#core/writers/merged-workbook.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';

/** A file and its name in the archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly as: string;
}

export interface ArchiveRequest {
  /** Absolute path of the archive. */
  readonly path: string;
  readonly files: readonly ArchivedFile[];
  /** One workbook of the rows of several exports, written for the archive. */
  readonly merged: { readonly as: string; readonly sources: readonly MergedSource[] } | null;
}

/**
 * A ZIP archive, in its ZIP64 form where it is needed. Nothing is read whole into memory; workbooks, which are compressed
 * already, are stored as they are. The archive stands whole under its name or not at all.
 * @throws CommentdockError DISK
 */
export async function writeArchive({ path, files, merged }: ArchiveRequest): Promise<void> {
  using resources = new DisposableStack();
  const archive = resources.use(new PendingFile(path));
  const extra: ArchivedFile[] = [];
  if (merged !== null) {
    // Its ending tells the next start what a killed process left behind.
    const workbook = `${path}.merged.partial`;
    resources.defer(() => rmSync(workbook, { force: true }));
    await writeMergedWorkbook(workbook, merged.sources);
    extra.push({ path: workbook, as: merged.as });
  }
  await zipInto(archive, [...files, ...extra]);
  archive.complete();
  archive.publish();
  syncFolderOf(path);
}

async function zipInto(archive: PendingFile, files: readonly ArchivedFile[]): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let reading: ReadStream | null = null;
  try {
    for (const { path, as } of files) {
      const { size, mtime } = statSync(path);
      zip.addReadStreamLazy(as, { size, mtime, compress: !as.endsWith('.xlsx') }, (give) => {
        reading = createReadStream(path);
        reading.once('error', (error) => output.destroy(error));
        give(null, reading);
      });
    }
    zip.end();
    for await (const chunk of output) archive.append(chunk as Buffer);
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('DISK', `The archive could not be put together: ${words}`, { cause: error });
  } finally {
    (reading as ReadStream | null)?.destroy();
    output.destroy();
  }
}
