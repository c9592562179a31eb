import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import parseForwarded from 'forwarded-parse';
import ipaddr from 'ipaddr.js';

/** A proxy says by one of these that somebody else stands behind it. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
/** An address as proxies write it: in brackets or not, with a port or without. */
const NODE = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+)(?::\d+)?$/;
/** A subscriber of IPv6 has a network of so many groups, and every address in it. */
const GROUPS_OF_ONE = 4;

export type Asking = Pick<IncomingMessage, 'headers' | 'socket'>;

/** What is known of a request besides its own words: from proxies that the owner trusts, and from nobody else. */
interface Forwarded {
  /** Who asks: the last one on the way here that is no trusted proxy. */
  readonly address: string;
  /** What the proxy was asked for; null where it does not say, or nobody would believe it. */
  readonly host: string | null;
  readonly protocol: string | null;
}

/**
 * Reads `X-Forwarded-For`, `-Host` and `-Proto`, and `Forwarded` (RFC 7239), where a trusted proxy sends them. One that writes one of
 * them may hand on the other as a stranger made it up: where the two name different callers, neither is believed.
 */
export function forwardedOf({ headers, socket }: Asking, trusts: (address: string) => boolean): Forwarded {
  const peer = socket.remoteAddress ?? '';
  if (!trusts(peer)) return { address: peer, host: null, protocol: null };
  const elements = elementsOf(headers.forwarded);
  const ways = [listOf(headers, 'x-forwarded-for'), elements.flatMap(({ for: node }) => node ?? [])].filter((way) => way.length > 0);
  const callers = new Set(ways.map((way) => lastStranger(peer, way, trusts)));
  const [caller = peer] = callers;
  const nearest = elements.at(-1);
  return {
    address: callers.size === 1 ? caller : peer,
    host: (listOf(headers, 'x-forwarded-host').at(-1) ?? nearest?.['host'] ?? null)?.toLowerCase() ?? null,
    protocol: (listOf(headers, 'x-forwarded-proto').at(-1) ?? nearest?.['proto'] ?? null)?.toLowerCase() ?? null,
  };
}

/** True where a proxy that says so stands between. */
export function isForwarded({ headers }: Pick<Asking, 'headers'>): boolean {
  return FORWARDING.some((name) => headers[name] !== undefined);
}

/** Whether a peer's address is this machine. */
export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '') ?? '';
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Whose requests are counted together: an address, or in IPv6 the network of one subscriber. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known instanceof ipaddr.IPv6 ? known.parts.slice(0, GROUPS_OF_ONE).join(':') : known.toString();
}

/** Whoever a proxy calls by no address is not told from the proxy. */
function lastStranger(peer: string, way: readonly string[], trusts: (address: string) => boolean): string {
  const nodes = way.map((node) => {
    const [, bracketed, plain] = NODE.exec(node) ?? [];
    return bracketed ?? plain ?? node;
  });
  const asked = { headers: { 'x-forwarded-for': nodes.join(',') }, socket: { remoteAddress: peer } } as unknown as IncomingMessage;
  const stranger = proxyAddr(asked, trusts);
  return isIP(stranger) === 0 ? peer : stranger;
}

/** None where the header is not of the form of RFC 7239. */
function elementsOf(header: string | undefined): readonly Readonly<Record<string, string | undefined>>[] {
  try {
    return header === undefined ? [] : parseForwarded(header);
  } catch {
    return [];
  }
}

function listOf(headers: IncomingHttpHeaders, name: string): readonly string[] {
  const given = headers[name];
  const text = Array.isArray(given) ? given.join(',') : (given ?? '');
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
