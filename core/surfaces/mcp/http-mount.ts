import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import { identifyCredential } from '#core/auth/identify.ts';
import type { Identified } from '#core/auth/identify.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { tierOf } from '#core/contract/tier.ts';
import type { Services } from '#core/operations/context.ts';
import { isYes } from '#core/operations/input-fields.ts';
import { allowanceHeaders } from '#core/operations/rate-limit.ts';
import type { RateLimit } from '#core/operations/rate-limit.ts';
import { RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import { challenge, refuseScope, sendFailure } from '#core/surfaces/mcp/challenge.ts';
import { createCoreAnswers } from '#core/surfaces/mcp/core-answers.ts';
import type { Guest } from '#core/surfaces/mcp/core-answers.ts';
import { countedMessages, messagesOf, readPosted, writingCall } from '#core/surfaces/mcp/posted-messages.ts';
import type { PostedMessage } from '#core/surfaces/mcp/posted-messages.ts';

export const MCP_PATH = '/mcp';

const JSON_BODY = /^application\/json\s*(;|$)/i;

export interface McpParts {
  readonly services: Services;
  /** The one that REST counts with. */
  readonly rateLimit: RateLimit;
  /** The secret of run.json. */
  readonly ownerSecret: string | null;
  /** Told of what went wrong inside. */
  onFault(error: unknown): void;
}

interface Place {
  readonly baseUrl: string;
}

/** The endpoint as a surface on the port of the service. */
export interface McpMount {
  readonly paths: readonly string[];
  readonly documentation: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  handle(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void>;
  close(): Promise<void>;
}

type NodeHandler = (request: IncomingMessage & { auth?: AuthInfo }, response: ServerResponse, body?: unknown) => Promise<void>;

/**
 * Streamable HTTP without sessions, for the revisions with a handshake and the one without. Who asks, and whether they may,
 * is decided before the protocol sees the request.
 */
export function createMcpMount(parts: McpParts): McpMount {
  let loaded: Promise<{ readonly handler: McpHttpHandler; readonly serve: NodeHandler }> | null = null;
  return {
    paths: [MCP_PATH],
    documentation: DOCUMENTATION,
    async handle(request, response, { baseUrl }) {
      if (isBrowser(request)) {
        response.writeHead(303, { location: `${baseUrl}/` }).end();
        return;
      }
      const credential = credentialOf(request);
      const identified = await identityOf(credential, baseUrl, parts);
      if (credential === null || identified === null) return challenge(response, baseUrl);
      const posted = hasJsonBody(request) ? await readPosted(request) : null;
      if (posted?.kind === 'tooLarge') {
        response.setHeader('connection', 'close');
        return sendFailure(response, 413, { code: RPC_CODES.refused, message: 'The body is larger than a megabyte.' });
      }
      if (posted?.kind === 'noJson') return sendFailure(response, 400, { code: RPC_CODES.parse, message: 'The body is not valid JSON.' });
      const messages = posted === null ? [] : messagesOf(posted.body);
      const writing = identified.scopes.includes('write') ? null : writingCall(messages);
      if (writing !== null) return refuseScope(response, baseUrl, writing);
      const guest = welcome(identified, { request, response, baseUrl, messages }, parts);
      const auth = { token: credential, clientId: identified.clientId ?? '', scopes: [...identified.scopes], extra: { guest } };
      const { serve } = await (loaded ??= load(parts));
      await serve(Object.assign(request, { auth }), response, posted?.body);
    },
    async close() {
      if (loaded !== null) await (await loaded).handler.close();
    },
  };
}

/** The SDK weighs more than the rest of the surface: it is loaded when somebody comes. */
async function load({ services, onFault }: McpParts): Promise<{ readonly handler: McpHttpHandler; readonly serve: NodeHandler }> {
  const [{ createMcpHandler }, { toNodeHandler }, { createProtocolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
    import('#core/surfaces/mcp/protocol-server.ts'),
  ]);
  const answersFor = createCoreAnswers(services);
  const handler = createMcpHandler((context) => createProtocolServer(answersFor(context.authInfo?.extra?.['guest'] as Guest), context));
  return { handler, serve: toNodeHandler(handler, { onerror: onFault }) as NodeHandler };
}

/** People who open the address see the service; clients of the protocol never ask for a page. */
function isBrowser({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}

function hasJsonBody({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && JSON_BODY.test(headers['content-type'] ?? '');
}

/** `Authorization: Bearer`, or `X-AUTH-TOKEN` as REST has it. */
function credentialOf({ headers }: IncomingMessage): string | null {
  const token = headers['x-auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Null where the credential is missing, unknown, revoked or has expired. */
async function identityOf(credential: string | null, baseUrl: string, { services, ownerSecret }: McpParts): Promise<Identified | null> {
  if (credential === null) return null;
  try {
    return await identifyCredential(credential, { ...services, ownerSecret, baseUrl });
  } catch (error) {
    if (error instanceof CommentdockError && (error.code === 'AUTH_HEADER_TOKEN' || error.code === 'TOKEN_EXPIRED')) return null;
    throw error;
  }
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly baseUrl: string;
  readonly messages: readonly PostedMessage[];
}

/** Counts the visit as REST counts a request, and tells the client what is left in the same headers. */
function welcome({ kind, tokenUuid, clientId }: Identified, visit: Visit, { services, rateLimit }: McpParts): Guest {
  const { request, response, baseUrl } = visit;
  const caller = { kind, tokenUuid, clientId, loopback: isLoopback(request.socket.remoteAddress) };
  const sandbox = isYes(request.headers['x-sandbox']);
  const guest = { caller, sandbox, baseUrl };
  const counted = tokenUuid ?? clientId;
  if (services.config.limits === 'off' || counted === null || sandbox) return { ...guest, refusal: null };
  const { requestsPerMinute } = tierOf(services.settings.plan());
  for (let n = countedMessages(visit.messages); n > 0; n -= 1) {
    const allowance = rateLimit.take(counted, requestsPerMinute, services.now());
    for (const [name, value] of Object.entries(allowanceHeaders(allowance))) response.setHeader(name, value);
    if (allowance.secondsToWait === null) continue;
    const detail = `More than ${requestsPerMinute} requests in a minute. Wait ${allowance.secondsToWait} seconds.`;
    return { ...guest, refusal: new CommentdockError('RATE_LIMIT_EXCEEDED', detail, { secondsToWait: allowance.secondsToWait }) };
  }
  return { ...guest, refusal: null };
}

function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '') ?? '';
  return plain === '::1' || plain.startsWith('127.');
}

const RPC_BODY = { content: { 'application/json': { schema: { type: 'object' } } } };

/** The endpoint in the OpenAPI document. */
const DOCUMENTATION = {
  [MCP_PATH]: {
    post: {
      operationId: 'mcp.message',
      summary: 'Send a message of the Model Context Protocol',
      description: 'A JSON-RPC message; `docs/mcp.md` lists the tools. Takes an OAuth access token as bearer, or an API token.',
      requestBody: { required: true, ...RPC_BODY },
      responses: {
        200: { description: 'A JSON-RPC response, or a stream of messages that ends with it', ...RPC_BODY },
        202: { description: 'A notification was taken' },
        400: { description: 'A JSON-RPC error', ...RPC_BODY },
        401: { description: 'The credential is missing or not valid; `WWW-Authenticate` says where to get one', ...RPC_BODY },
        403: { description: 'The credential lacks the scope, or the request comes from another site', ...RPC_BODY },
      },
    },
  },
} as const;
