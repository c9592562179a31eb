import { PlatformChanged } from '#core/contract/error.ts';
import type { Arrived, Outgoing } from '#core/network/transport.ts';

export const MAX_REDIRECTS = 10;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that are meant for one host alone. */
const FOR_ONE_HOST: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);
const OF_A_BODY: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding', 'content-language']);

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** Where a redirect leads; null where the answer is none or names no place. */
export function redirectTarget(from: URL, { status, headers }: Pick<Arrived, 'status' | 'headers'>): URL | null {
  if (!REDIRECTS.has(status)) return null;
  const location = headers['location'];
  const first = typeof location === 'string' ? location : location?.[0];
  return first === undefined ? null : URL.parse(first, from.href);
}

/**
 * The request that follows a redirect, as browsers do it (Fetch standard, HTTP-redirect fetch): POST becomes GET on 301, 302 and 303,
 * and headers for one host stay behind when the host changes.
 * @throws PlatformChanged where it leads out of the web (an app's own scheme)
 */
export function followed(outgoing: Outgoing, status: number, target: URL): Outgoing {
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new PlatformChanged(
      'location',
      `${outgoing.url.host} sends us to an address of the kind ${target.protocol}, which is no web page.`,
    );
  }
  if (target.hash === '') target.hash = outgoing.url.hash;
  const becomesGet = outgoing.method === 'POST' && (status === 301 || status === 302 || status === 303);
  const changesHost = target.host !== outgoing.url.host;
  const isDropped = (name: string): boolean => (changesHost && FOR_ONE_HOST.has(name)) || (becomesGet && OF_A_BODY.has(name));
  return {
    method: becomesGet ? 'GET' : outgoing.method,
    url: target,
    ...(outgoing.listenForMs === undefined ? {} : { listenForMs: outgoing.listenForMs }),
    headers: Object.fromEntries(Object.entries(outgoing.headers).filter(([name]) => !isDropped(name))),
    body: becomesGet ? null : outgoing.body,
  };
}
