import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freshElectron, settled } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { FakeService } from '#test/electron/fake-service.ts';
import type { MainWindow } from '#electron/window.ts';

const BASE_URL = 'http://127.0.0.1:4780';

let electron: typeof FakeElectron;
let window: MainWindow;
let service: FakeService;

beforeEach(async () => {
  electron = await freshElectron();
  const { MainWindow: Opened } = await import('#electron/window.ts');
  service = new FakeService(BASE_URL);
  const parts = {
    language: 'en',
    whyFailed: (error: unknown) => ({ title: 'Failed', lines: [String(error)] }),
    onClosed: () => undefined,
    onFocus: () => undefined,
  };
  window = new Opened(parts, { title: 'Starting', lines: [] });
  await window.show({ service });
  await window.open();
});

function opened(): FakeElectron.BrowserWindow {
  const last = electron.fake.windows.at(-1);
  if (last === undefined) throw new Error('No window was opened.');
  return last;
}

describe('the page', () => {
  test('is in a sandbox, without Node.js', () => {
    expect(opened().options.webPreferences).toEqual({
      preload: expect.stringMatching(/preload\.cjs$/),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    });
  });

  test.each(['will-frame-navigate', 'will-redirect'] as const)('%s stays on the service', (event) => {
    const { webContents } = opened();
    expect(webContents.navigate(event, `${BASE_URL}/docs`).defaultPrevented).toBe(false);
    expect(electron.fake.opened).toEqual([]);
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:4781/',
      'http://127.0.0.1:47800/',
      'http://127.0.0.1:4780@example.com/',
      'file:///etc/passwd',
      'data:text/html,hello',
      'nonsense',
    ])
      expect(webContents.navigate(event, url).defaultPrevented, url).toBe(true);
  });

  test('links elsewhere open in the browser of the system; frames and other protocols open nothing', () => {
    const { webContents } = opened();
    webContents.navigate('will-frame-navigate', 'https://example.com/a');
    webContents.navigate('will-frame-navigate', 'https://example.com/frame', false);
    webContents.navigate('will-frame-navigate', 'file:///etc/passwd');
    expect(webContents.openHandler({ url: 'https://example.com/b' })).toEqual({ action: 'deny' });
    for (const url of ['smb://server/share', 'javascript:alert(1)', 'vscode://file/x', 'https://ann:secret@example.com/', 'nonsense'])
      expect(webContents.openHandler({ url })).toEqual({ action: 'deny' });
    expect(electron.fake.opened).toEqual(['https://example.com/a', 'https://example.com/b']);
  });

  test('has no permissions but that of its buttons that copy', () => {
    const { webContents } = opened();
    const answers: boolean[] = [];
    for (const permission of ['geolocation', 'media', 'clipboard-read', 'clipboard-sanitized-write'])
      webContents.session.askPermission(webContents, permission, (answer) => answers.push(answer));
    expect(answers).toEqual([false, false, false, true]);
    expect(webContents.session.checkPermission(webContents, 'media')).toBe(false);
    expect(webContents.session.checkDevice()).toBe(false);
  });

  test('that breaks down is loaded once more, and not for ever', async () => {
    const { webContents, loaded } = opened();
    webContents.emit('render-process-gone', {}, { reason: 'oom' });
    await settled();
    expect(loaded.at(-1)).toBe(`${BASE_URL}/`);
    webContents.emit('render-process-gone', {}, { reason: 'oom' });
    await settled();
    expect(decodeURIComponent(loaded.at(-1) ?? '')).toContain('Error: oom');
  });
});

describe('its own page', () => {
  test('is the main frame of the window, on the service', () => {
    const { mainFrame } = opened().webContents;
    expect(mainFrame.url).toContain(BASE_URL);
    expect(window.isOwnPage(mainFrame as never)).toBe(true);
    expect(window.isOwnPage({ url: mainFrame.url } as never)).toBe(false);
    expect(window.isOwnPage(null)).toBe(false);
    mainFrame.url = 'https://example.com/';
    expect(window.isOwnPage(mainFrame as never)).toBe(false);
  });

  test('is not the page of a service that is down', async () => {
    await window.show({ status: { title: 'Down', lines: [] } });
    expect(window.isOwnPage(opened().webContents.mainFrame as never)).toBe(false);
    window.tell({ version: '1', startAtLogin: 'off', updates: 'off', update: { state: 'none' } });
    expect(opened().webContents.sent).toEqual([]);
  });

  test('is told of changes', () => {
    const state = { version: '1', startAtLogin: 'off', updates: 'off', update: { state: 'none' } } as const;
    window.tell(state);
    expect(opened().webContents.sent).toEqual([{ channel: 'commentdock:state', message: state }]);
  });
});

test('a page that could not be loaded is tried again', async () => {
  vi.useFakeTimers();
  try {
    electron.fake.pageFailure = new Error('ERR_CONNECTION_REFUSED');
    await window.open('#/exports');
    expect(decodeURIComponent(opened().loaded.at(-1) ?? '')).toContain('ERR_CONNECTION_REFUSED');
    electron.fake.pageFailure = null;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened().loaded.at(-1)).toBe(`${BASE_URL}/#/exports`);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a page whose pass has ended gets a new link, and not for ever', async () => {
  vi.useFakeTimers();
  try {
    const link = `${BASE_URL}/open?code=K7QM-2XPD`;
    expect([opened().loaded, service.said]).toEqual([[link], ['link']]);
    await window.enterAnew();
    expect([opened().loaded, service.said]).toEqual([
      [link, link],
      ['link', 'link'],
    ]);
    // The new one did not let it in: asking on and on would not either.
    await window.enterAnew();
    expect(service.said).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    await window.enterAnew();
    expect(service.said).toHaveLength(3);
    await window.show({ status: { title: 'Down', lines: [] } });
    await vi.advanceTimersByTimeAsync(10_000);
    await window.enterAnew();
    expect(service.said).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('a further service gets a link of its own; one that is known does not', async () => {
  await window.show({ status: { title: 'Down', lines: [] } });
  await window.show({ service: new FakeService(BASE_URL) });
  expect(opened().loaded.at(-1)).toBe(`${BASE_URL}/`);
  const other = new FakeService('http://127.0.0.1:5000');
  await window.show({ service: other });
  expect(opened().loaded.at(-1)).toBe('http://127.0.0.1:5000/open?code=K7QM-2XPD');
  expect(other.said).toEqual(['link']);
});

test('what is said while there is no service is text and nothing else', async () => {
  const { statusPage } = await import('#electron/status-page.ts');
  const page = decodeURIComponent(statusPage({ title: '<b>"&', lines: ['</style><script>x</script>'] }, '"><x'));
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page).toContain('&lt;b&gt;&quot;&amp;');
  expect(page).not.toMatch(/<script|<x/);
});
