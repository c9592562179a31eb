import { chromium, type Browser } from 'playwright-core';
import { HostContext } from '#core/network/browser/host-context.ts';
import { reasonOf } from '#core/network/browser/host-failure.ts';
import { HostWindows, type WindowRequest } from '#core/network/browser/host-windows.ts';
import { launchOptions } from '#core/network/browser/launch.ts';
import { BrowserFailure, type BrowserCookie, type BrowserRoute } from '#core/network/browser/protocol.ts';

interface RouteBrowser {
  readonly browser: Promise<Browser>;
  contexts: number;
  idleTimer: NodeJS.Timeout | undefined;
}

interface ContextRequest {
  readonly route: BrowserRoute;
  readonly executable: string;
  /** A browser without contexts is closed after so long. */
  readonly idleMs: number;
}

/** The browsers of this process: one for each route, started with the first context, closed when idle. */
export class HostBrowsers {
  readonly #byRoute = new Map<string, RouteBrowser>();
  readonly #contexts = new Map<number, { readonly context: HostContext; readonly release: () => void }>();
  readonly #windows: HostWindows;
  readonly #onEmpty: () => void;
  #lastContext = 0;

  /** @param onEmpty called when the last browser is closed for idleness, or died */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
    this.#windows = new HostWindows(() => this.#endIfEmpty());
  }

  /** @throws BrowserFailure `missing` where the browser does not start */
  async openContext({ route, executable, idleMs }: ContextRequest): Promise<number> {
    const key = JSON.stringify([route.key, executable]);
    const known = this.#byRoute.get(key) ?? this.#launch(key, route, executable);
    clearTimeout(known.idleTimer);
    known.contexts += 1;
    const release = (): void => {
      known.contexts -= 1;
      if (known.contexts > 0) return;
      known.idleTimer = setTimeout(() => void this.#closeBrowser(key, known), idleMs);
    };
    try {
      const context = await HostContext.open(await known.browser, route.proxy);
      const id = (this.#lastContext += 1);
      this.#contexts.set(id, { context, release });
      return id;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @throws BrowserFailure `missing` where the browser does not start */
  async openWindow(request: WindowRequest): Promise<{ readonly context: number; readonly cookies: readonly BrowserCookie[] }> {
    const { context: shared, claimed, release } = await this.#windows.enter(request);
    const context = HostContext.inWindow(shared, claimed, request.route.proxy);
    const id = (this.#lastContext += 1);
    this.#contexts.set(id, { context, release });
    // What stirs from now on counts, be it before somebody looks.
    await context.stir(0, AbortSignal.abort());
    return { context: id, cookies: await context.cookies() };
  }

  async closeWindows(below: string): Promise<void> {
    await this.#windows.closeBelow(below);
  }

  /** @throws BrowserFailure `gone` */
  context(id: number): HostContext {
    const found = this.#contexts.get(id);
    if (found === undefined) throw new BrowserFailure({ kind: 'gone', text: 'the context is closed' });
    return found.context;
  }

  async closeContext(id: number): Promise<void> {
    const found = this.#contexts.get(id);
    this.#contexts.delete(id);
    await found?.context.close();
    found?.release();
    if (found?.context.isClosed === true) this.#endIfEmpty();
  }

  async closeAll(): Promise<void> {
    this.#contexts.clear();
    await Promise.all([...[...this.#byRoute].map(([key, known]) => this.#closeBrowser(key, known)), this.#windows.closeBelow('')]);
  }

  #launch(key: string, route: BrowserRoute, executable: string): RouteBrowser {
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const browser = chromium.launch(launchOptions(route, { executable, isRoot })).catch((error: unknown) => {
      this.#forget(key, known);
      throw new BrowserFailure({ kind: wasEnded(error) ? 'gone' : 'missing', text: reasonOf(error) });
    });
    const known: RouteBrowser = { browser, contexts: 0, idleTimer: undefined };
    browser.then(
      (started) => started.on('disconnected', () => this.#forget(key, known)),
      () => {},
    );
    this.#byRoute.set(key, known);
    return known;
  }

  async #closeBrowser(key: string, known: RouteBrowser): Promise<void> {
    if (this.#byRoute.get(key) === known) this.#byRoute.delete(key);
    clearTimeout(known.idleTimer);
    await known.browser.then((browser) => browser.close()).catch(() => {});
    this.#endIfEmpty();
  }

  /** A window that somebody closed between two calls is told of at the next one: until then this process stays. */
  #endIfEmpty(): void {
    const isUntold = [...this.#contexts.values()].some(({ context }) => context.isClosed);
    if (this.#byRoute.size === 0 && this.#windows.isEmpty && !isUntold) this.#onEmpty();
  }

  #forget(key: string, known: RouteBrowser): void {
    clearTimeout(known.idleTimer);
    if (this.#byRoute.get(key) === known) this.#byRoute.delete(key);
    known.browser.then(
      (browser) => {
        for (const [id, { context }] of this.#contexts) if (context.isOf(browser)) this.#contexts.delete(id);
      },
      () => {},
    );
  }
}

/** True where somebody, or a system without memory, ended the browser amid its start: another start may do. */
function wasEnded(error: unknown): boolean {
  return error instanceof Error && /signal=SIG(?:KILL|TERM|HUP|INT)\b/.test(error.message);
}
