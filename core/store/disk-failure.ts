import { diskTrouble } from '#core/contract/error.ts';

/**
 * Runs work on the database and says so where the disk fails it, or has failed it before.
 * @throws CommentdockError DISK; DamagedData
 */
export function onDisk<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskTrouble(error) ?? error;
  }
}
