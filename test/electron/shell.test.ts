import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as FakeElectron from '#test/electron/fake-electron.ts';

const BASE_URL = 'http://127.0.0.1:4780';

let electron: typeof FakeElectron;

beforeEach(async () => {
  vi.resetModules();
  electron = await import('#test/electron/fake-electron.ts');
  vi.doMock('electron', () => electron);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Starts the app as Electron does: its entry runs to the end, then the app is ready. */
async function startApp(): Promise<void> {
  await import('#electron/main.ts');
  electron.app.ready.resolve();
  await settled();
}

/** Lets everything happen that waits for nothing outside. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

async function coreSays(news: unknown): Promise<void> {
  core().emit('message', news);
  await settled();
}

async function openApp(): Promise<void> {
  await startApp();
  await coreSays({ type: 'ready', baseUrl: BASE_URL });
}

function core(): FakeElectron.FakeProcess {
  const [child] = electron.fake.processes;
  if (child === undefined) throw new Error('No process was started.');
  return child;
}

function theWindow(): FakeElectron.BrowserWindow {
  const [window] = electron.fake.windows;
  if (window === undefined) throw new Error('No window was opened.');
  return window;
}

describe('start', () => {
  test('the core runs in a process of its own, from a file that exists', async () => {
    await startApp();
    expect(core().modulePath).toMatch(/core-process\.ts$/);
    expect(existsSync(core().modulePath)).toBe(true);
  });

  test('no process and no window before Electron is ready', async () => {
    await import('#electron/main.ts');
    await settled();
    expect(electron.fake.processes).toEqual([]);
  });

  test('one window opens on the page of the service, once it answers', async () => {
    await startApp();
    expect(electron.fake.windows).toEqual([]);
    await coreSays({ type: 'ready', baseUrl: BASE_URL });
    expect(theWindow().loaded).toEqual([BASE_URL]);
    expect(electron.fake.errors).toEqual([]);
  });

  test('the files of the window lie apart from the data folder', async () => {
    await startApp();
    expect(electron.app.paths['userData']).toMatch(/Commentdock Desktop$/);
  });

  test('a second instance ends at once', async () => {
    electron.app.getsLock = false;
    await startApp();
    expect(electron.app.hasQuit).toBe(true);
    expect(electron.fake.processes).toEqual([]);
  });

  test('the first instance comes to the front for the second', async () => {
    await openApp();
    theWindow().isShownMinimized = true;
    electron.app.emit('second-instance');
    expect(theWindow()).toMatchObject({ isShownMinimized: false, timesFocused: 1 });
  });
});

describe('a core that does not start', () => {
  test('says why, and the app ends', async () => {
    await startApp();
    await coreSays({ type: 'failed', detail: 'Port 4780 is taken.' });
    expect(electron.fake.errors).toEqual([{ title: 'Commentdock could not start', detail: 'Port 4780 is taken.' }]);
    expect(electron.fake.windows).toEqual([]);
    expect(electron.app.hasQuit).toBe(true);
  });

  test('an end without a word is told with its exit code', async () => {
    await startApp();
    core().emit('exit', 9);
    await settled();
    expect(electron.fake.errors[0]?.detail).toContain('exit code 9');
    expect(electron.app.hasQuit).toBe(true);
  });

  test.each([null, 'ready', { type: 'ready' }, { type: 'ready', baseUrl: 'file:///etc/passwd' }, { type: 'other' }])(
    'a message that is not known opens nothing: %j',
    async (message) => {
      await startApp();
      await coreSays(message);
      expect(electron.fake.windows).toEqual([]);
      expect(electron.fake.errors).toHaveLength(1);
    },
  );

  test('a data folder in use opens the page of the service that has it, and ends our own process', async () => {
    await startApp();
    await coreSays({ type: 'inUse', baseUrl: 'http://127.0.0.1:5000' });
    expect(core().received).toEqual([{ type: 'close' }]);
    expect(theWindow().loaded).toEqual(['http://127.0.0.1:5000']);
    expect(electron.fake.errors).toEqual([]);
    electron.app.quit();
    await settled();
    expect(electron.app.hasQuit).toBe(true);
  });

  test('a page that cannot be loaded is told with its address', async () => {
    electron.fake.pageFailure = new Error('ERR_CONNECTION_REFUSED');
    await openApp();
    expect(electron.fake.errors[0]?.detail).toBe(`${BASE_URL}\nERR_CONNECTION_REFUSED`);
    expect(electron.app.hasQuit).toBe(true);
  });
});

describe('end', () => {
  test('closing the window closes the core, and only then ends the app', async () => {
    await openApp();
    core().closes = false;
    electron.app.emit('window-all-closed');
    await settled();
    expect(core().received).toEqual([{ type: 'close' }]);
    expect(electron.app.hasQuit).toBe(false);
    core().emit('exit', 0);
    await settled();
    expect(electron.app.hasQuit).toBe(true);
    expect(electron.fake.errors).toEqual([]);
  });

  test('asking twice to quit asks the core once', async () => {
    await openApp();
    core().closes = false;
    electron.app.quit();
    electron.app.quit();
    expect(core().received).toHaveLength(1);
  });

  test('a core that does not close is killed', async () => {
    vi.useFakeTimers();
    await openApp();
    core().closes = false;
    electron.app.quit();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(core().wasKilled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(core().wasKilled).toBe(true);
    expect(electron.app.hasQuit).toBe(true);
  });

  test('quitting while the core starts opens no window any more', async () => {
    await startApp();
    core().closes = false;
    electron.app.quit();
    await coreSays({ type: 'ready', baseUrl: BASE_URL });
    expect(electron.fake.windows).toEqual([]);
    core().emit('exit', 0);
    await settled();
    expect(electron.app.hasQuit).toBe(true);
  });

  test('a core that ends by itself is told, and the app ends', async () => {
    await openApp();
    core().emit('exit', 139);
    await settled();
    expect(electron.fake.errors).toEqual([{ title: 'Commentdock stopped', detail: expect.stringContaining('exit code 139') }]);
    expect(electron.app.hasQuit).toBe(true);
  });
});

describe('the window', () => {
  test('is a page in a sandbox, without Node.js', async () => {
    await openApp();
    expect(theWindow().options.webPreferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
    });
  });

  test.each(['will-frame-navigate', 'will-redirect'] as const)('%s stays on the service', async (event) => {
    await openApp();
    const { webContents } = theWindow();
    expect(webContents.navigate(event, `${BASE_URL}/docs`).defaultPrevented).toBe(false);
    expect(electron.fake.opened).toEqual([]);
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:4781/',
      'http://127.0.0.1:47800/',
      'http://127.0.0.1:4780@example.com/',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect(webContents.navigate(event, url).defaultPrevented, url).toBe(true);
    }
  });

  test('links elsewhere open in the browser of the system; frames and other protocols open nothing', async () => {
    await openApp();
    const { webContents } = theWindow();
    webContents.navigate('will-frame-navigate', 'https://example.com/a');
    webContents.navigate('will-frame-navigate', 'https://example.com/frame', false);
    webContents.navigate('will-frame-navigate', 'file:///etc/passwd');
    expect(webContents.openHandler({ url: 'https://example.com/b' })).toEqual({ action: 'deny' });
    expect(webContents.openHandler({ url: 'smb://server/share' })).toEqual({ action: 'deny' });
    expect(electron.fake.opened).toEqual(['https://example.com/a', 'https://example.com/b']);
  });

  test('has no permissions', async () => {
    await openApp();
    const { webContents } = theWindow();
    const answers: boolean[] = [];
    webContents.askPermission(webContents, 'geolocation', (answer) => answers.push(answer));
    expect(answers).toEqual([false]);
    expect(webContents.checkPermission()).toBe(false);
  });
});
