import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { within } from '#core/network/browser/deadline.ts';
import { HostPage } from '#core/network/browser/host-page.ts';
import { BrowserFailure, type BrowserCookie, type BrowserProxy } from '#core/network/browser/protocol.ts';

/** What sites take for the language of their texts; HTTP requests ask for the same. */
const LOCALE = 'en-US';
/** How often somebody looks at the cookies of a window. */
const STIR_EVERY_MS = 500;

/** The news of a page and that of its browser are told one after the other. */
const VERDICT_TURNS = 3;

/** A page whose renderer dies while it is made may never be there, and one that has crashed may never be gone. */
const PAGE_MS = 20_000;
/** One that is not there after so long is made once more beside it: Chromium may have chosen a renderer that is dead or hangs. */
const ANOTHER_AFTER_MS = 2_000;

/** The part of a browser that belongs to one export: its pages by key, and cookies of its own, in memory alone. In a window others share them. */
export class HostContext {
  readonly #context: BrowserContext;
  readonly #kind: 'own' | 'window';
  readonly #proxy: BrowserProxy | null;
  readonly #pages = new Map<string, HostPage>();
  /** Pages of a shared window that belong to somebody. */
  readonly #claimed: WeakSet<Page>;
  /** Aborted once the browser is gone. */
  readonly #ending = new AbortController();
  /** Somebody has closed the window, or a page of ours in it. */
  #isClosed = false;
  #documents = 0;
  /** What the last `stir` saw. */
  #told: { readonly documents: number; readonly cookies: string } | null = null;

  private constructor(context: BrowserContext, kind: 'own' | 'window', proxy: BrowserProxy | null, claimed = new WeakSet<Page>()) {
    this.#context = context;
    this.#kind = kind;
    this.#proxy = proxy;
    this.#claimed = claimed;
    context.on('close', () => this.#ending.abort());
    if (kind === 'own') return;
    const note = (page: Page): void => {
      const leaving = watchLeaving(page);
      page.on('domcontentloaded', () => (this.#documents += 1));
      page.on('close', () => void this.#judgeClosing(page, leaving.isTold()));
    };
    for (const page of context.pages()) note(page);
    context.on('page', note);
  }

  /** One export's part of a window. */
  static inWindow(context: BrowserContext, claimed: WeakSet<Page>, proxy: BrowserProxy | null): HostContext {
    return new HostContext(context, 'window', proxy, claimed);
  }

  isOf(browser: Browser): boolean {
    return this.#context.browser() === browser;
  }

  get #isGone(): boolean {
    return this.#ending.signal.aborted;
  }

  /** What is left of it. Asked after a failure: what closes a page may be told after it. */
  async standing(): Promise<'open' | 'closed' | 'gone'> {
    if (this.#kind === 'own') return this.#context.browser()?.isConnected() === true ? 'open' : 'gone';
    for (let turn = 0; turn < VERDICT_TURNS; turn += 1) await nextTurn();
    return this.#isClosed ? 'closed' : this.#isGone ? 'gone' : 'open';
  }

  /**
   * A browser that dies tells of no page that it closes, and all close in the turn in which it does; of one that somebody closes, they
   * are told of and go first.
   */
  async #judgeClosing(page: Page, leaving: 'told' | 'untold'): Promise<void> {
    const isOurs = [...this.#pages.values()].some((each) => each.page === page && !each.isCrashed);
    if (!isOurs && this.#context.pages().length > 0) return;
    if (leaving === 'untold') await nextTurn();
    if (leaving === 'told' || !this.#isGone) this.#isClosed = true;
  }

  /** Somebody has closed the window, and whoever reads through it may not know yet. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  static async open(browser: Browser, proxy: BrowserProxy | null): Promise<HostContext> {
    // A service worker would answer requests that no page is seen to make.
    const context = await browser.newContext({ locale: LOCALE, serviceWorkers: 'block', acceptDownloads: false });
    return new HostContext(context, 'own', proxy);
  }

  /** The page under this key, opened where there is none that lives. @throws BrowserFailure `closed` */
  async page(key: string): Promise<HostPage> {
    this.#expectOpen();
    const known = this.#pages.get(key);
    if (known?.isAlive === true) return known;
    if (known !== undefined) await this.closePage(key);
    const page = await this.#freshPage();
    this.#pages.set(key, page);
    return page;
  }

  /** @throws BrowserFailure `noPage`, `closed` */
  livePage(key: string): HostPage {
    this.#expectOpen();
    const known = this.#pages.get(key);
    if (known?.isAlive === true) return known;
    throw new BrowserFailure({ kind: 'noPage', text: 'the page is no more' });
  }

  #expectOpen(): void {
    if (this.#isClosed) throw new BrowserFailure({ kind: 'closed', text: 'the window was closed' });
  }

  async closePage(key: string): Promise<void> {
    const page = this.#pages.get(key);
    this.#pages.delete(key);
    if (page === undefined) return;
    await this.#keepWindow(1);
    await within(PAGE_MS, page.page.close()).catch(() => {});
  }

  /** A window whose last page is closed would close with it, and pass for one that somebody closed. */
  async #keepWindow(closing: number): Promise<void> {
    if (this.#kind === 'own' || this.#isClosed || this.#context.pages().length > closing) return;
    await soonest(() => this.#context.newPage()).catch(() => {});
  }

  async addCookies(cookies: readonly BrowserCookie[]): Promise<void> {
    if (cookies.length === 0) return;
    try {
      await this.#context.addCookies(cookies);
    } catch {
      // One that the browser refuses must not keep the others out.
      for (const cookie of cookies) await this.#context.addCookies([cookie]).catch(() => {});
    }
  }

  async cookies(): Promise<readonly BrowserCookie[]> {
    const all = await this.#context.cookies();
    return all.filter(({ partitionKey }) => partitionKey === undefined);
  }

  /** Of a window that others share only its own pages. */
  async close(): Promise<void> {
    const pages = [...this.#pages.keys()];
    if (this.#kind === 'own') {
      this.#pages.clear();
      await this.#context.close().catch(() => {});
      return;
    }
    await this.#keepWindow(pages.length);
    for (const key of pages) await this.closePage(key);
  }

  /**
   * Waits until a page of the window has another document, or the window other cookies, than when it was asked last; null where nothing comes
   * in that time.
   */
  async stir(timeoutMs: number, signal: AbortSignal): Promise<'document' | 'cookies' | null> {
    for (const endMs = performance.now() + timeoutMs; ;) {
      const [documents, cookies] = [this.#documents, await this.#cookieValues()];
      const told = this.#told ?? { documents, cookies };
      this.#told = { documents, cookies };
      if (cookies !== told.cookies) return 'cookies';
      if (documents !== told.documents) return 'document';
      if (signal.aborted || this.#isGone || performance.now() >= endMs) return null;
      await delay(STIR_EVERY_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  async #cookieValues(): Promise<string> {
    const all = await this.#context.cookies();
    return JSON.stringify(all.map(({ name, domain, path, value }) => [domain, path, name, value]).toSorted());
  }

  /** The blank page that a window opens with. */
  #unusedPage(): Page | undefined {
    if (this.#kind === 'own') return undefined;
    const page = this.#context.pages().find((each) => each.url() === 'about:blank' && !this.#claimed.has(each));
    if (page !== undefined) this.#claimed.add(page);
    return page;
  }

  async #freshPage(): Promise<HostPage> {
    const page = this.#unusedPage() ?? (await this.#newPage());
    return within(PAGE_MS, HostPage.over(page, this.#kind, this.#proxy));
  }

  async #newPage(): Promise<Page> {
    const page = await soonest(() => this.#context.newPage());
    this.#claimed.add(page);
    return page;
  }
}

/** Whether the browser has said that a page goes, be it just before it ends itself. The end of a renderer that crashed says nothing of that. */
function watchLeaving(page: Page): { isTold(): 'told' | 'untold' } {
  let told: 'told' | 'untold' = 'untold';
  let isCrashed = false;
  page.on('crash', () => (isCrashed = true));
  page
    .context()
    .newCDPSession(page)
    .then(
      (session) => session.on('Inspector.detached', () => (told = 'told')),
      () => {},
    );
  return { isTold: () => (isCrashed ? 'untold' : told) };
}

/** The first page that is there; one that comes later is closed. @throws BrowserFailure `crashed` where none comes */
async function soonest(make: () => Promise<Page>): Promise<Page> {
  const { promise: first, resolve, reject } = Promise.withResolvers<Page>();
  let isOver = false;
  const makeOne = (): void =>
    void make().then((page) => {
      if (isOver) void page.close().catch(() => {});
      else resolve(page);
      isOver = true;
    }, reject);
  makeOne();
  const timer = setInterval(makeOne, ANOTHER_AFTER_MS);
  try {
    return await within(PAGE_MS, first);
  } finally {
    isOver = true;
    clearInterval(timer);
  }
}
