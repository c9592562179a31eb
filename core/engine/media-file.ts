import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import { MEDIA_FOLDER, MEDIA_TYPES, type MediaLack } from '#core/contract/media.ts';
import { HEAD_BYTES, mediaKindOf } from '#core/engine/media-kinds.ts';
import type { FetchedFile, FileSink } from '#core/engine/media-ports.ts';

interface MediaFileParts {
  /** That of the exports, where the folder of these files is. */
  readonly exportsFolder: string;
  readonly mostBytes: number;
  /** Whether anything but a picture is wanted. */
  readonly wanted: 'pictures' | 'all';
  /** Told of all bytes, those of tries that failed too. @throws CommentdockError what ends the exchange */
  received(bytes: number): void;
}

/** A file on its way in. It gets the name of what it holds once it is whole; disposed before, it leaves nothing behind. */
export class MediaFile implements FileSink, Disposable {
  /** Why it is given up, where that is said here. */
  lack: MediaLack | null = null;
  readonly #parts: MediaFileParts;
  readonly #coming: string;
  #descriptor: number | null;
  #hash = createHash('sha256');
  #head: Uint8Array = new Uint8Array();
  #bytes = 0;

  /** @throws CommentdockError DISK */
  constructor(parts: MediaFileParts) {
    this.#parts = parts;
    this.#coming = join(parts.exportsFolder, MEDIA_FOLDER, `${randomUUID()}.partial`);
    this.#descriptor = onDisk(() => openSync(this.#coming, 'wx'));
  }

  /** That came of this try. */
  get bytes(): number {
    return this.#bytes;
  }

  get mostBytes(): number {
    return this.#parts.mostBytes;
  }

  begin(): void {
    const descriptor = this.#open();
    onDisk(() => ftruncateSync(descriptor));
    this.#hash = createHash('sha256');
    this.#head = new Uint8Array();
    this.#bytes = 0;
  }

  write(bytes: Uint8Array): void {
    this.#parts.received(bytes.length);
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, HEAD_BYTES - this.#head.length)]);
      // Nothing more of a page or a program is waited for.
      if (this.#head.length === HEAD_BYTES) this.#ending();
    }
    const descriptor = this.#open();
    onDisk(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done, this.#bytes + done);
    });
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  /** Of one that came whole: it is on the disk when this returns. @throws CommentdockError PLATFORM_CHANGED where it is of another kind; DISK */
  keep(): Pick<FetchedFile, 'file' | 'bytes'> {
    const file = `${MEDIA_FOLDER}/${this.#hash.copy().digest('hex')}.${this.#ending()}`;
    const path = join(this.#parts.exportsFolder, file);
    const descriptor = this.#open();
    onDisk(() => {
      if (existsSync(path)) return;
      fsyncSync(descriptor);
      renameSync(this.#coming, path);
    });
    return { file, bytes: this.#bytes };
  }

  [Symbol.dispose](): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    rmSync(this.#coming, { force: true });
  }

  #ending(): keyof typeof MEDIA_TYPES {
    const ending = mediaKindOf(this.#head);
    if (ending !== null && (this.#parts.wanted === 'all' || MEDIA_TYPES[ending].startsWith('image/'))) return ending;
    this.lack = 'type';
    throw new CommentdockError('PLATFORM_CHANGED', 'What came is no file of the kind that was asked for.');
  }

  #open(): number {
    if (this.#descriptor === null) throw new CommentdockError('INTERNAL', 'A file was written to after its end.');
    return this.#descriptor;
  }
}

function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asCommentdockError(error);
  }
}
