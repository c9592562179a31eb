import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobEvent } from '#core/contract/event.ts';
import { type EndedExport, fractionOf, watchExports } from '#electron/exports-watch.ts';
import { CATALOGUES, wordsFor } from '#electron/messages/words.ts';
import type { OpenExport } from '#electron/service-client.ts';
import type { TrayState } from '#electron/tray.ts';
import { freshElectron, settled } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { FakeService } from '#test/electron/fake-service.ts';

const GUID = '7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21';
const URL_OF_IT = 'https://www.example.com/watch?v=1&t=2';

let electron: typeof FakeElectron;

beforeEach(async () => {
  vi.useFakeTimers();
  electron = await freshElectron();
});

afterEach(() => {
  vi.useRealTimers();
});

function job(more: Partial<OpenExport> = {}): OpenExport {
  return { guid: GUID, url: URL_OF_IT, current: 0, total: null, ...more };
}

function event(name: JobEvent['event'], details: Record<string, unknown> = {}, more: Partial<JobEvent> = {}): JobEvent {
  return { version: 'v3-beta', event: name, guid: GUID, status: 'progress', url: null, details: { url: URL_OF_IT, ...details }, ...more };
}

describe('watching exports', () => {
  function watch() {
    const service = new FakeService();
    const seen: (readonly OpenExport[])[] = [];
    const ended: EndedExport[] = [];
    const needing: unknown[] = [];
    let losses = 0;
    const watching = watchExports(service, {
      onChange: (open) => seen.push(open),
      onEnd: (end) => ended.push(end),
      onNeedsYou: (waiting) => needing.push(waiting),
      onLost: () => {
        losses += 1;
      },
    });
    const tell = (told: JobEvent): void => service.listener?.onEvent(told);
    return { service, seen, ended, needing, watching, tell, losses: () => losses };
  }

  test('knows what is open from the list, then from events', async () => {
    const { service, seen, tell, ended } = watch();
    service.open = [job({ current: 5 })];
    service.listener?.onConnected();
    await settled();
    expect(seen.at(-1)).toEqual([job({ current: 5 })]);
    tell(event('job.progress', { total: 40 }, { current: 10, total: 40 }));
    expect(seen.at(-1)).toEqual([job({ current: 10, total: 40 })]);
    tell(event('job.requeued'));
    expect(seen.at(-1)).toEqual([job({ current: 10, total: 40 })]);
    tell(event('job.finished', { totalExported: 40 }));
    expect(seen.at(-1)).toEqual([]);
    expect(ended).toEqual([{ guid: GUID, url: URL_OF_IT, end: 'finished', count: 40, error: null }]);
  });

  test('tells failures with their reason, and neither stops nor samples', () => {
    const { tell, ended } = watch();
    tell(event('job.failed', { error: 'www.example.com answered 403.' }));
    tell(event('job.stopped'));
    tell(event('job.finished', { sandbox: true }));
    expect(ended).toEqual([{ guid: GUID, url: URL_OF_IT, end: 'failed', count: 0, error: 'www.example.com answered 403.' }]);
  });

  test('tells once that one needs its owner, and not while its window is open or the wall is passed', () => {
    const { tell, needing, seen } = watch();
    const wall = { code: 'CAPTCHA', message: 'www.example.com asks for a captcha.' };
    tell(event('job.needs_you', { needs_you: { ...wall, window: 'closed' } }));
    tell(event('job.needs_you', { needs_you: { ...wall, window: 'open' } }));
    tell(event('job.needs_you', { needs_you: null }));
    expect(needing).toEqual([{ guid: GUID, url: URL_OF_IT, message: wall.message }]);
    expect(seen.at(-1)).toEqual([job()]);
  });

  test('finds out what was removed, and asks nothing while nothing is open', async () => {
    const { service, seen, watching } = watch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual([]);
    service.open = [job()];
    service.listener?.onConnected();
    await settled();
    service.open = [];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.at(-1)).toEqual([]);
    watching[Symbol.dispose]();
    expect(service.listener).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a list that cannot be had changes nothing', async () => {
    const { service, seen, losses } = watch();
    service.openExports = () => Promise.reject(new Error('gone'));
    service.listener?.onConnected();
    await settled();
    expect(seen).toEqual([]);
    service.listener?.onLost();
    expect(losses()).toBe(1);
  });

  test.each<[readonly OpenExport[], ReturnType<typeof fractionOf>]>([
    [[], null],
    [[job({ current: 5, total: 20 }), job({ current: 15, total: 60 })], 0.25],
    [[job({ current: 30, total: 20 })], 1],
    [[job({ current: 5, total: 20 }), job({ current: 5 })], 'unknown'],
    [[job({ total: 0 })], 'unknown'],
  ])('how far they are together: %#', (open, fraction) => {
    expect(fractionOf(open)).toBe(fraction);
  });
});

describe('notifications', () => {
  async function open(isWatching = false) {
    const { Notifications } = await import('#electron/notifications.ts');
    const places: string[] = [];
    const notifications = new Notifications({
      words: wordsFor('en'),
      onOpen: (place) => places.push(place),
      isWatching: () => isWatching,
    });
    return { notifications, places };
  }

  const end = (guid: string): EndedExport => ({ guid, url: URL_OF_IT, end: 'finished', count: 1_234, error: null });

  test('tell of each end, and a click opens it', async () => {
    const { notifications, places } = await open();
    notifications.tellEnd(end('a'));
    notifications.tellEnd({ ...end('b'), end: 'failed', error: 'Blocked.' });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(electron.fake.notifications.map(({ title, body }) => [title, body])).toEqual([
      ['Export finished', `1,234 items: ${URL_OF_IT}`],
      ['Export failed', `Blocked.\n${URL_OF_IT}`],
    ]);
    electron.fake.notifications[1]?.emit('click');
    expect(places).toEqual(['#/exports/b']);
  });

  test('tell at once that an export needs its owner, be they watching or not', async () => {
    const { notifications, places } = await open(true);
    notifications.tellNeedsYou({ guid: 'a', url: URL_OF_IT, message: 'It asks for a captcha.' });
    expect(electron.fake.notifications.map(({ title, body }) => [title, body])).toEqual([
      ['An export needs you', `Open the window of the site: ${URL_OF_IT}\nIt asks for a captcha.`],
    ]);
    electron.fake.notifications[0]?.emit('click');
    expect(places).toEqual(['#/exports/a']);
  });

  test('many at once are one, which opens the list', async () => {
    const { notifications, places } = await open();
    for (const guid of ['a', 'b', 'c', 'd']) notifications.tellEnd(end(guid));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(electron.fake.notifications.map(({ title }) => title)).toEqual(['4 exports have ended']);
    electron.fake.notifications[0]?.emit('click');
    expect(places).toEqual(['#/exports']);
  });

  test('keep quiet while the owner watches, and go with the app', async () => {
    const quiet = await open(true);
    quiet.notifications.tellEnd(end('a'));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(electron.fake.notifications).toEqual([]);
    const { notifications } = await open();
    notifications.tellBackground();
    notifications.tellEnd(end('a'));
    notifications.close();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(electron.fake.notifications).toHaveLength(1);
    expect(electron.fake.notifications[0]?.isShown).toBe(false);
  });
});

describe('the tray', () => {
  async function open() {
    const { AppTray } = await import('#electron/tray.ts');
    const done: string[] = [];
    const tray = new AppTray(wordsFor('en'), {
      open: (place) => done.push(`open ${place}`),
      pause: () => done.push('pause'),
      resume: () => done.push('resume'),
      update: () => done.push('update'),
      quit: () => done.push('quit'),
    });
    const [shown] = electron.fake.trays;
    if (shown === undefined) throw new Error('There is no tray.');
    return { tray, done, shown, labels: () => shown.menu.flatMap(({ label }) => (label === undefined ? [] : [label])) };
  }

  const QUIET: TrayState = { service: 'ready', isPaused: false, open: [], update: null };

  test('shows the state in words, and can hold and quit', async () => {
    const { tray, labels, shown, done } = await open();
    tray.show(QUIET);
    expect(labels()).toEqual(['Open Commentdock', 'No exports are running', 'Pause all exports', 'Quit Commentdock']);
    for (const item of shown.menu) if (item.enabled !== false) item.click?.();
    expect(done).toEqual(['open null', 'pause', 'quit']);
    tray.show({ ...QUIET, service: 'down' });
    expect(labels()).toContain('The service is down');
    expect(shown.menu.find(({ label }) => label === 'Pause all exports')?.enabled).toBe(false);
    expect(shown.toolTip).toBe('Commentdock: The service is down');
    tray.show({ ...QUIET, isPaused: true, update: '2.0.0' });
    expect(labels()).toEqual([
      'Open Commentdock',
      'All exports are paused',
      'Resume all exports',
      'Restart and update to 2.0.0',
      'Quit Commentdock',
    ]);
  });

  test('lists some exports, each with its count, and how many more there are', async () => {
    const { tray, labels } = await open();
    const many = Array.from({ length: 11 }, (_, index) =>
      job({ guid: String(index), current: 1_000 * index, total: index === 1 ? 5_000 : null }),
    );
    tray.show({ ...QUIET, open: [job({ url: `https://example.com/${'x'.repeat(80)}` }), ...many] });
    expect(labels()[1]).toBe('12 open exports');
    expect(labels()[2]).toMatch(/^example\.com\/x{35}…   0$/);
    expect(labels()[4]).toBe('example.com/watch?v=1&&t=2   1,000 / 5,000');
    expect(labels()[10]).toBe('4 more');
  });

  test('is not made anew where nothing changed', async () => {
    const { tray, shown } = await open();
    tray.show(QUIET);
    tray.show({ ...QUIET });
    expect(shown.timesSet).toBe(1);
    tray.close();
    expect(shown.isDestroyed).toBe(true);
  });
});

describe('texts', () => {
  const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

  test.each(Object.keys(CATALOGUES))('%s has every text, with the same values', (language) => {
    const catalogue = CATALOGUES[language];
    const { en } = CATALOGUES;
    expect(Object.keys(catalogue ?? {})).toEqual(Object.keys(en ?? {}));
    for (const [key, text] of Object.entries(catalogue ?? {})) {
      expect(text.trim(), key).not.toBe('');
      expect(values(text), key).toEqual(values(en?.[key as keyof typeof en] ?? ''));
      if (language !== 'en' && key.startsWith('told.')) expect(text, key).not.toBe(en?.[key as keyof typeof en]);
    }
  });

  test('an unknown language reads English; numbers follow the language', () => {
    expect(wordsFor('xx-YY').text('app.quit')).toBe('Quit Commentdock');
    expect(wordsFor('de-DE').text('told.many', { count: 12_345 })).toBe('12.345 Exporte sind zu Ende');
    expect(wordsFor('pt-BR').text('state.more', { count: 2 })).toBe('mais 2');
  });
});

test.each(['darwin', 'linux'] as const)('the menu on %s gives the keys for editing their meaning', async (platform) => {
  const { setAppMenu } = await import('#electron/app-menu.ts');
  const done: string[] = [];
  setAppMenu(wordsFor('ja'), { open: () => done.push('open'), quit: () => done.push('quit') }, platform);
  const all = electron.fake.appMenu.flatMap(({ submenu = [] }) => submenu);
  expect(all.map(({ role }) => role)).toEqual(expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectAll', 'zoomIn', 'close']));
  expect(all.some(({ role }) => role === 'hide')).toBe(platform === 'darwin');
  expect(all.map(({ role }) => role)).not.toContain('toggleDevTools');
  for (const item of all) item.click?.();
  expect(done).toEqual(['open', 'quit']);
  expect(electron.fake.appMenu[0]?.label).toBe(platform === 'darwin' ? 'Commentdock' : 'ファイル');
});
