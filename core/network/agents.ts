// By parts: the package's index also loads fetch, WebSocket and caches, and with them the copy of undici within Node
// (45 ms and 15 MB of every start that makes a request).
import connectTunnel from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import DispatcherClass from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Dispatcher } from 'undici';
import { CommentdockError } from '#core/contract/error.ts';
import type { Config } from '#core/config/config.ts';
import { portOf } from '#core/config/inner-hosts.ts';
import type { Trust } from '#core/network/certificates.ts';
import type { Standing, TargetGuard } from '#core/network/targets/target-guard.ts';

/** The settings that decide how a connection is made. */
export type RouteConfig = Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile'>;

/** Connections to one origin: far more than pacing uses, and enough for all lanes of the engine without pacing. */
const CONNECTIONS_PER_ORIGIN = 128;
/** Sites that set many cookies and long policies send more than Node's 16 KiB. */
const MAX_HEADER_BYTES = 128 * 1024;
/** How long one address of a host is tried before the next is tried beside it (for IPv6 that leads nowhere). */
const NEXT_ADDRESS_AFTER_MS = 1_000;
/** Codes after which undici would open the same connection again and again instead of failing the request. */
const ENDLESS_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO']);

export type Connector = ReturnType<typeof buildConnector>;

/** What judges where connections lead, and how far the hosts are known. Null: the owner chose them. */
export type Guarded = { readonly guard: TargetGuard; readonly standing: Standing } | null;

/**
 * The agent behind all requests: keep-alive, HTTP/1.1 (transport.ts says why),
 * proxies from the settings alone. HTTPS goes through a CONNECT tunnel, plain HTTP in the absolute form that every proxy knows.
 * A hang in any phase (connect, tunnel, handshake, headers, body) ends after `timeoutMs`.
 * @param guarded judges the connections that are made from here; proxies are the owner's, and resolve names by themselves
 * @throws CommentdockError INVALID_REQUEST where a proxy setting is no address
 */
export function buildAgent(config: RouteConfig, trust: Trust, timeoutMs: number, guarded: Guarded): Dispatcher {
  const connection = {
    secureContext: trust.context,
    timeout: timeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  const poolOf = poolsOf(timeoutMs);
  // The one of the index's additions to its dispatchers that is needed here: proxies are asked for tunnels with it.
  DispatcherClass.prototype.connect = connectTunnel;
  return new EnvHttpProxyAgent({
    // An empty string means none; a missing value would be read from the environment.
    httpProxy: proxyAddress('HTTP_PROXY', config.httpProxy),
    httpsProxy: proxyAddress('HTTPS_PROXY', config.httpsProxy),
    noProxy: config.noProxy ?? '',
    proxyTunnel: false,
    requestTls: connection,
    proxyTls: connection,
    connect: connectorOf(connection, guarded),
    factory: poolOf,
    clientFactory: poolOf,
  });
}

/** A connector that looks at every address before it connects to it. */
function connectorOf(connection: Parameters<typeof buildConnector>[0], guarded: Guarded): Connector {
  if (guarded === null) return buildConnector(connection);
  const { guard, standing } = guarded;
  const toOwners = buildConnector({ ...connection, lookup: guard.lookupFor('owners') });
  const toOthers = buildConnector({ ...connection, lookup: guard.lookupFor(standing) });
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host}`);
    const refusal = guard.refusalOf(url, [portOf(url)]);
    if (refusal !== null) callback(refusal, null);
    else if (guard.isOwners(url)) toOwners(options, callback);
    else toOthers(options, callback);
  };
}

/** Makes the connections to one origin, which an agent keeps. */
export function poolsOf(timeoutMs: number): (origin: string | URL, options: object) => Pool {
  const perConnection = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxHeaderSize: MAX_HEADER_BYTES };
  return (origin, options) => {
    const given = (options as { connect?: Connector }).connect;
    return new Pool(origin, {
      ...options,
      ...perConnection,
      connections: CONNECTIONS_PER_ORIGIN,
      factory: clientOf,
      ...(given === undefined ? {} : { connect: guarded(given, timeoutMs) }),
    });
  };
}

/** A connector that answers once, within `timeoutMs`, and with an error that undici passes on to the request. */
function guarded(connect: Connector, timeoutMs: number): Connector {
  return (options, callback) => {
    let isOpen = true;
    const timer = setTimeout(() => {
      isOpen = false;
      callback(Object.assign(new Error('no connection in time'), { code: 'UND_ERR_CONNECT_TIMEOUT' }), null);
    }, timeoutMs);
    connect(options, (...[error, socket]) => {
      clearTimeout(timer);
      if (!isOpen) {
        socket?.on('error', () => {}).destroy();
        return;
      }
      isOpen = false;
      if (error === null) callback(null, socket);
      else callback(ENDLESS_CODES.has((error as NodeJS.ErrnoException).code) ? new Error(error.message, { cause: error }) : error, null);
    });
  };
}

/**
 * A client that stays closed after an abort. By itself it connects anew for the request that was just aborted, and only then
 * finds that nobody wants it; a connection that fails at once makes it and its pool forget that request.
 */
function clientOf(origin: string | URL, options: object): Client {
  const { connect } = options as { connect: Connector };
  let wasJustAborted = false;
  const client = new Client(origin, {
    ...options,
    connect(to, callback) {
      if (wasJustAborted) callback(new Error('aborted'), null);
      else connect(to, callback);
    },
  });
  client.on('disconnect', (_origin, _targets, error) => {
    wasJustAborted = error.code === 'UND_ERR_INFO' && error.message === 'aborted';
    // The attempt to connect anew follows in the same call.
    queueMicrotask(() => (wasJustAborted = false));
  });
  return client;
}

function proxyAddress(variable: string, value: string | null): string {
  if (value === null) return '';
  const address = value.includes('://') ? value : `http://${value}`;
  if (URL.canParse(address)) return address;
  throw new CommentdockError('INVALID_REQUEST', `The setting ${variable} is not the address of a proxy. Give it as http://host:port.`);
}
