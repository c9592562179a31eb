import type { Config } from '#core/config/config.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import type { RouteHealth } from '#core/contract/route.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import type { RouteProbe } from '#core/routes/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { poolMembers, routeMember } from '#core/threads/saved-routes.ts';

/** Looks at proxies from the API's own thread; the network is loaded with the first look. */
export function createRouteProbe(config: Config, vault: SecretVault, now: () => number): RouteProbe {
  const check = async (members: readonly RouteMember[]): Promise<readonly RouteHealth[]> => {
    const { checkRoutes } = await import('#core/network/routes/check.ts');
    const { loadTrust } = await import('#core/network/certificates.ts');
    const trust = loadTrust(config.extraCaFile);
    return checkRoutes(members, { settings: config, trust: () => trust, url: config.routeCheckUrl, now });
  };
  const failed = (error: unknown): RouteHealth => {
    const { message } = asCommentdockError(error);
    return { ok: false, latency_ms: null, exit_country: null, error: message, checked_at: new Date(now()).toISOString() };
  };
  return {
    async routes(routes) {
      // The vault may have lost the credentials of one: nothing goes out without them.
      const known = routes.map((route) => attempted(() => routeMember(route, vault)));
      const healths = await check(known.flatMap(({ value }) => value ?? []));
      let next = 0;
      return known.map(({ value, error }) => (value === null ? failed(error) : (healths[next++] ?? failed(error))));
    },
    async pool(pool) {
      const { value, error } = attempted(() => poolMembers(pool, vault));
      return value === null ? pool.proxies.map(() => failed(error)) : check(value);
    },
  };
}

function attempted<T>(work: () => T): { readonly value: T | null; readonly error: unknown } {
  try {
    return { value: work(), error: null };
  } catch (error) {
    return { value: null, error };
  }
}
