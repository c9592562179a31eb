import { VERSION } from '#core/config/version.ts';
import { type Answers, type Asked, type Params, ProtocolFailure, type Result, RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import { eventsOf } from '#core/surfaces/mcp/event-stream.ts';

/** The revision that is spoken with the service; it needs no handshake. */
const REVISION = '2026-07-28';
/** Which field a request repeats in the header `Mcp-Name`. */
const NAMED_BY: Readonly<Record<string, string>> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };
/** Used where the client asks for no progress: a stream of messages keeps the connection alive while an export is waited for. */
const OWN_PROGRESS = 'stay';

interface Message {
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Result;
  /** A text where the request did not get as far as the protocol. */
  readonly error?: string | { readonly code: number; readonly message: string; readonly data?: unknown };
}

/**
 * Asks the service at an address, with the credential of the client. When the signal aborts the connection is closed, which
 * ends the request there.
 */
export function createServiceAnswers(mcpUrl: string, token: string): Answers {
  let count = 0;
  return {
    async answer({ method, params, signal, progressToken, notifyProgress }) {
      const id = (count += 1);
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: withEnvelope(params, progressToken ?? OWN_PROGRESS) });
      const headers = { ...headersFor({ method, params }), authorization: `Bearer ${token}` };
      const answer = await fetch(mcpUrl, { method: 'POST', headers, body, signal });
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) return resultOf((await answer.json()) as Message);
      for await (const data of eventsOf(answer.body ?? new ReadableStream())) {
        const message = JSON.parse(data) as Message;
        if (message.method === undefined) return resultOf(message);
        if (message.method === 'notifications/progress' && progressToken !== null) notifyProgress(message.params ?? {});
      }
      throw new ProtocolFailure(RPC_CODES.internal, 'The service ended the connection before it answered.');
    },
  };
}

function withEnvelope(params: Params, progressToken: string | number): Params {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'commentdock-stdio', version: VERSION },
      'io.modelcontextprotocol/clientCapabilities': {},
      progressToken,
    },
  };
}

function headersFor({ method, params }: Pick<Asked, 'method' | 'params'>): Record<string, string> {
  const field = NAMED_BY[method];
  const name = field === undefined ? undefined : params[field];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  };
}

/** What a header cannot carry goes in base64, in the form of the revision. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** @throws ProtocolFailure with the error of the service */
function resultOf({ result, error }: Message): Result {
  if (typeof error === 'string') throw new ProtocolFailure(RPC_CODES.internal, error);
  if (error !== undefined) throw new ProtocolFailure(error.code, error.message, error.data);
  if (result === undefined) throw new ProtocolFailure(RPC_CODES.internal, 'The service answered with neither a result nor an error.');
  // The front of this process says it anew in the words of its own era.
  const { resultType: _type, _meta, ...rest } = result as Result & { readonly _meta?: Params };
  return rest;
}
