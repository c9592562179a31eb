import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Authority } from '#test/world/authority.ts';

const TLS_HANDSHAKE_RECORD = 0x16;
const IDLE_CONNECTION_MS = 120_000;

/** A request of a client that took us for the way to the internet. */
export interface InterceptedRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  /** Absolute. Null: the request was meant for the proxy itself. */
  readonly url: URL | null;
  /** Name of the route (routes.ts) that it came over; null: straight from a client. */
  readonly route: string | null;
  /** Breaks the connection with a TCP reset. */
  reset(): void;
}

/** A request of such a client for a WebSocket; the connection is given away with it. */
export interface InterceptedCall extends Pick<InterceptedRequest, 'message' | 'url' | 'route'> {
  readonly socket: Duplex;
  /** What came with the request. */
  readonly head: Buffer;
}

/** A forward proxy on a free loopback port that answers everything itself and forwards nothing. */
interface InterceptingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Where a tunnel was meant to lead, and the TCP socket below its TLS. */
interface Tunnel {
  readonly origin: string;
  readonly route: string | null;
  readonly socket: Socket;
}

/** Starts the proxy. CONNECT opens a tunnel that ends here: TLS is answered with a certificate of `authority`. */
export async function startProxy(request: {
  readonly authority: Authority;
  readonly onConnection: () => void;
  /** A connection that has been counted turns out to come over this route. */
  readonly onRouted: (route: string) => void;
  readonly onRequest: (intercepted: InterceptedRequest) => void;
  readonly onCall: (call: InterceptedCall) => void;
}): Promise<InterceptingProxy> {
  const sockets = new Set<Socket>();
  const tunnels = new WeakMap<Socket, Tunnel>();
  const server = createServer((message, response) => {
    const tunnel = tunnels.get(message.socket);
    const raw = tunnel?.socket ?? message.socket;
    request.onRequest({
      message,
      response,
      url: targetOf(message, tunnel),
      route: tunnel?.route ?? null,
      reset: () => raw.resetAndDestroy(),
    });
  });
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  server.requestTimeout = 0;
  server.on('connection', (socket: Socket) => {
    // A tunnel's inner stream is announced as a connection too; only TCP sockets are new ones.
    if (tunnels.has(socket)) return;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    request.onConnection();
  });
  server.on('connect', (message: IncomingMessage, duplex: Duplex, head: Buffer) => {
    const socket = duplex as Socket;
    const route = routeOf(message);
    if (route !== null) request.onRouted(route);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) socket.unshift(head);
    openTunnel({ authority: message.url ?? '', route, socket, certificates: request.authority, server, tunnels });
  });
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const tunnel = tunnels.get(message.socket);
    request.onCall({ message, socket, head, url: targetOf(message, tunnel), route: tunnel?.route ?? null });
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server, sockets),
  };
}

/** Routes of the test world put their name into the request for a tunnel. */
export const ROUTE_HEADER = 'x-world-route';

function routeOf({ headers }: IncomingMessage): string | null {
  const name = headers[ROUTE_HEADER];
  return typeof name === 'string' ? name : null;
}

function openTunnel(request: {
  readonly authority: string;
  readonly route: string | null;
  readonly socket: Socket;
  readonly certificates: Authority;
  readonly server: Server;
  readonly tunnels: WeakMap<Socket, Tunnel>;
}): void {
  const { authority, route, socket, certificates, server, tunnels } = request;
  const host = authority.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  socket.once('data', (first: Buffer) => {
    socket.pause();
    socket.unshift(first);
    if (first[0] !== TLS_HANDSHAKE_RECORD) {
      tunnels.set(socket, { origin: `http://${authority.replace(/:80$/, '')}`, route, socket });
      server.emit('connection', socket);
      socket.resume();
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext: certificates.contextFor(host), ALPNProtocols: ['http/1.1'] });
    secure.on('error', () => socket.destroy());
    tunnels.set(secure, { origin: `https://${authority.replace(/:443$/, '')}`, route, socket });
    server.emit('connection', secure);
  });
}

function targetOf(message: IncomingMessage, tunnel: Tunnel | undefined): URL | null {
  const target = message.url ?? '/';
  if (tunnel) return new URL(target, tunnel.origin);
  return URL.canParse(target) ? new URL(target) : null;
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await closed;
}
