/** Runs beside a real Secret Service: the real Chromium closes its cookies with a key of the keyring, and we read them. Prints what it saw. */
import { join } from 'node:path';
import { createBrowserCookies } from '#core/accounts/browser-cookies.ts';
import { readForeignTables } from '#core/store/foreign-tables.ts';
import { browserKey } from '#core/vault/browser-key.ts';
import { makeChromiumProfile } from '#test/accounts/chromium-profile.ts';

const home = process.env['HOME'] ?? '';
const cookies = [{ name: 'reddit_session', value: 'of the keyring', domain: '.reddit.com', expires: 2_000_000_000 }];
await makeChromiumProfile(home, cookies, 'gnome-libsecret');
const { cookies: rows = [] } = await readForeignTables(join(home, '.config/chromium/Default/Cookies'), ['cookies']);
const versions = rows.map((row) => (row as { encrypted_value: Buffer }).encrypted_value.subarray(0, 3).toString());
const machine = { platform: 'linux', home, env: {} } as const;
const withKey = createBrowserCookies({ machine, readTables: readForeignTables, keyOf: (names) => browserKey(names) });
const without = createBrowserCookies({ machine, readTables: readForeignTables, keyOf: async () => null });
const request = { browser: 'chromium', profile: null, domains: ['.reddit.com'] };
const read = await withKey.read(request);
const refusal = await without.read(request).catch((error: Error) => error.message);
const unknown = await browserKey({ linux: 'no such program', darwin: ['', ''] });
process.stdout.write(JSON.stringify({ versions, values: read.cookies.map(({ value }) => value), refusal, unknown }));
