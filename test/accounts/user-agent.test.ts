import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBrowserCookies } from '#core/accounts/browser-cookies.ts';
import { clientHintsOf, userAgentOf } from '#core/accounts/user-agent.ts';
import { ownFolder } from '#test/own.ts';

const CHROME = { engine: 'chromium', brand: 'Google Chrome', platform: 'win32' } as const;
const windows = (major: number): string => userAgentOf({ ...CHROME, major });

describe('what browsers call themselves', () => {
  it.each([
    [
      { ...CHROME, major: 131 },
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    ],
    [
      { ...CHROME, brand: 'Microsoft Edge', major: 131 },
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    ],
    [
      { ...CHROME, brand: null, platform: 'linux', major: 156 },
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    ],
    [
      { engine: 'firefox', brand: null, platform: 'darwin', major: 140 },
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    ],
  ] as const)('%j', (build, agent) => {
    expect(userAgentOf(build)).toBe(agent);
  });

  it('are the hints that the same version of the same browser sends', () => {
    // As recorded of these versions.
    expect(clientHintsOf(windows(131))['sec-ch-ua']).toBe('"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"');
    expect(clientHintsOf(windows(124))['sec-ch-ua']).toBe('"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"');
    expect(clientHintsOf(windows(120))['sec-ch-ua']).toBe('"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"');
    expect(clientHintsOf(`${windows(131)} Edg/131.0.0.0`)).toEqual({
      'sec-ch-ua': '"Microsoft Edge";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Windows"',
    });
  });

  it.each([
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36', '?1', '"Android"'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36', '?0', '"Chrome OS"'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      '?0',
      '"macOS"',
    ],
    [userAgentOf({ ...CHROME, platform: 'linux', major: 131 }), '?0', '"Linux"'],
  ])('hints name kind and system of %s', (agent, mobile, system) => {
    expect(clientHintsOf(agent)).toMatchObject({ 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': system });
  });

  it.each([
    userAgentOf({ engine: 'firefox', brand: null, platform: 'linux', major: 140 }),
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
    'something of my own/1.0',
  ])('%s sends no hints', (agent) => {
    expect(clientHintsOf(agent)).toEqual({});
  });
});

describe('the user agent of a browser that is imported from', () => {
  const readIn = async (files: Readonly<Record<string, string>>, browser: string): Promise<string | null> => {
    const home = ownFolder('agents');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, '..'), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const readTables = async () => ({});
    const browsers = createBrowserCookies({ machine: { platform: 'linux', home, env: {} }, readTables, keyOf: async () => null });
    return (await browsers.read({ browser, profile: null, domains: ['.reddit.com'] })).userAgent;
  };

  it('is that of its version at its last start', async () => {
    const fox = {
      '.mozilla/firefox/a.default/cookies.sqlite': '',
      '.mozilla/firefox/a.default/compatibility.ini': '[Compatibility]\nLastVersion=140.0.2_2025/2026\n',
    };
    expect(await readIn(fox, 'firefox')).toBe('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    const chrome = { '.config/google-chrome/Default/Network/Cookies': '', '.config/google-chrome/Last Version': '149.0.7000.12' };
    expect(await readIn(chrome, 'chrome')).toBe(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
    );
    const edge = { '.config/microsoft-edge/Default/Cookies': '', '.config/microsoft-edge/Last Version': '149.0.7000.12' };
    expect(await readIn(edge, 'edge')).toMatch(/ Edg\/149\.0\.0\.0$/);
  });

  it('is none where it does not say, or says something else', async () => {
    expect(await readIn({ '.mozilla/firefox/a/cookies.sqlite': '' }, 'firefox')).toBeNull();
    expect(await readIn({ '.config/google-chrome/Default/Cookies': '', '.config/google-chrome/Last Version': 'x' }, 'chrome')).toBeNull();
  });
});
