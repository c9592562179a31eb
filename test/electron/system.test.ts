import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventEmitter } from 'node:events';
import type { AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShellSettings } from '#electron/shell-settings.ts';
import { freshElectron, settled } from '#test/electron/fake-app.ts';
import type * as FakeElectron from '#test/electron/fake-electron.ts';
import { FakeService } from '#test/electron/fake-service.ts';
import { ownFolder } from '#test/own.ts';

let electron: typeof FakeElectron;
let folder: string;

beforeEach(async () => {
  electron = await freshElectron();
  folder = ownFolder('system');
});

afterEach(() => vi.useRealTimers());

describe('deep links', () => {
  async function places() {
    return import('#electron/deep-link.ts');
  }

  test.each([
    ['commentdock://export?url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2', 'https://example.com/?a=1&b=2'],
    ['commentdock://export?url=https://example.com/x', 'https://example.com/x'],
    ['COMMENTDOCK://export/?url=http%3A%2F%2Fexample.com%2F%23part', 'http://example.com/#part'],
  ])('%s fills the address in', async (link, url) => {
    const { placeOfDeepLink } = await places();
    const place = placeOfDeepLink(link);
    expect(place).toMatch(/^#\/\?url=/);
    expect(new URLSearchParams(place?.slice('#/?'.length)).get('url')).toBe(url);
  });

  test.each([
    'commentdock://export',
    'commentdock://export?url=',
    'commentdock://export?url=javascript%3Aalert(1)',
    'commentdock://export?url=file%3A%2F%2F%2Fetc%2Fpasswd',
    'commentdock://delete?url=https%3A%2F%2Fexample.com',
    `commentdock://export?url=https%3A%2F%2Fexample.com%2F${'x'.repeat(2_000)}`,
    'https://example.com/',
    '--hidden',
    '',
  ])('%s leads nowhere', async (link) => {
    const { placeOfArguments, placeOfDeepLink } = await places();
    expect(placeOfDeepLink(link)).toBeNull();
    expect(placeOfArguments(['program', link])).toBeNull();
  });

  test('the system is asked for them by a packaged app alone', async () => {
    const { followDeepLinks } = await places();
    followDeepLinks(() => undefined);
    expect(electron.app.protocols).toEqual([]);
    electron.app.isPackaged = true;
    followDeepLinks(() => undefined);
    expect(electron.app.protocols).toEqual(['commentdock']);
  });

  test('an event of macOS is taken, and what leads nowhere is dropped', async () => {
    const { followDeepLinks } = await places();
    const told: string[] = [];
    followDeepLinks((place) => told.push(place));
    const event = electron.preventable({});
    electron.app.emit('open-url', event, 'commentdock://export?url=https%3A%2F%2Fexample.com');
    electron.app.emit('open-url', electron.preventable({}), 'commentdock://nothing');
    expect(event.defaultPrevented).toBe(true);
    expect(told).toEqual(['#/?url=https%3A%2F%2Fexample.com']);
  });
});

describe('start at login', () => {
  async function open(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) {
    const { createStartAtLogin } = await import('#electron/start-at-login.ts');
    return createStartAtLogin(platform, env);
  }

  test.each(['linux', 'darwin', 'win32'] as const)('on %s it is not there for an app that runs from its sources', async (platform) => {
    const choice = await open(platform, { XDG_CONFIG_HOME: folder });
    choice.set('on');
    expect(choice.state()).toBe('unavailable');
    expect(existsSync(join(folder, 'autostart'))).toBe(false);
    expect(electron.app.loginItem.openAtLogin).toBe(false);
  });

  test.each(['darwin', 'win32'] as const)('on %s the system keeps it, and starts without the window', async (platform) => {
    electron.app.isPackaged = true;
    const choice = await open(platform);
    expect(choice.state()).toBe('off');
    choice.set('on');
    expect(choice.state()).toBe('on');
    expect(electron.app.loginItem.args).toEqual(['--hidden']);
    choice.set('off');
    expect(choice.state()).toBe('off');
  });

  test('on Linux it is an entry of autostart', async () => {
    electron.app.isPackaged = true;
    electron.app.paths['exe'] = '/opt/My $ "100%"/commentdock';
    const choice = await open('linux', { XDG_CONFIG_HOME: folder });
    expect(choice.state()).toBe('off');
    choice.set('on');
    expect(choice.state()).toBe('on');
    const entry = readFileSync(join(folder, 'autostart', 'commentdock.desktop'), 'utf8');
    expect(entry).toContain('Exec="/opt/My \\$ \\"100%%\\"/commentdock" --hidden\n');
    expect(entry).toMatch(/^\[Desktop Entry\]\nType=Application\n/);
    choice.set('off');
    choice.set('off');
    expect(choice.state()).toBe('off');
  });

  test('of an AppImage its own file is started', async () => {
    electron.app.isPackaged = true;
    const choice = await open('linux', { XDG_CONFIG_HOME: folder, APPIMAGE: '/home/ann/Commentdock.AppImage' });
    choice.set('on');
    expect(readFileSync(join(folder, 'autostart', 'commentdock.desktop'), 'utf8')).toContain('"/home/ann/Commentdock.AppImage"');
  });
});

describe('power', () => {
  async function follow(service: { current: FakeService | null }) {
    const { followPower } = await import('#electron/power.ts');
    let times = 0;
    followPower(
      () => service.current,
      () => {
        times += 1;
      },
    );
    return () => times;
  }

  async function say(...events: readonly string[]): Promise<void> {
    for (const event of events) electron.powerMonitor.emit(event);
    await settled();
  }

  test('sleep pauses until a restart at most; waking resumes', async () => {
    const service = new FakeService();
    const resumed = await follow({ current: service });
    await say('suspend');
    expect(service.said).toEqual(['pause restart']);
    await say('resume');
    expect(service.said).toEqual(['pause restart', 'resume']);
    expect(resumed()).toBe(1);
    await say('resume');
    expect(service.said).toHaveLength(2);
  });

  test('what the owner paused stays paused', async () => {
    const service = new FakeService();
    service.paused = true;
    await follow({ current: service });
    await say('suspend', 'resume');
    expect(service.said).toEqual([]);
    expect(service.paused).toBe(true);
  });

  test('waking before the service has answered comes after it all the same', async () => {
    const service = new FakeService();
    await follow({ current: service });
    await say('suspend', 'resume');
    expect(service.said).toEqual(['pause restart', 'resume']);
  });

  test('a service that is down, fails, or was started anew is no reason to stumble', async () => {
    const service: { current: FakeService | null } = { current: null };
    await follow(service);
    await say('suspend', 'resume');
    const failing = new FakeService();
    failing.isPaused = () => Promise.reject(new Error('gone'));
    service.current = failing;
    await say('suspend', 'resume');
    const old = new FakeService();
    service.current = old;
    await say('suspend');
    service.current = new FakeService();
    await say('resume');
    expect(old.said).toEqual(['pause restart']);
    expect(service.current.said).toEqual([]);
  });
});

describe('updates', () => {
  class PlayedUpdater extends EventEmitter {
    autoDownload = false;
    autoInstallOnAppQuit = false;
    logger: unknown = 'console';
    checks = 0;
    installs = 0;
    failure: Error | null = null;

    async checkForUpdates(): Promise<void> {
      this.checks += 1;
      if (this.failure !== null) throw this.failure;
    }

    quitAndInstall(): void {
      this.installs += 1;
    }
  }

  async function open(chosen: 'on' | 'off' = 'off') {
    const { Updates } = await import('#electron/updates.ts');
    const updater = new PlayedUpdater();
    const settings = openShellSettings(join(folder, 'shell.json'));
    settings.change({ updates: chosen });
    const steps: string[] = [];
    let loads = 0;
    const updates = new Updates({
      settings,
      onChange: () => void steps.push(updates.found.state),
      beforeInstall: async () => void steps.push('closed'),
      load: async () => {
        loads += 1;
        return updater as unknown as AppUpdater;
      },
      resourcesPath: folder,
    });
    return { updates, updater, settings, steps, loads: () => loads };
  }

  function packaged(): void {
    electron.app.isPackaged = true;
    writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\n');
  }

  test('nobody is asked unless the owner turned them on', async () => {
    packaged();
    const { updates, loads } = await open();
    await updates.start();
    expect(updates.choice).toBe('off');
    expect(loads()).toBe(0);
  });

  test.each(['from its sources', 'built without an address'])('are not there for an app %s', async (kind) => {
    electron.app.isPackaged = kind !== 'from its sources';
    const { updates, loads, settings } = await open();
    await updates.choose('on');
    expect(updates.choice).toBe('unavailable');
    expect(loads()).toBe(0);
    expect(settings.read().updates).toBe('off');
  });

  test('turned on they are asked for at once and once a day, turned off no more', async () => {
    vi.useFakeTimers();
    packaged();
    const { updates, updater, settings } = await open();
    await updates.choose('on');
    expect(settings.read().updates).toBe('on');
    expect(updater).toMatchObject({ checks: 1, autoDownload: true, autoInstallOnAppQuit: true, logger: null });
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(updater.checks).toBe(2);
    await updates.choose('off');
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(updater.checks).toBe(2);
  });

  test('one that was fetched is installed after the service has closed', async () => {
    packaged();
    const { updates, updater, steps } = await open('on');
    await updates.start();
    await updates.install();
    expect(updater.installs).toBe(0);
    updater.emit('update-available', { version: '2.0.0' });
    expect(updates.found).toEqual({ state: 'loading', version: '2.0.0' });
    updater.emit('update-downloaded', { version: '2.0.0' });
    updater.emit('error', new Error('offline'));
    expect(updates.found).toEqual({ state: 'ready', version: '2.0.0' });
    await updates.install();
    expect(steps).toEqual(['loading', 'ready', 'closed']);
    expect(updater.installs).toBe(1);
    updates.close();
  });

  test('a check that fails is told', async () => {
    packaged();
    const { updates, updater } = await open('on');
    updater.failure = new Error('404');
    await updates.start();
    expect(updates.found).toEqual({ state: 'failed', detail: '404' });
    updates.close();
  });
});

describe('settings of the shell', () => {
  test('outlive it; a broken file counts as none', () => {
    const file = join(folder, 'shell.json');
    expect(openShellSettings(file).read()).toEqual({ updates: 'off', background: 'untold' });
    openShellSettings(file).change({ background: 'told' });
    expect(openShellSettings(file).read()).toEqual({ updates: 'off', background: 'told' });
    writeFileSync(file, '{"updates":"sometimes"');
    expect(openShellSettings(file).read()).toEqual({ updates: 'off', background: 'untold' });
  });
});
