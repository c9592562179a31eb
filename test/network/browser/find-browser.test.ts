import { describe, expect, it } from 'vitest';
import { cachedPlaces, howToGetOne, installedPlaces, playwrightCache, type MachinePlaces } from '#core/network/browser/browser-places.ts';
import { findBrowser } from '#core/network/browser/find-browser.ts';

const LINUX: MachinePlaces = { platform: 'linux', arch: 'x64', home: '/home/me', env: { PATH: '/usr/local/bin:/usr/bin:relative' } };
const MAC: MachinePlaces = { platform: 'darwin', arch: 'arm64', home: '/Users/me', env: {} };
const WINDOWS: MachinePlaces = {
  platform: 'win32',
  arch: 'x64',
  home: 'C:\\Users\\me',
  env: {
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    ProgramW6432: 'C:\\Program Files',
    LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local',
  },
};

function pathsOf(machine: MachinePlaces): string[] {
  return installedPlaces(machine).map(({ path }) => path);
}

/** A machine that has these programs alone. */
function machineWith(machine: MachinePlaces, programs: readonly string[], cached: readonly string[] = []) {
  return { machine, isProgram: async (path: string) => programs.includes(path), namesIn: async () => cached };
}

describe('the usual places', () => {
  it('of Linux: every folder of PATH, then those of vendors, snap and flatpak', () => {
    const paths = pathsOf(LINUX);
    expect(paths.slice(0, 4)).toEqual([
      '/usr/local/bin/google-chrome-stable',
      '/usr/bin/google-chrome-stable',
      '/usr/local/bin/google-chrome',
      '/usr/bin/google-chrome',
    ]);
    expect(paths).toEqual(expect.arrayContaining(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/opt/google/chrome/chrome']));
    expect(paths).toEqual(expect.arrayContaining(['/opt/microsoft/msedge/msedge', '/snap/bin/chromium']));
    expect(paths.every((path) => path.startsWith('/'))).toBe(true);
    expect(pathsOf({ ...LINUX, env: {} })).toContain('/usr/bin/chromium');
  });

  it('of macOS: applications of the system and of the user', () => {
    expect(pathsOf(MAC)).toEqual([
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Users/me/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      '/Users/me/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
    ]);
  });

  it('of Windows: program folders of the machine and of the user, each once', () => {
    expect(pathsOf(WINDOWS)).toEqual([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Users\\me\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Chromium\\Application\\chrome.exe',
      'C:\\Users\\me\\AppData\\Local\\Chromium\\Application\\chrome.exe',
    ]);
  });

  it.each([
    ['Linux', LINUX, '/home/me/.cache/ms-playwright'],
    ['Linux with a folder for caches', { ...LINUX, env: { XDG_CACHE_HOME: '/caches' } }, '/caches/ms-playwright'],
    ['macOS', MAC, '/Users/me/Library/Caches/ms-playwright'],
    ['Windows', WINDOWS, 'C:\\Users\\me\\AppData\\Local\\ms-playwright'],
    ['a machine where the owner moved it', { ...LINUX, env: { PLAYWRIGHT_BROWSERS_PATH: '/elsewhere' } }, '/elsewhere'],
  ])('of downloads on %s', (_, machine, folder) => {
    expect(playwrightCache(machine)).toBe(folder);
  });

  it('of downloads: the newest first, and no other browsers', () => {
    const found = cachedPlaces(MAC, ['chromium-999', 'chromium-1255', 'chromium_headless_shell-1255', 'firefox-1500', '.links']);
    expect(found[0]?.path).toBe(
      '/Users/me/Library/Caches/ms-playwright/chromium-1255/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    );
    expect(found.every(({ path }) => /chromium-(1255|999)\//.test(path))).toBe(true);
    expect(cachedPlaces(WINDOWS, ['chromium-1255'])[0]?.path).toBe(
      'C:\\Users\\me\\AppData\\Local\\ms-playwright\\chromium-1255\\chrome-win64\\chrome.exe',
    );
  });
});

describe('the search', () => {
  it('takes the setting before all, and says when it names nothing', async () => {
    const search = machineWith(LINUX, ['/opt/mine', '/usr/bin/chromium']);
    expect(await findBrowser({ ...search, setting: '/opt/mine' })).toEqual({ name: null, path: '/opt/mine', by: 'setting' });
    await expect(findBrowser({ ...search, setting: '/opt/other' })).rejects.toMatchObject({
      code: 'BROWSER_MISSING',
      message: expect.stringContaining('COMMENTDOCK_BROWSER names /opt/other'),
    });
  });

  it('takes Chrome before Edge before Chromium before a download', async () => {
    const all = [
      '/usr/bin/google-chrome',
      '/usr/bin/microsoft-edge',
      '/usr/bin/chromium',
      '/home/me/.cache/ms-playwright/chromium-7/chrome-linux64/chrome',
    ];
    const names: (string | null)[] = [];
    for (let left = all; left.length > 0; left = left.slice(1)) {
      names.push((await findBrowser({ ...machineWith(LINUX, left, ['chromium-7']), setting: null })).name);
    }
    expect(names).toEqual(['Google Chrome', 'Microsoft Edge', 'Chromium', 'Chrome for Testing']);
  });

  it.each([
    ['Linux', LINUX, 'apt install chromium'],
    ['macOS', MAC, 'Install Google Chrome'],
    ['Windows', WINDOWS, 'Microsoft Edge'],
  ])('says on a bare %s what to do', async (_, machine, words) => {
    const search = findBrowser({ ...machineWith(machine, []), setting: null });
    await expect(search).rejects.toMatchObject({ code: 'BROWSER_MISSING', message: expect.stringContaining(words) });
    await expect(search).rejects.toThrow('commentdock browser install');
    expect(howToGetOne(machine)).toContain(words);
  });
});
