import type { LookupFunction, Socket } from 'node:net';
import { portOf } from '#core/config/inner-hosts.ts';
import { openTcp, proxyBefore, type ProxySettings, reachProxy, type RouteGround } from '#core/network/routes/first-hop.ts';
import { TunnelRefusal } from '#core/network/routes/http-tunnel.ts';
import { type ProxyServer, type RouteMember, withoutBrackets } from '#core/network/routes/route.ts';
import { openProxy, openTunnel, proxyAuthorization, takesAbsoluteForm, type TunnelTarget } from '#core/network/routes/tunnel.ts';
import { wireFailure } from '#core/network/wire-failure.ts';

const NO_PROXIES: ProxySettings = { httpsProxy: null, httpProxy: null, noProxy: null };
const SOCKS_PORT = 1_080;

/** How the connections of a browser leave this machine. */
export interface Exit {
  /** A connection that leads to the host of the address. @throws CommentdockError */
  tunnel(url: URL): Promise<Socket>;
  /** The proxy that is asked for plain HTTP by the whole address, and how it knows us. Null: that takes a tunnel too. */
  readonly asked: { open(): Promise<Socket>; readonly authorization: string | null } | null;
}

/** Through a route of the owner, which resolves the names. */
export function exitOverRoute(route: RouteMember, ground: RouteGround): Exit {
  return {
    tunnel: (url) => openTunnel(route, targetOf(url), ground),
    asked: takesAbsoluteForm(route) ? { open: () => openProxy(route, ground), authorization: proxyAuthorization(route) } : null,
  };
}

/**
 * Straight to the net, or through the proxy of the settings: the same way that plain HTTP takes.
 * @param lookupFor resolves the name of an address where no proxy does
 */
export function exitOfSettings(ground: RouteGround, lookupFor: (url: URL) => LookupFunction): Exit {
  const { settings, timeoutMs } = ground;
  const open = (url: URL, target: TunnelTarget, signal: AbortSignal): Promise<Socket> => {
    if (proxyBefore(target, settings) === null) return openTcp(target, signal, lookupFor(url));
    const socks = socksOf(settings);
    if (socks === null) return reachProxy(target, ground, signal);
    return openTunnel({ key: 'settings', label: 'the proxy of HTTPS_PROXY', proxy: socks }, target, { ...ground, settings: NO_PROXIES });
  };
  return {
    async tunnel(url) {
      const target = targetOf(url);
      const late = AbortSignal.timeout(timeoutMs);
      try {
        const socket = await open(url, target, late);
        // Whoever takes it listens a little later.
        return socket.on('error', () => {});
      } catch (error) {
        const cause = late.aborted ? Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' }) : inWordsOfTransport(error);
        throw wireFailure(cause, { host: target.host, phaseTimeoutMs: timeoutMs, trustComplaint: null });
      }
    },
    asked: null,
  };
}

/** The proxy of the settings where it speaks SOCKS: it is asked as a route is. */
function socksOf({ httpsProxy, httpProxy }: ProxySettings): ProxyServer | null {
  const [, version, url] = /^socks(4|5)?[ah]?:\/\/(.*)$/i.exec(httpsProxy ?? httpProxy ?? '') ?? [];
  const given = url === undefined ? null : URL.parse(`http://${url}`);
  if (given === null) return null;
  const { hostname, port, username, password } = given;
  const credentials = username === '' ? null : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { type: version === '4' ? 'socks4' : 'socks5', host: withoutBrackets(hostname), port: Number(port) || SOCKS_PORT, credentials };
}

function targetOf(url: URL): TunnelTarget {
  return { host: withoutBrackets(url.hostname), port: portOf(url) };
}

function inWordsOfTransport(error: unknown): unknown {
  return error instanceof TunnelRefusal ? new Error(`Proxy response (${error.status})`) : error;
}
