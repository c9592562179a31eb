import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request, Response, Route } from 'playwright-core';
import { checkLength } from '#core/network/browser/ceilings.ts';
import { within } from '#core/network/browser/deadline.ts';
import { atAddress } from '#core/network/browser/host-failure.ts';
import { hasGlobal, isAtRest, readGlobal } from '#core/network/browser/page-functions.ts';
import {
  BrowserFailure,
  type BrowserProxy,
  type DocumentHead,
  type PlaceToOpen,
  type VisitedPage,
} from '#core/network/browser/protocol.ts';
import { unlessRedirected } from '#core/network/browser/redirect-catch.ts';
import type { Watcher } from '#core/network/browser/watcher.ts';
import type { PageAction } from '#core/platform-api/session.ts';

/** What a page loads for the eye and the ear alone. */
const HEAVY: ReadonlySet<string> = new Set(['image', 'font', 'media']);
const READY_EVERY_MS = 100;
const ACTION_TIMEOUT_MS = 10_000;
/** So often in a row what a list would bring does not come where it has ended. */
const MISSES_AT_END = 2;
/** A page that moves on by itself while it is read. */
const READINGS = 3;
const NOT_OF_A_PAGE: ReadonlySet<string> = new Set(['set-cookie', 'content-encoding', 'content-length', 'transfer-encoding']);

/** One page of an export's context. Where nobody sees it, its heavy resources are held off. */
export class HostPage {
  readonly page: Page;
  readonly #kind: 'own' | 'window';
  readonly #proxy: BrowserProxy | null;
  watcher: Watcher | null = null;
  #isCrashed = false;
  /** Where a way somewhere failed, the browser's own page about it comes later, and breaks off whatever the page is sent to next. */
  #isSpent = false;
  #isUsed = false;
  /** The address at which an empty page stands; null: none. */
  #blank: string | null = null;
  #isRouted = false;
  #head: Promise<DocumentHead> | null = null;

  private constructor(page: Page, kind: 'own' | 'window', proxy: BrowserProxy | null) {
    this.page = page;
    this.#kind = kind;
    this.#proxy = proxy;
  }

  /**
   * `window`: a person sees it, has its dialogs and its popups, and pictures to solve a riddle by.
   * @param proxy the way of its browser
   */
  static async over(page: Page, kind: 'own' | 'window', proxy: BrowserProxy | null): Promise<HostPage> {
    const hostPage = new HostPage(page, kind, proxy);
    page.on('crash', () => (hostPage.#isCrashed = true));
    if (kind === 'window') {
      page.on('dialog', () => {});
      page.on('response', (response) => {
        if (isDocumentOf(response, page)) hostPage.#head = headOf(response);
      });
      return hostPage;
    }
    page.on('popup', (popup) => void popup.close().catch(() => {}));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
    await hostPage.#route();
    return hostPage;
  }

  /** From now on the watcher decides about requests of the page. */
  async listen(watcher: Watcher): Promise<void> {
    this.watcher = watcher;
    if (!this.#isRouted) await this.#route();
  }

  async #route(): Promise<void> {
    this.#isRouted = true;
    await this.page.route('**/*', (route, request) => this.#decide(route, request));
  }

  /** The page as it stands. */
  async standing(): Promise<VisitedPage> {
    const head = await this.#head?.catch(() => null);
    return { ...(head ?? { status: 200, headers: {} }), url: this.page.url(), html: await this.#html(), globals: {} };
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  get isAlive(): boolean {
    return !this.#isCrashed && !this.#isSpent && !this.page.isClosed();
  }

  /**
   * Opens the place, waits for what it is to wait for, acts, and reads the page.
   * @param onDocument the document's head, as soon as it is there
   * @throws what playwright throws; BrowserFailure `action`
   */
  visit(place: PlaceToOpen, globals: readonly string[], timeoutMs: number, onDocument: (head: DocumentHead) => void): Promise<VisitedPage> {
    const actionsMs = place.actions.reduce((sum, action) => sum + (action.timeoutMs ?? ACTION_TIMEOUT_MS), 0);
    return within(2 * timeoutMs + (place.ready?.timeoutMs ?? 0) + actionsMs, this.#visit(place, globals, timeoutMs, onDocument));
  }

  async #visit(
    place: PlaceToOpen,
    globals: readonly string[],
    timeoutMs: number,
    onDocument: (head: DocumentHead) => void,
  ): Promise<VisitedPage> {
    const { page } = this;
    // The address of the page that stands there, with another hash, would be no navigation.
    if (this.#isUsed && place.url.includes('#')) await page.goto('about:blank');
    this.#isUsed = true;
    this.#blank = place.isBlank === true ? place.url : null;
    let head: Promise<DocumentHead> | null = null;
    const note = (response: Response): void => {
      if (!isDocumentOf(response, page)) return;
      head = headOf(response);
      head.then(onDocument, () => {});
    };
    let failedAt: string | null = null;
    const noteFailed = (request: Request): void => {
      if (request.isNavigationRequest()) failedAt = request.url();
    };
    page.on('response', note).on('requestfailed', noteFailed);
    try {
      if (place.asLink === true) return await this.#linkAt(place.url, timeoutMs, onDocument);
      const response = await page.goto(place.url, { waitUntil: 'domcontentloaded', timeout: timeoutMs });
      if (response !== null) head ??= headOf(response);
      const known = await head?.catch(() => null);
      await this.#waitUntilReady(place.ready, known?.headers['refresh'] === undefined);
      await actAll(page, place.actions);
    } catch (error) {
      this.#isSpent = this.#kind === 'own' && !(error instanceof BrowserFailure);
      throw atAddress(error, failedAt);
    } finally {
      page.off('response', note).off('requestfailed', noteFailed);
    }
    const last = (head as Promise<DocumentHead> | null) ?? Promise.resolve({ status: 200, headers: {}, url: place.url });
    return { ...(await last), url: page.url(), html: await this.#html(), globals: await this.#globals(globals) };
  }

  /** As `unlessRedirected`, on the way of this page. */
  unlessRedirected<T>(url: string, work: () => Promise<T>): ReturnType<typeof unlessRedirected<T>> {
    return unlessRedirected(this.page, url, this.#proxy, work);
  }

  /** What stands behind a link: where it leads on to, or its document as it was sent. */
  async #linkAt(url: string, timeoutMs: number, onDocument: (head: DocumentHead) => void): Promise<VisitedPage> {
    const answer = await this.unlessRedirected(url, async () => {
      const response = await this.page.goto(url, { waitUntil: 'commit', timeout: timeoutMs });
      const head = response === null ? { status: 200, headers: {}, url } : await headOf(response);
      const html = (await response?.text()) ?? '';
      checkLength(html.length, head.headers['content-type'] ?? '');
      return { ...head, html };
    });
    const { html, ...head } = 'redirect' in answer ? { ...answer.redirect, html: '' } : answer.done;
    onDocument(head);
    return { ...head, html, globals: {} };
  }

  async #html(): Promise<string> {
    for (let reading = 1; ; reading += 1) {
      try {
        const html = await this.page.content();
        checkLength(html.length, 'text/html');
        return html;
      } catch (error) {
        if (error instanceof BrowserFailure) throw error;
        if (reading === READINGS || !this.isAlive) throw error;
        await this.page.waitForLoadState('domcontentloaded');
      }
    }
  }

  async #globals(names: readonly string[]): Promise<Record<string, string | null>> {
    const found: Record<string, string | null> = {};
    for (const name of names) {
      const json = await this.page.evaluate(readGlobal, name);
      checkLength(json?.length ?? 0, 'application/json');
      found[name] = json;
    }
    return found;
  }

  /** @param mayRest false: the server has told the page to go elsewhere */
  async #waitUntilReady(ready: PlaceToOpen['ready'], mayRest: boolean): Promise<void> {
    if (ready === null) return;
    const until = performance.now() + ready.timeoutMs;
    while (performance.now() < until) {
      // As most refusals are: it never becomes what it is not. What people see they may change.
      const isOver = mayRest && this.#kind === 'own' && (await this.#isAtRest());
      if ((await this.#isReady(ready)) || isOver) return;
      await delay(READY_EVERY_MS);
    }
  }

  async #isAtRest(): Promise<boolean> {
    // A page on its way to another one has no answer.
    return this.page.evaluate(isAtRest).catch(() => false);
  }

  async #isReady({ global, selector }: NonNullable<PlaceToOpen['ready']>): Promise<boolean> {
    try {
      return (
        (global === null || (await this.page.evaluate(hasGlobal, global))) &&
        (selector === null || (await this.page.locator(selector).count()) > 0)
      );
    } catch (error) {
      if (!this.isAlive) throw error;
      // The page is on its way to another one.
      return false;
    }
  }

  async #decide(route: Route, request: Request): Promise<void> {
    try {
      if (request.isNavigationRequest() && request.url() === this.#blank)
        await route.fulfill({ status: 200, contentType: 'text/html', body: '' });
      else if (this.#kind === 'own' && HEAVY.has(request.resourceType())) await route.abort('blockedbyclient');
      else if (this.watcher?.takes(route, request) !== true) await route.continue();
    } catch {
      // The page went away while its request waited.
    }
  }
}

/** The head of a response, redirects and cookies left out. */
export async function headOf(response: Response): Promise<DocumentHead> {
  const all = Object.entries(await response.allHeaders());
  return {
    status: response.status(),
    url: response.url(),
    headers: Object.fromEntries(all.filter(([name]) => !name.startsWith(':') && !NOT_OF_A_PAGE.has(name))),
  };
}

function isDocumentOf(response: Response, page: Page): boolean {
  const request = response.request();
  if (!request.isNavigationRequest() || (response.status() >= 300 && response.status() < 400)) return false;
  return response.frame() === page.mainFrame();
}

async function actAll(page: Page, actions: readonly PageAction[]): Promise<void> {
  let missed = 0;
  for (const action of actions) {
    const outcome = await act(page, action);
    if (action.optional !== 'untilEnd') continue;
    missed = outcome === 'missing' ? missed + 1 : 0;
    if (missed === MISSES_AT_END) return;
  }
}

/** @throws BrowserFailure `action` where an element does not come that has to */
async function act(page: Page, action: PageAction): Promise<'done' | 'missing'> {
  const timeout = action.timeoutMs ?? ACTION_TIMEOUT_MS;
  const [selector, work] =
    'click' in action
      ? [action.click, page.locator(action.click).first().click({ timeout })]
      : 'waitFor' in action
        ? [action.waitFor, page.locator(action.waitFor).first().waitFor({ state: 'attached', timeout })]
        : [action.reveal, page.locator(action.reveal).first().scrollIntoViewIfNeeded({ timeout })];
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    if (action.optional === undefined) throw new BrowserFailure({ kind: 'action', text: selector });
    return 'missing';
  }
}
