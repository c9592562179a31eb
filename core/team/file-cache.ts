import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { rmSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CommentdockError, diskTrouble } from '#core/contract/error.ts';
import type { JobFile } from '#core/contract/job-record.ts';
import { formatOfName } from '#core/contract/tier.ts';
import { openIfThere } from '#core/exports/open-file.ts';
import { sha256Of } from '#core/writers/file-hash.ts';

/** Of a file on its way in; a killed process leaves it behind. */
const COMING = '.coming';
/** What was found is about to be opened: so long it stays. */
const FOUND_MS = 10_000;

interface CacheParts {
  /** Absolute; files are written into it by others too, whole or not at all. */
  readonly folder: string;
  readonly maxBytes: number;
  now(): number;
}

interface Entry {
  readonly bytes: number;
  /** Of the note that it was found to be the file of; null: nobody has looked. */
  notedAs: string | null;
  foundAtMs: number;
}

/**
 * Files of exports in a folder, up to a size: those that nobody asked for the longest go first, never one that is being read. A file larger
 * than all of the room stays as long as it is the only one.
 */
export class FileCache {
  readonly #parts: CacheParts;
  /** The one that was asked for last comes last. */
  readonly #entries = new Map<string, Entry>();
  /** How many read it, of those that are being read. */
  readonly #readers = new Map<string, number>();
  #bytes = 0;

  private constructor(parts: CacheParts) {
    this.#parts = parts;
  }

  /** Takes the folder as it is. @throws CommentdockError DISK */
  static async open(parts: CacheParts): Promise<FileCache> {
    const cache = new FileCache(parts);
    try {
      await cache.#takeStock();
    } catch (error) {
      throw troubleOf(error);
    }
    return cache;
  }

  pathOf(name: string): string {
    return join(this.#parts.folder, name);
  }

  /** The size of a file that is here as it is noted; null where it is not. @throws CommentdockError DISK */
  async find({ name, sha256 }: JobFile): Promise<number | null> {
    const entry = this.#entries.get(name) ?? (await this.#look(name));
    if (entry === null) return null;
    if (sha256 !== undefined && entry.notedAs !== sha256) {
      const isIt = entry.notedAs === null && (await sha256Of(this.pathOf(name)).catch(() => null)) === sha256;
      if (!isIt) {
        this.drop([name]);
        return null;
      }
      entry.notedAs = sha256;
    }
    this.#use(name, entry);
    return entry.bytes;
  }

  /** Opens a file that was found; null where it is gone. It stays until it is closed. @throws CommentdockError DISK */
  async open(name: string): Promise<FileHandle | null> {
    const handle = await openIfThere(this.pathOf(name));
    if (handle === null) {
      this.#forget(name);
      return null;
    }
    this.#readers.set(name, (this.#readers.get(name) ?? 0) + 1);
    (handle as FileHandle & EventEmitter).once('close', () => {
      const left = (this.#readers.get(name) ?? 1) - 1;
      if (left > 0) this.#readers.set(name, left);
      else this.#readers.delete(name);
      this.#makeRoom();
    });
    // For the order after the next start: most disks note no reading.
    const at = new Date(this.#parts.now());
    await handle.utimes(at, at).catch(() => undefined);
    return handle;
  }

  /** A file that was just written here, as what is noted. Where it is not here, nothing happens. */
  async add({ name, sha256 }: JobFile): Promise<void> {
    const entry = await this.#look(name);
    if (entry === null) return;
    entry.notedAs = sha256 ?? null;
    this.#use(name, entry);
    this.#makeRoom();
  }

  /** Takes in what somebody else has of a file. @throws CommentdockError DISK, also where it is not what is noted */
  async take(file: JobFile, stream: Readable): Promise<void> {
    const coming = `${this.pathOf(file.name)}${COMING}`;
    try {
      const sha256 = await this.#receive(stream, coming, file.bytes);
      if (sha256 !== file.sha256) throw new CommentdockError('DISK', `What came of the file ${file.name} is not what was put there.`);
      await rename(coming, this.pathOf(file.name));
    } catch (error) {
      await rm(coming, { force: true }).catch(() => undefined);
      throw troubleOf(error);
    } finally {
      stream.destroy();
    }
    await this.add(file);
  }

  /** Removes files, those that are being read too: their export is deleted. */
  drop(names: readonly string[]): void {
    for (const name of names) {
      this.#forget(name);
      rmSync(this.pathOf(name), { force: true });
    }
  }

  async #takeStock(): Promise<void> {
    const names = await readdir(this.#parts.folder);
    await Promise.all(names.filter((name) => name.endsWith(COMING)).map((name) => rm(this.pathOf(name), { force: true })));
    const found = await Promise.all(
      names.filter(isResult).map(async (name) => ({ name, stats: await stat(this.pathOf(name)).catch(() => null) })),
    );
    const inOrder = found.toSorted((a, b) => (a.stats?.atimeMs ?? 0) - (b.stats?.atimeMs ?? 0));
    for (const { name, stats } of inOrder) if (stats !== null) this.#note(name, stats.size, 0);
    this.#makeRoom();
  }

  async #look(name: string): Promise<Entry | null> {
    const stats = await stat(this.pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw troubleOf(error);
    });
    this.#forget(name);
    return stats === null ? null : this.#note(name, stats.size, this.#parts.now());
  }

  #note(name: string, bytes: number, foundAtMs: number): Entry {
    const entry = { bytes, notedAs: null, foundAtMs };
    this.#entries.set(name, entry);
    this.#bytes += bytes;
    return entry;
  }

  #use(name: string, entry: Entry): void {
    if (this.#entries.get(name) !== entry) return;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    entry.foundAtMs = this.#parts.now();
  }

  #forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }

  #makeRoom(): void {
    const untilMs = this.#parts.now() - FOUND_MS;
    for (const [name, { foundAtMs }] of this.#entries) {
      if (this.#bytes <= this.#parts.maxBytes) return;
      if (!this.#readers.has(name) && foundAtMs <= untilMs) this.drop([name]);
    }
  }

  /** SHA-256 of what came, which is on the disk then. Ends where more comes than is expected. */
  async #receive(stream: Readable, path: string, mostBytes: number): Promise<string> {
    await using handle = await open(path, 'w', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > mostBytes) break;
      hash.update(piece);
      await handle.writeFile(piece);
    }
    await handle.sync();
    return hash.digest('hex');
  }
}

/** Neither an archive nor what is still being written. */
function isResult(name: string): boolean {
  return formatOfName(name.replace(/\.zip$/, '')) !== null;
}

function troubleOf(error: unknown): CommentdockError {
  const words = `A file of an export could not be kept: ${error instanceof Error ? error.message : String(error)}`;
  return diskTrouble(error) ?? new CommentdockError('DISK', words, { cause: error });
}
