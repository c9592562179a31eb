import { randomBytes, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from '#core/config/private-file.ts';
import { seal, sealedSchema, unseal } from '#core/vault/sealed.ts';

const KEY_FILE = 'key.json';
const KEY_NAME = 'vault key';
const CHECK_NAME = 'vault key check';
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** OWASP's recommendation for scrypt: N = 2^17, r = 8, p = 1 (128 MiB for a moment, once a start). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MAX_BYTES = 256 * 1024 * 1024;

const passphraseSchema = z.object({ salt: z.base64(), N: z.int().max(2 ** 20), r: z.int().max(32), p: z.int().max(16) });
type Scrypt = z.infer<typeof passphraseSchema>;

/**
 * Where the key of all secrets is: here, bare or sealed under a key that scrypt makes from the passphrase; in the keychain, under the account
 * `keychain`, with something that only the right key opens; or somebody else has it.
 */
const keyPlaceSchema = z.union([
  z.object({ key: z.base64() }),
  z.object({ passphrase: passphraseSchema, sealedKey: sealedSchema }),
  z.object({ keychain: z.uuid(), check: sealedSchema }),
  z.object({ outside: z.literal(true) }),
]);
export type KeyPlace = z.infer<typeof keyPlaceSchema>;

/** `former`: where the key before is, as long as not everything is sealed anew. */
const keyFileSchema = z.intersection(keyPlaceSchema, z.object({ former: keyPlaceSchema.optional() }));
export type KeyFile = z.infer<typeof keyFileSchema>;

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

function keyFilePath(folder: string): string {
  return join(folder, KEY_FILE);
}

/** Whether whoever reads the key's file has the key, or the one before it. @throws CommentdockError DISK */
export function holdsBareKey(folder: string): boolean {
  const file = readKeyFile(folder);
  return file !== null && [file, file.former].some((place) => place !== undefined && 'key' in place);
}

/** Null where there is none yet. @throws CommentdockError DISK */
export function readKeyFile(folder: string): KeyFile | null {
  const path = keyFilePath(folder);
  const text = readPrivateFile(path);
  if (text === null) return null;
  try {
    return keyFileSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new CommentdockError(
      'DISK',
      `The vault's key ${path} is damaged. Restore the vault folder from a backup, or remove the folder to start anew (tokens and saved logins are lost).`,
      { cause: error },
    );
  }
}

/** Stores where the key is; an existing file stays. Returns the one that is there then. @throws CommentdockError DISK */
export function createKeyFile(folder: string, file: KeyFile): KeyFile {
  if (createPrivateFile(keyFilePath(folder), JSON.stringify(file))) return file;
  return readKeyFile(folder) ?? file;
}

/** @throws CommentdockError DISK */
export function replaceKeyFile(folder: string, file: KeyFile): void {
  replacePrivateFile(keyFilePath(folder), JSON.stringify(file));
}

/** True where somebody else keeps the key. */
export function isOutside(folder: string): boolean {
  const file = readKeyFile(folder);
  return file !== null && 'outside' in file;
}

/** The key in a file: under the passphrase where there is one. */
export function inFile(key: Buffer, passphrase: string | null): KeyPlace {
  if (passphrase === null) return { key: key.toString('base64') };
  const scrypt = { salt: randomBytes(SALT_BYTES).toString('base64'), ...SCRYPT };
  return { passphrase: scrypt, sealedKey: seal(key.toString('base64'), derive(passphrase, scrypt), KEY_NAME) };
}

export function inKeychain(key: Buffer, account: string): KeyPlace {
  return { keychain: account, check: seal(account, key, CHECK_NAME) };
}

/** True where the key that the keychain gave is the one that the secrets are sealed with. */
export function isKeyOf({ keychain, check }: Extract<KeyPlace, { keychain: string }>, key: Buffer): boolean {
  return key.length === KEY_BYTES && unseal(check, key, CHECK_NAME) === keychain;
}

/** Null where the passphrase is another. */
export function keyUnder(passphrase: string, file: Extract<KeyPlace, { passphrase: unknown }>): Buffer | null {
  const key = unseal(file.sealedKey, derive(passphrase, file.passphrase), KEY_NAME);
  return key === null ? null : Buffer.from(key, 'base64');
}

function derive(passphrase: string, { salt, N, r, p }: Scrypt): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N, r, p, maxmem: SCRYPT_MAX_BYTES });
}
