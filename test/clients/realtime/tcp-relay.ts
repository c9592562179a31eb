import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a client and a server that can be cut, as a network does. */
export interface TcpRelay extends AsyncDisposable {
  readonly port: number;
  /** How many connections there are. */
  readonly held: number;
  /** Until the next one comes that goes on. */
  comes(): Promise<void>;
  /** Cuts what is connected; whoever comes is cut as well until the line is mended. */
  cut(): void;
  /** @param targetPort another server than before */
  mend(targetPort?: number): void;
}

export async function startTcpRelay(firstPort: number): Promise<TcpRelay> {
  let port = firstPort;
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const waiting: (() => void)[] = [];
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const tell of waiting.splice(0)) tell();
    for (const [from, to] of [pair, [far, near] as const]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get held() {
      return pairs.size;
    },
    comes: () => new Promise((resolve) => void waiting.push(resolve)),
    cut() {
      isCut = true;
      cutAll();
    },
    mend(targetPort = port) {
      port = targetPort;
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
