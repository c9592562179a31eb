import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import { MEDIA_FOLDER } from '#core/contract/media.ts';
import type { MediaBytes } from '#core/engine/media-ports.ts';
import type { MediaFiles, MediaReader } from '#core/exports/ports.ts';
import { mediaArchive } from '#core/opened-media.ts';

/** What somebody asked for stays for so long. */
const FRESH_MS = 3_600_000;

interface SharedMediaParts {
  readonly exportsFolder: string;
  readonly reader: MediaReader;
  readonly bytes: Pick<MediaBytes, 'partsOf'>;
  /** What the files of rows in the folder may have together. */
  readonly maxBytes: number;
  now(): number;
}

/** Files of rows that machines share: each fetches those that it is asked for, and keeps them as long as there is room. */
export function sharedMedia({ exportsFolder, reader, bytes, maxBytes, now }: SharedMediaParts): MediaFiles {
  const fetched = async (name: string): Promise<string | null> => {
    const path = join(exportsFolder, name);
    const isHere = await touched(path, new Date(now()));
    return isHere || (await writeParts(path, bytes.partsOf(name))) ? path : null;
  };
  const openNamed = async (name: string) => {
    const path = await fetched(name);
    if (path === null) throw new CommentdockError('RESOURCE_NOT_FOUND', `The file ${basename(name)} was deleted with its export.`);
    return (await open(path)).createReadStream();
  };
  return {
    async of(jobId) {
      const files = [];
      for (const name of reader.of(jobId)) {
        const path = await fetched(name);
        if (path !== null) files.push({ name, path });
      }
      await makeRoom(join(exportsFolder, MEDIA_FOLDER), maxBytes, now());
      return files;
    },
    async ofAddress(jobId, url) {
      const name = reader.ofAddress(jobId, url);
      const path = name === null ? null : await fetched(name);
      return name === null || path === null ? null : { name, path };
    },
    open: openNamed,
    archive: (files, atMs) => mediaArchive(files, atMs, openNamed),
  };
}

/**
 * Writes a file that is named by what it holds; it is there whole, or not at all. False: there are no parts of it.
 * @throws CommentdockError DISK, also where they are not what the name says
 */
export async function writeParts(path: string, parts: Iterable<Uint8Array>): Promise<boolean> {
  const coming = join(dirname(path), `${randomUUID()}.partial`);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const hash = await written(coming, parts);
    if (hash === null) return false;
    if (hash !== basename(path).split('.', 1)[0])
      throw new CommentdockError('DISK', `What the database has of ${basename(path)} is damaged. Restore it from a backup.`);
    await rename(coming, path);
    return true;
  } catch (error) {
    throw asCommentdockError(error);
  } finally {
    await rm(coming, { force: true });
  }
}

/** Its SHA-256; null: there was nothing to write. */
async function written(path: string, parts: Iterable<Uint8Array>): Promise<string | null> {
  const hash = createHash('sha256');
  let file: FileHandle | null = null;
  try {
    for (const bytes of parts) {
      file ??= await open(path, 'wx');
      await file.writeFile(bytes);
      hash.update(bytes);
      await nextTurn();
    }
  } finally {
    await file?.close();
  }
  return file === null ? null : hash.digest('hex');
}

async function touched(path: string, at: Date): Promise<boolean> {
  try {
    await utimes(path, at, at);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw asCommentdockError(error);
  }
}

/** Removes those that were asked for the longest ago, and what a killed process left half written. */
async function makeRoom(folder: string, maxBytes: number, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), stats: await stat(join(folder, name)).catch(() => null) })),
  );
  let room = maxBytes - found.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0);
  for (const { path, stats } of found.toSorted((a, b) => (a.stats?.mtimeMs ?? 0) - (b.stats?.mtimeMs ?? 0))) {
    if (room >= 0 || stats === null || nowMs - stats.mtimeMs < FRESH_MS) return;
    await rm(path, { force: true });
    room += stats.size;
  }
}
