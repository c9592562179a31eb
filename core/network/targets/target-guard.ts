import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { innerHostsIn, namesHostOf, portOf, withoutDot } from '#core/config/inner-hosts.ts';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { createReachJudge, translatedAddress } from '#core/network/targets/address-reach.ts';

/** Asked where nothing else is named. */
const HTTPS_PORT = 443;

/**
 * Names that mean the inside of a network wherever they are asked for: RFC 6761, RFC 6762 (with its appendix G), RFC 8375, and what
 * clouds call their own. A name without a dot is one of them too.
 */
const INNER_ENDINGS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
];

/** Said of every address that is refused, so that nobody learns what lies behind one. */
const REFUSAL =
  'The export was led to an address where exports do not go: they ask sites of the public internet over https, at port 443. The owner may allow a single host inside the network by COMMENTDOCK_ALLOWED_INNER_HOSTS.';

/**
 * How well a host is known. fixed: the platform's own code names it. open: somebody else does, such as a pasted address, a link or a
 * page in the browser.
 */
export type Standing = 'fixed' | 'open';

/** Resolves all addresses of a name, as `dns.lookup` with `all`. */
export type ResolveAll = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address that exports do not go to: neither another try nor another route changes that. */
export class TargetRefusal extends CommentdockError {
  constructor() {
    super('NETWORK', REFUSAL);
  }
}

/**
 * Keeps exports away from the inside of the owner's network (server-side request forgery): an address that somebody pasted, a link to
 * the next page or a redirect must not lead to a router, a database or a cloud's metadata service.
 */
export interface TargetGuard {
  /** True where the owner's setting names the host with its port: nothing else about the address is judged then. */
  isOwners(url: URL): boolean;
  /**
   * Why exports do not go there, judged by what the address itself says: its scheme, its host, and its port where that is none of `ports`
   * (left out: 443). Null where they do. Asks no DNS.
   */
  refusalOf(url: URL, ports?: readonly number[]): TargetRefusal | null;
  /**
   * The look-up for connections: it fails where one of the addresses may not be reached, so that the address that was checked is the
   * one that is connected to. Fails with TargetRefusal; of a host that the owner names, nothing is checked.
   */
  lookupFor(standing: Standing | 'owners'): LookupFunction;
}

export function createTargetGuard(
  { allowedInnerHosts }: Pick<Config, 'allowedInnerHosts'>,
  resolveAll: ResolveAll = dns.lookup,
): TargetGuard {
  const owners = innerHostsIn(allowedInnerHosts ?? '') ?? [];
  const reachOf = createReachJudge();
  const isOwners = (url: URL): boolean => namesHostOf(owners, url);

  const isPublic = (address: string): boolean => {
    const reach = reachOf(address);
    return reach === 'public' || (reach === 'translated' && reachOf(translatedAddress(address)) === 'public');
  };
  /** VPNs that answer with the range for benchmarks do so for every name; only those that a platform fixes are believed. */
  const mayReach = (address: string, standing: Standing | 'owners'): boolean =>
    standing === 'owners' || isPublic(address) || (standing === 'fixed' && reachOf(address) === 'fakeIp');
  const isInner = (host: string): boolean => (isIP(host) === 0 ? isInnerName(host) : !isPublic(host));

  return {
    isOwners,
    refusalOf(url, ports = [HTTPS_PORT]) {
      if (isOwners(url)) return null;
      const isOverTls = url.protocol === 'https:' || url.protocol === 'wss:';
      return isOverTls && !isInner(bareHost(url)) && ports.includes(portOf(url)) ? null : new TargetRefusal();
    },
    lookupFor: (standing) => (hostname, options, callback) => {
      resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
        const refused = error === null && !addresses.every(({ address }) => mayReach(address, standing));
        const failure = refused ? new TargetRefusal() : error;
        const [first] = addresses ?? [];
        if (failure !== null) callback(failure, []);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      });
    },
  };
}

function isInnerName(host: string): boolean {
  return !host.includes('.') || INNER_ENDINGS.some((ending) => host === ending || host.endsWith(`.${ending}`));
}

/** Without brackets and without the dot that may end a name. */
function bareHost({ hostname }: URL): string {
  return withoutDot(hostname).replace(/^\[(.*)\]$/, '$1');
}
