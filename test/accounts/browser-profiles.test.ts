import { describe, expect, it } from 'vitest';
import { COOKIE_BROWSERS, cookieFiles, type CookieBrowser, profileRoots } from '#core/accounts/browser-profiles.ts';

function browser(id: string): CookieBrowser {
  const found = COOKIE_BROWSERS.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no browser ${id}`);
  return found;
}

describe('where browsers keep their profiles', () => {
  it.each([
    ['firefox', '/Users/ann/Library/Application Support/Firefox/Profiles'],
    ['chrome', '/Users/ann/Library/Application Support/Google/Chrome'],
    ['edge', '/Users/ann/Library/Application Support/Microsoft Edge'],
    ['brave', '/Users/ann/Library/Application Support/BraveSoftware/Brave-Browser'],
  ])('%s on macOS', (id, root) => {
    expect(profileRoots(browser(id), { platform: 'darwin', home: '/Users/ann', env: {} })).toEqual([root]);
    expect(browser(id).kind === 'firefox' || browser(id).key?.darwin[0].endsWith(' Safe Storage')).toBe(true);
  });

  it.each([
    ['firefox', 'C:\\Users\\ann\\AppData\\Roaming\\Mozilla\\Firefox\\Profiles', ['cookies.sqlite']],
    ['chrome', 'C:\\Users\\ann\\AppData\\Local\\Google\\Chrome\\User Data', ['Network\\Cookies', 'Cookies']],
  ])('%s on Windows', (id, root, files) => {
    expect(profileRoots(browser(id), { platform: 'win32', home: 'C:\\Users\\ann', env: {} })).toEqual([root]);
    expect(cookieFiles(browser(id), { platform: 'win32' })).toEqual(files);
  });

  it('on Linux, from packages, snap and flatpak, and where XDG_CONFIG_HOME says', () => {
    const linux = { platform: 'linux', home: '/home/ann' } as const;
    expect(profileRoots(browser('chromium'), { ...linux, env: {} })).toEqual([
      '/home/ann/.config/chromium',
      '/home/ann/snap/chromium/common/chromium',
      '/home/ann/.var/app/org.chromium.Chromium/config/chromium',
    ]);
    expect(profileRoots(browser('chrome'), { ...linux, env: { XDG_CONFIG_HOME: '/conf' } })[0]).toBe('/conf/google-chrome');
    expect(profileRoots(browser('firefox'), { ...linux, env: {} })).toContain('/home/ann/snap/firefox/common/.mozilla/firefox');
  });
});
