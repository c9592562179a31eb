import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AddressLimit } from '#core/auth/address-limit.ts';
import { type Place, refuseForeign } from '#core/auth/place.ts';
import { errorAnswer } from '#core/surfaces/rest/error-answer.ts';

/**
 * Another surface on the same port. It sees a request only after foreign hosts and origins were refused, before anything
 * was read of its body.
 */
export interface Mount {
  /** Whole paths, or all below one: `/oauth/*`. */
  readonly paths: readonly string[];
  /** Its routes as OpenAPI path items, by path. */
  readonly documentation: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Answers the request whole. What it throws is answered as an error body. */
  handle(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void>;
}

/** A path at which a connection leaves HTTP, as a WebSocket does. Foreign hosts and origins were refused before. */
export interface UpgradeMount {
  readonly path: string;
  handle(request: IncomingMessage, socket: Duplex, head: Buffer, place: Place): void;
}

/** What the guard needs to know of the server, read anew for each request. */
export interface ServerStanding {
  readonly place: Place;
  readonly limitAddress: AddressLimit;
  /** Sent with every answer. */
  headers(): Readonly<Record<string, string>>;
}

/** The first that sees a request: refuses what is foreign or too much, hands on to the mount of its path, else to the framework. */
export function guarded(routes: RequestListener, mounts: readonly Mount[], standing: () => ServerStanding): RequestListener {
  return (request, response) => {
    const { place, limitAddress, headers } = standing();
    try {
      limitAddress(request, place);
      refuseForeign(request, place);
    } catch (error) {
      sendError(response, error, { ...headers(), connection: 'close' });
      return;
    }
    const mount = mountOf(request, mounts);
    if (mount === undefined) {
      routes(request, response);
      return;
    }
    for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
    mount.handle(request, response, place).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, error, {});
    });
  };
}

/** Other upgrades are not for us: the request is answered as if it had not asked. */
export function takesUpgrade(request: IncomingMessage, mounts: readonly UpgradeMount[]): boolean {
  return mounts.some(({ path }) => path === pathOf(request));
}

/** Refuses what is foreign or too much with a plain answer before the connection leaves HTTP. */
export function guardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  mounts: readonly UpgradeMount[],
  { place, limitAddress }: ServerStanding,
): void {
  socket.on('error', () => socket.destroy());
  try {
    limitAddress(request, place);
    refuseForeign(request, place);
  } catch (error) {
    const { status, headers, body } = errorAnswer(error);
    socket.end(rawAnswer(status, JSON.stringify(body), headers));
    return;
  }
  mounts.find(({ path }) => path === pathOf(request))?.handle(request, socket, head, place);
}

/** An answer for a socket that no response object belongs to. */
export function rawAnswer(status: number, json: string, more: Readonly<Record<string, string>> = {}): string {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    connection: 'close',
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Refused`, ...lines, '', json].join('\r\n');
}

function mountOf(request: IncomingMessage, mounts: readonly Mount[]): Mount | undefined {
  const path = pathOf(request);
  return mounts.find(({ paths }) => paths.some((own) => (own.endsWith('/*') ? path.startsWith(own.slice(0, -1)) : path === own)));
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/, '');
}

function sendError(response: ServerResponse, error: unknown, headers: Readonly<Record<string, string>>): void {
  const { status, headers: ofError, body } = errorAnswer(error);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers, ...ofError });
  response.end(JSON.stringify(body));
}
