import { packInUse, packPath, readState } from '#core/installed-packs/state.ts';
import type { PackInUse, PackShelf } from '#core/packs/shelf.ts';

/** The packs that a data folder has in use, for every thread and for processes that do not hold it. */
export function installedShelf(dataDir: string, builtIn: () => Promise<readonly string[]>): PackShelf {
  return {
    async inUse() {
      const { state } = readState(dataDir);
      const ids = Object.keys(state.platforms);
      if (ids.length === 0) return [];
      const known = new Set(await builtIn());
      return ids.flatMap((id): PackInUse[] => {
        const current = packInUse(state, id, known.has(id));
        return current === null ? [] : [{ origin: 'pack', id, path: packPath(dataDir, current.pack), sha256: current.pack }];
      });
    },
  };
}
