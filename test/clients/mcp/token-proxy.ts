import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service under another port, with the token added: for programs that cannot send one. */
export interface TokenProxy extends AsyncDisposable {
  readonly mcpUrl: string;
}

export async function startTokenProxy(service: { readonly baseUrl: string; readonly token: string }): Promise<TokenProxy> {
  const target = new URL(service.baseUrl);
  const server = createServer((incoming, answer) => {
    const own = incoming.socket.localPort;
    // Its own address becomes that of the service; every other one is passed on, to be refused there.
    const theirs = (text: string | undefined): string | undefined =>
      text?.replace(/(127\.0\.0\.1|localhost):(\d+)$/, (all, _name, port) => (Number(port) === own ? target.host : all));
    const { host, origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host: theirs(host),
      authorization: `Bearer ${service.token}`,
      ...(origin === undefined ? {} : { origin: theirs(origin) }),
    };
    const outgoing = request(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mcpUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
