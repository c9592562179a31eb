import type { Page, Request } from 'playwright-core';
import { checkLength } from '#core/network/browser/ceilings.ts';
import { within } from '#core/network/browser/deadline.ts';
import type { HostPage } from '#core/network/browser/host-page.ts';
import { startFetch } from '#core/network/browser/page-functions.ts';
import { BrowserFailure, type DocumentHead, type FetchToMake, type HostEvent } from '#core/network/browser/protocol.ts';
import { authorityOf } from '#core/network/targets/authority.ts';

/** What crosses at once: large enough to be quick, small enough not to hold up others. */
const PIECE_BYTES = 512 * 1024;
/** The page's own clock may be slowed down by its scripts. */
const GRACE_MS = 5_000;

interface FetchGround {
  /** How long nothing may come. */
  readonly timeoutMs: number;
  readonly emit: (event: HostEvent) => Promise<void>;
  readonly signal: AbortSignal;
}

/** As `fetchInPage`; a redirect that is only to be looked at is an answer without a body. */
export async function fetched(hostPage: HostPage, request: FetchToMake, ground: FetchGround): Promise<DocumentHead> {
  if (request.redirect === 'follow') return fetchInPage(hostPage.page, request, ground);
  const answer = await hostPage.unlessRedirected(request.url, () => fetchInPage(hostPage.page, request, ground));
  return 'redirect' in answer ? answer.redirect : answer.done;
}

/**
 * Makes a request from inside the page and hands its body out piece by piece.
 * @throws BrowserFailure `timeout`, `net`; what playwright throws
 */
async function fetchInPage(page: Page, request: FetchToMake, { timeoutMs, emit, signal }: FetchGround): Promise<DocumentHead> {
  let wireFailure: string | null = null;
  let failedAt: string | null = null;
  const note = (failed: Request): void => {
    if (firstOf(failed).url() !== request.url) return;
    wireFailure = failed.failure()?.errorText ?? null;
    failedAt = failed.url();
  };
  page.on('requestfailed', note);
  const fail = (words: string): BrowserFailure =>
    words === 'timeout' ? new BrowserFailure({ kind: 'timeout', text: 'nothing came' }) : netFailure(wireFailure ?? words, failedAt);
  try {
    const held = await within(timeoutMs + GRACE_MS, page.evaluateHandle(startFetch, { ...request, timeoutMs, pieceBytes: PIECE_BYTES }));
    const stop = (): void => void held.evaluate((fetched) => fetched.stop()).catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { head, failure } = await held.evaluate((fetched) => ({ head: fetched.head, failure: fetched.failure }));
      if (failure !== null) throw fail(failure);
      for (let bytes = 0; ;) {
        signal.throwIfAborted();
        const piece = await within(
          timeoutMs * 2 + GRACE_MS,
          held.evaluate((fetched) => fetched.next()),
        );
        if (piece === null) return head;
        if (piece.startsWith('failure:')) throw fail(piece.slice('failure:'.length));
        const decoded = Buffer.from(piece, 'base64');
        bytes += decoded.length;
        checkLength(bytes, head.headers['content-type'] ?? '');
        await emit({ kind: 'piece', bytes: decoded });
      }
    } catch (error) {
      stop();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      void held.dispose().catch(() => {});
    }
  } finally {
    page.off('requestfailed', note);
  }
}

/** Chromium's own code where it told one; else the page's words ("Failed to fetch": the site does not allow it, or the wire broke). */
function netFailure(text: string, failedAt: string | null): BrowserFailure {
  const url = failedAt === null ? null : URL.parse(failedAt);
  return new BrowserFailure({ kind: 'net', text, at: url === null ? null : authorityOf(url) });
}

/** The request before its redirects. */
function firstOf(request: Request): Request {
  let first = request;
  for (let before = first.redirectedFrom(); before !== null; before = first.redirectedFrom()) first = before;
  return first;
}
