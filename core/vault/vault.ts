import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { type Keychain, systemKeychain } from '#core/vault/keychain.ts';
import { readPrivateFile, replacePrivateFile } from '#core/config/private-file.ts';
import { seal, sealedSchema, unseal } from '#core/vault/sealed.ts';
import { openVaultKey } from '#core/vault/vault-key.ts';

const FOLDER = 'vault';

interface OpenedVault {
  readonly vault: SecretVault;
  /** Opens the same vault in another thread (`vaultWithKey`). It is never stored and never leaves the process. */
  readonly key: Uint8Array;
}

/**
 * The secrets of the data folder: one AES-256-GCM file each in `vault/`, readable by the owner alone, under names that tell nothing.
 * Their key is in the system's keychain or in a file; see `openVaultKey`. The keychain's library is loaded only where it is asked.
 * @throws CommentdockError INVALID_REQUEST where the passphrase does not open the vault, or the keychain cannot be used; DISK where a
 * file cannot be read or written
 */
export async function openVault(
  config: Pick<Config, 'dataDir' | 'vault' | 'vaultPassphrase'>,
  onWarning: (words: string) => void,
  keychain: Keychain = systemKeychain(),
): Promise<OpenedVault> {
  const folder = vaultFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = await openVaultKey({ folder, settings: config, keychain, onWarning });
  return { vault: vaultWithKey(config.dataDir, key), key: new Uint8Array(key) };
}

/** The vault of a data folder whose key is known. Several threads may have it: every call reads or writes one whole file. */
export function vaultWithKey(dataDir: string, bytes: Uint8Array): SecretVault {
  const key = Buffer.from(bytes);
  const pathOf = (name: string): string => join(vaultFolder(dataDir), `${createHash('sha256').update(name).digest('hex')}.json`);
  return {
    get(name) {
      const path = pathOf(name);
      const text = readPrivateFile(path);
      if (text === null) return null;
      const secret = unseal(parseSealed(text, path), key, name);
      if (secret !== null) return secret;
      throw new CommentdockError('DISK', damaged(path));
    },
    set: (name, value) => replacePrivateFile(pathOf(name), JSON.stringify(seal(value, key, name))),
    remove: (name) => rmSync(pathOf(name), { force: true }),
  };
}

export function vaultFolder(dataDir: string): string {
  return join(dataDir, FOLDER);
}

function parseSealed(text: string, path: string) {
  try {
    return sealedSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new CommentdockError('DISK', damaged(path), { cause: error });
  }
}

function damaged(path: string): string {
  return `The secret in ${path} is damaged. Restore the vault folder from a backup, or remove this file and set the secret anew.`;
}
