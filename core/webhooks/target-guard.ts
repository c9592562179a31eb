import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { createReachJudge, type Reach } from '#core/network/targets/address-reach.ts';

const MAX_URL_LENGTH = 2_048;

/** URL parsers repair these silently; what a person reads would not be what is called. */
const REPAIRED_CHARACTERS = /[\s\\\p{Cc}]/u;

/** The host as written, without the port; there are no credentials in front of it. */
const WRITTEN_HOST = /^https?:\/*([^/?#]*?)(?::\d*)?(?:[/?#]|$)/i;

const SETTINGS_HINT =
  'COMMENTDOCK_ALLOW_HTTP_WEBHOOKS=1 allows this machine itself, COMMENTDOCK_ALLOW_PRIVATE_WEBHOOKS=1 private networks.';

/** Resolves all addresses of a name, as `dns.lookup` with `all`. */
export type ResolveAll = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Keeps webhooks away from the inside of the owner's network (server-side request forgery): who may create a webhook must
 * not be able to knock at a router, a database or a cloud's metadata service.
 */
export interface TargetGuard {
  /** Why nothing may be sent to this URL, in a sentence; null where something may. Asks no DNS. */
  refusalOf(url: string): string | null;
  /**
   * The look-up for connections to `url`: it fails where one of the addresses may not be reached, so that the address that
   * was checked is the one that is connected to. Fails with CommentdockError INVALID_REQUEST.
   */
  lookupFor(url: URL): LookupFunction;
  /** The same check ahead of a connection that another machine makes for us. @throws CommentdockError INVALID_REQUEST */
  checkName(url: URL): Promise<void>;
}

export function createTargetGuard(
  settings: Pick<Config, 'allowHttpWebhooks' | 'allowPrivateWebhooks'>,
  resolveAll: ResolveAll = systemLookup,
): TargetGuard {
  const reachOf = createReachJudge();
  const allowsHttp = settings.allowHttpWebhooks === '1';
  const allowsPrivate = settings.allowPrivateWebhooks === '1';

  /** Loopback by the name of a stranger is allowed with private networks only: the name may be a trap. */
  const mayReach = (reach: Reach, url: URL): boolean => {
    if (url.protocol === 'http:') return reach === 'loopback' && allowsHttp;
    if (reach === 'loopback') return allowsPrivate || (allowsHttp && isLoopbackTarget(url));
    return reach === 'public' || (reach === 'private' && allowsPrivate);
  };

  const refusalOfHost = (url: URL): string | null => {
    const host = hostOf(url);
    const reach = isIP(host) === 0 ? (isLocalName(host) ? 'loopback' : 'public') : reachOf(host);
    return mayReach(reach, url) ? null : `${host} is not an address that webhooks are sent to. ${SETTINGS_HINT}`;
  };

  const refusalOfAddresses = (url: URL, addresses: readonly LookupAddress[]): CommentdockError | null => {
    const refused = addresses.find(({ address }) => !mayReach(reachOf(address), url));
    if (refused === undefined) return null;
    const detail = `${hostOf(url)} leads to ${refused.address}, which is not an address that webhooks are sent to. ${SETTINGS_HINT}`;
    return new CommentdockError('INVALID_REQUEST', detail);
  };

  return {
    refusalOf(text) {
      const url = parse(text);
      if (url === null) return 'This is not a valid URL. Give one such as https://example.com/hook.';
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Webhooks are sent over https: start the URL with https://.';
      if (url.username !== '' || url.password !== '') return 'Leave user name and password out of the URL.';
      if (isIP(url.hostname) === 4 && WRITTEN_HOST.exec(text)?.[1] !== url.hostname) return `Write the address as ${url.hostname}.`;
      const refusal = refusalOfHost(url);
      if (refusal === null) return null;
      return url.protocol === 'http:' && !isLoopbackTarget(url) ? 'Webhooks are sent over https: start the URL with https://.' : refusal;
    },
    lookupFor: (url) => (hostname, options, callback) => {
      resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
        const failure = error ?? refusalOfAddresses(url, addresses);
        const [first] = addresses ?? [];
        if (failure !== null) callback(failure, []);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      });
    },
    async checkName(url) {
      const { promise, resolve } = Promise.withResolvers<readonly LookupAddress[]>();
      // A name that only the other machine knows is left to it.
      resolveAll(hostOf(url), { all: true }, (error, addresses) => resolve(error === null ? addresses : []));
      const refusal = refusalOfAddresses(url, await promise);
      if (refusal !== null) throw refusal;
    },
  };
}

/** True where the URL itself names this machine. */
export function isLoopbackTarget(url: URL): boolean {
  const host = hostOf(url);
  return isLocalName(host) || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Without brackets and without the dot that may end a name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** RFC 6761: `localhost` and all below it are this machine. */
function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function parse(text: string): URL | null {
  if (text.length > MAX_URL_LENGTH || REPAIRED_CHARACTERS.test(text)) return null;
  return URL.parse(text);
}
