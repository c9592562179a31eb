import type { BrowserExit } from '#core/network/browser/exit.ts';
import type { Trust } from '#core/network/certificates.ts';
import type { ProxySettings, RouteGround } from '#core/network/routes/first-hop.ts';
import { exitOverRoute } from '#core/network/routes/exit.ts';
import { openRelay, type Relay } from '#core/network/routes/relay.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import { createRouteTransport } from '#core/network/routes/route-transport.ts';
import type { TargetGuard } from '#core/network/targets/target-guard.ts';
import { PHASE_TIMEOUT_MS, type Transport } from '#core/network/transport.ts';

/** A route that exports use at the moment. */
export interface OpenRoute extends BrowserExit {
  readonly transport: Transport;
  /** What kept the browser from using it at or after this instant of `performance.now()`; null: nothing did. */
  failureSince(atMs: number): Error | null;
}

/** All routes in use, each opened once for however many exports. */
export interface OpenRoutes {
  /** Call `leave` once for it. */
  enter(member: RouteMember): OpenRoute;
  leave(route: OpenRoute): void;
  close(): Promise<void>;
}

interface OpenRoutesSetup {
  readonly settings: ProxySettings;
  readonly trust: () => Trust;
  readonly guard: TargetGuard;
  /** How long a route that nobody uses is kept: as long as its browser. */
  readonly idleMs: number;
  readonly timeoutMs?: number;
}

interface Used extends OpenRoute {
  readonly id: string;
  users: number;
  idleTimer: NodeJS.Timeout | undefined;
  close(): Promise<void>;
}

/** Opens nothing before the first request of an export that goes through a route. */
export function createOpenRoutes({ settings, trust, guard, idleMs, timeoutMs = PHASE_TIMEOUT_MS }: OpenRoutesSetup): OpenRoutes {
  const ground: RouteGround = { settings, context: () => trust().context, timeoutMs };
  const open = new Map<string, Used>();
  const byRoute = new WeakMap<OpenRoute, Used>();
  const end = async (used: Used): Promise<void> => {
    clearTimeout(used.idleTimer);
    if (open.get(used.id) === used) open.delete(used.id);
    await used.close();
  };
  return {
    enter(member) {
      // A route that was given another proxy meanwhile is another one.
      const id = JSON.stringify([member.key, member.proxy]);
      const used = open.get(id) ?? openRoute(member, id, { ...ground, trust, guard });
      clearTimeout(used.idleTimer);
      used.users += 1;
      open.set(id, used);
      byRoute.set(used, used);
      return used;
    },
    leave(route) {
      const used = byRoute.get(route);
      if (used === undefined) return;
      used.users -= 1;
      if (used.users > 0) return;
      used.idleTimer = setTimeout(() => void end(used), idleMs);
      used.idleTimer.unref();
    },
    close: async () => void (await Promise.all([...open.values()].map(end))),
  };
}

function openRoute(member: RouteMember, id: string, ground: RouteGround & Pick<OpenRoutesSetup, 'trust' | 'guard'>): Used {
  const transport = createRouteTransport(member, ground, ground.trust);
  let relay: Promise<Relay> | null = null;
  let started: Relay | null = null;
  return {
    id,
    transport,
    users: 0,
    idleTimer: undefined,
    async browserRoute() {
      relay ??= openRelay(exitOverRoute(member, ground), ground.guard);
      started = await relay;
      // The port belongs to the key: a browser that was told another one is of no use any more.
      return { key: `route ${member.key} at ${started.port}`, proxy: started.proxy };
    },
    failureSince: (atMs) => started?.failureSince(atMs) ?? null,
    failureOf: (authority, atMs) => started?.failureOf(authority, atMs) ?? null,
    async close() {
      await transport.close();
      await (await relay?.catch(() => null))?.close();
    },
  };
}
