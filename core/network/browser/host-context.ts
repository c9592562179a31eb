import type { Browser, BrowserContext } from 'playwright-core';
import { HostPage } from '#core/network/browser/host-page.ts';
import { BrowserFailure, type BrowserCookie } from '#core/network/browser/protocol.ts';

/** What sites take for the language of their texts; HTTP requests ask for the same. */
const LOCALE = 'en-US';

/** The part of a browser that belongs to one export: cookies of its own, in memory alone, and its pages by key. */
export class HostContext {
  readonly browser: Browser;
  readonly #context: BrowserContext;
  readonly #pages = new Map<string, HostPage>();

  private constructor(browser: Browser, context: BrowserContext) {
    this.browser = browser;
    this.#context = context;
  }

  static async open(browser: Browser): Promise<HostContext> {
    // A service worker would answer requests that no page is seen to make.
    const context = await browser.newContext({ locale: LOCALE, serviceWorkers: 'block', acceptDownloads: false });
    return new HostContext(browser, context);
  }

  /** The page under this key, opened where there is none that lives. */
  async page(key: string): Promise<HostPage> {
    const known = this.#pages.get(key);
    if (known?.isAlive === true) return known;
    if (known !== undefined) await this.closePage(key);
    const page = await HostPage.over(await this.#context.newPage());
    this.#pages.set(key, page);
    return page;
  }

  /** @throws BrowserFailure `noPage` */
  livePage(key: string): HostPage {
    const known = this.#pages.get(key);
    if (known?.isAlive === true) return known;
    throw new BrowserFailure({ kind: 'noPage', text: 'the page is no more' });
  }

  async closePage(key: string): Promise<void> {
    const page = this.#pages.get(key);
    this.#pages.delete(key);
    await page?.page.close().catch(() => {});
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

  async close(): Promise<void> {
    this.#pages.clear();
    await this.#context.close().catch(() => {});
  }
}
