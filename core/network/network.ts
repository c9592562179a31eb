import type { Config } from '#core/config/config.ts';
import type { HostPaceStore, NetworkPort } from '#core/engine/ports.ts';
import { createPacer } from '#core/network/pacing.ts';
import { openRunSession } from '#core/network/session.ts';
import { createTransport } from '#core/network/transport.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';

export interface NetworkSetup {
  readonly config: Pick<Config, 'retryScale' | 'pace' | 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile'>;
  readonly hosts: HostPaceStore;
  /** Wall clock in milliseconds since 1970: `fetchedAt`, dates in Retry-After, stored pauses. */
  readonly now?: () => number;
}

/** The network over plain HTTP: one transport and one pacer for all exports of the process. Opens nothing before the first request. */
export function createNetwork({ config, hosts, now = Date.now }: NetworkSetup): NetworkPort {
  const transport = createTransport(config);
  const pacer = createPacer({ ceilings: config.pace, hosts, now });
  return {
    openSession: async (run) => openRunSession(run, { transport, pacer, retryScale: config.retryScale, now }),
    async close() {
      pacer.close(new LastingWireFailure('The network was closed: Commentdock is shutting down.'));
      await transport.close();
    },
  };
}
