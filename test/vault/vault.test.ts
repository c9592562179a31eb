import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { openVault } from '#core/vault/vault.ts';
import { ownFolder } from '#test/own.ts';
import { memoryKeychain } from '#test/vault/memory-keychain.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = ownFolder('vault');
});

/** Without a keychain: what remains is the same on every machine. */
async function vault(vaultPassphrase: string | null = null): Promise<SecretVault> {
  return (await openVault({ dataDir, vault: 'file', vaultPassphrase }, () => {}, memoryKeychain('noBus'))).vault;
}

function filesOfVault(): string[] {
  return readdirSync(join(dataDir, 'vault')).map((name) => join(dataDir, 'vault', name));
}

describe('the file vault', () => {
  it('keeps secrets over a restart', async () => {
    (await vault()).set('token:1', 'välue');
    expect((await vault()).get('token:1')).toBe('välue');
    expect((await vault()).get('token:2')).toBeNull();
    (await vault()).set('token:1', 'another');
    expect((await vault()).get('token:1')).toBe('another');
    (await vault()).remove('token:1');
    (await vault()).remove('token:1');
    expect((await vault()).get('token:1')).toBeNull();
  });

  it('writes nothing readable, for nobody else, and leaves no temporary file', async () => {
    (await vault()).set('token:with-a-name', 'the-secret-value');
    const files = filesOfVault();
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).not.toContain('with-a-name');
      expect(readFileSync(file, 'utf8')).not.toContain('the-secret-value');
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('is one vault for all who have it open', async () => {
    const [one, other] = [await vault(), await vault()];
    one.set('a', '1');
    other.set('b', '2');
    one.remove('a');
    expect([other.get('a'), one.get('b')]).toEqual([null, '2']);
  });

  it('opens with the right passphrase alone', async () => {
    (await vault('open sesame')).set('a', '1');
    expect((await vault('open sesame')).get('a')).toBe('1');
    await expect(vault('open barley')).rejects.toThrow('COMMENTDOCK_VAULT_PASSPHRASE does not open the vault');
    await expect(vault()).rejects.toThrow('is closed with a passphrase');
  });

  it('takes a passphrase later', async () => {
    (await vault()).set('a', '1');
    expect((await vault('new')).get('a')).toBe('1');
    await expect(vault()).rejects.toThrow('is closed with a passphrase');
    expect((await vault('new')).get('a')).toBe('1');
  });

  it('notices files that were changed or swapped', async () => {
    const opened = await vault();
    opened.set('a', '1');
    const [ofA = ''] = filesOfVault().filter((file) => !file.endsWith('key.json'));
    const sealedA = readFileSync(ofA, 'utf8');
    opened.remove('a');
    opened.set('b', '2');
    const [ofB = ''] = filesOfVault().filter((file) => !file.endsWith('key.json'));
    writeFileSync(ofB, sealedA);
    expect(() => opened.get('b')).toThrow(expect.objectContaining({ code: 'DISK', message: expect.stringContaining('is damaged') }));
    writeFileSync(ofB, 'not even JSON');
    expect(() => opened.get('b')).toThrow(expect.objectContaining({ code: 'DISK' }));
    writeFileSync(join(dataDir, 'vault', 'key.json'), '{}');
    await expect(vault()).rejects.toThrow(expect.objectContaining({ code: 'DISK', message: expect.stringContaining('key') }));
  });
});
