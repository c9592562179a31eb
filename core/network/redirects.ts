import { EndlessRedirect, PlatformChanged } from '#core/contract/error.ts';
import type { Arrived, Outgoing } from '#core/network/transport.ts';

/** As many as a site may need for consent, login and language together. */
const MAX_REDIRECTS = 10;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers by which a program says who it is. */
export const TOKEN_HEADERS: ReadonlySet<string> = new Set(['authorization', 'private-token']);
/** Headers that are meant for one host alone. */
const FOR_ONE_HOST: ReadonlySet<string> = new Set([...TOKEN_HEADERS, 'cookie', 'host', 'proxy-authorization']);
const WHAT_HELPS = 'Check that the page opens in a browser; where it does, an update of Commentdock may be needed.';
const OF_A_BODY: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding', 'content-language']);

/** The way of one request through its redirects. */
export class RedirectTrail {
  readonly #asked = new Set<string>();

  /**
   * The request that follows a redirect, which was answered to `outgoing` when it was sent with `cookie`.
   * @param cookieFor what would be sent with the next one: a cookie that came meanwhile makes it another request
   * @throws EndlessRedirect where it was made before, or too many were; PlatformChanged as `followed`
   */
  follow(
    { outgoing, cookie }: { readonly outgoing: Outgoing; readonly cookie: string | undefined },
    { status, target }: { readonly status: number; readonly target: URL },
    cookieFor: (next: Outgoing) => string | undefined,
  ): Outgoing {
    this.#asked.add(keyOf(outgoing, cookie));
    const next = followed(outgoing, status, target);
    if (this.#asked.has(keyOf(next, cookieFor(next))))
      throw new EndlessRedirect(`${outgoing.url.host} redirects in a circle. ${WHAT_HELPS}`);
    if (this.#asked.size > MAX_REDIRECTS)
      throw new EndlessRedirect(`${outgoing.url.host} redirects without end (more than ${MAX_REDIRECTS} times). ${WHAT_HELPS}`);
    return next;
  }
}

function keyOf({ method, url }: Outgoing, cookie = ''): string {
  return JSON.stringify([method, url.href, cookie]);
}

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
function followed(outgoing: Outgoing, status: number, target: URL): Outgoing {
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
    ...(outgoing.mostBytes === undefined ? {} : { mostBytes: outgoing.mostBytes }),
    ...(outgoing.into === undefined ? {} : { into: outgoing.into }),
    headers: Object.fromEntries(Object.entries(outgoing.headers).filter(([name]) => !isDropped(name))),
    body: becomesGet ? null : outgoing.body,
  };
}
