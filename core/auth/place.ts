import type { IncomingHttpHeaders } from 'node:http';
import { type Asking, forwardedOf, isForwarded, isLoopback, networkOf } from '#core/auth/forwarded.ts';
import type { Config } from '#core/config/config.ts';
import { innerHostsIn, namesHostOf, portOf } from '#core/config/inner-hosts.ts';
import { trustedProxiesIn } from '#core/config/trusted-proxies.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** What this machine is called in addresses. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];
const HTTP_PORT = 80;
/** A name or an address with its port, and nothing that would make another URL of it. */
const HOST_SHAPE = /^[\w.:[\]-]+$/;

type Addresses = Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies'>;

/** Where the service is reached, and by which names. */
export interface Place {
  /** On this machine, without a slash at the end. */
  readonly localUrl: string;
  /** Of links in answers, without a slash at the end: the public address where there is one. */
  readonly baseUrl: string;
  /** The origin under which browsers and programs elsewhere reach it, through a proxy of the owner's. Null: there is none. */
  readonly publicUrl: string | null;
  /** True where no name but those of this machine leads here, and no proxy. */
  readonly isAlone: boolean;
  /** Values of a Host header that mean the public address, in lower case: with the usual port of its scheme and without. */
  readonly publicHosts: ReadonlySet<string>;
  /** Values of a Host header that mean this machine, in lower case. */
  readonly localHosts: ReadonlySet<string>;
  /** True for further values, by which programs reach it. */
  allows(host: string): boolean;
  /** True for the address of a proxy whose word on others counts. */
  trusts(address: string): boolean;
}

/** @param port the one it listens on */
export function placeOf({ host, publicUrl: given, allowedHosts, trustedProxies }: Addresses, port: number): Place {
  const address = given === null ? null : new URL(given);
  const publicUrl = address?.origin ?? null;
  const localUrl = localUrlOf(host, port);
  const names = [...LOOPBACK_NAMES, inUrl(host.toLowerCase())];
  const further = innerHostsIn(allowedHosts ?? '') ?? [];
  return {
    localUrl,
    baseUrl: publicUrl ?? localUrl,
    publicUrl,
    isAlone: publicUrl === null && allowedHosts === null && trustedProxies === null,
    publicHosts: new Set(address === null ? [] : [address.host, `${address.hostname}:${portOf(address)}`]),
    localHosts: new Set([...names.map((name) => `${name}:${port}`), ...(port === HTTP_PORT ? names : [])]),
    allows(asked) {
      const url = URL.parse(`http://${asked}`);
      return url !== null && namesHostOf(further, url);
    },
    trusts: trustedProxiesIn(trustedProxies ?? '') ?? (() => false),
  };
}

/**
 * Keeps other sites out: a page of another origin, and a name of somebody else's that points to this machine. Where a trusted proxy
 * says which host it was asked for, that takes the place of the `Host` header for all who look at the request afterwards; both have to be ours.
 * @throws CommentdockError FORBIDDEN_ORIGIN
 */
export function refuseForeign(request: Asking, place: Place): void {
  const { headers } = request;
  const told = forwardedOf(request, place.trusts);
  const host = told.host ?? hostOf(headers);
  if (!isOurs(hostOf(headers), place) || !isOurs(host, place)) throw new CommentdockError('FORBIDDEN_ORIGIN');
  if (told.protocol !== null && place.publicHosts.has(host) && place.publicUrl?.startsWith(`${told.protocol}://`) === false) {
    const detail = `The proxy was asked by ${told.protocol === 'http' ? 'plain http' : 'another scheme'}, and the public address is ${place.publicUrl}.`;
    throw new CommentdockError('FORBIDDEN_ORIGIN', detail);
  }
  headers.host = host;
  const origin = headers.origin?.toLowerCase();
  if (origin !== undefined && !isOwnOrigin(origin, host, place)) throw new CommentdockError('FORBIDDEN_ORIGIN');
}

/** Who asks, as far as named proxies say; empty where the connection is gone. */
export function callerAddress(request: Asking, { trusts }: Pick<Place, 'trusts'>): string {
  return forwardedOf(request, trusts).address;
}

/** Who asks, as limits count: the address behind the proxies that are trusted, and in IPv6 its network. */
export function callerNetwork(request: Asking, { trusts }: Place): string {
  return networkOf(forwardedOf(request, trusts).address);
}

/**
 * Before a port is opened to others: they come by names that are known, and over TLS, or the owner said that they need not.
 * @throws CommentdockError INVALID_REQUEST
 */
export function expectListenable({
  host,
  publicUrl,
  allowedHosts,
  allowPlainHttp,
}: Omit<Addresses, 'trustedProxies'> & Pick<Config, 'allowPlainHttp'>): void {
  const isHidden = isLoopbackHost(inUrl(host));
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (!isHidden && (url === null || allowedHosts === null)) {
    const words = `COMMENTDOCK_HOST is "${host}", where others reach the service. Set COMMENTDOCK_PUBLIC_URL to the address that their browsers open, and COMMENTDOCK_ALLOWED_HOSTS to the names by which programs and the proxy ask`;
    throw new CommentdockError('INVALID_REQUEST', `${words}; or leave COMMENTDOCK_HOST away, and it listens on this machine alone.`);
  }
  if (url?.protocol !== 'http:' || allowPlainHttp === '1' || (isHidden && isLoopbackHost(url.hostname))) return;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `COMMENTDOCK_PUBLIC_URL is "${publicUrl}": whoever stands between reads tokens, links and what lets the window in. Put a proxy with a certificate before the service and name its https address, or set COMMENTDOCK_ALLOW_PLAIN_HTTP=1 where that network is yours.`,
  );
}

/**
 * The origin of the service in the words of the client, who may call this machine 127.0.0.1 or localhost: what a client learns
 * of the service has to be under the name that it knows (RFC 9728, 3.3). The host was found to be one of ours before.
 */
export function askedOrigin(headers: IncomingHttpHeaders, place: Place): string {
  const host = hostOf(headers);
  return place.localHosts.has(host) && !place.publicHosts.has(host) ? `http://${host}` : place.baseUrl;
}

/** True where somebody at this machine asks. A proxy on it makes everybody look so: where there may be one, what it forwards does not count. */
function isHere({ headers, socket }: Asking, place: Place): boolean {
  if (!isLoopback(socket.remoteAddress) || !place.localHosts.has(hostOf(headers))) return false;
  return place.isAlone || !isForwarded({ headers });
}

/**
 * True where values of API tokens may be shown to whoever asks, and not by a window: at this machine. A service that others may reach
 * shows them to the owner's own commands alone, since a proxy on this machine that says nothing of whom it forwards looks like them.
 */
export function showsTokens(kind: 'owner' | 'token' | 'client', request: Asking, place: Place): boolean {
  return isHere(request, place) && (place.isAlone || kind === 'owner');
}

/** True where the owner's browser may be let in, with what it has to show: at this machine, and at the public address. */
export function isOwnersDoor(request: Asking, place: Place): boolean {
  return isHere(request, place) || place.publicHosts.has(hostOf(request.headers));
}

function isOurs(host: string, place: Place): boolean {
  return HOST_SHAPE.test(host) && (place.localHosts.has(host) || place.publicHosts.has(host) || place.allows(host));
}

/** Whether a host, as URLs have it, is this machine by any of its names. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname) || isLoopback(hostname);
}

function hostOf({ host }: IncomingHttpHeaders): string {
  return host?.toLowerCase() ?? '';
}

/** What listens on every interface is reached on this machine by 127.0.0.1. */
function localUrlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : inUrl(host);
  return `http://${name}:${port}`;
}

/** Browsers leave a default port out of Origin, as out of Host. Under the further names nobody but programs asks, and they send none. */
function isOwnOrigin(origin: string, host: string, place: Place): boolean {
  if (place.publicHosts.has(host)) return origin === place.publicUrl;
  return place.localHosts.has(host) && origin.startsWith('http://') && place.localHosts.has(origin.slice('http://'.length));
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
