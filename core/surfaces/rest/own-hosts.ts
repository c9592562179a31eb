import type { IncomingHttpHeaders } from 'node:http';
import { CommentdockError } from '#core/contract/error.ts';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const HTTP_PORT = 80;

/** Where the service listens. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Values of a Host header that mean this service, in lower case. */
export function ownHosts({ host, port }: ListenAddress): ReadonlySet<string> {
  const names = [...LOOPBACK_NAMES, inUrl(host.toLowerCase())];
  return new Set([...names.map((name) => `${name}:${port}`), ...(port === HTTP_PORT ? names : [])]);
}

/**
 * Keeps other sites out: a page of another origin, and a name of somebody else's that points to this machine.
 * @throws CommentdockError FORBIDDEN_ORIGIN
 */
export function refuseForeign(headers: IncomingHttpHeaders, hosts: ReadonlySet<string>): void {
  const { host, origin } = headers;
  if (host === undefined || !hosts.has(host.toLowerCase())) throw new CommentdockError('FORBIDDEN_ORIGIN');
  if (origin !== undefined && !isOwnOrigin(origin.toLowerCase(), hosts)) throw new CommentdockError('FORBIDDEN_ORIGIN');
}

/** The address for links: what listens on every interface is reached on this machine by 127.0.0.1. */
export function baseUrlOf({ host, port }: ListenAddress): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : inUrl(host);
  return `http://${name}:${port}`;
}

/** Browsers leave a default port out of Origin, as out of Host. */
function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
