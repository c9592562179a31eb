import { randomUUID } from 'node:crypto';
import { app, BrowserWindow, type Cookie, session } from 'electron';
import { isWithin } from '#core/accounts/own-cookies.ts';
import type { PlatformInfo } from '#core/contract/platform.ts';
import { denyPermissions } from '#electron/page-guard.ts';

/** A page that has just logged in may still be setting cookies. */
const SETTLING_MS = 1_500;
const WEB_PROTOCOLS = new Set(['http:', 'https:']);
/** Names of programs: some sites turn windows of programs away, though a person sits in front of this one. */
const PROGRAM_TOKENS = / (?:Electron|Commentdock)\/\S+/gi;

/** A session as the window leaves it. */
export interface LoggedIn {
  readonly cookies: string;
  readonly userAgent: string;
}

/**
 * Opens a window at the platform's login page and waits until the owner has logged in there: until all cookies that the platform
 * names are set, or where it names none until the window is closed. Nothing is typed or clicked for them. The window has a
 * partition of its own in memory, and no way to the shell; both are gone afterwards.
 * @returns the cookies of the platform's own domains alone, as JSON, and what the window called itself; null: it was closed before
 * @throws Error where the platform has no login
 */
export async function logInWithWindow(platform: PlatformInfo, title: string): Promise<LoggedIn | null> {
  if (platform.login_url === null) throw new Error(`${platform.name}: its exports use no login.`);
  const partition = session.fromPartition(`login-${randomUUID()}`);
  denyPermissions(partition);
  partition.on('will-download', (event) => event.preventDefault());
  partition.setUserAgent(app.userAgentFallback.replaceAll(PROGRAM_TOKENS, ''));
  const window = openLoginWindow(partition, title);
  try {
    const closed = new Promise<void>((resolve) => window.once('closed', () => resolve()));
    const entered = untilLoggedIn(partition, platform);
    // A page that does not load leaves an empty window, which the owner closes.
    void window.loadURL(platform.login_url).catch(() => undefined);
    await Promise.race([closed, entered]);
    const cookies = await ownCookies(partition, platform);
    return cookies.length > 0 && isComplete(cookies, platform)
      ? { cookies: JSON.stringify(cookies), userAgent: partition.getUserAgent() }
      : null;
  } finally {
    partition.cookies.removeAllListeners('changed');
    if (!window.isDestroyed()) window.destroy();
    await partition.clearStorageData().catch(() => undefined);
  }
}

function openLoginWindow(partition: Electron.Session, title: string): BrowserWindow {
  const window = new BrowserWindow({
    title,
    width: 480,
    height: 760,
    autoHideMenuBar: true,
    webPreferences: {
      session: partition,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  window.on('page-title-updated', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-frame-navigate', (event) => {
    const { protocol } = URL.parse(event.url) ?? {};
    if (event.isMainFrame && (protocol === undefined || !WEB_PROTOCOLS.has(protocol))) event.preventDefault();
  });
  return window;
}

/** Never ends where the platform names no cookies. */
function untilLoggedIn(partition: Electron.Session, platform: PlatformInfo): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (platform.cookie_names.length === 0) return promise;
  let isSettling = false;
  partition.cookies.on('changed', () => {
    void ownCookies(partition, platform).then((cookies) => {
      if (isSettling || !isComplete(cookies, platform)) return;
      isSettling = true;
      setTimeout(resolve, SETTLING_MS);
    });
  });
  return promise;
}

async function ownCookies(partition: Electron.Session, { cookie_domains: domains }: PlatformInfo): Promise<readonly Cookie[]> {
  return (await partition.cookies.get({})).filter(({ domain }) => domain !== undefined && isWithin(domain, domains));
}

function isComplete(cookies: readonly Cookie[], { cookie_names: names }: PlatformInfo): boolean {
  return names.every((wanted) => cookies.some(({ name }) => name === wanted));
}
