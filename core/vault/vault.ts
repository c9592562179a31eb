import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { SecretStore } from '#core/contract/secret-store.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { type Keychain, systemKeychain } from '#core/vault/keychain.ts';
import { seal, sealedSchema, unseal } from '#core/vault/sealed.ts';
import { secretFiles } from '#core/vault/secret-files.ts';
import { isOutside } from '#core/vault/key-file.ts';
import { openVaultKeys, type VaultKeys, type VaultSettings } from '#core/vault/vault-key.ts';

const FOLDER = 'vault';
const CHECK_NAME = 'vault:check';

/** `by: 'id'`: it is bound to its place alone, so that it can be sealed anew by who does not know its name. Left out: to its name, as in earlier versions. */
const keptSchema = sealedSchema.extend({ by: z.literal('id').optional() });

interface OpenedVault {
  readonly vault: SecretVault;
  /** Open the same vault in another thread (`vaultWithKeys`). They are never stored and never leave the process. */
  readonly keys: VaultKeys;
}

/**
 * The secrets of the data folder: AES-256-GCM under names that tell nothing, in one file each or where `shared` has them. Their key is in
 * the system's keychain, in a file, or given from outside; see `openVaultKeys`. The keychain's library is loaded only where it is asked.
 * @throws CommentdockError INVALID_REQUEST where the passphrase or the key does not open the vault, or the keychain cannot be used; DISK
 * where a file cannot be read or written
 */
export async function openVault(
  config: VaultSettings,
  onWarning: (words: string) => void,
  keychain: Keychain = systemKeychain(),
  shared: SecretStore | null = null,
): Promise<OpenedVault> {
  const folder = vaultFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = await openVaultKeys({ folder, settings: config, keychain, onWarning });
  const secrets = shared ?? secretFiles(folder);
  const vault = vaultWithKeys(secrets, keys);
  if (isOutside(folder) || shared !== null) expectRightKey(vault, secrets);
  // Copies of their own: what else shares the memory of a buffer must not go with it to another thread.
  const [first, ...others] = keys.map((key) => new Uint8Array(key));
  return { vault, keys: [first as Uint8Array, ...others] };
}

/**
 * A key from outside is known by a secret that only it opens: where several machines share their secrets, by all of them.
 * @throws CommentdockError INVALID_REQUEST
 */
function expectRightKey(vault: SecretVault, secrets: SecretStore): void {
  if (secrets.read(idOf(CHECK_NAME)) === null) return vault.set(CHECK_NAME, CHECK_NAME);
  try {
    vault.get(CHECK_NAME);
  } catch (error) {
    const words =
      'The key does not open the vault. Check COMMENTDOCK_VAULT_KEY or COMMENTDOCK_VAULT_KEY_COMMAND: machines that share a database need the same one.';
    throw new CommentdockError('INVALID_REQUEST', words, { cause: error });
  }
}

/** A vault whose keys are known: the first one seals, and each may open. */
export function vaultWithKeys(secrets: SecretStore, keys: VaultKeys): SecretVault {
  const [sealing] = keys.map((bytes) => Buffer.from(bytes));
  return {
    get(name) {
      const id = idOf(name);
      const kept = secrets.read(id);
      if (kept === null) return null;
      const secret = openedBy(keys, kept, id, name);
      if (secret !== null) return secret;
      throw new CommentdockError('DISK', damaged(secrets.placeOf(id)));
    },
    set: (name, value) => secrets.write(idOf(name), sealedUnder(sealing as Buffer, value, idOf(name))),
    remove: (name) => secrets.remove(idOf(name)),
  };
}

export function vaultFolder(dataDir: string): string {
  return join(dataDir, FOLDER);
}

/** Where the secret of a name lies. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** A secret as it is kept. */
export function sealedUnder(key: Buffer, value: string, id: string): string {
  return JSON.stringify({ ...seal(value, key, id), by: 'id' });
}

/** Null where none of the keys opens it, or it is bound to a name that nobody knows. */
export function openedBy(keys: readonly Uint8Array[], kept: string, id: string, name: string | null): string | null {
  const parsed = parseKept(kept);
  const bound = parsed?.by === 'id' ? id : name;
  if (parsed === null || bound === null) return null;
  for (const key of keys) {
    const secret = unseal(parsed, Buffer.from(key), bound);
    if (secret !== null) return secret;
  }
  return null;
}

function parseKept(kept: string): z.output<typeof keptSchema> | null {
  try {
    return keptSchema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

function damaged(place: string): string {
  return `The secret in ${place} is damaged. Restore the vault folder from a backup, or remove this file and set the secret anew.`;
}
