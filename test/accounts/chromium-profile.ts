import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const CHROMIUM = process.env['COMMENTDOCK_BROWSER'] ?? '/usr/bin/chromium';

/** Why no profile can be made here; null where it can. */
export function missingChromium(): string | null {
  return existsSync(CHROMIUM) ? null : `there is no ${CHROMIUM} (Debian: apt install chromium; or set COMMENTDOCK_BROWSER)`;
}

/** Cookies that the real Chromium sets and stores, in a profile below a home as on Linux. `basic`: without a keyring. */
export async function makeChromiumProfile(
  home: string,
  cookies: readonly { readonly name: string; readonly value: string; readonly domain: string; readonly expires: number }[],
  passwordStore: 'basic' | 'gnome-libsecret' = 'basic',
): Promise<void> {
  const context = await chromium.launchPersistentContext(join(home, '.config', 'chromium'), {
    executablePath: CHROMIUM,
    chromiumSandbox: false,
    ignoreDefaultArgs: ['--use-mock-keychain', '--password-store=basic'],
    args: [
      `--password-store=${passwordStore}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })));
    await context.newPage();
  } finally {
    await context.close();
  }
}
