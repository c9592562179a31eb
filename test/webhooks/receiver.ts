import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A call as the receiver saw it; its signature passed the published verifier. */
interface ReceivedCall {
  readonly messageId: string;
  readonly body: string;
  readonly event: string;
  readonly guid: string;
}

export interface SigningReceiver extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** What did not pass the verifier. */
  readonly forged: readonly unknown[];
  /** Status of the answer to a call, and how long it takes. Default 200 at once. */
  behave(call: ReceivedCall): { readonly status: number; readonly afterMs: number };
}

/** A receiver of webhooks on loopback that checks every signature. `secret`: `whsec_...`. */
export async function startReceiver(secret: string): Promise<SigningReceiver> {
  const calls: ReceivedCall[] = [];
  const forged: unknown[] = [];
  const verifier = new Webhook(secret);
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { status, afterMs } = take(body, request.headers as Record<string, string>);
      setTimeout(() => answer.writeHead(status).end(), afterMs);
    });
  });
  const receiver = {
    url: '',
    calls,
    forged,
    behave: (_call: ReceivedCall) => ({ status: 200, afterMs: 0 }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;

  function take(body: string, headers: Record<string, string>): { status: number; afterMs: number } {
    try {
      const { event, guid, message_id: messageId } = verifier.verify(body, headers) as { event: string; guid: string; message_id: string };
      if (messageId !== headers['webhook-id']) throw new Error('the message has another id than its headers');
      const call = { messageId, body, event, guid };
      calls.push(call);
      return receiver.behave(call);
    } catch (error) {
      forged.push(error);
      return { status: 401, afterMs: 0 };
    }
  }
}
