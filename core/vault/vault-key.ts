import { randomUUID } from 'node:crypto';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import {
  createKeyFile,
  inFile,
  inKeychain,
  isKeyOf,
  type KeyFile,
  type KeyPlace,
  keyUnder,
  newKey,
  readKeyFile,
  replaceKeyFile,
} from '#core/vault/key-file.ts';
import { type Keychain, KEYCHAIN_SERVICE, keychainMachine } from '#core/vault/keychain.ts';
import { type KeychainMachine, KeychainTrouble, unreachable } from '#core/vault/keychain-trouble.ts';
import { type OutsideKeys, outsideKeys } from '#core/vault/outside-key.ts';

/** What decides where the key is. */
export type VaultSettings = Pick<Config, 'dataDir' | 'vault' | 'vaultPassphrase'> &
  Partial<Pick<Config, 'vaultKey' | 'vaultFormerKey' | 'vaultKeyCommand'>>;

/** The first one seals; the others open what is not sealed anew yet. */
export type VaultKeys = readonly [Uint8Array, ...Uint8Array[]];

export interface KeyGround {
  readonly folder: string;
  readonly settings: Omit<VaultSettings, 'dataDir'>;
  readonly keychain: Keychain;
  readonly machine?: KeychainMachine;
  /** Told once, where a new vault has to do without the keychain. */
  readonly onWarning: (words: string) => void;
}

/**
 * The key that seals the secrets of a vault folder; made at the first start. Where it is decided then, and stays so: given from outside where
 * the settings give one, else the keychain where it can be used, else a file. `COMMENTDOCK_VAULT` set to the other one moves it; nothing moves
 * by itself. A passphrase given later seals a bare key. While secrets are being sealed anew, the key before opens too.
 * @throws CommentdockError INVALID_REQUEST where the passphrase or the key is missing or wrong, or the keychain cannot be used; DISK
 */
export async function openVaultKeys(ground: KeyGround): Promise<VaultKeys> {
  const given = await outsideKeys(ground.settings);
  const file = readKeyFile(ground.folder) ?? (await createFirst(ground, given));
  if (!('outside' in file) && given.current !== null) throw notOutsideYet(ground);
  const key = await keyAt(file, ground, given.current);
  if (file.former !== undefined) return [key, await keyAt(file.former, ground, given.former)];
  if ('outside' in file) return given.former === null ? [key] : [key, given.former];
  await moveWhereWanted(file, key, ground);
  return [key];
}

/** A key, wherever it is. @throws as `openVaultKeys` */
export async function keyAt(place: KeyPlace, ground: KeyGround, given: Buffer | null): Promise<Buffer> {
  if ('keychain' in place) return keyOfKeychain(place, ground);
  if (!('outside' in place)) return keyOfFile(place, ground);
  if (given !== null) return given;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `The key of the vault ${ground.folder} is kept outside. Set COMMENTDOCK_VAULT_KEY or COMMENTDOCK_VAULT_KEY_COMMAND; while it is being changed, COMMENTDOCK_VAULT_FORMER_KEY besides.`,
  );
}

async function moveWhereWanted(file: KeyPlace, key: Buffer, ground: KeyGround): Promise<void> {
  const { folder, settings } = ground;
  if ('keychain' in file) {
    if (settings.vault === 'file') await moveToFile(file, key, ground);
  } else if (settings.vault === 'keychain') replaceKeyFile(folder, await putIntoKeychain(key, ground));
  else if ('key' in file && settings.vaultPassphrase !== null) replaceKeyFile(folder, inFile(key, settings.vaultPassphrase));
}

function notOutsideYet({ folder }: KeyGround): CommentdockError {
  return new CommentdockError(
    'INVALID_REQUEST',
    `The vault ${folder} has a key of its own, and COMMENTDOCK_VAULT_KEY or COMMENTDOCK_VAULT_KEY_COMMAND gives another one. \`commentdock vault rotate\` seals everything under it.`,
  );
}

async function createFirst(ground: KeyGround, given: OutsideKeys): Promise<KeyFile> {
  if (given.current !== null) return createKeyFile(ground.folder, { outside: true });
  return createKeyFile(ground.folder, await ownPlace(newKey(), ground));
}

/** Where a key of our own is kept from now on. */
export async function ownPlace(key: Buffer, ground: KeyGround): Promise<KeyPlace> {
  const { settings, onWarning } = ground;
  const isFileWanted = settings.vault === 'file' || (settings.vault === null && settings.vaultPassphrase !== null);
  if (isFileWanted) return inFile(key, settings.vaultPassphrase);
  try {
    return await storeInKeychain(key, ground);
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    if (settings.vault === 'keychain') throw asRefusal(error, 'COMMENTDOCK_VAULT=keychain:');
    onWarning(
      `Secrets are kept in encrypted files of the data folder, and their key beside them: ${error.message}. \`commentdock doctor\` says how to keep it in the keychain; COMMENTDOCK_VAULT=file says that this is wanted.`,
    );
    return inFile(key, settings.vaultPassphrase);
  }
}

function keyOfFile(
  file: Exclude<KeyPlace, { keychain: string } | { outside: true }>,
  { folder, settings: { vaultPassphrase } }: KeyGround,
): Buffer {
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

async function keyOfKeychain(file: Extract<KeyPlace, { keychain: string }>, ground: KeyGround): Promise<Buffer> {
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
async function moveToFile(file: Extract<KeyPlace, { keychain: string }>, key: Buffer, ground: KeyGround): Promise<void> {
  replaceKeyFile(ground.folder, inFile(key, ground.settings.vaultPassphrase));
  await ground.keychain.remove(KEYCHAIN_SERVICE, file.keychain).catch(() => {});
}

async function putIntoKeychain(key: Buffer, ground: KeyGround): Promise<KeyPlace> {
  try {
    return await storeInKeychain(key, ground);
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    throw asRefusal(error, 'COMMENTDOCK_VAULT=keychain:');
  }
}

/** Read back before anything relies on it: some services take what they do not keep. */
async function storeInKeychain(key: Buffer, { keychain, machine = keychainMachine() }: KeyGround): Promise<KeyPlace> {
  const account = randomUUID();
  const text = key.toString('base64');
  await keychain.write(KEYCHAIN_SERVICE, account, text);
  if ((await keychain.read(KEYCHAIN_SERVICE, account)) !== text) throw unreachable(machine, 'lost');
  return inKeychain(key, account);
}

function asRefusal(trouble: KeychainTrouble, before: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', `${before} ${trouble.message}. ${trouble.hint}`, { cause: trouble });
}
