import { CommentdockError } from '#core/contract/error.ts';
import type { WholeAnswer } from '#core/network/answer.ts';
import type { BrowserDoor } from '#core/network/browser/door.ts';
import { addressOf } from '#core/network/outgoing.ts';
import type { OwnerWindow } from '#core/network/window/owner-window.ts';
import type { InPageRequest, PlatformRequest } from '#core/platform-api/session.ts';

/** The plain requests of a platform, made from a page of the owner's window: same origin, so that cookies and handshake are the browser's. */

/** What a page cannot do: take a part of what never ends. That goes over plain HTTP as ever. */
export function asksFromPages({ listenForMs }: PlatformRequest): boolean {
  return listenForMs === undefined;
}

/** The request with the page that makes it. */
export function fromShown<R extends Omit<PlatformRequest, 'redirect'>>(request: R, window: OwnerWindow): R & Pick<InPageRequest, 'page'> {
  const { leads } = request;
  return { ...request, page: { url: window.pageFor(addressOf(request)), accept: 'any', ...(leads === undefined ? {} : { leads }) } };
}

/** True for a link of which only the next step is wanted, as people follow it: short links, and pages that may lead to a login. */
export function isLink(request: PlatformRequest, want: 'any' | 'json'): boolean {
  return request.redirect === 'manual' && request.headers === undefined && opensAsPage(request, want);
}

/** True for what people would open too: then its wall stands there for them. */
export function opensAsPage({ method = 'GET', body }: PlatformRequest, want: 'any' | 'json'): boolean {
  return want === 'any' && method === 'GET' && body === undefined;
}

/**
 * One whose redirect leaves the origin is refused to a page; then its address is opened as people do.
 * @throws as `BrowserDoor.inPage`
 */
export async function askFromPage(
  request: PlatformRequest,
  want: 'any' | 'json',
  { window, door }: { readonly window: OwnerWindow; readonly door: BrowserDoor },
): Promise<WholeAnswer> {
  const { accept, leads } = request;
  if (isLink(request, want)) return door.link({ ...request, url: addressOf(request).href });
  try {
    return await door.inPage(fromShown(request, window), want);
  } catch (error) {
    const mayLeadAway =
      opensAsPage(request, want) && request.redirect !== 'manual' && error instanceof CommentdockError && error.retry === 'request';
    if (!mayLeadAway) throw error;
    const place = { url: addressOf(request).href, tries: 'once' as const, ...(accept === undefined ? {} : { accept }) };
    const page = await door.page(leads === undefined ? place : { ...place, leads });
    // Of anything else a browser shows its own picture.
    if (!/html/i.test(page.headers['content-type'] ?? '')) throw error;
    return page;
  }
}
