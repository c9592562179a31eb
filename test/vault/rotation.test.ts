import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SecretStore } from '#core/contract/secret-store.ts';
import { openInMemory } from '#core/store/database.ts';
import { createSecretStore } from '#core/store/secrets.ts';
import { outsideKeys } from '#core/vault/outside-key.ts';
import { beginRotation, resealSecrets } from '#core/vault/rotation.ts';
import { seal } from '#core/vault/sealed.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { idOf, openVault, vaultFolder } from '#core/vault/vault.ts';
import type { VaultSettings } from '#core/vault/vault-key.ts';
import { ownFolder } from '#test/own.ts';
import { memoryKeychain, type MemoryKeychain } from '#test/vault/memory-keychain.ts';

const [KEY, OTHER_KEY] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];

let dataDir = '';
let folder = '';
let keychain: MemoryKeychain;
beforeEach(() => {
  dataDir = ownFolder('rotation');
  folder = vaultFolder(dataDir);
  keychain = memoryKeychain();
});

type Given = Partial<VaultSettings>;

async function open(given: Given = {}, secrets?: SecretStore) {
  return (await openVault({ dataDir, vault: 'file', vaultPassphrase: null, ...given }, () => {}, keychain, secrets)).vault;
}

async function rotate(
  given: Given = {},
  secrets: SecretStore = secretFiles(folder),
  names: readonly string[] = [],
): Promise<string | null> {
  const settings = { vault: 'file', vaultPassphrase: null, ...given } as const;
  const rotation = await beginRotation({ folder, settings, keychain, onWarning: () => {} });
  resealSecrets(secrets, rotation.keys, names);
  return rotation.finish();
}

function keyFile(): string {
  return readFileSync(join(folder, 'key.json'), 'utf8');
}

describe('a key that its owner keeps', () => {
  it('opens the vault, and no other one does', async () => {
    (await open({ vaultKey: KEY })).set('a', '1');
    expect((await open({ vaultKey: KEY })).get('a')).toBe('1');
    await expect(open({ vaultKey: OTHER_KEY })).rejects.toThrow('does not open the vault');
    await expect(open()).rejects.toThrow('Set COMMENTDOCK_VAULT_KEY');
    expect(keyFile()).toBe('{"outside":true}');
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(KEY);
  });

  it('is refused where the vault has one of its own, until that is changed', async () => {
    (await open()).set('a', '1');
    await expect(open({ vaultKey: KEY })).rejects.toThrow('`commentdock vault rotate`');
    expect(await rotate({ vaultKey: KEY })).toBeNull();
    expect((await open({ vaultKey: KEY })).get('a')).toBe('1');
  });

  it('is what a program prints, as base64 or hexadecimal', async () => {
    const printing = (text: string): string => JSON.stringify([process.execPath, '-p', JSON.stringify(text)]);
    for (const key of [KEY, OTHER_KEY])
      expect((await outsideKeys({ vaultKeyCommand: printing(key) })).current).toEqual((await outsideKeys({ vaultKey: key })).current);
    expect((await outsideKeys({ vaultKeyCommand: `printf ${KEY}` })).current).toEqual(Buffer.from(KEY, 'base64'));
  });

  it.each([
    ['that fails', [process.execPath, '-e', `console.log('${KEY}'); console.error('${KEY}'); process.exit(3)`], 'ended with code 3'],
    ['that never ends', [process.execPath, '-e', `console.log('${KEY}'); setInterval(() => 0, 1000)`], 'took longer than 0.3 seconds'],
    ['that prints no key', [process.execPath, '-p', `'${KEY}x'`], 'is no key of 32 bytes'],
    ['that prints without end', [process.execPath, '-e', `for (;;) console.log('${KEY}')`], 'printed too much'],
    ['that is not there', ['/nowhere/at-all'], 'is not there'],
  ] as const)('of a program %s is no key, and the refusal does not tell it', async (_which, words, reason) => {
    const withinMs = reason.startsWith('took') ? 300 : 30_000;
    const failure = await outsideKeys({ vaultKeyCommand: JSON.stringify(words) }, withinMs).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining(reason) as string });
    expect(`${String(failure)} ${JSON.stringify(failure)} ${String((failure as Error).cause)}`).not.toContain(KEY);
  });
});

describe('another key', () => {
  it('takes the place of one in a file, for what earlier versions kept too', async () => {
    const vault = await open();
    vault.set('new', '1');
    const key = Buffer.from((JSON.parse(keyFile()) as { readonly key: string }).key, 'base64');
    for (const name of ['old', 'of nobody']) writeFileSync(join(folder, `${idOf(name)}.json`), JSON.stringify(seal('2', key, name)));
    expect(vault.get('old')).toBe('2');
    expect(await rotate({}, undefined, ['old', 'never kept'])).toBeNull();
    const after = await open();
    expect([after.get('new'), after.get('old'), after.get('of nobody')]).toEqual(['1', '2', null]);
    expect(keyFile()).not.toContain(key.toString('base64'));
    expect(() => vault.get('new')).toThrow('is damaged');
  });

  it('takes the place of one in the keychain, and the former one goes', async () => {
    (await open({ vault: 'keychain' })).set('a', '1');
    const [former] = keychain.entries.keys();
    await rotate({ vault: 'keychain' });
    expect((await open({ vault: 'keychain' })).get('a')).toBe('1');
    expect(keychain.entries.size).toBe(1);
    expect(keychain.entries.has(former ?? '')).toBe(false);
  });

  it('loses nothing where it is killed in between, however far it was', async () => {
    const vault = await open();
    for (let n = 0; n < 12; n += 1) vault.set(`secret ${n}`, `value ${n}`);
    for (let writes = 0; writes < 4; writes += 1) {
      let left = writes;
      const files = secretFiles(folder);
      const dying: SecretStore = {
        ...files,
        swap(id, from, to) {
          if (left === 0) throw new Error('killed');
          left -= 1;
          files.swap(id, from, to);
        },
      };
      await expect(rotate({}, dying)).rejects.toThrow('killed');
      const between = await open();
      for (let n = 0; n < 12; n += 1) expect(between.get(`secret ${n}`)).toBe(`value ${n}`);
      between.set('secret 0', 'value 0');
    }
    await rotate();
    expect(keyFile()).not.toContain('former');
    for (let n = 0; n < 12; n += 1) expect((await open()).get(`secret ${n}`)).toBe(`value ${n}`);
  });

  it('stays beside the former one where one secret opens with neither', async () => {
    (await open()).set('a', '1');
    writeFileSync(join(folder, `${idOf('b')}.json`), JSON.stringify({ ...seal('2', randomBytes(32), idOf('b')), by: 'id' }));
    await expect(rotate()).rejects.toThrow(
      expect.objectContaining({ code: 'DISK', message: expect.stringContaining(idOf('b')) as string }),
    );
    expect((await open()).get('a')).toBe('1');
    secretFiles(folder).remove(idOf('b'));
    await rotate();
    expect((await open()).get('a')).toBe('1');
  });

  it('is given from outside beside the former one, where machines share their secrets in a database', async () => {
    const secrets = createSecretStore(openInMemory());
    const one = await open({ vaultKey: KEY }, secrets);
    one.set('a', '1');
    await expect(rotate({ vaultKey: KEY }, secrets)).rejects.toThrow('COMMENTDOCK_VAULT_FORMER_KEY');
    const changing = { vaultKey: OTHER_KEY, vaultFormerKey: KEY };
    const other = await open(changing, secrets);
    expect(other.get('a')).toBe('1');
    expect(await rotate(changing, secrets)).toContain('Take COMMENTDOCK_VAULT_FORMER_KEY out');
    expect(other.get('a')).toBe('1');
    expect((await open({ vaultKey: OTHER_KEY }, secrets)).get('a')).toBe('1');
    await expect(open({ vaultKey: KEY }, secrets)).rejects.toThrow('does not open the vault');
    expect(readdirSync(folder)).toEqual(['key.json']);
  });

  it('is one of its own again, where the former one alone is given', async () => {
    (await open({ vaultKey: KEY })).set('a', '1');
    expect(await rotate({ vaultFormerKey: KEY })).toContain('Take COMMENTDOCK_VAULT_FORMER_KEY out');
    expect((await open()).get('a')).toBe('1');
  });
});
