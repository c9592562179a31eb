import { join } from 'node:path';
import { app } from 'electron';
import type { DesktopAnswers, DesktopRequest, DesktopState } from '#core/contract/desktop.ts';
import { createAccountLogin, type LogIn } from '#electron/account-login.ts';
import { setAppMenu } from '#electron/app-menu.ts';
import { openBridge } from '#electron/bridge.ts';
import { startCoreProcess } from '#electron/core-host.ts';
import { CoreKeeper, type CoreState } from '#electron/core-keeper.ts';
import { fractionOf, watchExports } from '#electron/exports-watch.ts';
import { logInWithWindow } from '#electron/login-window.ts';
import { type Words, wordsFor } from '#electron/messages/words.ts';
import { Notifications } from '#electron/notifications.ts';
import { followPower } from '#electron/power.ts';
import { createServiceClient, type OpenExport, type ServiceClient } from '#electron/service-client.ts';
import { openShellSettings, type ShellSettings } from '#electron/shell-settings.ts';
import { createStartAtLogin } from '#electron/start-at-login.ts';
import type { StatusText } from '#electron/status-page.ts';
import { AppTray } from '#electron/tray.ts';
import { Updates } from '#electron/updates.ts';
import { MainWindow } from '#electron/window.ts';

const SETTINGS_FILE = 'shell.json';

/** Brings the parts of the shell together. It decides nothing about exports: that is the service's. */
export class Desktop {
  readonly #words: Words = wordsFor(app.getLocale());
  readonly #settings: ShellSettings = openShellSettings(join(app.getPath('userData'), SETTINGS_FILE));
  readonly #startAtLogin = createStartAtLogin();
  readonly #keeper: CoreKeeper;
  readonly #window: MainWindow;
  readonly #tray: AppTray;
  readonly #notifications: Notifications;
  readonly #updates: Updates;
  readonly #logIn: LogIn;
  #client: ServiceClient | null = null;
  #watch: Disposable | null = null;
  #open: readonly OpenExport[] = [];
  #isPaused = false;
  #lastState: CoreState['type'] = 'closed';
  #closing: Promise<void> | null = null;

  constructor() {
    const words = this.#words;
    this.#keeper = new CoreKeeper({ start: startCoreProcess, onState: (state) => this.#follow(state), now: Date.now });
    this.#window = new MainWindow(
      {
        language: words.locale,
        whyFailed: (error) => ({ title: words.text('page.failed'), lines: [messageOf(error)] }),
        onClosed: () => this.#tellBackground(),
        onFocus: () => void this.#readPause(),
      },
      this.#startingText(),
    );
    const open = (place: string | null): void => void this.open(place);
    this.#notifications = new Notifications({ words, onOpen: open, isWatching: () => this.#window.isFocused });
    this.#updates = new Updates({
      settings: this.#settings,
      onChange: () => this.#tellState(),
      beforeInstall: () => this.close(),
    });
    this.#tray = new AppTray(words, {
      open,
      pause: () => void this.#hold('pause'),
      resume: () => void this.#hold('resume'),
      update: () => void this.#updates.install(),
      quit: () => app.quit(),
    });
    this.#logIn = createAccountLogin({ client: () => this.#client, openWindow: logInWithWindow, words });
    setAppMenu(words, { open: () => open(null), quit: () => app.quit() });
    openBridge({ isOwnPage: (frame) => this.#window.isOwnPage(frame), answer: (request) => this.#answer(request) });
    followPower(
      () => this.#client,
      () => void this.#readPause(),
    );
  }

  /** Starts the service, or finds the one that runs. */
  async start(): Promise<void> {
    void this.#keeper.keep();
    this.#showTray();
    await this.#updates.start();
  }

  /** Opens the window, at a place of the page where one is given. */
  async open(place: string | null): Promise<void> {
    if (this.#closing !== null) return;
    await this.#window.open(place === '' ? null : place);
    this.#window.setProgress(fractionOf(this.#open));
  }

  /** Ends everything that the shell holds; exports go on at the next start. */
  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#updates.close();
    this.#notifications.close();
    this.#forget();
    await this.#keeper.close();
    this.#tray.close();
  }

  #follow(state: CoreState): void {
    this.#forget();
    if (state.type === 'ready') {
      const client = createServiceClient(state.address);
      this.#client = client;
      void this.#window.show({ service: client });
      this.#watch = watchExports(client, {
        onChange: (open) => this.#showExports(open),
        onEnd: (ended) => this.#notifications.tellEnd(ended),
        onNeedsYou: (waiting) => this.#notifications.tellNeedsYou(waiting),
        onLost: () => void this.#checkElsewhere(client),
      });
      void this.#readPause();
    } else if (state.type === 'down') void this.#window.show({ status: this.#downText(state.detail, state.retryAtMs) });
    // Between two tries the reason of the last one stays.
    else if (state.type === 'starting' && this.#lastState !== 'down') void this.#window.show({ status: this.#startingText() });
    this.#lastState = state.type;
    if (state.type !== 'closed') this.#showTray();
  }

  /** What was known of a service that is no more. */
  #forget(): void {
    this.#watch?.[Symbol.dispose]();
    this.#watch = null;
    this.#client = null;
    this.#open = [];
    this.#isPaused = false;
    this.#window.setProgress(null);
  }

  async #checkElsewhere(client: ServiceClient): Promise<void> {
    if (!(await client.answers()) && client === this.#client) this.#keeper.lose();
  }

  #showExports(open: readonly OpenExport[]): void {
    this.#open = open;
    this.#window.setProgress(fractionOf(open));
    this.#showTray();
  }

  #showTray(): void {
    const { type } = this.#keeper.state;
    const { found } = this.#updates;
    this.#tray.show({
      service: type === 'closed' ? 'down' : type,
      isPaused: this.#isPaused,
      open: this.#open,
      update: found.state === 'ready' ? found.version : null,
    });
  }

  async #hold(what: 'pause' | 'resume'): Promise<void> {
    const client = this.#client;
    await (what === 'pause' ? client?.pause('resume') : client?.resume())?.catch(() => undefined);
    await this.#readPause();
  }

  /** Others may pause, too: the page, a command. */
  async #readPause(): Promise<void> {
    const client = this.#client;
    const isPaused = (await client?.isPaused().catch(() => false)) ?? false;
    if (client !== this.#client || this.#closing !== null) return;
    this.#isPaused = isPaused;
    this.#showTray();
  }

  async #answer(request: DesktopRequest): Promise<DesktopAnswers[DesktopRequest['type']]> {
    if (request.type === 'logIn') return this.#logIn(request.platform, request.name);
    if (request.type === 'startAtLogin') this.#startAtLogin.set(request.to);
    if (request.type === 'updates') await this.#updates.choose(request.to);
    if (request.type === 'installUpdate') await this.#updates.install();
    if (request.type === 'enter') await this.#window.enterAnew();
    return this.#state();
  }

  #state(): DesktopState {
    const { choice: updates, found: update } = this.#updates;
    return { version: app.getVersion(), startAtLogin: this.#startAtLogin.state(), updates, update };
  }

  #tellState(): void {
    this.#window.tell(this.#state());
    if (this.#closing === null) this.#showTray();
  }

  #tellBackground(): void {
    if (this.#closing !== null || this.#settings.read().background === 'told') return;
    this.#settings.change({ background: 'told' });
    this.#notifications.tellBackground();
  }

  #startingText(): StatusText {
    return { title: this.#words.text('page.starting'), lines: [this.#words.text('page.startingBody')] };
  }

  #downText(detail: string, retryAtMs: number): StatusText {
    const time = new Date(retryAtMs).toLocaleTimeString(this.#words.locale);
    return { title: this.#words.text('page.down'), lines: [detail, this.#words.text('page.downBody', { time })] };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
