import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';

/** A server on 127.0.0.1, closed with all its sockets at the end of the scope. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly host: string;
  readonly origin: string;
  /** Connections ever made. */
  connections(): number;
  openSockets(): number;
  /** Requests ever received. */
  requests(): number;
}

/** Plain HTTP. */
export function serve(answer: RequestListener): Promise<Loopback> {
  return listening(createServer(answer), 'http');
}

/** TLS with a certificate for whatever name is asked for. */
export function serveTls(contextFor: (host: string) => SecureContext, answer: RequestListener): Promise<Loopback> {
  const server = createTlsServer({ SNICallback: (name, done) => done(null, contextFor(name)) }, answer);
  server.setSecureContext({});
  return listening(server, 'https');
}

/** What a proxy was asked to do: `CONNECT host:port` or `GET http://...`. */
interface ProxyLog {
  readonly asked: string[];
  readonly credentials: (string | undefined)[];
}

/**
 * A forwarding proxy. All names lead to `targetPort` on loopback, so that tests may ask for any host.
 * `refuse` answers with that status instead; `reset` and `hang` do so once a client asks; `wants` is the `name:password` it asks for.
 */
export async function serveProxy(
  targetPort: () => number,
  behaviour: { refuse?: number; reset?: true; hang?: true; wants?: string } = {},
): Promise<Loopback & ProxyLog> {
  const log: ProxyLog = { asked: [], credentials: [] };
  const note = (incoming: IncomingMessage): void => {
    log.asked.push(`${incoming.method} ${incoming.url}`);
    log.credentials.push(incoming.headers['proxy-authorization']);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    if (behaviour.refuse !== undefined) {
      outgoing.writeHead(behaviour.refuse).end();
      return;
    }
    const url = new URL(incoming.url ?? '');
    const onward = request(
      { host: '127.0.0.1', port: targetPort(), path: url.pathname + url.search, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    note(incoming);
    socket.on('error', () => {});
    if (behaviour.wants !== undefined && incoming.headers['proxy-authorization'] !== `Basic ${btoa(behaviour.wants)}`) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    if (behaviour.hang) return;
    if (behaviour.reset) {
      socket.resetAndDestroy();
      return;
    }
    if (behaviour.refuse !== undefined) {
      socket.end(`HTTP/1.1 ${behaviour.refuse} Refused\r\n\r\n`);
      return;
    }
    const onward = connect(targetPort(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  return Object.assign(await listening(server, 'http'), log);
}

async function listening(server: Server, scheme: 'http' | 'https'): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;
  server.on('request', () => (requests += 1));
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    origin: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    openSockets: () => sockets.size,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
