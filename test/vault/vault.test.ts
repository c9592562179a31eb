import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVault } from '#core/vault/vault.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'commentdock-vault-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function vault(vaultPassphrase: string | null = null) {
  return openVault({ dataDir, vault: null, vaultPassphrase });
}

function filesOfVault(): string[] {
  return readdirSync(join(dataDir, 'vault')).map((name) => join(dataDir, 'vault', name));
}

describe('the file vault', () => {
  it('keeps secrets over a restart', () => {
    vault().set('token:1', 'välue');
    expect(vault().get('token:1')).toBe('välue');
    expect(vault().get('token:2')).toBeNull();
    vault().set('token:1', 'another');
    expect(vault().get('token:1')).toBe('another');
    vault().remove('token:1');
    vault().remove('token:1');
    expect(vault().get('token:1')).toBeNull();
  });

  it('writes nothing readable, for nobody else, and leaves no temporary file', () => {
    vault().set('token:with-a-name', 'the-secret-value');
    const files = filesOfVault();
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).not.toContain('with-a-name');
      expect(readFileSync(file, 'utf8')).not.toContain('the-secret-value');
      if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it('is one vault for all who have it open', () => {
    const [one, other] = [vault(), vault()];
    one.set('a', '1');
    other.set('b', '2');
    one.remove('a');
    expect([other.get('a'), one.get('b')]).toEqual([null, '2']);
  });

  it('opens with the right passphrase alone', () => {
    vault('open sesame').set('a', '1');
    expect(vault('open sesame').get('a')).toBe('1');
    expect(() => vault('open barley')).toThrow('COMMENTDOCK_VAULT_PASSPHRASE does not open the vault');
    expect(() => vault()).toThrow('is closed with a passphrase');
  });

  it('takes a passphrase later', () => {
    vault().set('a', '1');
    expect(vault('new').get('a')).toBe('1');
    expect(() => vault()).toThrow('is closed with a passphrase');
    expect(vault('new').get('a')).toBe('1');
  });

  it('notices files that were changed or swapped', () => {
    const opened = vault();
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
    expect(() => vault()).toThrow(expect.objectContaining({ code: 'DISK', message: expect.stringContaining('key') }));
  });

  it('says that the keychain is not supported yet', () => {
    expect(() => openVault({ dataDir, vault: 'keychain', vaultPassphrase: null })).toThrow('not supported yet');
  });
});
