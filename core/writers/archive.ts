import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { CommentdockError } from '#core/contract/error.ts';
import { writeMergedWorkbook } from '#core/writers/merged-workbook.ts';
import type { MergedSource } from '#core/writers/merged-workbook.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';
import { BufferPool } from '#core/writers/xlsx/buffer-pool.ts';

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
  const pieces = new Pieces();
  let reading: Readable | null = null;
  try {
    for (const { path, as } of files) {
      const { size, mtime } = statSync(path);
      zip.addReadStreamLazy(as, { size, mtime, compress: !as.endsWith('.xlsx') }, (give) => {
        reading = Readable.from(pieces.of(path), { objectMode: false });
        reading.once('error', (error) => output.destroy(error));
        give(null, reading);
      });
    }
    zip.end();
    // Flowing: who reads an output step by step gets several pieces copied into one.
    await pipeline(output, appendingTo(archive, pieces));
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('DISK', `The archive could not be put together: ${words}`, { cause: error });
  } finally {
    (reading as Readable | null)?.destroy();
    output.destroy();
  }
}

function appendingTo(archive: PendingFile, pieces: Pieces): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      try {
        archive.append(piece);
        pieces.giveBack(piece);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

/**
 * Files piece by piece, through a few buffers: new ones for every piece took 30 MB before they were collected. Reading is
 * synchronous like the writing of archives: they have a thread of their own.
 */
class Pieces {
  readonly #pool = new BufferPool();
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>();

  *of(path: string): Generator<Buffer> {
    const descriptor = openSync(path, 'r');
    try {
      for (;;) {
        const buffer = this.#pool.take();
        this.#lent.set(buffer.buffer, buffer);
        const bytes = readSync(descriptor, buffer);
        if (bytes === 0) return;
        yield buffer.subarray(0, bytes);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** A piece that arrived as it was lent may be filled anew; what was compressed on the way is no piece of ours. */
  giveBack(piece: Buffer): void {
    const buffer = this.#lent.get(piece.buffer);
    if (buffer === undefined) return;
    this.#lent.delete(piece.buffer);
    this.#pool.give(buffer);
  }
}
