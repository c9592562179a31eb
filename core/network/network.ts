import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { HostPaceStore, NetworkPort } from '#core/engine/ports.ts';
import { loadTrust, type Trust } from '#core/network/certificates.ts';
import { createFleet, IDLE_MS } from '#core/network/browser/fleet.ts';
import { createInstalledAgent, type ClientIdentity } from '#core/network/browser/installed-agent.ts';
import { createDefaultExit } from '#core/network/browser/exit.ts';
import type { PassStore } from '#core/network/passes.ts';
import { createPacer, type Pacer } from '#core/network/pacing.ts';
import { createOpenRoutes } from '#core/network/routes/open-routes.ts';
import type { RouteBook } from '#core/network/routes/route.ts';
import { RunRoutes } from '#core/network/routes/run-routes.ts';
import { openRunSession, type OpenRunRoutes } from '#core/network/session.ts';
import { createTargetGuard, type ResolveAll } from '#core/network/targets/target-guard.ts';
import { createTransport } from '#core/network/transport.ts';
import { WindowProfiles } from '#core/network/window/profiles.ts';
import { windowsIn } from '#core/network/window/windows.ts';
import { LastingWireFailure } from '#core/network/wire-failure.ts';

export interface NetworkSetup {
  readonly config: Pick<
    Config,
    'retryScale' | 'pace' | 'gentle' | 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile' | 'browser' | 'allowedInnerHosts'
  >;
  readonly hosts: HostPaceStore;
  /** Of all machines of a team; it is closed with the network. Left out: one of this process alone, which keeps what it learns in `hosts`. */
  readonly pacer?: Pacer;
  /** Left out: there are none. */
  readonly routes?: RouteBook;
  /** Wall clock in milliseconds since 1970: `fetchedAt`, dates in Retry-After, stored pauses. */
  readonly now?: () => number;
  /** How long a browser that nobody uses is kept open. */
  readonly browserIdleMs?: number;
  /** Multiplies how long a page is waited for that may never come to what it is opened for. Default 1. */
  readonly pagePatience?: number;
  /** How the browser of this machine names itself. Left out: it is looked up. */
  readonly installedAgent?: () => Promise<ClientIdentity>;
  /** Folder for the profiles of windows. Left out: none can be opened. */
  readonly profilesFolder?: string;
  /** Left out: each run begins as somebody new. */
  readonly passes?: PassStore;
  /** Left out: that of the system. */
  readonly resolveAll?: ResolveAll;
}

/**
 * The network, over plain HTTP and through the browser: one transport, one pacer and one set of browsers for all exports of the process.
 * Opens nothing before the first request, and no browser before the first page.
 */
export function createNetwork({
  config,
  hosts,
  routes: book,
  now = Date.now,
  pacer = createPacer({ ceilings: config.pace, hosts, now }),
  browserIdleMs = IDLE_MS,
  pagePatience = 1,
  installedAgent = createInstalledAgent({ setting: config.browser }),
  profilesFolder,
  passes,
  resolveAll,
}: NetworkSetup): NetworkPort {
  const guard = createTargetGuard(config, resolveAll);
  const transport = createTransport(config, guard);
  const browsers = createFleet({ browser: config.browser, idleMs: browserIdleMs });
  let trusted: Trust | null = null;
  const trust = (): Trust => (trusted ??= loadTrust(config.extraCaFile));
  const exit = createDefaultExit({ settings: config, trust, guard });
  const openRoutes = createOpenRoutes({
    settings: config,
    trust,
    guard,
    idleMs: browserIdleMs,
  });
  const kept = {
    ...(profilesFolder === undefined ? {} : { profiles: new WindowProfiles(profilesFolder) }),
    ...(passes === undefined ? {} : { passes }),
  };
  const turns = new Map<string, number>();
  /** Exports of one pool begin with its members by turns. */
  const routesOf = ({ route }: Parameters<NetworkPort['openSession']>[0]): OpenRunRoutes | null => {
    if (route === undefined) return null;
    // Without the book it is not known; the bare connection is no way out of that.
    if (book === undefined) throw new CommentdockError('NETWORK', 'This export wants a route, and routes are not available here.');
    const { account, further = 0, ...wish } = route;
    const members = book.members(wish);
    const { vpn, pool = '' } = wish;
    const turn = account === null && vpn === undefined ? (turns.get(pool) ?? 0) : 0;
    turns.set(pool, turn + 1);
    return (onLeft) => new RunRoutes(members, account, { open: openRoutes, start: turn, further, onLeft });
  };
  return {
    openSession: async (run) =>
      openRunSession(
        { ...run, isGentle: run.isGentle ?? config.gentle === 'on' },
        { transport, pacer, retryScale: config.retryScale, now, browsers, guard, exit, installedAgent, pagePatience, ...kept },
        routesOf(run),
      ),
    ...(profilesFolder === undefined ? {} : { windows: windowsIn(profilesFolder, (below) => browsers.closeWindows(below)) }),
    async close() {
      const paced = pacer.close(new LastingWireFailure('The network was closed: Commentdock is shutting down.'));
      await Promise.all([paced, transport.close(), openRoutes.close(), browsers.close().then(() => exit.close())]);
    },
  };
}
