import type { CDPSession, Page } from 'playwright-core';
import { within } from '#core/network/browser/deadline.ts';
import type { BrowserProxy, DocumentHead } from '#core/network/browser/protocol.ts';

interface Redirect {
  /** The same before and after the redirect. */
  readonly requestId: string;
  readonly redirectResponse?: { readonly url: string; readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

/** The head of a redirect and the request that follows it come on two ways of the browser, in any order. */
const HEAD_MS = 5_000;

/**
 * Does work in which the page asks for `url`, and keeps it from following a redirect there: pages themselves are not told where one leads.
 * It is the request after the redirect that is held up, not the answer: whoever holds up answers gets the proxy's call for a password
 * for one, and nobody is asked for that.
 * @param proxy asks the last who holds up requests for its password, which are we here
 * @returns the head of the redirect; what the work gives where the site answers by itself
 * @throws what the work throws
 */
export async function unlessRedirected<T>(
  page: Page,
  url: string,
  proxy: BrowserProxy | null,
  work: () => Promise<T>,
): Promise<{ readonly redirect: DocumentHead } | { readonly done: T }> {
  const asked = withoutHash(url);
  const session = await page.context().newCDPSession(page);
  const asking = new Set<string>();
  const head = Promise.withResolvers<DocumentHead>();
  let isCaught = false;
  session.on('Network.requestWillBeSent', ({ redirectResponse }: Redirect) => {
    if (redirectResponse?.url === asked) head.resolve(headOf(redirectResponse));
  });
  session.on('Fetch.requestPaused', ({ requestId, networkId = '', request, redirectedRequestId }) => {
    const isOurs = redirectedRequestId !== undefined && asking.has(networkId);
    if (isOurs) isCaught = true;
    if (request.url === asked) asking.add(networkId);
    const going = isOurs
      ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : session.send('Fetch.continueRequest', { requestId });
    void going.catch(() => {});
  });
  try {
    await session.send('Network.enable');
    answerProxy(session, proxy);
    await session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
    const done = await work();
    return isCaught ? { redirect: await within(HEAD_MS, head.promise) } : { done };
  } catch (error) {
    if (!isCaught) throw error;
    return { redirect: await within(HEAD_MS, head.promise) };
  } finally {
    await session.detach().catch(() => {});
  }
}

/** A proxy that asks a second time does not take the password. What a site asks for stays the browser's own affair. */
function answerProxy(session: CDPSession, proxy: BrowserProxy | null): void {
  const answered = new Set<string>();
  const responseTo = (requestId: string, source: string | undefined) => {
    if (source !== 'Proxy' || proxy?.username === undefined) return { response: 'Default' } as const;
    if (answered.has(requestId)) return { response: 'CancelAuth' } as const;
    answered.add(requestId);
    return { response: 'ProvideCredentials', username: proxy.username, password: proxy.password ?? '' } as const;
  };
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const authChallengeResponse = responseTo(requestId, authChallenge.source);
    void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {});
  });
}

function headOf({ url, status, headers }: NonNullable<Redirect['redirectResponse']>): DocumentHead {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status, url, headers: Object.fromEntries(lowered.filter(([name]) => name !== 'set-cookie')) };
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
