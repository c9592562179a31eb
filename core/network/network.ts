import type { Config } from '#core/config/config.ts';
import type { HostPaceStore, NetworkPort } from '#core/engine/ports.ts';
import { createFleet } from '#core/network/browser/fleet.ts';
import { routeOfSettings } from '#core/network/browser/route.ts';
import { createPacer } from '#core/network/pacing.ts';
import { openRunSession } from '#core/network/session.ts';
import { createTransport } from '#core/network/transport.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';

export interface NetworkSetup {
  readonly config: Pick<Config, 'retryScale' | 'pace' | 'gentle' | 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile' | 'browser'>;
  readonly hosts: HostPaceStore;
  /** Wall clock in milliseconds since 1970: `fetchedAt`, dates in Retry-After, stored pauses. */
  readonly now?: () => number;
  /** How long a browser that nobody uses is kept open. */
  readonly browserIdleMs?: number;
}

/**
 * The network, over plain HTTP and through the browser: one transport, one pacer and one set of browsers for all exports of the process.
 * Opens nothing before the first request, and no browser before the first page.
 */
export function createNetwork({ config, hosts, now = Date.now, browserIdleMs }: NetworkSetup): NetworkPort {
  const transport = createTransport(config);
  const pacer = createPacer({ ceilings: config.pace, hosts, now });
  const browsers = createFleet({ browser: config.browser, ...(browserIdleMs === undefined ? {} : { idleMs: browserIdleMs }) });
  const browserRoute = () => routeOfSettings(config);
  return {
    openSession: async (run) =>
      openRunSession(
        { ...run, isGentle: run.isGentle ?? config.gentle === 'on' },
        { transport, pacer, retryScale: config.retryScale, now, browsers, browserRoute },
      ),
    async close() {
      pacer.close(new LastingWireFailure('The network was closed: Commentdock is shutting down.'));
      await Promise.all([transport.close(), browsers.close()]);
    },
  };
}
