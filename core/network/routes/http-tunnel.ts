import { request } from 'node:http';
import { isIP, type Socket } from 'node:net';

/** A proxy answered something else than "go ahead". */
export class TunnelRefusal extends Error {
  override readonly name = 'TunnelRefusal';
  readonly status: number;

  constructor(status: number) {
    super(`the proxy answered ${status}`);
    this.status = status;
  }
}

/**
 * Asks an HTTP proxy at the other end of `socket` for a tunnel (RFC 9110, CONNECT). The name of the host goes as it is: the proxy
 * resolves it. Afterwards the socket leads to the host.
 * @throws TunnelRefusal; what the wire throws
 */
export function askForTunnel(
  socket: Socket,
  { host, port, credentials }: { readonly host: string; readonly port: number; readonly credentials: string | null },
  signal: AbortSignal,
): Promise<void> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const headers = { host: authority, ...(credentials === null ? {} : { 'proxy-authorization': credentials }) };
  const asking = request({ method: 'CONNECT', path: authority, headers, setHost: false, createConnection: () => socket, signal });
  return new Promise((resolve, reject) => {
    asking
      .once('connect', ({ statusCode = 0 }, _socket, head) => {
        if (statusCode < 200 || statusCode > 299) {
          reject(new TunnelRefusal(statusCode));
          return;
        }
        if (head.length > 0) socket.unshift(head);
        resolve();
      })
      .once('response', ({ statusCode = 0 }) => reject(new TunnelRefusal(statusCode)))
      .once('error', reject)
      .end();
  });
}

/** The value of a `proxy-authorization` header (RFC 7617). */
export function basicCredentials(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
