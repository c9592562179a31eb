import type { IncomingMessage } from 'node:http';

/** The body of a request or an answer, as UTF-8. Null: it is longer than `maxBytes`, and what follows was not read. */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
