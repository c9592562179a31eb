import { BrowserWindow, type Event, type Session, shell, type WebContents } from 'electron';

const EXTERNAL_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
}

/**
 * Opens the window on the service's own page. The page is an ordinary web page in a sandbox: no Node.js, no way to another
 * address, no permissions; links elsewhere open in the system's browser.
 * @throws Error of Electron where the page cannot be loaded
 */
export async function openWindow(address: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    title: 'Commentdock',
    width: 1200,
    height: 800,
    minWidth: 320,
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
  denyPermissions(window.webContents.session);
  lockNavigation(window.webContents, new URL(address).origin);
  await window.loadURL(address);
  return window;
}

function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
}

function lockNavigation(contents: WebContents, origin: string): void {
  const keepInside = (event: Event<Navigation>): void => {
    if (URL.parse(event.url)?.origin === origin) return;
    event.preventDefault();
    if (event.isMainFrame) openOutside(event.url);
  };
  contents.on('will-frame-navigate', keepInside);
  contents.on('will-redirect', keepInside);
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

function openOutside(url: string): void {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== undefined && EXTERNAL_PROTOCOLS.has(protocol)) void shell.openExternal(url).catch(() => undefined);
}
