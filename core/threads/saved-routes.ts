import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { hostAndPort, type ProxyServer, type RouteBook, type RouteMember } from '#core/network/routes/route.ts';
import { poolSecretName, type PoolRecord, type PoolStore, routeSecretName, type RouteRecord, type RouteStore } from '#core/routes/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';

const credentialsSchema = z.object({ username: z.string(), password: z.string() });
const passwordsSchema = z.array(z.string().nullable());

/** Routes and pools as exports use them: what the store knows of them, with the credentials that the vault has at this moment. */
export function savedRoutes({
  routes,
  pools,
  vault,
}: {
  readonly routes: Pick<RouteStore, 'findByName' | 'findByCode'>;
  readonly pools: Pick<PoolStore, 'find'>;
  readonly vault: Pick<SecretVault, 'get'>;
}): RouteBook {
  const ofRoute = (wanted: string): RouteMember => {
    const route = routes.findByName(wanted) ?? routes.findByCode(wanted);
    if (route !== null) return routeMember(route, vault);
    throw new CommentdockError('NETWORK', goneAdvice(`The route "${wanted}"`, 'Add it again under that name, then retry.'));
  };
  const ofPool = (uuid: string): readonly RouteMember[] => {
    const pool = pools.find(uuid);
    if (pool !== null) return poolMembers(pool, vault);
    throw new CommentdockError('NETWORK', goneAdvice(`The pool ${uuid}`, 'Start a new export with another one.'));
  };
  return {
    members: ({ vpn, pool }) => [...(vpn === undefined ? [] : [ofRoute(vpn)]), ...(pool === undefined ? [] : ofPool(pool))],
  };
}

/** A route with its credentials. */
export function routeMember({ uuid, name, type, address, hasCredentials }: RouteRecord, vault: Pick<SecretVault, 'get'>): RouteMember {
  const secret = hasCredentials ? vault.get(routeSecretName(uuid)) : null;
  const label = `the route "${name}"`;
  if (hasCredentials && secret === null) throw new CommentdockError('NETWORK', lostAdvice(label));
  const credentials = secret === null ? null : credentialsSchema.parse(JSON.parse(secret));
  return { key: uuid, label, proxy: { type, ...hostAndPort(address), credentials } };
}

/** The proxies of a pool with their credentials, in their order. */
export function poolMembers({ uuid, name, proxies }: PoolRecord, vault: Pick<SecretVault, 'get'>): readonly RouteMember[] {
  const passwords = passwordsSchema.parse(JSON.parse(vault.get(poolSecretName(uuid)) ?? '[]'));
  return proxies.map(({ type, address, username, has_password: hasPassword }, index) => {
    const password = passwords[index] ?? null;
    const label = `proxy ${index + 1} of the pool "${name}"`;
    if (hasPassword && password === null) throw new CommentdockError('NETWORK', lostAdvice(label));
    const credentials: ProxyServer['credentials'] =
      username === null && password === null ? null : { username: username ?? '', password: password ?? '' };
    return { key: `${uuid}/${index}`, label, proxy: { type, ...hostAndPort(address), credentials } };
  });
}

function goneAdvice(what: string, advice: string): string {
  return `${what} that this export names was removed. ${advice} Nothing was sent past the route.`;
}

function lostAdvice(label: string): string {
  return `The credentials of ${label} are not in the vault any more. Set them anew, then retry. Nothing was sent past the route.`;
}
