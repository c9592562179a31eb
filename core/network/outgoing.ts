import { PlatformChanged } from '#core/contract/error.ts';
import { ACCEPTED_ENCODINGS } from '#core/network/decompression.ts';
import type { Outgoing } from '#core/network/transport.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

/** RFC 9110, 5.5: what a header's value may hold. */
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * The request of a platform in its wire form; cookies, and the client that it comes from, are added hop by hop.
 * @throws PlatformChanged as `addressOf`, and where a value cannot be sent as a header: addresses and values may come out of answers
 */
export function outgoingOf(request: PlatformRequest): Outgoing {
  const url = addressOf(request);
  const { body, type } = bodyOf(request);
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-language': 'en-US,en;q=0.9',
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(type === null ? {} : { 'content-type': type }),
  };
  if (request.headers) {
    for (const name in request.headers) headers[name.toLowerCase()] = sendable(name, request.headers[name] ?? '');
  }
  // A part of a packed body could not be unpacked.
  const listening = request.listenForMs === undefined ? {} : { listenForMs: request.listenForMs };
  if (request.listenForMs !== undefined) headers['accept-encoding'] = 'identity';
  return { method: request.method ?? (body === null ? 'GET' : 'POST'), url, headers, body, ...listening };
}

/** The request's URL, its query appended. @throws PlatformChanged where it is none of http or https */
export function addressOf({ url: href, query }: Pick<PlatformRequest, 'url' | 'query'>): URL {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new PlatformChanged('url', `The platform led to something that is not a web address (${url?.protocol ?? 'no URL'}).`);
  if (query) {
    const added = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(String(value ?? ''))}`);
    if (added.length > 0) url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  }
  return url;
}

function sendable(name: string, value: string): string {
  if (HEADER_VALUE.test(value)) return value;
  throw new PlatformChanged(
    `headers.${name}`,
    `The value for the header ${name} of a request cannot be sent: it holds letters that no header may have.`,
  );
}

/** The body as text, and the content type that goes with it. */
export function bodyOf(request: Pick<PlatformRequest, 'json' | 'form' | 'body'>): {
  readonly body: string | null;
  readonly type: string | null;
} {
  if (request.json !== undefined) return { body: JSON.stringify(request.json), type: 'application/json' };
  if (request.form !== undefined) return { body: new URLSearchParams(request.form).toString(), type: 'application/x-www-form-urlencoded' };
  return { body: request.body ?? null, type: null };
}
