import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const MARK = '.damaged';

/**
 * Keeps a damaged SQLite file that can be made anew under another name (with what its log held), in the place of the one that
 * was put aside before. Returns that name.
 */
export function putAside(path: string): string {
  const aside = `${path}${MARK}`;
  renameSync(path, aside);
  rmSync(`${aside}-wal`, { force: true });
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, { force: true });
  return aside;
}

/** Whether a file of this name is one that was put aside; the name that it had then. */
export function nameBefore(name: string): string | null {
  const at = name.lastIndexOf(MARK);
  return at > 0 && /^(?:-wal)?$/.test(name.slice(at + MARK.length)) ? name.slice(0, at) : null;
}

/** Paths of all that was put aside in a folder; none where there is no such folder. */
export function filesAside(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(MARK))
    .map((name) => join(folder, name));
}

/** What putting a file aside leaves. */
export function namesAside(path: string): readonly string[] {
  return [`${path}${MARK}`, `${path}${MARK}-wal`];
}
