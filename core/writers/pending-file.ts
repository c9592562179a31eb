import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommentdockError, ERROR_CATALOGUE } from '#core/contract/error.ts';

/**
 * A file that comes to exist complete or not at all. It grows under a temporary name in the folder of `path`;
 * `complete` puts it on the disk, `publish` gives it its name. Disposed before `publish`, it leaves nothing behind.
 * Writes are synchronous: the writers have a thread of their own.
 */
export class PendingFile implements Disposable {
  readonly path: string;
  readonly #temporary: string;
  #descriptor: number | null;
  #size = 0;
  #published = false;

  /** @throws CommentdockError DISK */
  constructor(path: string) {
    this.path = path;
    this.#temporary = `${path}.partial`;
    this.#descriptor = onDisk(path, () => openSync(this.#temporary, 'w'));
  }

  /** Where it grows, for those who write it on their own. It is there already, empty. */
  get temporary(): string {
    return this.#temporary;
  }

  /** Bytes appended so far; of a completed file, all that it has. */
  get size(): number {
    return this.#size;
  }

  /** @throws CommentdockError DISK */
  append(bytes: Uint8Array): void {
    this.#write(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Writes over bytes that were appended before. @throws CommentdockError DISK */
  patch(bytes: Uint8Array, position: number): void {
    this.#write(bytes, position);
  }

  /** Forgets what was appended. @throws CommentdockError DISK */
  restart(): void {
    if (this.#size === 0) return;
    const descriptor = this.#open();
    onDisk(this.path, () => ftruncateSync(descriptor));
    this.#size = 0;
  }

  /** All bytes are on the disk when this returns. @throws CommentdockError DISK */
  complete(): void {
    onDisk(this.path, () => {
      const descriptor = this.#open();
      fsyncSync(descriptor);
      this.#size = fstatSync(descriptor).size;
      this.#close();
    });
  }

  /** The completed file gets its name. @throws CommentdockError DISK */
  publish(): void {
    onDisk(this.path, () => renameSync(this.#temporary, this.path));
    this.#published = true;
  }

  [Symbol.dispose](): void {
    if (this.#published) return;
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #write(bytes: Uint8Array, position: number): void {
    const descriptor = this.#open();
    onDisk(this.path, () => {
      for (let done = 0; done < bytes.length;) {
        done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
      }
    });
  }

  #open(): number {
    if (this.#descriptor === null) throw new CommentdockError('INTERNAL', `${this.path} is closed already.`);
    return this.#descriptor;
  }

  #close(): void {
    if (this.#descriptor === null) return;
    const descriptor = this.#descriptor;
    this.#descriptor = null;
    closeSync(descriptor);
  }
}

/** Makes the names of published files last through a power loss. Windows has no such call and needs none. */
export function syncFolderOf(path: string): void {
  if (process.platform === 'win32') return;
  const folder = dirname(path);
  onDisk(folder, () => {
    const descriptor = openSync(folder, 'r');
    try {
      if (fstatSync(descriptor).isDirectory()) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** What `work` fails with as DISK, the file named. */
export function onDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CommentdockError) throw cause;
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new CommentdockError('DISK', `${ERROR_CATALOGUE.DISK.message} (${path}: ${words})`, { cause });
  }
}
