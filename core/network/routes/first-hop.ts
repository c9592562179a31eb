import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { askForTunnel, basicCredentials } from '#core/network/routes/http-tunnel.ts';
import { withoutBrackets } from '#core/network/routes/route.ts';

/** The proxy settings of the machine: what lies between it and the net. */
export type ProxySettings = Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy'>;

/** What connections to a route are made with. */
export interface RouteGround {
  readonly settings: ProxySettings;
  /** Whom we trust in TLS. */
  readonly context: () => SecureContext;
  /** How long a connection may take until it is usable. */
  readonly timeoutMs: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** How long one address of a host is tried before the next is tried beside it (for IPv6 that leads nowhere). */
const NEXT_ADDRESS_AFTER_MS = 1_000;

/**
 * A connection to the proxy of a route. A route is an address like any other: where the machine reaches the net through a proxy of the
 * settings, so it reaches the route, but for what `NO_PROXY` names and for this machine itself.
 * @throws what the wire throws; TunnelRefusal where the proxy of the settings refuses
 */
export async function reachProxy(proxy: Address, { settings, context }: RouteGround, signal: AbortSignal): Promise<Socket> {
  const before = proxyBefore(proxy, settings);
  if (before === null) return openTcp(proxy, signal);
  const plain = await openTcp(before, signal);
  return orDestroyed(plain, async () => {
    const socket = before.isTls ? await overTls(plain, before.host, context(), signal) : plain;
    await askForTunnel(socket, { ...proxy, credentials: before.credentials }, signal);
    return socket;
  });
}

/** TLS over a connection that stands. */
export function overTls(socket: Socket, host: string, secureContext: SecureContext, signal: AbortSignal): Promise<Socket> {
  const secure = connectTls({
    socket,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : { host }),
  });
  return standing(secure, 'secureConnect', signal);
}

/** Runs `work`, and destroys the socket where it fails. */
export async function orDestroyed<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    socket.on('error', () => {}).destroy();
    throw error;
  }
}

/** @param lookup left out: that of the system */
export function openTcp({ host, port }: Address, signal: AbortSignal, lookup?: LookupFunction): Promise<Socket> {
  const socket = connectTcp({
    host,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    noDelay: true,
    ...(lookup === undefined ? {} : { lookup }),
  });
  return standing(socket, 'connect', signal);
}

function standing(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    const abort = (): void => void socket.destroy(signal.reason as Error);
    const closed = (): void => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const tidy = (): void => {
      signal.removeEventListener('abort', abort);
      socket.off('error', fail).off('close', closed).off(event, stands);
    };
    const fail = (error: Error): void => {
      tidy();
      socket.on('error', () => {}).destroy();
      reject(error);
    };
    const stands = (): void => {
      tidy();
      resolve(socket);
    };
    socket.once(event, stands).once('error', fail).once('close', closed);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}

/** The proxy of the settings that a connection to this address takes; null: none. */
export function proxyBefore(
  { host, port }: Address,
  { httpsProxy, httpProxy, noProxy }: ProxySettings,
): (Address & { readonly isTls: boolean; readonly credentials: string | null }) | null {
  const given = httpsProxy ?? httpProxy;
  if (given === null || isThisMachine(host) || isLeftOut(host, port, noProxy)) return null;
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  if (url === null)
    throw new CommentdockError('INVALID_REQUEST', 'The setting HTTPS_PROXY is not the address of a proxy. Give it as http://host:port.');
  const isTls = url.protocol === 'https:';
  const credentials = url.username === '' ? null : basicCredentials(decodeURIComponent(url.username), decodeURIComponent(url.password));
  return { host: withoutBrackets(url.hostname), port: Number(url.port) || (isTls ? 443 : 80), isTls, credentials };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** As everywhere: `example.org` and `.example.org` mean the domain and all below it, a port may follow, `*` means all. */
function isLeftOut(host: string, port: number, noProxy: string | null): boolean {
  const names = (noProxy ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  const asked = host.toLowerCase();
  return names.some((name) => {
    if (name === '*') return true;
    const { bare, wanted } = splitPort(name.replace(/^\*?\./, ''));
    return (wanted === null || wanted === port) && (asked === bare || (isIP(asked) === 0 && asked.endsWith(`.${bare}`)));
  });
}

function splitPort(name: string): { readonly bare: string; readonly wanted: number | null } {
  const found = isIP(name) === 6 ? null : /^(.*):(\d+)$/.exec(name);
  return { bare: withoutBrackets(found?.[1] ?? name), wanted: found === null ? null : Number(found[2]) };
}
