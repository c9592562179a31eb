import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SecretVault } from '#core/operations/ports.ts';
import { replaceFile } from '#core/vault/replace-file.ts';
import { deriveKey, KEY_BYTES, newSalt, open, seal, sealedFileSchema } from '#core/vault/sealed-file.ts';
import type { KeySource, SealedFile } from '#core/vault/sealed-file.ts';

const VAULT_FILE = 'vault.json';
const KEY_FILE = 'vault.key';

const secretsSchema = z.record(z.string(), z.string());

interface Place {
  readonly vaultPath: string;
  readonly keyPath: string;
  readonly passphrase: string | null;
}

interface OpenKey {
  readonly key: Buffer;
  readonly source: KeySource;
}

/**
 * The secrets of the data folder. They lie in `vault.json`, encrypted with AES-256-GCM under a key that scrypt makes from
 * COMMENTDOCK_VAULT_PASSPHRASE, or without one under the random key in `vault.key`; both files are readable by the owner
 * alone. Setting a passphrase later moves the secrets under it and removes `vault.key`.
 * @throws CommentdockError INVALID_REQUEST where the passphrase does not open the vault, or the keychain is asked for;
 * DISK where a file cannot be read or written
 */
export function openVault(config: Pick<Config, 'dataDir' | 'vault' | 'vaultPassphrase'>): SecretVault {
  if (config.vault === 'keychain') {
    throw new CommentdockError('INVALID_REQUEST', 'COMMENTDOCK_VAULT=keychain: the system keychain is not supported yet. Set it to "file" or leave it out.');
  }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const place = { vaultPath: join(config.dataDir, VAULT_FILE), keyPath: join(config.dataDir, KEY_FILE), passphrase: config.vaultPassphrase };
  const { secrets, openKey } = existsSync(place.vaultPath) ? readVault(place) : { secrets: new Map<string, string>(), openKey: freshKey(place) };
  const write = (changed: ReadonlyMap<string, string>): void => {
    const text = JSON.stringify(Object.fromEntries(changed));
    replaceFile(place.vaultPath, JSON.stringify(seal(text, openKey.key, openKey.source)));
  };
  return {
    get: (name) => secrets.get(name) ?? null,
    set(name, value) {
      write(new Map(secrets).set(name, value));
      secrets.set(name, value);
    },
    remove(name) {
      if (!secrets.has(name)) return;
      write(new Map([...secrets].filter(([kept]) => kept !== name)));
      secrets.delete(name);
    },
  };
}

function readVault(place: Place): { readonly secrets: Map<string, string>; readonly openKey: OpenKey } {
  const sealed = readSealed(place.vaultPath);
  const { key, source } = keyFor(sealed, place);
  const text = open(sealed, key);
  if (text === null) throw new CommentdockError('INVALID_REQUEST', cannotOpen(source, place));
  const secrets = new Map(Object.entries(secretsSchema.parse(JSON.parse(text))));
  if (source.kind === 'passphrase' || place.passphrase === null) return { secrets, openKey: { key, source } };
  const openKey = passphraseKey(place.passphrase);
  replaceFile(place.vaultPath, JSON.stringify(seal(text, openKey.key, openKey.source)));
  rmSync(place.keyPath, { force: true });
  return { secrets, openKey };
}

function readSealed(path: string): SealedFile {
  try {
    chmodSync(path, 0o600);
    return sealedFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new CommentdockError('DISK', `The vault ${path} cannot be read. Restore it from a backup, or remove it to start with an empty one (tokens and saved logins are lost).`, { cause: error });
  }
}

function keyFor(sealed: SealedFile, place: Place): OpenKey {
  if (sealed.source.kind === 'keyFile') return { key: readKeyFile(place.keyPath), source: sealed.source };
  if (place.passphrase === null) {
    throw new CommentdockError('INVALID_REQUEST', `The vault ${place.vaultPath} is closed with a passphrase. Set COMMENTDOCK_VAULT_PASSPHRASE to it.`);
  }
  return { key: deriveKey(place.passphrase, sealed.source), source: sealed.source };
}

function cannotOpen(source: KeySource, place: Place): string {
  return source.kind === 'passphrase'
    ? `COMMENTDOCK_VAULT_PASSPHRASE does not open the vault ${place.vaultPath}. Check the passphrase.`
    : `The key in ${place.keyPath} does not open the vault ${place.vaultPath}. Restore both from the same backup.`;
}

function freshKey({ keyPath, passphrase }: Place): OpenKey {
  if (passphrase !== null) return passphraseKey(passphrase);
  const source = { kind: 'keyFile' } as const;
  if (existsSync(keyPath)) return { key: readKeyFile(keyPath), source };
  const key = randomBytes(KEY_BYTES);
  replaceFile(keyPath, key.toString('base64'));
  return { key, source };
}

function passphraseKey(passphrase: string): OpenKey {
  const source = newSalt();
  return { key: deriveKey(passphrase, source), source };
}

function readKeyFile(path: string): Buffer {
  try {
    chmodSync(path, 0o600);
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    throw new CommentdockError('DISK', `The vault's key ${path} cannot be read. Restore it from a backup.`, { cause: error });
  }
  throw new CommentdockError('DISK', `The vault's key ${path} is damaged. Restore it from a backup.`);
}
