import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import type { BrowserProxy } from '#core/network/browser/protocol.ts';
import type { RouteGround } from '#core/network/routes/first-hop.ts';
import { basicCredentials } from '#core/network/routes/http-tunnel.ts';
import { withoutBrackets, type RouteMember } from '#core/network/routes/route.ts';
import { openProxy, openTunnel, proxyAuthorization, takesAbsoluteForm, type TunnelTarget } from '#core/network/routes/tunnel.ts';

/** The way of a browser into a route: Chromium has no SOCKS passwords, and what it knows stands in its command line. */
export interface Relay {
  /** The proxy that the browser is told, with a password that nobody else has. */
  readonly proxy: BrowserProxy;
  readonly port: number;
  /** The last failure of the route at or after this instant of `performance.now()`; null where there is none. */
  failureSince(atMs: number): Error | null;
  close(): Promise<void>;
}

const USERNAME = 'commentdock';
/** Headers between a client and its proxy (RFC 9110, 7.6.1), which go no further. */
const FOR_THE_PROXY: ReadonlySet<string> = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'upgrade']);

/** Starts a relay on a free port of loopback, for whoever knows its password. */
export async function openRelay(route: RouteMember, ground: RouteGround): Promise<Relay> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(basicCredentials(USERNAME, password));
  const isOurs = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const sockets = new Set<Duplex>();
  let failure: { readonly error: Error; readonly atMs: number } | null = null;
  const noted = async (opening: Promise<Socket>): Promise<Socket> => {
    try {
      const socket = await opening;
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    } catch (error) {
      failure = { error: error as Error, atMs: performance.now() };
      throw error;
    }
  };
  const server = createServer((incoming, outgoing) => {
    const refused = refusalOf(incoming, isOurs);
    if (refused !== null) answerShortly(outgoing, refused);
    else void forward(incoming, outgoing, route, { ground, noted }).catch(() => answerShortly(outgoing, 502));
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const target = targetOf(incoming.url ?? '');
    if (!isOurs(incoming)) client.end(refusalLines(407));
    else if (target === null) client.end(refusalLines(400));
    else void lead(client, head, noted(openTunnel(route, target, ground)));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    proxy: { server: `http://127.0.0.1:${port}`, bypass: '', username: USERNAME, password },
    failureSince: (atMs) => (failure !== null && failure.atMs >= atMs ? failure.error : null),
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

interface Forwarding {
  readonly ground: RouteGround;
  readonly noted: (opening: Promise<Socket>) => Promise<Socket>;
}

/** A request in plain HTTP, whose first line names the whole address. @throws what opening the route throws */
async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  route: RouteMember,
  { ground, noted }: Forwarding,
): Promise<void> {
  const url = new URL(incoming.url ?? '');
  const target = { host: withoutBrackets(url.hostname), port: Number(url.port) || 80 };
  const isAsked = takesAbsoluteForm(route);
  const socket = await noted(isAsked ? openProxy(route, ground) : openTunnel(route, target, ground));
  const authorization = isAsked ? proxyAuthorization(route) : null;
  const kept = Object.entries(incoming.headers).filter(([name]) => !FOR_THE_PROXY.has(name));
  const headers = {
    ...Object.fromEntries(kept),
    // The address decides (RFC 9112, 3.2.2).
    host: url.host,
    connection: 'close',
    ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
  };
  const path = isAsked ? url.href : url.pathname + url.search;
  const { method } = incoming;
  const onward = request({ ...(method === undefined ? {} : { method }), path, headers, setHost: false, createConnection: () => socket });
  onward.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, outgoing, () => socket.destroy());
  });
  onward.once('error', () => answerShortly(outgoing, 502));
  pipeline(incoming, onward, () => {});
}

function refusalOf(incoming: IncomingMessage, isOurs: (incoming: IncomingMessage) => boolean): number | null {
  if (!isOurs(incoming)) return 407;
  return URL.parse(incoming.url ?? '')?.protocol === 'http:' ? null : 400;
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

/** `host:port`, with brackets around an IPv6 address. */
function targetOf(authority: string): TunnelTarget | null {
  const url = URL.parse(`http://${authority}`);
  if (url === null || url.hostname === '') return null;
  return { host: withoutBrackets(url.hostname), port: Number(url.port) || 80 };
}
