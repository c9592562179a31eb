import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import { type Identified, identifyCredential } from '#core/auth/identify.ts';
import { askedOrigin, callerAddress, type Place, showsTokens } from '#core/auth/place.ts';
import { presentedCredential } from '#core/auth/presented.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { Services } from '#core/operations/registry.ts';
import { isYes } from '#core/operations/input-fields.ts';
import { allowanceHeaders, countRequest, type RateLimit } from '#core/owner/rate-limit.ts';
import { RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import { challenge, refuseScope, sendFailure } from '#core/surfaces/mcp/challenge.ts';
import { createCoreAnswers, type Guest } from '#core/surfaces/mcp/core-answers.ts';
import {
  countedMessages,
  isWaiting,
  lackingScope,
  messagesOf,
  type PostedMessage,
  readPosted,
} from '#core/surfaces/mcp/posted-messages.ts';
import { createProtocolServer } from '#core/surfaces/mcp/protocol-server.ts';

/** What the protocol knows of, besides refusing it by itself. */
const KNOWN_METHODS: readonly (string | undefined)[] = ['POST', 'GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'];
/** What a body is answered that is not looked at any further. */
const UNREADABLE = {
  tooLarge: { status: 413, code: RPC_CODES.refused, message: 'The body is larger than a megabyte.' },
  tooDeep: { status: 400, code: RPC_CODES.refused, message: 'The body is nested too deeply.' },
  noJson: { status: 400, code: RPC_CODES.parse, message: 'The body is not valid JSON.' },
} as const;
/** Between two signs of life on a stream; the first one brings its headers too. */
const KEEP_ALIVE_MS = 5_000;
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

/** Answers requests to the endpoint. */
export interface McpEndpoint {
  handle(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void>;
  close(): Promise<void>;
}

type NodeHandler = (request: IncomingMessage & { auth?: AuthInfo }, response: ServerResponse, body?: unknown) => Promise<void>;

/**
 * Streamable HTTP without sessions, for the revisions with a handshake and the one without. Who asks, and whether they may,
 * is decided before the protocol sees the request.
 */
export function createMcpEndpoint(parts: McpParts): McpEndpoint {
  const answersFor = createCoreAnswers(parts.services);
  const doors = { auto: openDoor('auto', answersFor, parts), sse: openDoor('sse', answersFor, parts) };
  return {
    async handle(request, response, place) {
      const credential = presentedCredential(request.headers);
      const askedAt = askedOrigin(request.headers, place);
      const identified = await identityOf(credential, askedAt, parts);
      if (credential === null || identified === null) return challenge(response, askedAt);
      if (!KNOWN_METHODS.includes(request.method)) {
        response.setHeader('allow', 'POST');
        return sendFailure(response, 405, { code: RPC_CODES.refused, message: 'Method not allowed.' });
      }
      const posted = hasJsonBody(request) ? await readPosted(request) : null;
      if (posted !== null && posted.kind !== 'json') {
        const { status, ...error } = UNREADABLE[posted.kind];
        response.setHeader('connection', 'close');
        return sendFailure(response, status, error);
      }
      const messages = posted === null ? [] : messagesOf(posted.body);
      const lacking = lackingScope(messages, identified.scopes);
      if (lacking !== null) return refuseScope(response, askedAt, lacking);
      const guest = welcome(identified, { request, response, place, messages }, parts);
      const auth = { token: credential, clientId: identified.clientId ?? '', scopes: [...identified.scopes], extra: { guest } };
      // A stream says that somebody is there: clients give up on connections that are silent for minutes.
      const door = messages.some(isWaiting) && takesStream(request) ? doors.sse : doors.auto;
      await door.serve(Object.assign(request, { auth }), response, posted?.body);
    },
    async close() {
      await Promise.all(Object.values(doors).map((door) => door.close()));
    },
  };
}

/** The protocol with one way of answering requests of the revision without a handshake. */
function openDoor(responseMode: 'auto' | 'sse', answersFor: ReturnType<typeof createCoreAnswers>, { onFault }: McpParts) {
  const handler = createMcpHandler((context) => createProtocolServer(answersFor(context.authInfo?.extra?.['guest'] as Guest), context), {
    responseMode,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  return { serve: toNodeHandler(handler, { onerror: onFault }) as NodeHandler, close: () => handler.close() };
}

function takesStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/event-stream') === true;
}

function hasJsonBody({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && JSON_BODY.test(headers['content-type'] ?? '');
}

/** Null where the credential is missing, unknown, revoked or has expired. */
async function identityOf(credential: string | null, askedAt: string, { services, ownerSecret }: McpParts): Promise<Identified | null> {
  if (credential === null) return null;
  try {
    return await identifyCredential(credential, { ...services, ownerSecret, askedAt });
  } catch (error) {
    if (error instanceof CommentdockError && (error.code === 'AUTH_HEADER_TOKEN' || error.code === 'TOKEN_EXPIRED')) return null;
    throw error;
  }
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: Place;
  readonly messages: readonly PostedMessage[];
}

/** Counts the visit as REST counts a request, and tells the client what is left in the same headers. */
function welcome({ scopes: _scopes, ...identity }: Identified, visit: Visit, { services, rateLimit }: McpParts): Guest {
  const { request, response, place } = visit;
  const address = callerAddress(request, place);
  const from = address === '' ? {} : { address };
  const caller = { ...identity, ...from, showsTokens: showsTokens(identity.kind, request, place) };
  const sandbox = isYes(request.headers['x-sandbox']);
  const guest = { caller, sandbox, baseUrl: place.baseUrl };
  for (let n = countedMessages(visit.messages); n > 0; n -= 1) {
    const counted = countRequest({ ...caller, sandbox }, services, rateLimit);
    if (counted === null) break;
    for (const [name, value] of Object.entries(allowanceHeaders(counted.allowance))) response.setHeader(name, value);
    if (counted.refusal !== null) return { ...guest, refusal: counted.refusal };
  }
  return { ...guest, refusal: null };
}
