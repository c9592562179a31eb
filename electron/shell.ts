import { join } from 'node:path';
import { app, powerMonitor } from 'electron';
import { INTERRUPT } from '../bin/child-signals.js';
import { followDeepLinks, placeOfArguments } from '#electron/deep-link.ts';
import { Desktop } from '#electron/desktop.ts';
import { guardAllPages } from '#electron/page-guard.ts';
import { HIDDEN_FLAG } from '#electron/start-at-login.ts';

/** Where the window keeps its own files: on macOS and Windows the default folder would be the core's data folder. */
const PROFILE_FOLDER = 'Commentdock Desktop';
/** As in electron-builder.config.js: notifications of Windows come under it. */
const APP_ID = 'app.commentdock.desktop';

/**
 * The desktop app: one instance, the core in a process of its own, a window on the core's page, an icon in the tray. It ends when it is
 * told to quit, after the core has closed; nothing is asked, as every page is stored when it comes.
 */
export async function startShell(): Promise<void> {
  app.setPath('userData', join(app.getPath('appData'), PROFILE_FOLDER));
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.enableSandbox();
  guardAllPages();
  const isOpenedAtLogin = process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
  const isWithoutWindow = isOpenedAtLogin || process.argv.includes(HIDDEN_FLAG);
  let place = placeOfArguments(process.argv);
  let desktop: Desktop | null = null;
  const open = (linked: string | null): void => {
    place = linked ?? place;
    void desktop?.open(linked);
  };
  followDeepLinks(open);
  // `npm run desktop` on Windows, which has no signals to pass on.
  process.on('message', (message) => {
    if (message === INTERRUPT) app.quit();
  });
  app.on('second-instance', (_event, words) => open(placeOfArguments(words)));
  app.on('activate', () => open(null));
  // The tray stays: closing the window does not quit.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  desktop = new Desktop();
  quitWith(desktop);
  if (isWithoutWindow && place === null) return desktop.start();
  await Promise.all([desktop.start(), desktop.open(place)]);
}

/** Holds every quit until the core has closed. */
function quitWith(desktop: Desktop): void {
  let isAsked = false;
  let isClosed = false;
  app.on('before-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    if (isAsked) return;
    isAsked = true;
    void desktop.close().finally(() => {
      isClosed = true;
      app.quit();
    });
  });
  powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    // Gives the core the moment that it needs; the system ends us all the same.
    event?.preventDefault();
    app.quit();
  });
}
