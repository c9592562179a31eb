import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { CommentdockError } from '#core/contract/error.ts';
import { endOf, headerOf, MANIFEST, manifestOf, MOST_BYTES, MOST_ENTRIES, type PackedFile } from '#core/evidence/verify.mjs';
import { PendingFile, syncFolderOf } from '#core/writers/pending-file.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Writes an evidence package in its one form: files stored as they are, in the order in which `verify.mjs` wants them, which is how they have
 * to be added. It stands whole under its name once it is closed; disposed before, it leaves nothing behind.
 */
export class PackageWriter implements Disposable {
  readonly #file: PendingFile;
  readonly #entries: (PackedFile & { readonly crc: number; readonly offset: number })[] = [];

  /** @throws CommentdockError DISK */
  constructor(path: string) {
    this.#file = new PendingFile(path);
  }

  /** Of what was added so far, in hexadecimal digits. */
  get root(): string {
    return manifestOf(this.#entries).root;
  }

  /** @throws CommentdockError DISK; INVALID_REQUEST where the package would be too large */
  add(name: string, content: Uint8Array | string): PackedFile {
    return this.#append(name, [Buffer.from(content)]);
  }

  /** Piece by piece. @throws CommentdockError as `add`; what reading fails with */
  addFile(name: string, path: string): PackedFile {
    const descriptor = openSync(path, 'r');
    try {
      return this.#append(name, piecesOf(descriptor));
    } finally {
      closeSync(descriptor);
    }
  }

  /** @throws CommentdockError as `add` */
  close(): { readonly root: string; readonly bytes: number } {
    const { root, text } = manifestOf(this.#entries);
    this.add(MANIFEST, text);
    const offset = this.#file.size;
    for (const entry of this.#entries) this.#file.append(headerOf(entry, entry.offset));
    this.#file.append(endOf({ entries: this.#entries.length, bytes: this.#file.size - offset, offset }));
    this.#expectFits();
    this.#file.complete();
    this.#file.publish();
    syncFolderOf(this.#file.path);
    return { root, bytes: this.#file.size };
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  #append(name: string, pieces: Iterable<Uint8Array>): PackedFile {
    const offset = this.#file.size;
    const hash = createHash('sha256');
    let [bytes, crc] = [0, 0];
    this.#file.append(headerOf({ name, bytes, crc }));
    for (const piece of pieces) {
      this.#file.append(piece);
      hash.update(piece);
      crc = crc32(piece, crc);
      bytes += piece.length;
      this.#expectFits();
    }
    const entry = { name, bytes, crc, sha256: hash.digest('hex'), offset };
    this.#file.patch(headerOf(entry), offset);
    this.#entries.push(entry);
    return entry;
  }

  #expectFits(): void {
    if (this.#file.size <= MOST_BYTES && this.#entries.length < MOST_ENTRIES) return;
    throw new CommentdockError('INVALID_REQUEST', 'The package would be larger than 4 GB. Export less at a time.');
  }
}

function* piecesOf(descriptor: number): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) yield buffer.subarray(0, read);
}
