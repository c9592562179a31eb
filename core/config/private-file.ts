import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * The text of a file; null where there is none.
 * @throws CommentdockError DISK
 */
export function readPrivateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw new CommentdockError('DISK', `${path} could not be read. Check its permissions.`, { cause: error });
  }
}

/**
 * Puts the text, or the bytes, in the place of the file, whole or not at all, readable and writable by the owner alone (0600).
 * @throws CommentdockError DISK
 */
export function replacePrivateFile(path: string, text: string | Uint8Array): void {
  writeThen(path, text, (temporary) => renameSync(temporary, path));
}

/**
 * As `replacePrivateFile`, but an existing file stays. True where the file is ours.
 * @throws CommentdockError DISK
 */
export function createPrivateFile(path: string, text: string): boolean {
  return writeThen(path, text, (temporary) => {
    try {
      linkSync(temporary, path);
      rmSync(temporary, { force: true });
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) {
        rmSync(temporary, { force: true });
        return false;
      }
      // Some file systems (exFAT, network shares) have no hard links.
      renameSync(temporary, path);
      return true;
    }
  });
}

function writeThen<T>(path: string, text: string | Uint8Array, place: (temporary: string) => T): T {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const placed = place(temporary);
    syncFolder(dirname(path));
    return placed;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new CommentdockError('DISK', `${path} could not be written. Check free space and permissions.`, { cause: error });
  }
}

/** The new name survives a power loss once the folder is synced; Windows does not let a folder be opened. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
