import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NODE_FLAGS } from '../../bin/node-flags.js';
import { freshElectron, settled } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { FakeService } from '#test/electron/fake-service.ts';
import { ownFolder } from '#test/own.ts';

const BASE_URL = 'http://127.0.0.1:4780';
const READY = { type: 'ready', baseUrl: BASE_URL, ownerSecret: 'x'.repeat(40) };
const LINK = `${BASE_URL}/open?code=K7QM-2XPD`;

let electron: typeof FakeElectron;
let services: FakeService[];
let folder: string;
let argv: readonly string[];

beforeEach(async () => {
  electron = await freshElectron();
  folder = ownFolder('shell');
  electron.app.paths['appData'] = folder;
  services = [];
  argv = process.argv;
  vi.doMock('#electron/service-client.ts', () => ({
    createServiceClient: ({ baseUrl }: { readonly baseUrl: string }) => {
      const service = new FakeService(baseUrl);
      services.push(service);
      return service;
    },
  }));
  // The folder of the profile is Electron's to make.
  vi.doMock('#electron/shell-settings.ts', () => {
    let values = { updates: 'off', background: 'untold' };
    return { openShellSettings: () => ({ read: () => values, change: (more: object) => void (values = { ...values, ...more }) }) };
  });
});

afterEach(() => {
  vi.useRealTimers();
  process.argv = [...argv];
  vi.doUnmock('#electron/service-client.ts');
  vi.doUnmock('#electron/shell-settings.ts');
});

/** Starts the app as Electron does: its entry runs to the end, then the app is ready. */
async function startApp(...words: readonly string[]): Promise<void> {
  process.argv = ['commentdock', ...words];
  await import('#electron/main.ts');
  electron.app.ready.resolve();
  await settled();
}

async function coreSays(news: unknown, number = -1): Promise<void> {
  core(number).emit('message', news);
  await settled();
}

async function openApp(...words: readonly string[]): Promise<void> {
  await startApp(...words);
  await coreSays(READY);
}

function core(number = -1): FakeElectron.FakeProcess {
  const child = electron.fake.processes.at(number);
  if (child === undefined) throw new Error('No process was started.');
  return child;
}

function theWindow(): FakeElectron.BrowserWindow {
  const window = electron.fake.windows.at(-1);
  if (window === undefined) throw new Error('No window was opened.');
  return window;
}

function service(): FakeService {
  const last = services.at(-1);
  if (last === undefined) throw new Error('No service was asked.');
  return last;
}

function tray(): FakeElectron.Tray {
  const [only] = electron.fake.trays;
  if (only === undefined) throw new Error('There is no tray.');
  return only;
}

function menuItem(label: string): FakeElectron.FakeMenuItem {
  const item = tray().menu.find((candidate) => candidate.label?.startsWith(label));
  if (item === undefined) throw new Error(`The tray has no "${label}".`);
  return item;
}

/** What a status page says, as text. */
function statusOf(address: string | undefined): string {
  expect(address).toMatch(/^data:text\/html/);
  return decodeURIComponent(address ?? '');
}

describe('start', () => {
  test('the core runs in a process of its own, from a file that exists, under the ceilings of everywhere', async () => {
    await startApp();
    expect(core().modulePath).toMatch(/core-process\.ts$/);
    expect(existsSync(core().modulePath)).toBe(true);
    expect(core().options['execArgv']).toEqual([`--js-flags=${NODE_FLAGS.join(' ')}`]);
  });

  test('no process and no window before Electron is ready; the sandbox is on before', async () => {
    await import('#electron/main.ts');
    await settled();
    expect(electron.app.isSandboxed).toBe(true);
    expect(electron.fake.processes).toEqual([]);
    expect(electron.fake.windows).toEqual([]);
  });

  test('the window says that the service starts, then shows its page by a one-time link', async () => {
    await startApp();
    expect(statusOf(theWindow().loaded[0])).toContain('Commentdock is starting');
    await coreSays(READY);
    expect(electron.fake.windows).toHaveLength(1);
    expect(theWindow().loaded.slice(1)).toEqual([LINK]);
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

  test('the first instance comes to the front for the second, and goes where its link leads', async () => {
    await openApp();
    theWindow().isShownMinimized = true;
    electron.app.emit('second-instance', {}, ['commentdock', 'commentdock://export?url=https%3A%2F%2Fexample.com%2F1']);
    await settled();
    expect(theWindow()).toMatchObject({ isShownMinimized: false, timesFocused: 1 });
    expect(theWindow().loaded.at(-1)).toBe(`${BASE_URL}/#/?url=https%3A%2F%2Fexample.com%2F1`);
  });

  test('at login it starts without a window', async () => {
    await openApp('--hidden');
    expect(electron.fake.windows).toEqual([]);
    menuItem('Open Commentdock').click?.();
    await settled();
    expect(theWindow().loaded).toEqual([LINK]);
  });

  test('a link that started the app waits for the service, and starts nothing', async () => {
    await startApp('commentdock://export?url=https%3A%2F%2Fexample.com%2F1');
    await coreSays(READY);
    expect(theWindow().loaded.slice(1)).toEqual([LINK, `${BASE_URL}/#/?url=https%3A%2F%2Fexample.com%2F1`]);
    expect(service().said).toEqual(['link']);
  });

  test('macOS gives the link by an event, before the app is ready too', async () => {
    await import('#electron/main.ts');
    electron.app.emit('open-url', electron.preventable({}), 'commentdock://export?url=https%3A%2F%2Fexample.com%2F2');
    electron.app.ready.resolve();
    await settled();
    await coreSays(READY);
    expect(theWindow().loaded.at(-1)).toBe(`${BASE_URL}/#/?url=https%3A%2F%2Fexample.com%2F2`);
  });
});

describe('a service that is down', () => {
  test('says why, and is started again after a while', async () => {
    vi.useFakeTimers();
    await startApp();
    await coreSays({ type: 'failed', detail: 'Port 4780 is <taken>.' });
    expect(statusOf(theWindow().loaded.at(-1))).toContain('Port 4780 is &lt;taken&gt;.');
    expect(menuItem('The service is down').enabled).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    expect(electron.fake.processes).toHaveLength(2);
    // The reason stays until there is better news.
    expect(statusOf(theWindow().loaded.at(-1))).toContain('&lt;taken&gt;');
    await coreSays(READY);
    expect(theWindow().loaded.at(-1)).toBe(LINK);
    expect(menuItem('No exports are running')).toBeDefined();
  });

  test('a core that breaks down comes back, and the owner is where they were', async () => {
    vi.useFakeTimers();
    await openApp();
    theWindow().webContents.mainFrame.url = `${BASE_URL}/#/exports/abc`;
    core().emit('exit', 139);
    await settled();
    expect(statusOf(theWindow().loaded.at(-1))).toContain('exit code 139');
    await vi.advanceTimersByTimeAsync(1_000);
    await settled();
    await coreSays(READY);
    expect(theWindow().loaded.at(-1)).toBe(`${BASE_URL}/#/exports/abc`);
    expect(electron.app.hasQuit).toBe(false);
  });

  test.each([null, 'ready', { type: 'ready' }, { ...READY, baseUrl: 'file:///etc/passwd' }, { type: 'other' }])(
    'a message that is not known leads nowhere: %j',
    async (message) => {
      await startApp();
      await coreSays(message);
      expect(services).toEqual([]);
      expect(theWindow().loaded.every((address) => address.startsWith('data:'))).toBe(true);
    },
  );

  test('one that runs elsewhere is used, and our own process ends', async () => {
    await startApp();
    await coreSays({ ...READY, type: 'inUse', baseUrl: 'http://127.0.0.1:5000' });
    expect(core().received).toEqual([{ type: 'close' }]);
    expect(theWindow().loaded.at(-1)).toBe('http://127.0.0.1:5000/open?code=K7QM-2XPD');
    electron.app.quit();
    await settled();
    expect(electron.app.hasQuit).toBe(true);
  });

  test('one that runs elsewhere and ends is replaced by our own', async () => {
    await startApp();
    await coreSays({ ...READY, type: 'inUse' });
    service().listener?.onLost();
    await settled();
    expect(electron.fake.processes).toHaveLength(1);
    service().isThere = false;
    service().listener?.onLost();
    await settled();
    expect(electron.fake.processes).toHaveLength(2);
    await coreSays(READY);
    expect(services).toHaveLength(2);
  });

  test('a page that cannot be loaded is told', async () => {
    electron.fake.pageFailure = new Error('ERR_CONNECTION_REFUSED');
    await openApp();
    expect(statusOf(theWindow().loaded.at(-1))).toContain('ERR_CONNECTION_REFUSED');
    expect(electron.app.hasQuit).toBe(false);
  });
});

describe('end', () => {
  test('closing the window leaves the app in the tray, which is said once', async () => {
    await openApp();
    theWindow().destroy();
    electron.app.emit('window-all-closed');
    await settled();
    expect(electron.app.hasQuit).toBe(false);
    expect(core().received).toEqual([]);
    expect(electron.fake.notifications.map(({ title }) => title)).toEqual(['Commentdock goes on in the background']);
    tray().emit('click');
    await settled();
    expect(electron.fake.windows).toHaveLength(2);
    expect(theWindow().loaded).toEqual([`${BASE_URL}/`]);
    theWindow().destroy();
    expect(electron.fake.notifications).toHaveLength(1);
  });

  test('quitting closes the core, asks nothing, and only then ends the app', async () => {
    await openApp();
    core().closes = false;
    menuItem('Quit Commentdock').click?.();
    await settled();
    expect(core().received).toEqual([{ type: 'close' }]);
    expect(electron.app.hasQuit).toBe(false);
    core().emit('exit', 0);
    await settled();
    expect(electron.app.hasQuit).toBe(true);
    expect(tray().isDestroyed).toBe(true);
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
    await vi.advanceTimersByTimeAsync(4_999);
    expect(core().wasKilled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(core().wasKilled).toBe(true);
    expect(electron.app.hasQuit).toBe(true);
  });

  test('quitting while the core starts, or while it waits to be started again, ends at once', async () => {
    await startApp();
    electron.app.quit();
    await coreSays(READY);
    expect(services).toEqual([]);
    expect(electron.app.hasQuit).toBe(true);
    expect(electron.fake.processes).toHaveLength(1);
  });

  test('a machine that shuts down ends it, too', async () => {
    await openApp();
    electron.powerMonitor.emit('shutdown');
    await settled();
    expect(electron.app.hasQuit).toBe(true);
  });
});

describe('exports', () => {
  const GUID = '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';
  const URL_OF_IT = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

  async function withOneExport(): Promise<void> {
    await openApp();
    service().open = [{ guid: GUID, url: URL_OF_IT, current: 25, total: 100 }];
    service().listener?.onConnected();
    await settled();
  }

  test('are in the tray, each opens itself, and the taskbar shows how far they are', async () => {
    await withOneExport();
    expect(menuItem('1 open exports')).toBeDefined();
    expect(theWindow().progress).toBe(0.25);
    menuItem('youtube.com/watch?v=dQw4w9WgXcQ   25 / 100').click?.();
    await settled();
    expect(theWindow().loaded.at(-1)).toBe(`${BASE_URL}/#/exports/${GUID}`);
  });

  test('their end is told, and a click opens them', async () => {
    vi.useFakeTimers();
    await withOneExport();
    const details = { guid: GUID, url: URL_OF_IT, totalExported: 100, total: 100 };
    service().listener?.onEvent({ version: 'v3-beta', event: 'job.finished', guid: GUID, status: 'done', url: null, details });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(electron.fake.notifications).toMatchObject([{ title: 'Export finished', body: `100 items: ${URL_OF_IT}`, isShown: true }]);
    electron.fake.notifications[0]?.emit('click');
    await settled();
    expect(theWindow().loaded.at(-1)).toBe(`${BASE_URL}/#/exports/${GUID}`);
    expect(theWindow().progress).toBe(-1);
  });

  test('are paused and resumed from the tray', async () => {
    await withOneExport();
    menuItem('Pause all exports').click?.();
    await settled();
    expect(service().said.slice(1)).toEqual(['pause resume']);
    expect(menuItem('All exports are paused')).toBeDefined();
    menuItem('Resume all exports').click?.();
    await settled();
    expect(service().said.slice(2)).toEqual(['resume']);
    expect(menuItem('Pause all exports').enabled).toBe(true);
  });
});

test('the shell speaks the language of the system', async () => {
  electron.app.locale = 'de-AT';
  await startApp();
  expect(statusOf(theWindow().loaded[0])).toContain('Commentdock startet');
  expect(menuItem('Commentdock beenden')).toBeDefined();
  expect(electron.fake.appMenu.map(({ label }) => label)).toEqual(['Datei', 'Bearbeiten', 'Ansicht', 'Fenster']);
});
