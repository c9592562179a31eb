import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SecretVault } from '#core/operations/ports.ts';
import { readPrivateFile, replacePrivateFile } from '#core/vault/private-file.ts';
import { seal, sealedSchema, unseal } from '#core/vault/sealed.ts';
import { openVaultKey } from '#core/vault/vault-key.ts';

const FOLDER = 'vault';

/**
 * The secrets of the data folder: one AES-256-GCM file each in `vault/`, readable by the owner alone, under names that
 * tell nothing. Several threads may have it open: every call reads or writes one whole file.
 * @throws CommentdockError INVALID_REQUEST where the passphrase does not open the vault, or the keychain is asked for;
 * DISK where a file cannot be read or written
 */
export function openVault(config: Pick<Config, 'dataDir' | 'vault' | 'vaultPassphrase'>): SecretVault {
  if (config.vault === 'keychain') {
    throw new CommentdockError(
      'INVALID_REQUEST',
      'COMMENTDOCK_VAULT=keychain: the system keychain is not supported yet. Set it to "file" or leave it out.',
    );
  }
  const folder = join(config.dataDir, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = openVaultKey(folder, config.vaultPassphrase);
  const pathOf = (name: string): string => join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
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
