import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { TransientFailure } from '#core/contract/error.ts';
import type { BrowserProxy } from '#core/network/browser/protocol.ts';
import type { Exit } from '#core/network/routes/exit.ts';
import { basicCredentials } from '#core/network/routes/http-tunnel.ts';
import { authorityOf } from '#core/network/targets/authority.ts';
import type { TargetGuard } from '#core/network/targets/target-guard.ts';

/**
 * The way of a browser to the net. It judges where each connection leads to, redirects and all that a page loads included, and resolves
 * names for the browser: what was judged is what is connected to. Into a route besides: Chromium has no SOCKS passwords, and what it
 * knows stands in its command line.
 */
export interface Relay {
  /** The proxy that the browser is told, with a password that nobody else has. */
  readonly proxy: BrowserProxy;
  readonly port: number;
  /** The last failure of the way at or after this instant of `performance.now()`; null where there is none. */
  failureSince(atMs: number): Error | null;
  /** What kept it from connecting to this `host:port`, refusals included. */
  failureOf(authority: string, atMs: number): Error | null;
  close(): Promise<void>;
}

const USERNAME = 'commentdock';
const MOST_FAILURES = 200;
/** Headers between a client and its proxy (RFC 9110, 7.6.1), which go no further. */
const FOR_THE_PROXY: ReadonlySet<string> = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'upgrade']);

/** Starts a relay on a free port of loopback, for whoever knows its password. */
export async function openRelay(exit: Exit, guard: TargetGuard): Promise<Relay> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(basicCredentials(USERNAME, password));
  const isOurs = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const sockets = new Set<Duplex>();
  const failures = new FailureLog();
  const admitted = (url: URL): boolean => {
    const refusal = guard.refusalOf(url);
    if (refusal !== null) failures.note(authorityOf(url), refusal);
    return refusal === null;
  };
  const noted = async (url: URL, opening: Promise<Socket>): Promise<Socket> => {
    try {
      const socket = await opening;
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    } catch (error) {
      failures.note(authorityOf(url), error as Error);
      throw error;
    }
  };
  const server = createServer((incoming, outgoing) => {
    const url = URL.parse(incoming.url ?? '');
    if (!isOurs(incoming)) answerShortly(outgoing, 407);
    else if (url?.protocol !== 'http:') answerShortly(outgoing, 400);
    // An answer of ours would pass for the site's.
    else if (!admitted(url)) outgoing.destroy();
    else void forward(incoming, outgoing, url, { exit, noted }).catch(() => answerShortly(outgoing, 502));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    // What a tunnel carries is TLS, but for a page's plain WebSocket, which no port of ours takes.
    const url = URL.parse(`https://${incoming.url ?? ''}`);
    if (!isOurs(incoming)) client.end(refusalLines(407));
    else if (url === null || url.hostname === '') client.end(refusalLines(400));
    else if (!admitted(url)) client.end(refusalLines(403));
    else void lead(client, head, noted(url, exit.tunnel(url)));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '', username: USERNAME, password },
    failureSince: (atMs) => failures.since(atMs),
    failureOf: (authority, atMs) => failures.of(authority, atMs),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Joins the browser's connection with the tunnel. */
async function lead(client: Duplex, head: Buffer, opening: Promise<Socket>): Promise<void> {
  let tunnel: Socket;
  try {
    tunnel = await opening;
  } catch {
    client.end(refusalLines(502));
    return;
  }
  if (client.destroyed) {
    tunnel.destroy();
    return;
  }
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) tunnel.write(head);
  pipeline(client, tunnel, () => tunnel.destroy());
  pipeline(tunnel, client, () => client.destroy());
}

/** The last failures, by `host:port`. */
class FailureLog {
  readonly #byAuthority = new Map<string, { readonly error: Error; readonly atMs: number }>();

  note(authority: string, error: Error): void {
    // The newest stands last.
    this.#byAuthority.delete(authority);
    this.#byAuthority.set(authority, { error, atMs: performance.now() });
    const [oldest] = this.#byAuthority.keys();
    if (this.#byAuthority.size > MOST_FAILURES && oldest !== undefined) this.#byAuthority.delete(oldest);
  }

  of(authority: string, atMs: number): Error | null {
    const known = this.#byAuthority.get(authority);
    return known !== undefined && known.atMs >= atMs ? known.error : null;
  }

  since(atMs: number): Error | null {
    // A refusal is no failure of the way.
    const last = [...this.#byAuthority.values()].findLast(({ error }) => error instanceof TransientFailure);
    return last !== undefined && last.atMs >= atMs ? last.error : null;
  }
}

interface Forwarding {
  readonly exit: Exit;
  readonly noted: (url: URL, opening: Promise<Socket>) => Promise<Socket>;
}

/** A request in plain HTTP, whose first line names the whole address. @throws what opening the way throws */
async function forward(incoming: IncomingMessage, outgoing: ServerResponse, url: URL, { exit, noted }: Forwarding): Promise<void> {
  const { asked } = exit;
  const socket = await noted(url, asked === null ? exit.tunnel(url) : asked.open());
  const authorization = asked?.authorization ?? null;
  const kept = Object.entries(incoming.headers).filter(([name]) => !FOR_THE_PROXY.has(name));
  const headers = {
    ...Object.fromEntries(kept),
    // The address decides (RFC 9112, 3.2.2).
    host: url.host,
    connection: 'close',
    ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
  };
  const path = asked === null ? url.pathname + url.search : url.href;
  const { method } = incoming;
  const onward = request({ ...(method === undefined ? {} : { method }), path, headers, setHost: false, createConnection: () => socket });
  onward.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, outgoing, () => socket.destroy());
  });
  onward.once('error', () => answerShortly(outgoing, 502));
  pipeline(incoming, onward, () => {});
}

function answerShortly(outgoing: ServerResponse, status: number): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, status === 407 ? CHALLENGE : {}).end();
}

const CHALLENGE = { 'proxy-authenticate': 'Basic realm="Commentdock"' } as const;

function refusalLines(status: number): string {
  const challenge = status === 407 ? `proxy-authenticate: ${CHALLENGE['proxy-authenticate']}\r\n` : '';
  return `HTTP/1.1 ${status} Refused\r\n${challenge}content-length: 0\r\nconnection: close\r\n\r\n`;
}
