import type { CDPSession, Page } from 'playwright-core';
import type { DocumentHead } from '#core/network/browser/protocol.ts';

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/**
 * Does work in which the page asks for `url`, and keeps it from following a redirect there: pages themselves are not told where one leads.
 * @returns the head of the redirect; what the work gives where the site answers by itself
 * @throws what the work throws
 */
export async function unlessRedirected<T>(
  page: Page,
  url: string,
  work: () => Promise<T>,
): Promise<{ readonly redirect: DocumentHead } | { readonly done: T }> {
  const asked = withoutHash(url);
  const session = await page.context().newCDPSession(page);
  let redirect: DocumentHead | null = null;
  session.on('Fetch.requestPaused', (paused) => {
    if (paused.request.url === asked && isRedirect(paused)) redirect ??= headOf(paused);
    void letGo(session, paused).catch(() => {});
  });
  try {
    // In patterns these two stand for anything, and a backslash for what follows it.
    const urlPattern = asked.replaceAll(/[\\*?]/g, '\\$&');
    await session.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
    const done = await work();
    return redirect === null ? { done } : { redirect };
  } catch (error) {
    if (redirect === null) throw error;
    return { redirect };
  } finally {
    await session.detach().catch(() => {});
  }
}

function letGo(session: CDPSession, paused: Paused): Promise<unknown> {
  const { requestId } = paused;
  return isRedirect(paused)
    ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    : session.send('Fetch.continueRequest', { requestId });
}

function isRedirect({ responseStatusCode: status = 0, responseHeaders = [] }: Paused): boolean {
  return status >= 300 && status < 400 && responseHeaders.some(({ name }) => name.toLowerCase() === 'location');
}

function headOf({ request: { url }, responseStatusCode: status = 0, responseHeaders = [] }: Paused): DocumentHead {
  const headers = responseHeaders.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return { status, url, headers: Object.fromEntries(headers.filter(([name]) => name !== 'set-cookie')) };
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
