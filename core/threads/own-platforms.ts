import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { writeFolderPacks } from '#core/packs/folder-packs.ts';
import { CalledThread } from '#core/threads/called-thread.ts';
import { folderPacksOf } from '#core/threads/known-platforms.ts';
import { ROW_MEMORY } from '#core/threads/row-memory.ts';

/** A platform of a folder, packed under a key that nobody else has. */
export interface OwnPlatform {
  readonly id: string;
  readonly file: Uint8Array;
}

/**
 * Has the platforms of the owner's own folder used, where there is one, and those of the start before no longer.
 * @throws CommentdockError INVALID_REQUEST where they cannot be bundled
 */
export async function useOwnPlatforms(
  { dataDir, platformDir }: Pick<Config, 'dataDir' | 'platformDir'>,
  warn: (words: string) => void,
): Promise<void> {
  const own = platformDir === null ? [] : await packed(platformDir);
  await writeFolderPacks(
    folderPacksOf(dataDir),
    own.map(({ file }) => file),
  );
  if (platformDir === null) return;
  const ids = own.map(({ id }) => id).join(', ');
  warn(
    `WITHOUT A SIGNATURE: the platforms of ${platformDir} are used (${ids === '' ? 'there are none' : ids}). Nobody has vouched for this code. For development only.`,
  );
}

/** In a thread that is gone afterwards: a bundler is large, and the code is run once to hear what it says of itself. */
async function packed(folder: string): Promise<readonly OwnPlatform[]> {
  const thread = new CalledThread({ name: 'own-platforms', workerData: null, resourceLimits: ROW_MEMORY, restMs: null });
  try {
    return (await thread.call('pack', folder)) as readonly OwnPlatform[];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `The platforms of ${folder} cannot be used: ${words}`, { cause: error });
  } finally {
    await thread.close();
  }
}
