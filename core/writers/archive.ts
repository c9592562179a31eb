import { closeSync, createReadStream, fstatSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DisposableStack } from '@whatwg-node/disposablestack';
import { ZipFile } from 'yazl';
import { CommentdockError } from '#core/contract/error.ts';
import { isPacked } from '#core/writers/archive-stream.ts';
import { type MergedSource, writeMergedWorkbook } from '#core/writers/merged-workbook.ts';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';
import { BufferPool } from '#core/writers/xlsx/buffer-pool.ts';

/** A file and its name in the archive. */
interface ArchivedFile {
  readonly path: string;
  readonly as: string;
}

interface ArchiveRequest {
  /** Absolute path of the archive. */
  readonly path: string;
  readonly files: readonly ArchivedFile[];
  /** Files of rows: there may be more than a process can have open, so each is opened in its turn. */
  readonly media: readonly ArchivedFile[];
  /** One workbook of the rows of several exports, written for the archive. */
  readonly merged: { readonly as: string; readonly sources: readonly MergedSource[] } | null;
}

/**
 * A ZIP archive, in its ZIP64 form where it is needed. Nothing is read whole into memory; workbooks, which are compressed
 * already, are stored as they are. The archive stands whole under its name or not at all. All files are opened before the first is
 * read: what is replaced or deleted later is in it as it was.
 * @throws CommentdockError RESOURCE_NOT_FOUND where a file is not there; DISK
 */
export async function writeArchive({ path, files, media, merged }: ArchiveRequest): Promise<void> {
  using resources = new DisposableStack();
  const opened = files.map((file) => openToRead(file, resources));
  const archive = resources.use(new PendingFile(path));
  if (merged !== null) {
    // Its ending tells the next start what a killed process left behind.
    const workbook = `${path}.merged.partial`;
    resources.defer(() => rmSync(workbook, { force: true }));
    await writeMergedWorkbook(workbook, merged.sources);
    opened.push(openToRead({ path: workbook, as: merged.as }, resources));
  }
  await zipInto(archive, opened, media);
  archive.complete();
  archive.publish();
  syncFolderOf(path);
}

interface OpenedFile {
  readonly descriptor: number;
  readonly as: string;
}

function openToRead({ path, as }: ArchivedFile, resources: DisposableStack): OpenedFile {
  try {
    const descriptor = openSync(path, 'r');
    resources.defer(() => closeSync(descriptor));
    return { descriptor, as };
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new CommentdockError(isGone ? 'RESOURCE_NOT_FOUND' : 'DISK', `The file ${as} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

async function zipInto(archive: PendingFile, files: readonly OpenedFile[], media: readonly ArchivedFile[]): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const pieces = new Pieces();
  let reading: Readable | null = null;
  try {
    for (const { descriptor, as } of files) {
      const { size, mtime } = fstatSync(descriptor);
      zip.addReadStreamLazy(as, { size, mtime, compress: !isPacked(as) }, (give) => {
        reading = Readable.from(pieces.of(descriptor), { objectMode: false });
        reading.once('error', (error) => output.destroy(error));
        give(null, reading);
      });
    }
    for (const { path, as } of media) {
      const { size, mtime } = statSync(path);
      zip.addReadStreamLazy(as, { size, mtime, compress: !isPacked(as) }, (give) => {
        reading = createReadStream(path);
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

  *of(descriptor: number): Generator<Buffer> {
    for (;;) {
      const buffer = this.#pool.take();
      this.#lent.set(buffer.buffer, buffer);
      const bytes = readSync(descriptor, buffer);
      if (bytes === 0) return;
      yield buffer.subarray(0, bytes);
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
