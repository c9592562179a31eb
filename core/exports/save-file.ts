import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { Download } from '#core/exports/files.ts';
import { openDownload } from '#core/exports/open-file.ts';

/**
 * Copies what a download answers, whole or not at all. `placeOf` gets the name that the file goes by and says where to put it. Returns that place.
 * @throws CommentdockError as `openDownload` and `saveWhole`
 */
export async function saveFileOf(ask: () => Promise<Download>, placeOf: (name: string) => string): Promise<string> {
  const { name, stream } = await openDownload(await ask(), ask);
  try {
    const path = placeOf(name);
    await saveWhole(path, (temporary) => pipeline(stream, createWriteStream(temporary)));
    return path;
  } finally {
    stream.destroy();
  }
}

/** Writes beside `path` and moves into place, so that the file exists complete or not at all. @throws CommentdockError DISK */
export async function saveWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.part`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    // What hinders this is what hindered the writing.
    await rm(temporary, { force: true }).catch(() => undefined);
    if (error instanceof CommentdockError) throw error;
    throw new CommentdockError('DISK', `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
