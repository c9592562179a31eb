import { CommentdockError } from '#core/contract/error.ts';
import { exchangeCookies, type CookieExchange } from '#core/network/browser/cookie-exchange.ts';
import type { BrowserFleet, OpenContext } from '#core/network/browser/fleet.ts';
import type { CallTies } from '#core/network/browser/host-client.ts';
import type { BrowserExit } from '#core/network/browser/exit.ts';
import { BrowserFailure, type HostCalls } from '#core/network/browser/protocol.ts';
import type { RunCookies } from '#core/network/cookies.ts';
import { unlessAborted } from '#core/network/waiting.ts';
import type { CapturedAnswer } from '#core/platform-api/session.ts';

/** Pages that requests are made from, kept for further ones; those in use come on top. */
const FETCH_PAGES = 4;
/** Pages that stand scrolled, kept for the next call. */
const SCROLLED_PAGES = 3;

/** A page that stands where the last `scroll` left it. */
export interface ScrolledPage {
  readonly key: string;
  readonly generation: number;
  /** Answers that calls have taken. */
  readonly taken: number;
  /** Answers that came while the last call was ending. */
  readonly surplus: readonly CapturedAnswer[];
}

interface Context extends OpenContext {
  readonly cookies: CookieExchange;
  /** Grows with every context of the run: pages of an earlier one are no more. */
  readonly generation: number;
}

type PageCall = 'visit' | 'fetch' | 'watch' | 'stir';
type WithoutContext<N extends PageCall> = Omit<HostCalls[N]['in'], 'context' | 'cookies'>;

/** The window that a run goes through in place of a browser that nobody sees. */
export interface RunWindow {
  /** Folder of its profile on the way of this route. */
  folder(routeKey: string): Promise<string>;
}

interface RunBrowserParts {
  readonly fleet: BrowserFleet;
  readonly exit: BrowserExit;
  readonly cookies: RunCookies;
  /** Null: a context of its own, in memory alone. */
  readonly window: RunWindow | null;
  /** What the profile of the window is kept under. */
  readonly way: string;
  /** Aborts when the run ends. */
  readonly signal: AbortSignal;
}

/** The browser as one run of an export has it: a context of its own, opened at first use, opened again after a breakdown. */
export class RunBrowser {
  readonly #parts: RunBrowserParts;
  #context: Promise<Context> | null = null;
  #generation = 0;
  #lastKey = 0;
  readonly #freeReaders: string[] = [];
  readonly #scrolled = new Map<string, ScrolledPage>();
  /** Least recently used first. */
  readonly #fetchPages = new Map<string, { users: number; readonly onClosed: () => void }>();

  constructor(parts: RunBrowserParts) {
    this.#parts = parts;
  }

  /** @throws as `BrowserFleet.openContext` */
  async context(signal: AbortSignal): Promise<Context> {
    this.#context ??= this.#open();
    return unlessAborted(this.#context, signal);
  }

  /**
   * A call about a page of that context: cookies go in before it and come back after it.
   * @throws BrowserFailure; the signal's reason
   */
  async call<N extends PageCall>(context: Context, name: N, input: WithoutContext<N>, ties: CallTies): Promise<HostCalls[N]['out']> {
    const { host, id, cookies } = context;
    const whole = { ...input, context: id, cookies: cookies.outgoing() } as unknown as HostCalls[N]['in'];
    try {
      const out = await host.call(name, whole, ties);
      cookies.incoming(out.cookies);
      return out;
    } catch (error) {
      if (error instanceof BrowserFailure && error.kind === 'gone') this.#drop(context);
      throw error;
    }
  }

  /** What kept the browser from a host, where that was none of the browser's own reasons. */
  wayFailure({ kind, at }: BrowserFailure, sinceMs: number): CommentdockError | null {
    const error = kind === 'net' && at !== null ? this.#parts.exit.failureOf(at, sinceMs) : null;
    return error instanceof CommentdockError ? error : null;
  }

  /** A page for reading that nobody else uses. Give it back with `release`. */
  takeReader(): string {
    return this.#freeReaders.pop() ?? this.newKey('reader');
  }

  release(key: string): void {
    this.#freeReaders.push(key);
  }

  newKey(kind: string): string {
    return `${kind} ${(this.#lastKey += 1)}`;
  }

  /**
   * Holds a page that requests are made from. The result lets go of it; beyond a few, the one that was not used for longest is closed.
   * @param onClosed called when it was
   */
  holdFetchPage(key: string, onClosed: () => void): () => void {
    const page = this.#fetchPages.get(key) ?? { users: 0, onClosed };
    page.users += 1;
    this.#fetchPages.delete(key);
    this.#fetchPages.set(key, page);
    return () => {
      page.users -= 1;
      for (const [each, { users, onClosed: tell }] of this.#fetchPages) {
        if (this.#fetchPages.size <= FETCH_PAGES) return;
        if (users > 0) continue;
        this.#fetchPages.delete(each);
        this.closePage(each);
        tell();
      }
    };
  }

  /** The page that stands scrolled for this list, if it still does and has given exactly `skip` answers; it is the caller's then. */
  takeScrolled(list: string, generation: number, skip: number): ScrolledPage | null {
    const page = this.#scrolled.get(list);
    if (page === undefined) return null;
    this.#scrolled.delete(list);
    if (page.generation === generation && page.taken === skip) return page;
    this.closePage(page.key);
    return null;
  }

  keepScrolled(list: string, page: ScrolledPage): void {
    this.#scrolled.set(list, page);
    if (this.#scrolled.size <= SCROLLED_PAGES) return;
    const [oldest] = this.#scrolled;
    if (oldest === undefined) return;
    this.#scrolled.delete(oldest[0]);
    this.closePage(oldest[1].key);
  }

  /** Closes a page, without waiting for it. */
  closePage(key: string): void {
    const { signal } = this.#parts;
    void this.#context?.then(({ host, id }) => host.call('closePage', { context: id, key }, { signal })).catch(() => {});
  }

  async close(): Promise<void> {
    const open = this.#context;
    this.#context = null;
    this.#scrolled.clear();
    this.#fetchPages.clear();
    const context = await open?.catch(() => null);
    await context?.host.call('closeContext', { context: context.id }, { signal: new AbortController().signal }).catch(() => {});
  }

  #open(): Promise<Context> {
    const { fleet, exit, cookies, window, way, signal } = this.#parts;
    const generation = (this.#generation += 1);
    // The run's own signal: a page that is given up must not end what others wait for.
    const start = async (): Promise<Context> => {
      const [route, exchange] = [await exit.browserRoute(), exchangeCookies(cookies)];
      if (window === null) return { ...(await fleet.openContext(route, signal)), cookies: exchange, generation };
      const { cookies: kept, ...open } = await fleet.openWindow(route, await window.folder(way), signal);
      // A session that went on in the window is newer than the one that was saved.
      exchange.incoming(kept);
      return { ...open, cookies: exchange, generation };
    };
    const opening = start();
    opening.catch(() => {
      if (this.#context === opening) this.#context = null;
    });
    return opening;
  }

  #drop({ generation }: Context): void {
    if (generation !== this.#generation) return;
    this.#context = null;
    this.#scrolled.clear();
    this.#fetchPages.clear();
  }
}
