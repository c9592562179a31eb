import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommentdockError } from '#core/contract/error.ts';

/**
 * Sees before the first request whether files can be left in a folder, which need not be there yet. Nothing is left behind: the folder
 * is made with its first file.
 * @throws CommentdockError DISK
 */
export async function expectWritable(folder: string): Promise<void> {
  const path = resolve(folder);
  const place = await nearestThere(path);
  const probe = await mkdtemp(join(place, '.commentdock-')).catch((error: unknown) => {
    throw refusal(path, place === path ? 'cannot be written' : 'cannot be made', error);
  });
  await rmdir(probe).catch(() => undefined);
}

/** The folder itself, or the nearest one above it that is there. @throws CommentdockError DISK where something else is in its way */
async function nearestThere(path: string): Promise<string> {
  for (let place = path; ; place = dirname(place)) {
    const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
      // A file on the way gives ENOTDIR: it is met further up.
      if ((error.code === 'ENOENT' || error.code === 'ENOTDIR') && dirname(place) !== place) return null;
      throw refusal(path, 'cannot be reached', error);
    });
    if (found?.isDirectory() === true) return place;
    if (found !== null) throw refusal(path, 'cannot be made', `${place} is no folder`);
  }
}

function refusal(path: string, what: string, cause: unknown): CommentdockError {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new CommentdockError('DISK', `The folder ${path} ${what}: ${words}. Give another one with --out.`, { cause });
}
