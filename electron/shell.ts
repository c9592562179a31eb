import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { type CoreHost, startCoreProcess } from '#electron/core-host.ts';
import { openWindow } from '#electron/window.ts';

/** Where the window keeps its own files: on macOS and Windows the default folder would be the core's data folder. */
const PROFILE_FOLDER = 'Commentdock Desktop';

/**
 * The desktop app: one instance, the core in a process of its own, one window on the core's page. Ends with the window, after
 * the core has closed.
 */
export async function startShell(): Promise<void> {
  app.setPath('userData', join(app.getPath('appData'), PROFILE_FOLDER));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  let window: BrowserWindow | null = null;
  app.on('second-instance', () => {
    if (window !== null) bringForward(window);
  });
  app.on('window-all-closed', () => app.quit());
  await app.whenReady();
  const core = startCoreProcess();
  const quit = closeCoreBeforeQuit(core);
  const news = await core.news;
  if (quit.isAsked()) return;
  if (news.type === 'failed') {
    fail('Commentdock could not start', news.detail);
    return;
  }
  if (news.type === 'ready') failWithCore(core, quit);
  else await core.close();
  try {
    window = await openWindow(news.type === 'ready' ? (news.windowUrl ?? news.baseUrl) : news.baseUrl);
  } catch (error) {
    if (!quit.isAsked())
      fail('Commentdock could not open its page', `${news.baseUrl}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Quit {
  /** True from the first time that the app was asked to quit. */
  isAsked(): boolean;
}

/** Holds every quit until the core has closed. */
function closeCoreBeforeQuit(core: CoreHost): Quit {
  let isAsked = false;
  let isCoreClosed = false;
  app.on('before-quit', (event) => {
    if (isCoreClosed) return;
    event.preventDefault();
    if (isAsked) return;
    isAsked = true;
    void core.close().then(() => {
      isCoreClosed = true;
      app.quit();
    });
  });
  return { isAsked: () => isAsked };
}

/** Ends the app when the core ends without being asked to. */
function failWithCore(core: CoreHost, quit: Quit): void {
  void core.ended.then((code) => {
    if (quit.isAsked()) return;
    fail(
      'Commentdock stopped',
      `Its service ended unexpectedly (exit code ${code}). What was fetched is kept: start Commentdock again to go on.`,
    );
  });
}

function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

function fail(title: string, detail: string): void {
  dialog.showErrorBox(title, detail);
  app.quit();
}
