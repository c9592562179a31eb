import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** In front of the machines that serve, as one would have it in life: whatever comes goes to one of them, its `Host` as it was. */
interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/** @param portFor says which one is asked, by the token that comes with a request */
export async function startBalancer(portFor: (token: string | undefined) => number): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const portOf = ({ headers }: IncomingMessage): number => portFor(headers['x-auth-token']?.toString());
  const server = createServer((request, response) => passOn(request, response, portOf(request), agent));
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => passUpgrade(request, socket, head, portOf(request)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number, agent: Agent | false): void {
  const { method, url, rawHeaders } = request;
  // A connection that a machine is about to close must not take a request with it that changes something.
  const onward = ask({ host: '127.0.0.1', port, method, path: url, headers: rawHeaders, agent: method === 'GET' ? agent : false });
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
    answer.on('close', () => {
      if (!answer.complete) response.destroy();
    });
  });
  onward.on('error', () => {
    if (response.headersSent) response.destroy();
    // And one that only asks is asked again on a new one.
    else if (onward.reusedSocket && !response.destroyed) passOn(request, response, port, false);
    else response.writeHead(502).end();
  });
  response.on('close', () => onward.destroy());
  if (request.readableEnded) onward.end();
  else request.pipe(onward);
}

function passUpgrade({ method, url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const onward = connect(port, '127.0.0.1');
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  onward.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  onward.write(head);
  socket.pipe(onward).pipe(socket);
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
}
