import type { FileConnection } from '#core/store/database.ts';
import { onDisk } from '#core/store/disk-failure.ts';

const INCREMENTAL = 2;
const MEGABYTE = 1_048_576;
/** Written anew at once: a fraction of a second. */
const SMALL_BYTES = 16 * MEGABYTE;
/** A larger file has to have so large a part free, so that what is gained is worth the wait. */
const FREE_PART = 0.25;

/**
 * Writes a database of an earlier version anew, so that from then on it gives room back in slices (`RemovalStore`), and what is free in it is
 * given back now. Once for each file, when the API's store opens, which is before anything else is done: a small file, or one of which a quarter or more is free. On a full disk all
 * stays as it was.
 * @throws CommentdockError DISK where the file cannot be read
 */
export function makeShrinkable(connection: FileConnection): void {
  if (!onDisk(() => isWorthIt(connection))) return;
  connection.pragma(`auto_vacuum = ${INCREMENTAL}`);
  try {
    connection.exec('VACUUM');
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A full disk, mostly: the file is as it was, and the next start tries again.
  }
}

function isWorthIt(connection: FileConnection): boolean {
  const read = (name: string): number => Number(connection.pragma(name, { simple: true }));
  if (read('auto_vacuum') === INCREMENTAL) return false;
  const [all, free] = [read('page_count'), read('freelist_count')];
  return (all - free) * read('page_size') <= SMALL_BYTES || free >= all * FREE_PART;
}
