import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { MachinePlaces } from '#core/network/browser/browser-places.ts';
import { createInstalledAgent } from '#core/network/browser/installed-agent.ts';
import { CHROMIUM, missingChromium } from '#test/accounts/chromium-profile.ts';
import { ownFolder } from '#test/own.ts';

const missing = missingChromium();
if (missing !== null) console.log(`No real browser is compared: ${missing}`);
const home = ownFolder('installed');
const NOBODY: MachinePlaces = { platform: 'linux', arch: 'x64', home, env: { PATH: home } };

/** A program of this name that prints this. */
function program(name: string, prints: string): string {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\necho "${prints}"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A file below the home. */
function file(path: string, text: string): string {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), text);
  return join(home, path);
}

const agentWith = (setting: string | null, platform: NodeJS.Platform = 'linux') =>
  createInstalledAgent({
    setting,
    machine: { ...NOBODY, platform },
    isProgram: async (path) => path === setting,
    namesIn: async () => [],
  })();

describe('the browser of this machine', () => {
  it.skipIf(process.platform === 'win32')('says its version on Linux', async () => {
    expect(await agentWith(program('chrome', 'Google Chrome 149.0.7000.12 '))).toEqual({
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
      hints: {
        'sec-ch-ua': expect.stringContaining('"Google Chrome";v="149"') as string,
        'sec-ch-ua-mobile': '?0',
        'sec-ch-ua-platform': '"Linux"',
      },
    });
    const { userAgent, hints } = await agentWith(program('chromium-browser', 'Chromium 150.0.1.2 built on Debian'));
    expect(userAgent).toContain('Chrome/150.0.0.0');
    expect(hints['sec-ch-ua']).not.toContain('Google');
  });

  it('has it in its bundle on macOS', async () => {
    file('Google Chrome.app/Contents/Info.plist', '<key>CFBundleShortVersionString</key>\n\t<string>148.0.1.2</string>');
    const { userAgent } = await agentWith(join(home, 'Google Chrome.app/Contents/MacOS/Google Chrome'), 'darwin');
    expect(userAgent).toBe(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    );
  });

  it('is looked up once, and is what most people have where there is none, or none that says its version', async () => {
    const usual = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
    expect((await agentWith(null)).userAgent).toBe(usual);
    expect((await agentWith(program('mute', ''))).userAgent).toBe(usual);
    expect((await agentWith(join(home, 'nowhere', 'msedge.exe'), 'win32')).userAgent).toBe(usual);
    let searches = 0;
    const agent = createInstalledAgent({
      setting: null,
      machine: NOBODY,
      isProgram: async () => false,
      namesIn: async () => ((searches += 1), []),
    });
    await Promise.all([agent(), agent()]);
    expect(searches).toBe(1);
  });

  it.skipIf(missing !== null)('is named as it names itself, hints and all', async () => {
    const seen: Record<string, string | string[] | undefined>[] = [];
    const site = createServer((request, response) => (seen.push(request.headers), response.end('<title>hello</title>')));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: process.getuid?.() !== 0 });
    try {
      await (await browser.newPage()).goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    } finally {
      await browser.close();
      site.close();
    }
    const { userAgent, hints } = await createInstalledAgent({ setting: CHROMIUM })();
    const own = (name: string): string => String(seen[0]?.[name]).replaceAll('Headless', '');
    expect(userAgent).toBe(own('user-agent'));
    expect(hints).toEqual({
      'sec-ch-ua': own('sec-ch-ua'),
      'sec-ch-ua-mobile': own('sec-ch-ua-mobile'),
      'sec-ch-ua-platform': own('sec-ch-ua-platform'),
    });
  });
});
