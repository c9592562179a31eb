import { EventEmitter } from 'node:events';

/** What `electron` gives the shell, without a screen, for `vi.doMock('electron', ...)`. A fresh import is a fresh app. */

interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export interface FakeNavigation extends Preventable {
  readonly url: string;
  readonly isMainFrame: boolean;
}

export function preventable<Facts extends object>(facts: Facts): Facts & Preventable {
  return {
    ...facts,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}

class FakeApp extends EventEmitter {
  /** False: another instance runs. */
  getsLock = true;
  hasQuit = false;
  isPackaged = false;
  isSandboxed = false;
  locale = 'en-GB';
  appUserModelId = '';
  userAgentFallback = 'Mozilla/5.0 (X11) AppleWebKit/537.36 commentdock/0.1.0 Chrome/152.0.0.0 Electron/45.4.1 Safari/537.36';
  loginItem = { openAtLogin: false, args: [] as string[] };
  readonly protocols: string[] = [];
  readonly paths: Record<string, string> = { appData: '/app-data', home: '/home/ann', exe: '/opt/Commentdock/commentdock' };
  readonly ready = Promise.withResolvers<void>();

  getPath(name: string): string {
    return this.paths[name] ?? '';
  }

  setPath(name: string, path: string): void {
    this.paths[name] = path;
  }

  getLocale(): string {
    return this.locale;
  }

  getVersion(): string {
    return '1.2.3';
  }

  setAppUserModelId(id: string): void {
    this.appUserModelId = id;
  }

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocols.push(scheme);
    return true;
  }

  getLoginItemSettings(): { readonly openAtLogin: boolean; readonly wasOpenedAtLogin: boolean } {
    return { openAtLogin: this.loginItem.openAtLogin, wasOpenedAtLogin: false };
  }

  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void {
    this.loginItem = settings;
  }

  requestSingleInstanceLock(): boolean {
    return this.getsLock;
  }

  whenReady(): Promise<void> {
    return this.ready.promise;
  }

  quit(): void {
    const event = preventable({});
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.hasQuit = true;
  }
}

/** A process that the test speaks for: `emit('message', ...)`, `emit('exit', code)`. */
export class FakeProcess extends EventEmitter {
  readonly modulePath: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly received: unknown[] = [];
  wasKilled = false;
  /** False: it ignores every request to close. */
  closes = true;

  constructor(modulePath: string, options: Readonly<Record<string, unknown>>) {
    super();
    this.modulePath = modulePath;
    this.options = options;
  }

  postMessage(message: unknown): void {
    this.received.push(message);
    if (this.closes) queueMicrotask(() => this.emit('exit', 0));
  }

  kill(): boolean {
    this.wasKilled = true;
    queueMicrotask(() => this.emit('exit', 1));
    return true;
  }
}

type Answer = (answer: boolean) => void;

export interface FakeCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly hostOnly?: boolean;
  readonly path?: string;
  readonly httpOnly?: boolean;
  readonly expirationDate?: number;
  readonly sameSite?: string;
}

class FakeCookies extends EventEmitter {
  all: FakeCookie[] = [];

  async get(): Promise<readonly FakeCookie[]> {
    return this.all;
  }

  set(...cookies: readonly FakeCookie[]): void {
    this.all.push(...cookies);
    for (const cookie of cookies) this.emit('changed', {}, cookie, 'explicit', false);
  }
}

export class FakeSession extends EventEmitter {
  readonly partition: string;
  readonly cookies = new FakeCookies();
  userAgent = '';
  isCleared = false;
  askPermission: (contents: unknown, permission: string, answer: Answer) => void = (_contents, _permission, answer) => answer(true);
  checkPermission: (contents: unknown, permission: string) => boolean = () => true;
  checkDevice: () => boolean = () => true;

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  setPermissionRequestHandler(handler: FakeSession['askPermission']): void {
    this.askPermission = handler;
  }

  setPermissionCheckHandler(handler: FakeSession['checkPermission']): void {
    this.checkPermission = handler;
  }

  setDevicePermissionHandler(handler: FakeSession['checkDevice']): void {
    this.checkDevice = handler;
  }

  getUserAgent(): string {
    return this.userAgent;
  }

  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent;
  }

  async clearStorageData(): Promise<void> {
    this.isCleared = true;
  }
}

export class FakeWebContents extends EventEmitter {
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  readonly mainFrame = { url: '' };
  readonly sent: { readonly channel: string; readonly message: unknown }[] = [];
  readonly session: FakeSession;

  constructor(session: FakeSession) {
    super();
    this.session = session;
    app.emit('web-contents-created', {}, this);
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  send(channel: string, message: unknown): void {
    this.sent.push({ channel, message });
  }

  setWindowOpenHandler(handler: FakeWebContents['openHandler']): void {
    this.openHandler = handler;
  }

  /** A page asks to go somewhere: the event as the shell left it. */
  navigate(event: 'will-frame-navigate' | 'will-redirect', url: string, isMainFrame = true): FakeNavigation {
    const navigation = preventable({ url, isMainFrame });
    this.emit(event, navigation);
    return navigation;
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly getAllWindows = () => fake.windows.filter((window) => !window.isDestroyed());
  readonly id: number;
  readonly options: { readonly title: string; readonly webPreferences: Readonly<Record<string, unknown>> };
  readonly webContents: FakeWebContents;
  readonly loaded: string[] = [];
  isShownMinimized = false;
  hasFocus = false;
  timesFocused = 0;
  progress = Number.NaN;
  #isDestroyed = false;

  constructor(options: { title: string; webPreferences: Record<string, unknown> }) {
    super();
    this.options = options;
    this.webContents = new FakeWebContents((options.webPreferences['session'] as FakeSession | undefined) ?? defaultSession);
    this.id = fake.windows.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.emit('did-start-navigation', { url });
    if (fake.pageFailure !== null && url.startsWith('http')) throw fake.pageFailure;
    this.webContents.mainFrame.url = url;
  }

  isMinimized(): boolean {
    return this.isShownMinimized;
  }

  isFocused(): boolean {
    return this.hasFocus;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  restore(): void {
    this.isShownMinimized = false;
  }

  show(): void {}

  focus(): void {
    this.timesFocused += 1;
  }

  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  /** As the owner or the shell closes it. */
  destroy(): void {
    this.#isDestroyed = true;
    this.emit('closed');
  }
}

export interface FakeMenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly enabled?: boolean;
  readonly type?: string;
  readonly submenu?: readonly FakeMenuItem[];
  click?(): void;
}

export const Menu = {
  buildFromTemplate: (template: readonly FakeMenuItem[]) => template,
  setApplicationMenu: (menu: readonly FakeMenuItem[]) => void (fake.appMenu = menu),
};

export class Tray extends EventEmitter {
  readonly image: unknown;
  toolTip = '';
  menu: readonly FakeMenuItem[] = [];
  timesSet = 0;
  isDestroyed = false;

  constructor(image: unknown) {
    super();
    this.image = image;
    fake.trays.push(this);
  }

  setToolTip(text: string): void {
    this.toolTip = text;
  }

  setContextMenu(menu: readonly FakeMenuItem[]): void {
    this.menu = menu;
    this.timesSet += 1;
  }

  destroy(): void {
    this.isDestroyed = true;
  }
}

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }

  readonly title: string;
  readonly body: string;
  isShown = false;

  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super();
    this.title = title;
    this.body = body;
    fake.notifications.push(this);
  }

  show(): void {
    this.isShown = true;
  }

  close(): void {
    this.isShown = false;
    this.emit('close');
  }
}

type Handler = (event: { readonly senderFrame: unknown }, message: unknown) => Promise<unknown>;

export const ipcMain = {
  handle: (channel: string, handler: Handler) => void fake.handlers.set(channel, handler),
};

/** The preload script's side. */
export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoke: async (channel: string, message: unknown) => {
    fake.invoked.push({ channel, message });
    return null;
  },
});

export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => void fake.exposed.set(name, api),
};

/** What the shell did, and what the next load of a page does. */
export const fake = {
  processes: [] as FakeProcess[],
  windows: [] as BrowserWindow[],
  trays: [] as Tray[],
  notifications: [] as Notification[],
  sessions: [] as FakeSession[],
  handlers: new Map<string, Handler>(),
  invoked: [] as { readonly channel: string; readonly message: unknown }[],
  exposed: new Map<string, unknown>(),
  appMenu: [] as readonly FakeMenuItem[],
  opened: [] as string[],
  pageFailure: null as Error | null,
};

export const app = new FakeApp();

const defaultSession = new FakeSession('');

export const session = {
  fromPartition(partition: string): FakeSession {
    const made = new FakeSession(partition);
    fake.sessions.push(made);
    return made;
  },
};

export const powerMonitor = new EventEmitter();

export const nativeImage = { createFromPath: (path: string) => ({ path }) };

export const shell = {
  openExternal: async (url: string) => void fake.opened.push(url),
};

export const utilityProcess = {
  fork(modulePath: string, _args: readonly string[], options: Readonly<Record<string, unknown>>): FakeProcess {
    const child = new FakeProcess(modulePath, options);
    fake.processes.push(child);
    return child;
  },
};
