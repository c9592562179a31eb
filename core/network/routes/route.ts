import type { ProxyType } from '#core/contract/route.ts';

/** A proxy as connections are made to it. Its credentials stay in memory: they are in no log, no file and no error. */
export interface ProxyServer {
  readonly type: ProxyType;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** One way that an export can take. */
export interface RouteMember {
  /** Tells members apart over restarts: stored with the job. */
  readonly key: string;
  /** What people read, never the address: `the route "Berlin"`, `proxy 2 of the pool "Mine"`. */
  readonly label: string;
  readonly proxy: ProxyServer;
}

/** What an export asked for: a route, a pool, or a route to begin with and a pool for when it fails. */
interface RouteWish {
  /** Name of a route, else the code of its country. */
  readonly vpn?: string;
  /** UUID of a pool. */
  readonly pool?: string;
}

/** The owner's routes and pools, with their credentials of this moment. */
export interface RouteBook {
  /**
   * The ways that an export may take, in their order: the route, then all of the pool.
   * @throws CommentdockError NETWORK where it was removed since
   */
  members(wish: RouteWish): readonly RouteMember[];
}

/** `host:port` as stored. @throws Error where it is none: addresses are checked before they are stored */
export function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const place = address.lastIndexOf(':');
  const port = Number(address.slice(place + 1));
  if (place < 1 || !Number.isInteger(port)) throw new Error('not host:port');
  return { host: withoutBrackets(address.slice(0, place)), port };
}

/** An IPv6 address as sockets take it; any other host as it is. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
