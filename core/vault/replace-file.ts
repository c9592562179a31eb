import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * Puts the text in the place of the file, whole or not at all, readable and writable by the owner alone (0600).
 * @throws CommentdockError DISK
 */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
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
