import type { Socket } from 'node:net';
import { CommentdockError } from '#core/contract/error.ts';
import { orDestroyed, overTls, reachProxy, type RouteGround } from '#core/network/routes/first-hop.ts';
import { askForTunnel, basicCredentials, TunnelRefusal } from '#core/network/routes/http-tunnel.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import { beyondReach, reasonOf, routeDown, wayRefused, wrongCredentials } from '#core/network/routes/route-failure.ts';

/** Where a connection leads in the end. `host`: a name as it is written, which the route resolves, never this machine. */
export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** What socks says where the proxy works and refuses what we ask of it, and where it does not like us. */
const SOCKS_REJECTED = /rejected connection - \(?(\w+)/;
const SOCKS_CREDENTIALS = /Authentication failed|no accepted authentication/;

/**
 * A connection to `target` through a route: CONNECT through HTTP and HTTPS proxies, SOCKS4a and SOCKS5 with the name of the host.
 * @throws RouteDown, RouteRefusal, TransientFailure naming the route, never its address
 */
export function openTunnel(route: RouteMember, target: TunnelTarget, ground: RouteGround): Promise<Socket> {
  return within(route, ground, async (signal) => {
    const socket = await nearEnd(route, ground, signal);
    await orDestroyed(socket, () => leadTo(target, socket, route, { ground, signal }));
    // Whoever takes it listens a little later; a reset in between must not bring the process down.
    return socket.on('error', () => {});
  });
}

/**
 * A connection to the proxy itself, for requests that it is asked to make in its own name.
 * @throws RouteDown, RouteRefusal
 */
export function openProxy(route: RouteMember, ground: RouteGround): Promise<Socket> {
  return within(route, ground, async (signal) => (await nearEnd(route, ground, signal)).on('error', () => {}));
}

/** Plain HTTP is asked of an HTTP proxy in the absolute form: many open tunnels for HTTPS alone. */
export function takesAbsoluteForm({ proxy: { type } }: RouteMember): boolean {
  return type === 'http' || type === 'https';
}

/** The header that an HTTP proxy knows us by; null where it wants none. */
export function proxyAuthorization({ proxy: { credentials } }: RouteMember): string | null {
  return credentials === null ? null : basicCredentials(credentials.username, credentials.password);
}

async function within<T>(route: RouteMember, { timeoutMs }: RouteGround, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })), timeoutMs);
  try {
    return await work(late.signal);
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    throw routeDown(route.label, late.signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(error));
  } finally {
    clearTimeout(timer);
  }
}

async function nearEnd({ proxy, label }: RouteMember, ground: RouteGround, signal: AbortSignal): Promise<Socket> {
  try {
    const socket = await reachProxy(proxy, ground, signal);
    return proxy.type === 'https' ? await orDestroyed(socket, () => overTls(socket, proxy.host, ground.context(), signal)) : socket;
  } catch (error) {
    if (!(error instanceof TunnelRefusal)) throw error;
    throw routeDown(label, `the proxy of HTTPS_PROXY answered ${error.status} instead of opening the way to it`);
  }
}

async function leadTo(
  target: TunnelTarget,
  socket: Socket,
  route: RouteMember,
  { ground, signal }: { readonly ground: RouteGround; readonly signal: AbortSignal },
): Promise<void> {
  try {
    if (takesAbsoluteForm(route)) await askForTunnel(socket, { ...target, credentials: proxyAuthorization(route) }, signal);
    else await askSocks(socket, target, route, ground.timeoutMs);
  } catch (error) {
    if (error instanceof TunnelRefusal) throw ofStatus(error.status, route, target);
    const words = error instanceof Error ? error.message : '';
    const rejection = SOCKS_REJECTED.exec(words)?.[1];
    if (SOCKS_CREDENTIALS.test(words) || rejection === 'RejectedIdent') throw wrongCredentials(route.label);
    if (rejection === 'NotAllowed') throw wayRefused(route.label, target.host, rejection);
    if (rejection !== undefined) throw beyondReach(route.label, target.host, rejection);
    throw error;
  }
}

/** What a proxy means by refusing a tunnel. */
function ofStatus(status: number, { label }: RouteMember, { host }: TunnelTarget): CommentdockError {
  if (status === 407) return wrongCredentials(label);
  if (status === 502 || status === 504) return beyondReach(label, host, String(status));
  if (status >= 500 || status === 429) return routeDown(label, `it answered ${status}`);
  return wayRefused(label, host, String(status));
}

/** The package is loaded with the first route that needs it. */
async function askSocks(socket: Socket, { host, port }: TunnelTarget, { proxy }: RouteMember, timeoutMs: number): Promise<void> {
  const { SocksClient } = await import('socks');
  const { credentials } = proxy;
  await SocksClient.createConnection({
    command: 'connect',
    proxy: {
      host: proxy.host,
      port: proxy.port,
      type: proxy.type === 'socks4' ? 4 : 5,
      ...(credentials === null ? {} : { userId: credentials.username, password: credentials.password }),
    },
    destination: { host, port },
    existing_socket: socket,
    timeout: timeoutMs,
  });
}
