import { join } from 'node:path';
import type { Config } from '#core/config/config.ts';
import type { HostPaceStore, NetworkPort } from '#core/engine/ports.ts';
import type { PassStore } from '#core/network/passes.ts';
import type { RouteBook } from '#core/network/routes/route.ts';
import { windowsIn } from '#core/network/window/windows.ts';

/** In the data folder: what windows of platforms keep. */
const PROFILES_FOLDER = 'windows';

/** The network, loaded with the first export: a service that waits needs neither its time nor its memory. */
export function lazyNetwork(setup: {
  readonly config: Config;
  readonly hosts: HostPaceStore;
  readonly routes: RouteBook;
  readonly passes: PassStore;
}): NetworkPort {
  let opened: Promise<NetworkPort> | null = null;
  const profilesFolder = join(setup.config.dataDir, PROFILES_FOLDER);
  const open = async (): Promise<NetworkPort> => {
    const { createNetwork } = await import('#core/network/network.ts');
    const { databaseUrl, pace: ceilings } = setup.config;
    if (databaseUrl === null) return createNetwork({ ...setup, profilesFolder });
    const { openTeamPacer } = await import('#core/team/team-pacer.ts');
    const onFault = (error: unknown): void =>
      process.emitWarning(`The pace of hosts: ${error instanceof Error ? error.message : String(error)}`);
    return createNetwork({ ...setup, profilesFolder, pacer: await openTeamPacer({ databaseUrl, ceilings, onFault }) });
  };
  return {
    async openSession(run) {
      opened ??= open();
      return (await opened).openSession(run);
    },
    // What the disk says of windows needs no network.
    windows: windowsIn(profilesFolder, async (below) => (await opened)?.windows?.close(below)),
    close: async () => (await opened)?.close(),
  };
}
