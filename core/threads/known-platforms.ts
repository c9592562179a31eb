import { join } from 'node:path';
import { installedShelf } from '#core/installed-packs/shelf.ts';
import { readFolderPacks } from '#core/packs/folder-packs.ts';
import { PacksInUse } from '#core/packs/packs-in-use.ts';
import type { PackInUse, PackShelf } from '#core/packs/shelf.ts';
import { factsOf, type PlatformFacts } from '#core/platform-api/define.ts';
import { loadPlatform, platformIds } from '#core/platforms/registry.ts';

/** Below the data folder: platforms of the owner's own folder, for as long as the service runs that was given it. */
const FOLDER = 'own-platforms';

export function folderPacksOf(dataDir: string): string {
  return join(dataDir, FOLDER);
}

/** What a data folder uses besides the built-in platforms. The owner's own folder goes before all packs. */
export function shelfOf(dataDir: string): PackShelf {
  const shelves: readonly PackShelf[] = [{ inUse: () => readFolderPacks(folderPacksOf(dataDir)) }, installedShelf(dataDir, platformIds)];
  return {
    async inUse() {
      const all = await Promise.all(shelves.map((shelf) => shelf.inUse()));
      return [
        ...new Map(
          all
            .flat()
            .toReversed()
            .map((entry): [string, PackInUse] => [entry.id, entry]),
        ).values(),
      ];
    },
  };
}

/** What platforms say about themselves, of those that a data folder uses. */
export function openFacts(dataDir: string): (id: string) => Promise<PlatformFacts | null> {
  const packs = new PacksInUse(shelfOf(dataDir), Date.now);
  return async (id) => {
    const facts = await packs.facts(id).catch(() => null);
    if (facts !== null) return facts;
    const platform = await loadPlatform(id);
    return platform === null ? null : factsOf(platform);
  };
}
