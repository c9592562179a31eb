import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The body byte by byte, as the signature covers it. */
  readonly raw: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Where webhooks go: keeps what comes, and answers with `status`. */
export interface WebhookInbox extends AsyncDisposable {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Of the answers from now on. 200 at first. */
  status: number;
}

export async function startWebhookInbox(): Promise<WebhookInbox> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
      deliveries.push({ method: request.method ?? '', headers: request.headers, raw, body });
      answer.writeHead(inbox.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const inbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return inbox;
}
