import { beforeEach, expect, test, vi } from 'vitest';
import type { DesktopBridge, DesktopRequest } from '#core/contract/desktop.ts';
import { freshElectron } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';

const OWN = { url: 'http://127.0.0.1:4780/' };

let electron: typeof FakeElectron;
let answered: DesktopRequest[];

beforeEach(async () => {
  electron = await freshElectron();
  answered = [];
  const { openBridge } = await import('#electron/bridge.ts');
  openBridge({
    isOwnPage: (frame) => (frame as unknown) === OWN,
    async answer(request) {
      answered.push(request);
      return { outcome: 'saved' };
    },
  });
});

async function ask(message: unknown, senderFrame: unknown = OWN): Promise<unknown> {
  const handler = electron.fake.handlers.get('commentdock:ask');
  if (handler === undefined) throw new Error('Nobody answers.');
  return handler({ senderFrame }, message);
}

test('there is one channel for questions', () => {
  expect([...electron.fake.handlers.keys()]).toEqual(['commentdock:ask']);
});

test.each<DesktopRequest>([
  { type: 'state' },
  { type: 'startAtLogin', to: 'on' },
  { type: 'updates', to: 'off' },
  { type: 'installUpdate' },
  { type: 'enter' },
  { type: 'logIn', platform: 'reddit' },
  { type: 'logIn', platform: 'reddit', name: 'mine' },
])('%j is answered', async (request) => {
  expect(await ask(request)).toEqual({ outcome: 'saved' });
  expect(answered).toEqual([request]);
});

test.each([
  undefined,
  null,
  'state',
  [],
  { type: 'run', command: 'sh' },
  { type: 'state', more: 1 },
  { type: 'enter', url: 'https://example.com/' },
  { type: 'startAtLogin', to: 'maybe' },
  { type: 'startAtLogin' },
  { type: 'logIn', platform: '' },
  { type: 'logIn', platform: 'x'.repeat(61) },
  { type: 'logIn', platform: 'reddit', name: 7 },
  { type: 'logIn', platform: 'reddit', url: 'https://example.com/' },
])('%j is refused', async (message) => {
  await expect(ask(message)).rejects.toThrow('does not know this request');
  expect(answered).toEqual([]);
});

test.each([null, { url: OWN.url }, { url: 'https://example.com/' }])('a page that is not ours gets nothing: %j', async (frame) => {
  await expect(ask({ type: 'state' }, frame)).rejects.toThrow('Only the page of the window');
  expect(answered).toEqual([]);
});

test('the page has two functions, which use the two channels', async () => {
  await import('#electron/preload.ts');
  expect([...electron.fake.exposed.keys()]).toEqual(['commentdockDesktop']);
  const bridge = electron.fake.exposed.get('commentdockDesktop') as DesktopBridge;
  await bridge.ask({ type: 'state' });
  expect(electron.fake.invoked).toEqual([{ channel: 'commentdock:ask', message: { type: 'state' } }]);
  const heard: unknown[] = [];
  const stop = bridge.onState((state) => heard.push(state));
  electron.ipcRenderer.emit('commentdock:state', { sender: 'secret' }, { version: '1' });
  stop();
  electron.ipcRenderer.emit('commentdock:state', {}, { version: '2' });
  expect(heard).toEqual([{ version: '1' }]);
});

test.each([
  ['says that the window is closed', {}, [{ channel: 'commentdock:ask', message: { type: 'enter' } }]],
  ['says nothing of it', null, []],
])('a page that %s', async (_what, found, invoked) => {
  const asked: string[] = [];
  const loaded: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => loaded.push(listener));
  vi.stubGlobal('document', { querySelector: (selector: string) => (asked.push(selector), found) });
  try {
    await import('#electron/preload.ts');
    for (const listener of loaded) listener();
    expect(asked).toEqual(['meta[name="commentdock-window-closed"]']);
    expect(electron.fake.invoked).toEqual(invoked);
  } finally {
    vi.unstubAllGlobals();
  }
});
