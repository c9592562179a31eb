import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { fakeHost, HEALTHY, type FakeHost } from '#test/surfaces/cli/fake-host.ts';

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-browser');
  host = fakeHost(folder);
});

describe('browser', () => {
  it('says which one is used, for people and as JSON', async () => {
    expect(await host.run('browser')).toBe(0);
    expect(host.out.stdout).toBe('Chromium (/usr/bin/chromium)\n');
    host.out.stdout = '';
    expect(await host.run('browser', '--json')).toBe(0);
    expect(JSON.parse(host.out.stdout)).toEqual({ name: 'Chromium', path: '/usr/bin/chromium' });
  });

  it('install shows the progress, then what there is', async () => {
    expect(await host.run('browser', 'install')).toBe(0);
    expect(host.out.stderr).toContain('[Downloading Chromium: 40 %]');
    expect(host.out.stdout).toBe('Chrome for Testing (/cache/chrome)\n');
    expect(host.opened).toEqual([]);
  });
});

describe('doctor', () => {
  it('names the browser, and where there is none what to do; exports of other platforms may run all the same', async () => {
    expect(await host.run('doctor')).toBe(0);
    expect(host.out.stdout).toMatch(/browser +Chromium \(\/usr\/bin\/chromium\)/);
    host.facts = { ...HEALTHY, browser: { missing: 'Install one.' } };
    host.out.stdout = '';
    expect(await host.run('doctor')).toBe(0);
    expect(host.out.stdout).toMatch(/browser +none\n +Install one\./);
    host.facts = { ...HEALTHY, browser: { name: null, path: '/mine' } };
    expect(await host.run('doctor')).toBe(0);
    expect(host.out.stdout).toContain('/mine (named by COMMENTDOCK_BROWSER)');
  });
});
