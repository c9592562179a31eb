import type * as Electron from 'electron';
import { setTimeout as delay } from 'node:timers/promises';
import type { DesktopRequest } from '#core/contract/desktop.ts';
import { readRunFile } from '#core/config/run-file.ts';

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** A started app. */
interface RunningDesktop {
  /** Runs a function in the main process, where it sees nothing but its arguments. */
  inMain<Result, Argument>(work: (electron: typeof Electron, argument: Argument) => Result, argument: Argument): Promise<Result>;
  /** What the page of the window asks of the app. */
  ask(request: DesktopRequest): Promise<unknown>;
  /** Resolves when the app has ended. */
  readonly ended: Promise<void>;
}

/** What the smoke test drives: real Electron, or the stand-in of the tests. */
export interface DesktopUnderTest {
  readonly dataDir: string;
  start(): Promise<RunningDesktop>;
}

/** An export that lasts until it is let on. */
export interface HeldExport {
  readonly url: string;
  readonly items: number;
  letOn(): void;
}

/** What the main process notes for us: the newest menu of the tray, which Electron tells nobody of, and where the window was sent: the page takes an address out of its place. */
type Noting = typeof globalThis & { trayMenu?: { readonly items?: readonly Entry[] } & Iterable<Entry>; addresses?: string[] };
interface Entry {
  readonly label?: string;
  click?(): void;
}

/**
 * The first minutes of an owner: the window, a link from elsewhere, the login window, the tray, and quitting with an export running, which goes on with the next start.
 * @param tell is told of each step that has held
 * @throws Error naming the step that does not hold
 */
export async function smoke(desktop: DesktopUnderTest, held: HeldExport, tell: (step: string) => void): Promise<void> {
  const first = await desktop.start();
  await first.inMain(({ Tray }) => {
    const { setContextMenu } = Tray.prototype;
    Tray.prototype.setContextMenu = function note(menu) {
      (globalThis as Noting).trayMenu = menu as unknown as Exclude<Noting['trayMenu'], undefined>;
      setContextMenu.call(this, menu);
    };
  }, null);
  const service = await until('window', async () => {
    const run = readRunFile(desktop.dataDir);
    const [address = ''] = await addressesOf(first);
    return run !== null && address.startsWith(`${run.base_url}/`) ? run : null;
  });
  tell('the window shows the service');

  const link = `commentdock://export?${new URLSearchParams({ url: held.url }).toString()}`;
  await first.inMain(({ app, BrowserWindow }, word) => {
    const addresses = ((globalThis as Noting).addresses = []) as string[];
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-start-navigation', ({ url }) => addresses.push(url));
    app.emit('second-instance', {}, ['commentdock', word], '');
  }, link);
  const filled = `${service.base_url}/#/?${link.slice(link.indexOf('?') + 1)}`;
  await until('deep link', () => first.inMain((_electron, wanted) => (globalThis as Noting).addresses?.includes(wanted) ?? false, filled));
  tell('a link fills its address in');

  const login = first.ask({ type: 'logIn', platform: 'reddit' });
  await until('login window', async () => (await addressesOf(first)).length === 2);
  await first.inMain(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .toSorted((a, b) => b.id - a.id)[0]
        ?.destroy(),
    null,
  );
  const { outcome } = (await login) as { readonly outcome: string };
  if (outcome !== 'closed') throw new Error(`login window: the outcome is ${outcome}`);
  tell('a login window opens, and closing it gives nothing');

  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const { base_url: baseUrl, owner_secret: secret } = readRunFile(desktop.dataDir) ?? service;
    const method = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${baseUrl}${path}`, { headers: { 'x-auth-token': secret, 'content-type': 'application/json' }, ...method });
    return (await answer.json()) as Record<string, unknown>;
  };
  const { guid } = await ask('/api/v3/job', { url: held.url, formats: ['csv'] });
  const statusOf = async (): Promise<unknown> => (await ask(`/api/v3/job/${String(guid)}`))['status'];
  await until('tray', () => first.inMain(openFirst, 'look'));
  await first.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.destroy(), null);
  await until('tray', async () => (await addressesOf(first)).length === 0);
  await first.inMain(openFirst, 'click');
  await until('tray', async () => (await addressesOf(first)).length === 1);
  tell('closed, the app stays in the tray and opens from there');

  await until('export', async () => (await statusOf()) === 'progress');
  await first.inMain(({ app }) => app.quit(), null);
  await within('quit', first.ended);
  tell('it quits with an export running');

  held.letOn();
  const second = await desktop.start();
  await until('start again', async () => {
    const run = readRunFile(desktop.dataDir);
    return run !== null && run.owner_secret !== service.owner_secret && (await statusOf()) === 'done';
  });
  const { total_exported: exported } = await ask(`/api/v3/job/${String(guid)}`);
  if (exported !== held.items) throw new Error(`start again: ${String(exported)} of ${held.items} items`);
  tell('started again, the export goes on and is whole');
  await second.inMain(({ app }) => app.quit(), null);
  await within('quit', second.ended);
}

/** The first entry of the tray's menu opens the window. False: there is no menu yet. */
function openFirst(_electron: typeof Electron, what: 'look' | 'click'): boolean {
  const menu = (globalThis as Noting).trayMenu;
  const entry =
    menu === undefined ? undefined : [...(menu.items ?? menu)].find(({ click, label }) => click !== undefined && label !== undefined);
  if (what === 'click') entry?.click?.();
  return entry !== undefined;
}

function addressesOf(app: RunningDesktop): Promise<readonly string[]> {
  return app.inMain(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows().toSorted((a, b) => a.id - b.id);
    return windows.map(({ webContents }) => webContents.getURL());
  }, null);
}

/** Looks again and again. @throws Error after a minute, naming the step */
async function until<T>(step: string, look: () => Promise<T | null | false>): Promise<T> {
  for (const since = performance.now(); performance.now() - since < PATIENCE_MS; await delay(LOOK_AGAIN_MS)) {
    const found = await look();
    if (found !== null && found !== false) return found;
  }
  throw new Error(`${step}: not within ${PATIENCE_MS / 1_000} seconds`);
}

async function within(step: string, end: Promise<void>): Promise<void> {
  const late = new AbortController();
  const timer = delay(PATIENCE_MS, undefined, { signal: late.signal }).then(() =>
    Promise.reject(new Error(`${step}: the app does not end`)),
  );
  timer.catch(() => undefined);
  await Promise.race([end, timer]).finally(() => late.abort());
}
