import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RestAnswer } from '#test/surfaces/rest/rest-service.ts';

/** Where it stands: another address than that of the service and of those who ask. */
export const PROXY_ADDRESS = '127.0.0.2';

export interface FrontProxy extends AsyncDisposable {
  /** One request of somebody at `from`, over a socket of its own. */
  ask(
    from: string,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    form?: Readonly<Record<string, string>>,
  ): Promise<RestAnswer>;
  /** The status that a WebSocket is answered. */
  upgrade(from: string, path: string, headers: Readonly<Record<string, string>>): Promise<number>;
}

/** What it writes into a request that came from `from`, as proxies do. */
type Writes = (from: string, asked: IncomingHttpHeaders) => Readonly<Record<string, string>>;

/** As nginx and Caddy do: the caller goes behind what was there, the rest is its own word. */
const usualHeaders: Writes = (from, asked) => ({
  'x-forwarded-for': [asked['x-forwarded-for'], from].filter(Boolean).join(', '),
  'x-forwarded-proto': 'https',
  'x-forwarded-host': asked.host ?? '',
});

/** A proxy of the owner's, on an address of its own, before a service on this machine. */
export async function startFrontProxy(servicePort: number, writes: Writes = usualHeaders): Promise<FrontProxy> {
  const onward = ({ method, url, headers, socket }: IncomingMessage) =>
    request({
      host: '127.0.0.1',
      port: servicePort,
      localAddress: PROXY_ADDRESS,
      method,
      path: url,
      headers: { ...headers, ...writes(socket.remoteAddress ?? '', headers) },
      agent: false,
    });
  const server = createServer((asked, answer) => {
    const passed = onward(asked).on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked: IncomingMessage, socket: Socket) => {
    const tell = ({ statusCode = 502 }: IncomingMessage): void =>
      void socket.end(`HTTP/1.1 ${statusCode} Told\r\nConnection: close\r\n\r\n`);
    const passed = onward(asked).on('response', tell);
    passed.on('upgrade', (given, end) => {
      tell(given);
      end.destroy();
    });
    passed.on('error', () => socket.destroy());
    passed.end();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, PROXY_ADDRESS, resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    ask: (from, method, path, headers, form) => askFrom(from, { port, method, path }, headers, form),
    upgrade: async (from, path, headers) => (await askFrom(from, { port, method: 'GET', path }, { ...UPGRADE, ...headers })).status,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** To the proxy, or to a service itself where `host` says so. */
export async function askFrom(
  from: string,
  { host = PROXY_ADDRESS, ...to }: { readonly host?: string; readonly port: number; readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
  form?: Readonly<Record<string, string>>,
): Promise<RestAnswer> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const { promise, resolve, reject } = Promise.withResolvers<RestAnswer>();
  const asked = request({ ...to, host, localAddress: from, headers: { ...type, ...headers }, agent: false });
  asked.on('error', reject);
  const told = async (answer: IncomingMessage): Promise<void> => {
    const text = await answer.reduce((whole, chunk: Buffer) => whole + chunk.toString('utf8'), '');
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text,
      json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    });
  };
  asked.on('response', (answer) => void told(answer).catch(reject));
  asked.end(body);
  return await promise;
}
