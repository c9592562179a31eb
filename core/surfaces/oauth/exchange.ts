import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '#core/auth/bounded-body.ts';
import { askedOrigin, callerNetwork, isOwnersDoor, type Place } from '#core/auth/place.ts';
import { CommentdockError } from '#core/contract/error.ts';

const MAX_BODY_BYTES = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** One request with its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Where it came in, as the client wrote it: `http://127.0.0.1:4780`, `http://localhost:4780`, the public address. Issuer of what is answered. */
  readonly origin: string;
  readonly url: URL;
  /** Who asks, as limits count. */
  readonly network: string;
  /** Whether the owner's browser may be let in where it came in. */
  readonly isDoor: boolean;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/** The host was found to be one of ours before. */
export function exchangeOf(request: IncomingMessage, response: ServerResponse, place: Place): Exchange {
  const origin = askedOrigin(request.headers, place);
  const url = URL.parse(request.url ?? '/', origin);
  if (url === null) throw new CommentdockError('INVALID_REQUEST', 'The path of the request is not valid.');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const [network, isDoor] = [callerNetwork(request, place), isOwnersDoor(request, place)];
  return { request, response, origin, url, network, isDoor, signal: gone.signal };
}

/**
 * The parameters of a body: a form, as OAuth has it, or a JSON object of texts.
 * @throws CommentdockError INVALID_REQUEST, UNSUPPORTED_MEDIA_TYPE
 */
export async function readForm(exchange: Exchange): Promise<readonly (readonly [string, string])[]> {
  const type = mediaType(exchange.request);
  if (type === FORM) return [...new URLSearchParams(await readText(exchange.request))];
  if (type !== JSON_TYPE) throw new CommentdockError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${FORM} or ${JSON_TYPE}.`);
  const body = parseJson(await readText(exchange.request));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CommentdockError('INVALID_REQUEST', 'The body is no JSON object.');
  }
  return Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/** @throws CommentdockError INVALID_REQUEST, UNSUPPORTED_MEDIA_TYPE */
export async function readJson({ request }: Exchange): Promise<unknown> {
  if (mediaType(request) !== JSON_TYPE) throw new CommentdockError('UNSUPPORTED_MEDIA_TYPE');
  return parseJson(await readText(request));
}

export function sendJson({ response }: Exchange, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    pragma: 'no-cache',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** Never 307: the browser would send the owner's form on to the client (RFC 9700, 4.12). */
export function redirect({ request, response }: Exchange, location: string, headers: Readonly<Record<string, string>> = {}): void {
  const status = request.method === 'POST' ? 303 : 302;
  response.writeHead(status, { location, 'referrer-policy': 'no-referrer', ...headers });
  response.end();
}

function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').replace(/;.*$/, '').trim().toLowerCase();
}

/** @throws CommentdockError INVALID_REQUEST for a body that is too large */
async function readText(request: IncomingMessage): Promise<string> {
  const text = await readBody(request, MAX_BODY_BYTES);
  if (text === null) throw new CommentdockError('INVALID_REQUEST', 'The body is too large.');
  return text;
}

/** @throws CommentdockError INVALID_REQUEST */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommentdockError('INVALID_REQUEST', 'The body is not valid JSON.', { cause: error });
  }
}
