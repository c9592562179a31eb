import { CommentdockError } from '#core/contract/error.ts';
import { ACCEPTED_ENCODINGS } from '#core/network/decompression.ts';
import type { Outgoing } from '#core/network/transport.ts';
import { percentEncoded } from '#core/platforms/kit/web-address.ts';
import type { PlatformRequest } from '#core/platforms/session.ts';

/**
 * The request of a platform in its wire form; cookies, and the client that it comes from, are added hop by hop.
 * @throws CommentdockError INTERNAL where the URL is none of http or https
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
    for (const name in request.headers) headers[name.toLowerCase()] = request.headers[name] ?? '';
  }
  // A part of a packed body could not be unpacked.
  const listening = request.listenForMs === undefined ? {} : { listenForMs: request.listenForMs };
  if (request.listenForMs !== undefined) headers['accept-encoding'] = 'identity';
  return { method: request.method ?? (body === null ? 'GET' : 'POST'), url, headers, body, ...listening };
}

/** The request's URL, its query appended. @throws CommentdockError INTERNAL where it is none of http or https */
export function addressOf({ url: href, query }: Pick<PlatformRequest, 'url' | 'query'>): URL {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new CommentdockError('INTERNAL', `A platform asked for something that is not a web address (${url?.protocol ?? 'no URL'}).`);
  if (query) {
    const added = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(String(value ?? ''))}`);
    if (added.length > 0) url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  }
  return url;
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
