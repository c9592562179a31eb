import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBrowserCookies } from '#core/accounts/browser-cookies.ts';
import { decryptValue, passwordsFor, versionOf } from '#core/accounts/chromium-values.ts';

const HOST = '.example.org';

function encrypted(text: string, version: string, password: string, rounds: number, hashed: 'hashed' | 'bare'): Buffer {
  const cipher = createCipheriv('aes-128-cbc', pbkdf2Sync(password, 'saltysalt', rounds, 16, 'sha1'), Buffer.alloc(16, ' '));
  const plain = Buffer.concat([...(hashed === 'hashed' ? [createHash('sha256').update(HOST).digest()] : []), Buffer.from(text)]);
  return Buffer.concat([Buffer.from(version), cipher.update(plain), cipher.final()]);
}

const open = (bytes: Buffer, databaseVersion: number, platform: NodeJS.Platform, kept: string | null): string | null =>
  decryptValue({ encrypted: bytes, host: HOST, databaseVersion }, passwordsFor(versionOf(bytes), platform, kept), platform);

describe('values of Chromium', () => {
  it.each([
    ['Linux without a keyring', encrypted('välue', 'v10', 'peanuts', 1, 'bare'), 20, 'linux', null],
    ['Linux without a keyring, newer', encrypted('välue', 'v10', 'peanuts', 1, 'hashed'), 24, 'linux', null],
    ['Linux with a keyring', encrypted('välue', 'v11', 'of the keyring', 1, 'hashed'), 24, 'linux', 'of the keyring'],
    ['macOS', encrypted('välue', 'v10', 'of the keychain', 1003, 'hashed'), 24, 'darwin', 'of the keychain'],
  ] as const)('%s', (_where, bytes, version, platform, kept) => {
    expect(open(bytes, version, platform, kept)).toBe('välue');
  });

  it('stay closed to other keys, hosts and encryptions', () => {
    const bytes = encrypted('value', 'v11', 'of the keyring', 1, 'hashed');
    expect(open(bytes, 24, 'linux', 'another')).toBeNull();
    expect(open(bytes, 24, 'linux', null)).toBeNull();
    expect(open(encrypted('value', 'v10', 'peanuts', 1, 'hashed'), 24, 'darwin', null)).toBeNull();
    const ofHost = { encrypted: bytes, host: '.other.org', databaseVersion: 24 };
    expect(decryptValue(ofHost, ['of the keyring'], 'linux')).toBeNull();
    expect([versionOf(Buffer.from('v20xxxx')), versionOf(Buffer.from('abc')), versionOf(Buffer.alloc(0))]).toEqual([
      'v20',
      'unknown',
      'plain',
    ]);
  });
});

it('on Windows is said to be out of reach, with what to do instead', async () => {
  const ground = { readTables: () => Promise.reject(new Error('nothing is read')), keyOf: async () => null };
  const windows = createBrowserCookies({ ...ground, machine: { platform: 'win32', home: 'C:\\Users\\ann', env: {} } });
  for (const browser of ['chrome', 'edge', 'brave'])
    await expect(windows.read({ browser, profile: null, domains: [HOST] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/app-bound encryption.*commentdock login.*cookie extension/) as string,
    });
});
