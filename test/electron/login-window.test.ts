import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlatformInfo } from '#core/contract/platform.ts';
import { platformInfo } from '#core/service/platforms.ts';
import definition from '#core/platforms/reddit/index.ts';
import { parseCookies } from '#core/accounts/cookie-text.ts';
import type { LoggedIn } from '#electron/login-window.ts';
import { wordsFor } from '#electron/messages/words.ts';
import { freshElectron, settled } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { FakeService } from '#test/electron/fake-service.ts';

const SESSION = { name: 'reddit_session', value: 'secret', domain: '.reddit.com', hostOnly: false, path: '/', httpOnly: true } as const;
const FOREIGN = { name: 'reddit_session', value: 'other', domain: '.example.com', path: '/' } as const;

let electron: typeof FakeElectron;
let reddit: PlatformInfo;

beforeEach(async () => {
  electron = await freshElectron();
  reddit = platformInfo(definition);
});

afterEach(() => {
  vi.useRealTimers();
});

/** Wrapped, as a promise within a promise would be waited for. */
async function openLogin(platform = reddit): Promise<{ readonly outcome: Promise<LoggedIn | null> }> {
  const { logInWithWindow } = await import('#electron/login-window.ts');
  const outcome = logInWithWindow(platform, `Log in to ${platform.name}`);
  await settled();
  return { outcome };
}

function parts(): { readonly window: FakeElectron.BrowserWindow; readonly session: FakeElectron.FakeSession } {
  const [window] = electron.fake.windows;
  const [session] = electron.fake.sessions;
  if (window === undefined || session === undefined) throw new Error('No login window was opened.');
  return { window, session };
}

describe('the window', () => {
  test('has a partition of its own in memory, no way to the shell, and no name of ours', async () => {
    await openLogin();
    const { window, session } = parts();
    expect(session.partition).toMatch(/^login-/);
    expect(session.partition).not.toMatch(/^persist:/);
    expect(session.userAgent).toBe('Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/152.0.0.0 Safari/537.36');
    expect(window.loaded).toEqual([reddit.login_url]);
    expect(window.options.webPreferences).toEqual({
      session,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    });
  });

  test('opens no further window, leaves the web never, saves no file and has no permission', async () => {
    await openLogin();
    const { window, session } = parts();
    const { webContents } = window;
    expect(webContents.openHandler({ url: 'https://www.reddit.com/popup' })).toEqual({ action: 'deny' });
    expect(webContents.navigate('will-frame-navigate', 'https://accounts.example.com/').defaultPrevented).toBe(false);
    for (const url of ['file:///etc/passwd', 'commentdock://export?url=https://example.com', 'nonsense'])
      expect(webContents.navigate('will-frame-navigate', url).defaultPrevented).toBe(true);
    const download = electron.preventable({});
    session.emit('will-download', download);
    expect(download.defaultPrevented).toBe(true);
    const answers: boolean[] = [];
    session.askPermission(webContents, 'clipboard-sanitized-write', (answer) => answers.push(answer));
    expect(answers).toEqual([false]);
    expect(electron.fake.opened).toEqual([]);
  });

  test('a second one shares nothing with the first', async () => {
    await openLogin();
    await openLogin();
    expect(new Set(electron.fake.sessions.map(({ partition }) => partition)).size).toBe(2);
  });
});

describe('what is taken', () => {
  async function logIn(platform = reddit) {
    const opened = await openLogin(platform);
    return { ...parts(), ...opened };
  }

  test('are the cookies of the platform alone, once all of its session are there, in a form that the service reads', async () => {
    vi.useFakeTimers();
    const { window, session, outcome } = await logIn();
    session.cookies.set(FOREIGN, { name: 'theme', value: 'dark', domain: 'www.reddit.com', hostOnly: true, path: '/' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(window.isDestroyed()).toBe(false);
    for (const name of reddit.cookie_names) session.cookies.set({ ...SESSION, name, expirationDate: 4_000_000_000 });
    await vi.advanceTimersByTimeAsync(1_500);
    const { cookies: taken = '', userAgent } = (await outcome) ?? {};
    const read = parseCookies(taken);
    expect(userAgent).toBe(session.userAgent);
    expect(read.map(({ name }) => name).toSorted()).toEqual([...reddit.cookie_names, 'theme'].toSorted());
    expect(read.find(({ name }) => name === reddit.cookie_names[0])).toMatchObject({
      value: 'secret',
      domain: 'reddit.com',
      hostOnly: false,
      httpOnly: true,
      expiresAt: 4_000_000_000,
    });
    expect(window.isDestroyed()).toBe(true);
    expect(session.isCleared).toBe(true);
    expect(session.cookies.listenerCount('changed')).toBe(0);
  });

  test('is nothing where the window is closed before', async () => {
    const { window, session, outcome } = await logIn();
    session.cookies.set(FOREIGN);
    window.destroy();
    expect(await outcome).toBeNull();
    expect(session.isCleared).toBe(true);
  });

  test('is what there is at the end where the platform names no cookies', async () => {
    const { window, session, outcome } = await logIn({ ...reddit, cookie_names: [] });
    session.cookies.set(SESSION, FOREIGN);
    window.destroy();
    expect(JSON.parse((await outcome)?.cookies ?? '')).toEqual([SESSION]);
  });

  test('is nothing where a platform has no login', async () => {
    const { logInWithWindow } = await import('#electron/login-window.ts');
    await expect(logInWithWindow({ ...reddit, login_url: null }, 'x')).rejects.toThrow('use no login');
    expect(electron.fake.windows).toEqual([]);
  });
});

describe('saving', () => {
  async function login(service: FakeService | null, cookies: () => Promise<string | null>) {
    const { createAccountLogin } = await import('#electron/account-login.ts');
    const titles: string[] = [];
    const openWindow = (_platform: PlatformInfo, title: string): Promise<LoggedIn | null> => {
      titles.push(title);
      return cookies().then((given) => (given === null ? null : { cookies: given, userAgent: 'Mozilla/5.0 (window)' }));
    };
    return { titles, logIn: createAccountLogin({ client: () => service, openWindow, words: wordsFor('en') }) };
  }

  function serviceWithReddit(): FakeService {
    const service = new FakeService();
    service.platforms = [reddit];
    return service;
  }

  test('goes through the running service', async () => {
    const service = serviceWithReddit();
    const { logIn, titles } = await login(service, async () => '[]');
    expect(await logIn('reddit', 'mine')).toEqual({ outcome: 'saved' });
    expect(service.saved).toEqual([{ platform: 'reddit', name: 'mine', cookies: '[]', userAgent: 'Mozilla/5.0 (window)' }]);
    expect(titles).toEqual(['Log in to Reddit: the window closes by itself']);
  });

  test('says what came of it', async () => {
    const service = serviceWithReddit();
    expect(await (await login(service, async () => null)).logIn('reddit', undefined)).toEqual({ outcome: 'closed' });
    expect(await (await login(service, async () => '[]')).logIn('nowhere', undefined)).toMatchObject({ outcome: 'refused' });
    expect(await (await login(null, async () => '[]')).logIn('reddit', undefined)).toMatchObject({ outcome: 'refused' });
    service.saveFailure = new Error('The vault is closed.');
    const refused = await (await login(service, async () => '[]')).logIn('reddit', undefined);
    expect(refused).toEqual({ outcome: 'refused', detail: 'The vault is closed.' });
    expect(service.saved).toEqual([]);
  });

  test('opens one window for each platform', async () => {
    const held = Promise.withResolvers<string | null>();
    const { logIn, titles } = await login(serviceWithReddit(), () => held.promise);
    const both = [logIn('reddit', undefined), logIn('reddit', undefined)];
    await settled();
    held.resolve('[]');
    expect(await Promise.all(both)).toEqual([{ outcome: 'saved' }, { outcome: 'saved' }]);
    expect(titles).toHaveLength(1);
  });
});
