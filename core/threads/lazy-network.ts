import type { Config } from '#core/config/config.ts';
import type { HostPaceStore, NetworkPort } from '#core/engine/ports.ts';
import type { RouteBook } from '#core/network/routes/route.ts';

/** The network, loaded with the first export: a service that waits needs neither its time nor its memory. */
export function lazyNetwork(setup: { readonly config: Config; readonly hosts: HostPaceStore; readonly routes: RouteBook }): NetworkPort {
  let opened: Promise<NetworkPort> | null = null;
  const open = async (): Promise<NetworkPort> => {
    const { createNetwork } = await import('#core/network/network.ts');
    return createNetwork(setup);
  };
  return {
    async openSession(run) {
      opened ??= open();
      return (await opened).openSession(run);
    },
    close: async () => (await opened)?.close(),
  };
}
