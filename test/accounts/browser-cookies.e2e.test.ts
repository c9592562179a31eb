import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowserCookies } from '#core/accounts/browser-cookies.ts';
import { readForeignTables } from '#core/store/foreign-tables.ts';
import { makeChromiumProfile, missingChromium } from '#test/accounts/chromium-profile.ts';
import { ownFolder } from '#test/own.ts';
import { missingForSecretService, missingSecretTool, runBesideSecretService } from '#test/vault/secret-service.ts';
import { makeFirefoxProfile } from '#test/accounts/firefox-profile.ts';

const home = ownFolder('browsers');
const missing = missingChromium();
if (missing !== null) console.log(`Cookies of a real Chromium are not read: ${missing}`);
const browsers = createBrowserCookies({
  machine: { platform: 'linux', home, env: {} },
  readTables: readForeignTables,
  keyOf: async () => null,
});
const domains = ['.reddit.com'];
let firefox: Disposable;

beforeAll(async () => {
  firefox = makeFirefoxProfile(home, 'abcd.default-release', [
    { name: 'reddit_session', value: 'fox', host: '.reddit.com' },
    { name: 'token_v2', value: 'fox too', host: 'www.reddit.com', expiry: 4_000_000_000_000 },
    { name: 'contained', value: 'no', host: '.reddit.com', originAttributes: '^userContextId=1' },
    { name: 'session', value: 'money', host: '.bank.example' },
    { name: 'near', value: 'no', host: '.notreddit.com' },
  ]);
  if (missing === null)
    await makeChromiumProfile(home, [
      { name: 'reddit_session', value: 'chromium välue'.normalize(), domain: '.reddit.com', expires: 4_000_000_000 / 2 },
      { name: 'session', value: 'money', domain: '.bank.example', expires: 4_000_000_000 / 2 },
    ]);
});
afterAll(() => firefox[Symbol.dispose]());

describe('cookies of installed browsers', () => {
  it('of a running Firefox: those of the site, of no container, from a copy that is gone afterwards', async () => {
    const { profile, cookies } = await browsers.read({ browser: 'firefox', profile: null, domains });
    expect(profile).toBe('abcd.default-release');
    const common = { path: '/', httpOnly: true, expiresAt: 4_000_000_000, sameSite: 'Lax' };
    expect(cookies).toEqual([
      { name: 'reddit_session', value: 'fox', domain: 'reddit.com', hostOnly: false, ...common },
      { name: 'token_v2', value: 'fox too', domain: 'www.reddit.com', hostOnly: true, ...common },
    ]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('commentdock-copy-'))).toEqual([]);
  });

  it.skipIf(missing !== null)('of a real Chromium without a keyring', async () => {
    const { profile, cookies } = await browsers.read({ browser: 'chromium', profile: null, domains });
    expect(profile).toBe('Default');
    const { cookies: rows = [] } = await readForeignTables(join(home, '.config/chromium/Default/Cookies'), ['cookies']);
    const versions = rows.map((row) => (row as { encrypted_value: Buffer }).encrypted_value.subarray(0, 3).toString());
    expect(versions).toEqual(['v10', 'v10']);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({
      name: 'reddit_session',
      value: 'chromium välue',
      domain: 'reddit.com',
      hostOnly: false,
      httpOnly: true,
    });
    expect(cookies[0]?.expiresAt).toBeGreaterThan(Date.now() / 1_000);
  });

  const lacking = missing ?? missingForSecretService() ?? missingSecretTool();
  if (lacking !== null) console.log(`Cookies that a keyring closes are not read: ${lacking}`);
  it.skipIf(lacking !== null)('of a real Chromium with a key in a real keyring', () => {
    const script = fileURLToPath(import.meta.resolve('#test/accounts/keyring-profile.ts'));
    expect(JSON.parse(runBesideSecretService(script, []))).toEqual({
      versions: ['v11'],
      values: ['of the keyring'],
      refusal: expect.stringMatching(/has no key for them.*commentdock login/) as string,
      unknown: null,
    });
  });

  it('are listed by profile, and a browser or profile that is not there is named', async () => {
    expect(await browsers.profiles()).toContainEqual({ browser: 'firefox', profile: 'abcd.default-release', obstacle: null });
    await expect(browsers.read({ browser: 'firefox', profile: 'x', domains })).rejects.toThrow('It has: abcd.default-release');
    await expect(browsers.read({ browser: 'vivaldi', profile: null, domains })).rejects.toThrow('no profile with cookies');
    await expect(browsers.read({ browser: 'netscape', profile: null, domains })).rejects.toThrow('is no browser we know');
  });
});
