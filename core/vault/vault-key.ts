import { randomUUID } from 'node:crypto';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import {
  createKeyFile,
  inFile,
  inKeychain,
  isKeyOf,
  keyUnder,
  newKey,
  readKeyFile,
  replaceKeyFile,
  type KeyFile,
} from '#core/vault/key-file.ts';
import { type Keychain, KEYCHAIN_SERVICE, keychainMachine } from '#core/vault/keychain.ts';
import { type KeychainMachine, KeychainTrouble, unreachable } from '#core/vault/keychain-trouble.ts';

interface KeyGround {
  readonly folder: string;
  readonly settings: Pick<Config, 'vault' | 'vaultPassphrase'>;
  readonly keychain: Keychain;
  readonly machine?: KeychainMachine;
  /** Told once, where a new vault has to do without the keychain. */
  readonly onWarning: (words: string) => void;
}

/**
 * The key that seals the secrets of a vault folder; made at the first start. Where it is decided then, and stays so: the keychain where
 * it can be used, else a file. `COMMENTDOCK_VAULT` set to the other one moves it; nothing moves by itself. A passphrase given later
 * seals a bare key.
 * @throws CommentdockError INVALID_REQUEST where the passphrase is missing or wrong, or the keychain cannot be used; DISK
 */
export async function openVaultKey(ground: KeyGround): Promise<Buffer> {
  const { folder, settings } = ground;
  const file = readKeyFile(folder) ?? (await createFirst(ground));
  if ('keychain' in file) return settings.vault === 'file' ? moveToFile(file, ground) : keyOfKeychain(file, ground);
  const key = keyOfFile(file, ground);
  if (settings.vault === 'keychain') replaceKeyFile(folder, await putIntoKeychain(key, ground));
  else if ('key' in file && settings.vaultPassphrase !== null) replaceKeyFile(folder, inFile(key, settings.vaultPassphrase));
  return key;
}

async function createFirst(ground: KeyGround): Promise<KeyFile> {
  const { folder, settings, onWarning } = ground;
  const key = newKey();
  const isFileWanted = settings.vault === 'file' || (settings.vault === null && settings.vaultPassphrase !== null);
  if (isFileWanted) return createKeyFile(folder, inFile(key, settings.vaultPassphrase));
  try {
    return createKeyFile(folder, await storeInKeychain(key, ground));
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    if (settings.vault === 'keychain') throw asRefusal(error, 'COMMENTDOCK_VAULT=keychain:');
    onWarning(
      `Secrets are kept in encrypted files of the data folder, and their key beside them: ${error.message}. \`commentdock doctor\` says how to keep it in the keychain; COMMENTDOCK_VAULT=file says that this is wanted.`,
    );
    return createKeyFile(folder, inFile(key, settings.vaultPassphrase));
  }
}

function keyOfFile(file: Exclude<KeyFile, { keychain: string }>, { folder, settings: { vaultPassphrase } }: KeyGround): Buffer {
  if ('key' in file) return Buffer.from(file.key, 'base64');
  if (vaultPassphrase === null) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      `The vault ${folder} is closed with a passphrase. Set COMMENTDOCK_VAULT_PASSPHRASE to it.`,
    );
  }
  const key = keyUnder(vaultPassphrase, file);
  if (key !== null) return key;
  throw new CommentdockError('INVALID_REQUEST', `COMMENTDOCK_VAULT_PASSPHRASE does not open the vault ${folder}. Check the passphrase.`);
}

async function keyOfKeychain(file: Extract<KeyFile, { keychain: string }>, ground: KeyGround): Promise<Buffer> {
  const { folder, keychain, machine = keychainMachine() } = ground;
  try {
    const kept = await keychain.read(KEYCHAIN_SERVICE, file.keychain);
    const key = Buffer.from(kept ?? '', 'base64');
    if (isKeyOf(file, key)) return key;
    throw unreachable(machine, 'lost');
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    throw asRefusal(error, `The key of the vault ${folder} is in the system's keychain, but`);
  }
}

/** The file comes first: a crash in between leaves the key in both places, never in none. */
async function moveToFile(file: Extract<KeyFile, { keychain: string }>, ground: KeyGround): Promise<Buffer> {
  const key = await keyOfKeychain(file, ground);
  replaceKeyFile(ground.folder, inFile(key, ground.settings.vaultPassphrase));
  await ground.keychain.remove(KEYCHAIN_SERVICE, file.keychain).catch(() => {});
  return key;
}

async function putIntoKeychain(key: Buffer, ground: KeyGround): Promise<KeyFile> {
  try {
    return await storeInKeychain(key, ground);
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    throw asRefusal(error, 'COMMENTDOCK_VAULT=keychain:');
  }
}

/** Read back before anything relies on it: some services take what they do not keep. */
async function storeInKeychain(key: Buffer, { keychain, machine = keychainMachine() }: KeyGround): Promise<KeyFile> {
  const account = randomUUID();
  const text = key.toString('base64');
  await keychain.write(KEYCHAIN_SERVICE, account, text);
  if ((await keychain.read(KEYCHAIN_SERVICE, account)) !== text) throw unreachable(machine, 'lost');
  return inKeychain(key, account);
}

function asRefusal(trouble: KeychainTrouble, before: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', `${before} ${trouble.message}. ${trouble.hint}`, { cause: trouble });
}
