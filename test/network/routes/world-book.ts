import { hostAndPort, type RouteBook, type RouteMember } from '#core/network/routes/route.ts';
import type { WorldRoute } from '#test/world/routes.ts';

/** A route of the test world as the owner has it in the book: under its name. */
export function memberOf({ name, url }: Pick<WorldRoute, 'name' | 'url'>): RouteMember {
  const { protocol, host, username, password } = new URL(url);
  const credentials = username === '' ? null : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const type = protocol.slice(0, -1) as RouteMember['proxy']['type'];
  return { key: name, label: `the route "${name}"`, proxy: { type, ...hostAndPort(host), credentials } };
}

/** A book with one pool, whatever is asked for. */
export function bookOf(...routes: readonly Pick<WorldRoute, 'name' | 'url'>[]): RouteBook {
  return { members: () => routes.map(memberOf) };
}

/** The wish of an export without a past. */
export const THE_POOL = { pool: 'pool', account: null } as const;
