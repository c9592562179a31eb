import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#core/config/config.ts';
import { describeVault } from '#core/vault/describe-vault.ts';
import { systemKeychain } from '#core/vault/keychain.ts';
import { type KeychainFault, unreachable } from '#core/vault/keychain-trouble.ts';
import { openVault } from '#core/vault/vault.ts';
import { ownFolder } from '#test/own.ts';
import { memoryKeychain, type MemoryKeychain } from '#test/vault/memory-keychain.ts';

let dataDir = '';
let keychain: MemoryKeychain = memoryKeychain();
let warnings: string[] = [];
beforeEach(() => {
  dataDir = ownFolder('keychain');
  keychain = memoryKeychain();
  warnings = [];
});

async function open(vault: Config['vault'] = null, vaultPassphrase: string | null = null) {
  return (await openVault({ dataDir, vault, vaultPassphrase }, (words) => warnings.push(words), keychain)).vault;
}

const keyFile = (): Record<string, unknown> => JSON.parse(readFileSync(join(dataDir, 'vault', 'key.json'), 'utf8'));
const look = (vault: Config['vault'] = null, vaultPassphrase: string | null = null, platform: NodeJS.Platform = 'linux') =>
  describeVault({ dataDir, vault, vaultPassphrase }, { keychain, machine: { platform, hasSessionBus: true } });

describe('where the key of a vault is', () => {
  it('is the keychain where it can be used', async () => {
    (await open()).set('a', 'secret');
    expect((await open()).get('a')).toBe('secret');
    expect(keychain.entries.size).toBe(1);
    const [key = ''] = keychain.entries.values();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(JSON.stringify(keyFile())).not.toContain(key);
    expect(keyFile()).toMatchObject({ keychain: expect.any(String) });
    expect(warnings).toEqual([]);
  });

  it('is a file where there is no keychain, with one warning, and stays so', async () => {
    keychain.fault = 'noBus';
    (await open()).set('a', 'secret');
    expect(warnings).toEqual([expect.stringMatching(/there is no session bus.*commentdock doctor/)]);
    keychain.fault = null;
    const asked = keychain.calls;
    expect((await open()).get('a')).toBe('secret');
    expect(keychain.calls).toBe(asked);
    expect(warnings).toHaveLength(1);
    expect(keyFile()).toHaveProperty('key');
  });

  it('is a file without a word where the owner chose that, by the setting or a passphrase', async () => {
    await open('file');
    expect(keyFile()).toHaveProperty('key');
    rmSync(join(dataDir, 'vault'), { recursive: true });
    await open(null, 'open sesame');
    expect(keyFile()).toHaveProperty('sealedKey');
    expect([keychain.calls, warnings]).toEqual([0, []]);
  });

  it('moves where the setting says so, there and back, with every secret', async () => {
    (await open('file', 'open sesame')).set('a', 'secret');
    expect((await open('keychain', 'open sesame')).get('a')).toBe('secret');
    expect(keychain.entries.size).toBe(1);
    expect((await open()).get('a')).toBe('secret');
    expect((await open('file')).get('a')).toBe('secret');
    expect(keychain.entries.size).toBe(0);
    expect(keyFile()).toHaveProperty('key');
  });

  it('leaves the key where it is when the keychain refuses it', async () => {
    (await open('file')).set('a', 'secret');
    keychain.fault = 'refused';
    await expect(open('keychain')).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('it said so') });
    expect((await open()).get('a')).toBe('secret');
  });

  it('is asked for in words where the keychain does not give it', async () => {
    (await open()).set('a', 'secret');
    for (const fault of ['silent', 'refused', 'noLibrary'] as const) {
      keychain.fault = fault;
      await expect(open()).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining("in the system's keychain") });
      await expect(open('file')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    }
    keychain.fault = null;
    const [[name = '', key = ''] = []] = keychain.entries;
    keychain.entries.set(name, Buffer.alloc(32).toString('base64'));
    await expect(open()).rejects.toMatchObject({ message: expect.stringContaining('has no key for this data folder') });
    keychain.entries.set(name, key);
    expect((await open()).get('a')).toBe('secret');
  });
});

describe('what doctor says of it', () => {
  it('before the first start', async () => {
    expect(await look()).toEqual({ kind: 'keychain', exists: false, why: 'the Secret Service can be used', hint: null });
    keychain.fault = 'noLibrary';
    expect(await look()).toMatchObject({ kind: 'file', exists: false, hint: expect.stringContaining('apt install libsecret-1-0') });
    expect(await look('file')).toMatchObject({ kind: 'file', why: 'COMMENTDOCK_VAULT=file', hint: null });
    expect(await look(null, 'phrase')).toMatchObject({ kind: 'file', hint: null });
  });

  it('of each kind of vault', async () => {
    await open();
    expect(await look()).toMatchObject({ kind: 'keychain', exists: true, why: 'the key is in the Secret Service', hint: null });
    keychain.fault = 'silent';
    expect(await look()).toMatchObject({ kind: 'keychain', why: expect.stringContaining('does not answer') });
    keychain.fault = null;
    await open('file');
    expect(await look()).toMatchObject({ kind: 'file', exists: true, hint: expect.stringContaining('COMMENTDOCK_VAULT=keychain') });
    await open(null, 'phrase');
    expect(await look()).toMatchObject({ kind: 'file', hint: 'Set COMMENTDOCK_VAULT_PASSPHRASE to it.' });
  });

  it('where the key was lost, and where its file is damaged', async () => {
    await open();
    keychain.entries.clear();
    expect(await look()).toMatchObject({ kind: 'keychain', hint: expect.stringContaining('on the machine') });
  });
});

describe('how to get the keychain', () => {
  const say = (platform: NodeJS.Platform, fault: KeychainFault): string => {
    const { message, hint } = unreachable({ platform, hasSessionBus: false }, fault);
    return `${message}. ${hint}`;
  };

  it.each([
    ['linux', 'noBus', /no session bus.*desktop session.*gnome-keyring-daemon --unlock.*COMMENTDOCK_VAULT_PASSPHRASE/],
    ['linux', 'noLibrary', /libsecret is missing.*apt install libsecret-1-0.*dnf install libsecret.*pacman -S libsecret/],
    ['linux', 'refused', /Secret Service refuses.*apt install gnome-keyring/],
    ['linux', 'silent', /Secret Service does not answer.*Unlock/],
    ['darwin', 'refused', /Keychain refuses.*security unlock-keychain/],
    ['darwin', 'silent', /Keychain does not answer.*Over SSH/],
    ['darwin', 'lost', /no key for this data folder.*machine/],
    ['win32', 'refused', /Credential Manager refuses.*VaultSvc/],
    ['win32', 'noLibrary', /library for the Credential Manager does not load.*VaultSvc/],
    ['win32', 'lost', /no key for this data folder.*machine/],
  ] as const)('%s, %s', (platform, fault, words) => {
    expect(say(platform, fault)).toMatch(words);
  });

  it('asks nobody on a Linux without a session bus', async () => {
    const bare = systemKeychain({ platform: 'linux', hasSessionBus: false });
    await expect(bare.read('Commentdock', 'x')).rejects.toMatchObject({ name: 'KeychainTrouble', fault: 'noBus' });
  });
});
