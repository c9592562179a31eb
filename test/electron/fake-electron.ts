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

function preventable<Facts extends object>(facts: Facts): Facts & Preventable {
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
  readonly paths: Record<string, string> = { appData: '/app-data' };
  readonly ready = Promise.withResolvers<void>();

  getPath(name: string): string {
    return this.paths[name] ?? '';
  }

  setPath(name: string, path: string): void {
    this.paths[name] = path;
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
  readonly received: unknown[] = [];
  wasKilled = false;
  /** False: it ignores every request to close. */
  closes = true;

  constructor(modulePath: string) {
    super();
    this.modulePath = modulePath;
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

type Permission = (answer: boolean) => void;

class FakeWebContents extends EventEmitter {
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  askPermission: (contents: unknown, permission: string, answer: Permission) => void = (_contents, _permission, answer) => answer(true);
  checkPermission: () => boolean = () => true;
  readonly session = {
    setPermissionRequestHandler: (handler: typeof this.askPermission) => {
      this.askPermission = handler;
    },
    setPermissionCheckHandler: (handler: typeof this.checkPermission) => {
      this.checkPermission = handler;
    },
  };

  setWindowOpenHandler(handler: typeof this.openHandler): void {
    this.openHandler = handler;
  }

  /** A page asks to go somewhere: the event as the shell left it. */
  navigate(event: 'will-frame-navigate' | 'will-redirect', url: string, isMainFrame = true): FakeNavigation {
    const navigation = preventable({ url, isMainFrame });
    this.emit(event, navigation);
    return navigation;
  }
}

export class BrowserWindow {
  readonly options: { readonly webPreferences: Readonly<Record<string, unknown>> };
  readonly webContents = new FakeWebContents();
  readonly loaded: string[] = [];
  isShownMinimized = false;
  timesFocused = 0;

  constructor(options: { webPreferences: Record<string, unknown> }) {
    this.options = options;
    fake.windows.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    if (fake.pageFailure !== null) throw fake.pageFailure;
  }

  isMinimized(): boolean {
    return this.isShownMinimized;
  }

  restore(): void {
    this.isShownMinimized = false;
  }

  focus(): void {
    this.timesFocused += 1;
  }
}

/** What the shell did, and what the next load of a page does. */
export const fake = {
  processes: [] as FakeProcess[],
  windows: [] as BrowserWindow[],
  errors: [] as { title: string; detail: string }[],
  opened: [] as string[],
  pageFailure: null as Error | null,
};

export const app = new FakeApp();

export const dialog = {
  showErrorBox: (title: string, detail: string) => void fake.errors.push({ title, detail }),
};

export const shell = {
  openExternal: async (url: string) => void fake.opened.push(url),
};

export const utilityProcess = {
  fork(modulePath: string): FakeProcess {
    const child = new FakeProcess(modulePath);
    fake.processes.push(child);
    return child;
  },
};
