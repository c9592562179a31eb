import { createServer as createHttpServer, type IncomingMessage, request as askHttp, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { ROUTE_HEADER } from '#test/world/proxy.ts';
import { greetSocks } from '#test/world/socks-greeting.ts';
import type { World } from '#test/world/world.ts';

export type WorldRouteType = 'http' | 'https' | 'socks4' | 'socks5';

/** A proxy on loopback that stands before a world: all that it is asked for, it asks the world for, in its own name. */
export interface WorldRoute extends AsyncDisposable {
  readonly name: string;
  /** `socks5://user:password@127.0.0.1:port`. */
  readonly url: string;
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Connections of clients since its start. */
  readonly connections: number;
  /** Where tunnels were asked for, `host:port` as the client wrote it; `GET http://...` for plain HTTP. */
  readonly asked: readonly string[];
  /** Clients that were turned away for their credentials. */
  readonly turnedAway: number;
  /** Cuts every connection and takes no more, on the same port. */
  kill(): Promise<void>;
  revive(): Promise<void>;
}

interface WorldRouteSettings {
  readonly type: WorldRouteType;
  /** Default: the type. The world counts by it. */
  readonly name?: string;
  /** Asked of every client. SOCKS4 has a user name alone. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

/** What one route's connections share. */
interface Ground {
  readonly world: Pick<World, 'url' | 'contextFor'>;
  readonly settings: WorldRouteSettings;
  readonly name: string;
  readonly asked: string[];
  readonly sockets: Set<Duplex>;
  turnedAway: number;
}

/** Starts a route before `world`. */
export async function startRoute(world: Pick<World, 'url' | 'contextFor'>, settings: WorldRouteSettings): Promise<WorldRoute> {
  const { type, credentials } = settings;
  const ground: Ground = { world, settings, name: settings.name ?? type, asked: [], sockets: new Set(), turnedAway: 0 };
  let connections = 0;
  let server = serverOf(ground, () => (connections += 1));
  const port = await listen(server, 0);
  const kill = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of ground.sockets) socket.destroy();
    await closed;
  };
  const user = credentials === undefined ? '' : `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`;
  return {
    name: ground.name,
    url: `${type}://${user}127.0.0.1:${port}`,
    address: `127.0.0.1:${port}`,
    asked: ground.asked,
    get connections() {
      return connections;
    },
    get turnedAway() {
      return ground.turnedAway;
    },
    kill,
    async revive() {
      server = serverOf(ground, () => (connections += 1));
      await listen(server, port);
    },
    [Symbol.asyncDispose]: kill,
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function serverOf(ground: Ground, onConnection: () => void): Server {
  const http = httpServer(ground);
  return createServer((socket) => {
    onConnection();
    track(socket, ground);
    switch (ground.settings.type) {
      case 'http':
        return void http.emit('connection', socket);
      case 'https': {
        const secure = new TLSSocket(socket, { isServer: true, secureContext: ground.world.contextFor('127.0.0.1') });
        track(secure, ground);
        return void http.emit('connection', secure);
      }
      default:
        void serveSocks(socket, ground);
    }
  });
}

function track(socket: Duplex, { sockets }: Ground): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
}

function httpServer(ground: Ground): ReturnType<typeof createHttpServer> {
  const server = createHttpServer((incoming, outgoing) => {
    if (isKnown(incoming, ground)) void forward(incoming, outgoing, ground).catch(() => outgoing.destroy());
    else outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end();
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const authority = incoming.url ?? '';
    if (!isKnown(incoming, ground)) {
      client.end('HTTP/1.1 407 Who are you\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    ground.asked.push(authority);
    void tunnelTo(authority, ground).then(
      (onward) => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        if (head.length > 0) onward.write(head);
        join(client, onward);
      },
      () => client.end('HTTP/1.1 502 No way\r\ncontent-length: 0\r\n\r\n'),
    );
  });
  return server;
}

function isKnown({ headers }: IncomingMessage, ground: Ground): boolean {
  const { credentials } = ground.settings;
  if (credentials === undefined) return true;
  const expected = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  if (headers['proxy-authorization'] === expected) return true;
  ground.turnedAway += 1;
  return false;
}

/** Plain HTTP, asked of the proxy by its whole address. */
async function forward(incoming: IncomingMessage, outgoing: ServerResponse, ground: Ground): Promise<void> {
  const url = new URL(incoming.url ?? '');
  ground.asked.push(`${incoming.method} ${url.href}`);
  const onward = await tunnelTo(`${url.hostname}:${url.port || 80}`, ground);
  const { 'proxy-authorization': _, ...headers } = incoming.headers;
  const asking = askHttp({
    method: incoming.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { ...headers, connection: 'close' },
    createConnection: () => onward,
  });
  asking.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  asking.once('error', () => outgoing.destroy());
  incoming.pipe(asking);
}

async function serveSocks(client: Socket, ground: Ground): Promise<void> {
  const { type, credentials } = ground.settings;
  const hello = await greetSocks(client, { version: type === 'socks4' ? 4 : 5, credentials: credentials ?? null });
  if (hello === null) {
    ground.turnedAway += 1;
    return;
  }
  ground.asked.push(hello.authority);
  const onward = await tunnelTo(hello.authority, ground).catch(() => null);
  client.write(hello.answer(onward === null ? 'failed' : 'granted'));
  if (onward === null) client.end();
  else join(client, onward);
}

/** A connection through the world, in this route's name. */
function tunnelTo(authority: string, ground: Ground): Promise<Socket> {
  const { hostname, port } = new URL(ground.world.url);
  const asking = askHttp({ host: hostname, port, method: 'CONNECT', path: authority, headers: { [ROUTE_HEADER]: ground.name } });
  return new Promise((resolve, reject) => {
    asking
      .once('connect', (_answer, socket: Socket) => {
        track(socket, ground);
        resolve(socket);
      })
      .once('error', reject)
      .end();
  });
}

function join(client: Duplex, onward: Duplex): void {
  client.pipe(onward).pipe(client);
  client.once('close', () => onward.destroy());
  onward.once('close', () => client.destroy());
}
