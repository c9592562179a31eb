import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { MEDIA_FOLDER } from '#core/contract/media.ts';

/** A file of an archive. */
export interface StreamedFile {
  readonly as: string;
  /** What the archive says of its age, in milliseconds since 1970. */
  readonly atMs: number;
  /** Called when the files before it are through. */
  open(): Promise<Readable>;
}

/**
 * A ZIP archive that is made while it is read; nothing of it is stored. The same files give the same bytes, wherever that is. What a file fails
 * with, the archive fails with: it is cut off then.
 */
export function streamArchive(files: readonly StreamedFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let reading: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => reading?.destroy());
  for (const { as, atMs, open } of files) {
    zip.addReadStreamLazy(as, { mtime: new UtcDate(atMs), compress: !isPacked(as) }, (give) => {
      open().then(
        (opened) => {
          reading = opened;
          opened.once('error', (error) => output.destroy(error));
          if (output.destroyed) opened.destroy();
          else give(null, opened);
        },
        (error: unknown) => output.destroy(error as Error),
      );
    });
  }
  zip.end();
  return output;
}

/** Archives have the time of day beside the instant, of the machine's own zone: here it is UTC, on each machine. */
class UtcDate extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear();
  }

  override getMonth(): number {
    return this.getUTCMonth();
  }

  override getDate(): number {
    return this.getUTCDate();
  }

  override getHours(): number {
    return this.getUTCHours();
  }

  override getMinutes(): number {
    return this.getUTCMinutes();
  }

  override getSeconds(): number {
    return this.getUTCSeconds();
  }
}

/** Files that no packing makes smaller: workbooks, pictures and films. */
export function isPacked(as: string): boolean {
  return as.endsWith('.xlsx') || as.startsWith(`${MEDIA_FOLDER}/`);
}
