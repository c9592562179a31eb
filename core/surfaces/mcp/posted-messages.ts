import type { IncomingMessage } from 'node:http';
import { readBody } from '#core/auth/bounded-body.ts';
import type { Scope } from '#core/auth/identify.ts';
import { operationOf } from '#core/surfaces/mcp/tool.ts';
import { toolNamed } from '#core/surfaces/mcp/tools/all.ts';

const MAX_BODY_BYTES = 1_048_576;
/** Far beyond any message; checks that call themselves run out of stack at thousands. */
const MAX_DEPTH = 200;

/** Besides tools: what shows exports, or the names of some. */
const READING_METHODS: readonly unknown[] = ['resources/list', 'resources/read', 'completion/complete'];

/** What somebody posted: the JSON, or why it could not be read. */
type Posted = { readonly kind: 'json'; readonly body: unknown } | { readonly kind: 'tooLarge' | 'tooDeep' | 'noJson' };

/** Reads the body whole, up to a megabyte. */
export async function readPosted(request: IncomingMessage): Promise<Posted> {
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === null) return { kind: 'tooLarge' };
  try {
    const body = JSON.parse(text) as unknown;
    return isDeeperThan(body, MAX_DEPTH) ? { kind: 'tooDeep' } : { kind: 'json', body };
  } catch {
    return { kind: 'noJson' };
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
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

/** What a message asks for and the scope it needs, where that is not among those held. */
export interface LackingScope {
  readonly what: string;
  readonly scope: Scope;
  readonly id: unknown;
}

/** The first message that needs a scope which is not held. Its arguments are not looked at. */
export function lackingScope(messages: readonly PostedMessage[], held: readonly Scope[]): LackingScope | null {
  for (const { method, params, id } of messages) {
    const tool = method === 'tools/call' ? toolNamed(params['name']) : null;
    const scope = tool === null ? (READING_METHODS.includes(method) ? 'read' : null) : operationOf(tool).scope;
    if (scope !== null && !held.includes(scope)) return { what: tool?.name ?? String(method), scope, id };
  }
  return null;
}

/** Whether the answer may take minutes: a tool that is asked to wait. */
export function isWaiting({ method, params }: PostedMessage): boolean {
  const { wait } = (params['arguments'] ?? {}) as { readonly wait?: unknown };
  return method === 'tools/call' && wait === true;
}

/** Messages that count towards the requests of a minute: those that work with data. */
export function countedMessages(messages: readonly PostedMessage[]): number {
  return messages.filter(({ method }) => method === 'tools/call' || method === 'resources/read').length;
}
