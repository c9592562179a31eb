import type { FetchToMake, PlaceToOpen } from '#core/network/browser/protocol.ts';
import { addressOf, bodyOf } from '#core/network/outgoing.ts';
import type { BrowserPlace, InPageRequest, Navigation, PlatformRequest } from '#core/platform-api/session.ts';

/** Headers that are the browser's own to send (Fetch standard: forbidden request-headers), and the user agent, which is its own too. */
const BROWSERS_OWN =
  /^(accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/;
const READY_TIMEOUT_MS = 3_000;

/** A platform's request as a page makes it. */
export function fetchOf(request: InPageRequest & Pick<PlatformRequest, 'redirect'>): FetchToMake {
  const { body, type } = bodyOf(request);
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.fromEntries(given.filter(([name]) => !BROWSERS_OWN.test(name)));
  return {
    url: addressOf(request).href,
    method: request.method ?? (body === null ? 'GET' : 'POST'),
    headers: { ...(type === null ? {} : { 'content-type': type }), ...headers },
    body,
    referrer: given.find(([name]) => name === 'referer')?.[1] ?? null,
    credentials: 'include',
    redirect: request.redirect ?? 'follow',
  };
}

/** The page that a request is made from where the platform names none. */
export function pageOf(request: InPageRequest): BrowserPlace {
  return request.page ?? { url: `${addressOf(request).origin}/`, accept: 'any' };
}

/** @param patience multiplies how long the page may take to be ready */
export function placeToOpen({ url, ready, actions }: Navigation, patience = 1): PlaceToOpen {
  return {
    url: addressOf({ url }).href,
    ready:
      ready === undefined
        ? null
        : {
            global: ready.global ?? null,
            selector: ready.selector ?? null,
            timeoutMs: (ready.timeoutMs ?? READY_TIMEOUT_MS) * patience,
          },
    actions: actions ?? [],
  };
}

/**
 * A request as an empty page makes it that stands at the origin which the platform names (`origin`), else at that of the address: as a page
 * of the site would. Another origin gets no cookies: many allow any page, and none of them any page with cookies.
 */
export function fromBlank(request: PlatformRequest): { readonly place: PlaceToOpen; readonly order: FetchToMake } {
  const { origin } = addressOf(request);
  const named = URL.parse(Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'origin')?.[1] ?? '')?.origin;
  const from = named ?? origin;
  return {
    place: { url: `${from}/`, ready: null, actions: [], isBlank: true },
    order: { ...fetchOf(request), credentials: from === origin ? 'include' : 'same-origin' },
  };
}
