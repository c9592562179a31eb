import type { IncomingMessage } from 'node:http';
import { toolNamed, isReading } from '#core/surfaces/mcp/tools/all.ts';

const MAX_BODY_BYTES = 1_048_576;

/** What somebody posted: the JSON, or why it could not be read. */
export type Posted = { readonly kind: 'json'; readonly body: unknown } | { readonly kind: 'tooLarge' } | { readonly kind: 'noJson' };

/** Reads the body whole, up to a megabyte. */
export async function readPosted(request: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return { kind: 'tooLarge' };
    chunks.push(chunk);
  }
  try {
    return { kind: 'json', body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { kind: 'noJson' };
  }
}

export interface PostedMessage {
  readonly method: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly id: unknown;
}

/** The messages of a body, unchecked: the older revisions could send several at once. */
export function messagesOf(body: unknown): readonly PostedMessage[] {
  return (Array.isArray(body) ? body : [body])
    .filter((message): message is Record<string, unknown> => typeof message === 'object' && message !== null)
    .map(({ method, params, id }) => ({ method, id, params: typeof params === 'object' && params !== null ? { ...params } : {} }));
}

/** The first message that calls a tool which changes something. */
export function writingCall(messages: readonly PostedMessage[]): { readonly name: string; readonly id: unknown } | null {
  for (const { method, params, id } of messages) {
    const tool = method === 'tools/call' ? toolNamed(params['name']) : null;
    if (tool !== null && !isReading(tool)) return { name: tool.name, id };
  }
  return null;
}

/** Messages that count towards the requests of a minute: those that work with data. */
export function countedMessages(messages: readonly PostedMessage[]): number {
  return messages.filter(({ method }) => method === 'tools/call' || method === 'resources/read').length;
}
