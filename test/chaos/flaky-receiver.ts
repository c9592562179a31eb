import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const SLOW_MS = 300;

const callSchema = z.object({ event: z.string(), guid: z.string(), message_id: z.string() });

/** A call that the receiver took. */
export interface TakenCall {
  readonly messageId: string;
  readonly event: string;
  readonly guid: string;
  readonly body: string;
}

/** A receiver of webhooks that answers some calls badly: with an error, late, or not at all. */
export interface FlakyReceiver extends AsyncDisposable {
  readonly url: string;
  /** Calls that were answered with a success, in the order in which they came. */
  readonly taken: readonly TakenCall[];
  readonly refused: number;
  /** The part of all calls that is answered badly from now on, and where its chances come from. */
  misbehave(part: number, random: () => number): void;
  forget(): void;
}

export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const taken: TakenCall[] = [];
  let refused = 0;
  let bad = 0;
  let chance: () => number = () => 1;
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { event, guid, message_id: messageId } = callSchema.parse(JSON.parse(body));
      if (chance() >= bad) {
        taken.push({ messageId, event, guid, body });
        return void answer.writeHead(200).end();
      }
      refused += 1;
      const how = chance();
      if (how < 0.4) answer.writeHead(503).end();
      else if (how < 0.7) setTimeout(() => answer.writeHead(500).end(), SLOW_MS);
      else request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken,
    get refused() {
      return refused;
    },
    misbehave(part, random) {
      bad = part;
      chance = random;
    },
    forget: () => void (taken.length = 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
