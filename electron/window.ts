import { fileURLToPath } from 'node:url';
import { BrowserWindow, type WebFrameMain } from 'electron';
import type { DesktopState } from '#core/contract/desktop.ts';
import { STATE_CHANNEL } from '#electron/channels.ts';
import { denyPermissions, keepWithin } from '#electron/page-guard.ts';
import type { ServiceClient } from '#electron/service-client.ts';
import { statusPage, type StatusText } from '#electron/status-page.ts';

/** Buttons that copy; reading the clipboard stays forbidden. */
const PERMISSIONS = ['clipboard-sanitized-write'];
/** A page that stood so long was sound. */
const STEADY_MS = 10_000;
/** A page that could not be loaded is tried again after this time. */
const RETRY_MS = 5_000;

export interface WindowParts {
  /** What stands there where the page of the service cannot be loaded. */
  whyFailed(error: unknown): StatusText;
  onClosed(): void;
  onFocus(): void;
  readonly language: string;
}

type Content = { readonly service: ServiceClient } | { readonly status: StatusText };

/**
 * The window on the service's own page, or on a plain one while there is no service. The page is an ordinary web page in a sandbox:
 * no Node.js, no way to another address. A window that was closed is opened anew.
 */
export class MainWindow {
  readonly #parts: WindowParts;
  #window: BrowserWindow | null = null;
  #content: Content;
  /** Services that let this app in already, by their origin. */
  readonly #entered = new Set<string>();
  /** Where in the page to go; kept until there is one. */
  #place: string | null = null;
  #brokeAtMs = 0;
  #enteredAnewAtMs = Number.NEGATIVE_INFINITY;
  #retry: NodeJS.Timeout | undefined;

  constructor(parts: WindowParts, status: StatusText) {
    this.#parts = parts;
    this.#content = { status };
  }

  get isFocused(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** Opens the window or brings it forward. @param place of the page, from `#` on */
  async open(place: string | null = null): Promise<void> {
    this.#place = place ?? this.#place;
    if (this.#window === null) {
      this.#window = this.#create();
      return this.#load();
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
    if (this.#place !== null) await this.#load();
  }

  /** What the window shows from now on, be it open or not. */
  async show(content: Content): Promise<void> {
    const origin = this.#origin();
    this.#content = content;
    // A service that came back at its address finds the owner where they were.
    const path = this.#window?.webContents.getURL() ?? '';
    if (origin !== null && URL.parse(path)?.origin === origin) this.#place ??= URL.parse(path)?.hash || null;
    await this.#load();
  }

  /** The pass of the page has ended: gets another one. A page that is not let in with it at once says so itself. */
  async enterAnew(): Promise<void> {
    const origin = this.#origin();
    const isAgain = Date.now() - this.#enteredAnewAtMs < STEADY_MS;
    if (origin === null || isAgain) return;
    this.#enteredAnewAtMs = Date.now();
    this.#entered.delete(origin);
    await this.#load();
  }

  /** @param fraction from 0 to 1; null: nothing runs; `unknown`: how far is not known */
  setProgress(fraction: number | 'unknown' | null): void {
    // Electron's words: below 0 removes the bar, above 1 moves it without an end.
    this.#window?.setProgressBar(fraction === null ? -1 : fraction === 'unknown' ? 2 : fraction);
  }

  tell(state: DesktopState): void {
    if (this.isOwnPage(this.#window?.webContents.mainFrame ?? null)) this.#window?.webContents.send(STATE_CHANNEL, state);
  }

  /** True for the page of the service that the window shows, not for frames within it. */
  isOwnPage(frame: WebFrameMain | null): boolean {
    const origin = this.#origin();
    return frame !== null && origin !== null && frame === this.#window?.webContents.mainFrame && URL.parse(frame.url)?.origin === origin;
  }

  #origin(): string | null {
    return 'service' in this.#content ? new URL(this.#content.service.baseUrl).origin : null;
  }

  #create(): BrowserWindow {
    const window = new BrowserWindow({
      title: 'Commentdock',
      width: 1200,
      height: 800,
      minWidth: 320,
      autoHideMenuBar: true,
      webPreferences: {
        preload: fileURLToPath(import.meta.resolve('#electron/preload.cjs')),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        // Its dictionaries would be fetched from elsewhere.
        spellcheck: false,
      },
    });
    const { webContents } = window;
    denyPermissions(webContents.session, PERMISSIONS);
    keepWithin(webContents, () => this.#origin());
    webContents.on('render-process-gone', (_event, { reason }) => void this.#recover(reason));
    window.on('focus', this.#parts.onFocus);
    window.on('closed', () => {
      this.#window = null;
      clearTimeout(this.#retry);
      this.#parts.onClosed();
    });
    return window;
  }

  async #load(): Promise<void> {
    const content = this.#content;
    clearTimeout(this.#retry);
    try {
      if ('status' in content) return await this.#go(statusPage(content.status, this.#parts.language));
      const { service } = content;
      const origin = new URL(service.baseUrl).origin;
      if (this.#window === null) return;
      if (!this.#entered.has(origin)) {
        await this.#go(await service.windowLink());
        this.#entered.add(origin);
        if (this.#place === null) return;
      }
      const place = this.#place;
      await this.#go(`${origin}/${place ?? ''}`);
      if (this.#place === place) this.#place = null;
    } catch (error) {
      // What was overtaken by another page is no failure of this one.
      if (this.#content !== content || isAborted(error)) return;
      await this.#tellFailure(error);
      this.#retry = setTimeout(() => void this.#load(), RETRY_MS);
    }
  }

  async #tellFailure(error: unknown): Promise<void> {
    await this.#go(statusPage(this.#parts.whyFailed(error), this.#parts.language)).catch(() => undefined);
  }

  /** A page that breaks down once is loaded anew, one that does so again at once is not. */
  async #recover(reason: string): Promise<void> {
    const isAgain = Date.now() - this.#brokeAtMs < STEADY_MS;
    this.#brokeAtMs = Date.now();
    if (!isAgain) return this.#load();
    await this.#tellFailure(new Error(reason));
  }

  async #go(address: string): Promise<void> {
    await this.#window?.loadURL(address);
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
}
