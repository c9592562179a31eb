import { join } from 'node:path';
import type { WindowPort } from '#core/engine/window-ports.ts';
import { WindowProfiles } from '#core/network/window/profiles.ts';
import { lackingScreen } from '#core/network/window/screen.ts';

/**
 * Windows on profiles in this folder, for the engine.
 * @param close closes those that are open below a folder
 */
export function windowsIn(folder: string, close: (below: string) => Promise<void>): WindowPort {
  const profiles = new WindowProfiles(folder);
  return {
    lacking: () => lackingScreen(),
    hasPassed: (platformId, profile) => profiles.hasPassed(profile, platformId),
    close,
    async forget(profile) {
      await close(join(folder, profile, '/'));
      await profiles.remove(profile);
    },
  };
}
