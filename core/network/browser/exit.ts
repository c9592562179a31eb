import type { Config } from '#core/config/config.ts';
import type { BrowserRoute } from '#core/network/browser/protocol.ts';
import type { Trust } from '#core/network/certificates.ts';
import { exitOfSettings } from '#core/network/routes/exit.ts';
import { openRelay, type Relay } from '#core/network/routes/relay.ts';
import type { TargetGuard } from '#core/network/targets/target-guard.ts';
import { PHASE_TIMEOUT_MS } from '#core/network/transport.ts';

/** Where a browser connects to. */
export interface BrowserExit {
  browserRoute(): BrowserRoute | Promise<BrowserRoute>;
  /** What kept the browser from connecting to `host:port` at or after this instant of `performance.now()`; null: nothing did. */
  failureOf(authority: string, atMs: number): Error | null;
}

interface DefaultExitSetup {
  readonly settings: Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy'>;
  readonly trust: () => Trust;
  readonly guard: TargetGuard;
}

/**
 * The exit of exports without a route of their own: straight to the net, or through the proxy of the settings. Opened with the first
 * page. A page loads from hosts that nobody names beforehand, so any of them may have the addresses of a VPN that answers for every name.
 */
export function createDefaultExit({ settings, trust, guard }: DefaultExitSetup): BrowserExit & { close(): Promise<void> } {
  const lookupFor = (url: URL) => guard.lookupFor(guard.isOwners(url) ? 'owners' : 'fixed');
  const ground = { settings, context: () => trust().context, timeoutMs: PHASE_TIMEOUT_MS };
  let opening: Promise<Relay> | null = null;
  let relay: Relay | null = null;
  return {
    async browserRoute() {
      opening ??= openRelay(exitOfSettings(ground, lookupFor), guard);
      relay = await opening;
      return { key: `settings at ${relay.port}`, proxy: relay.proxy };
    },
    failureOf: (authority, atMs) => relay?.failureOf(authority, atMs) ?? null,
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}
