import { randomBytes, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from '#core/vault/private-file.ts';
import { seal, sealedSchema, unseal } from '#core/vault/sealed.ts';

const KEY_FILE = 'key.json';
const KEY_NAME = 'vault key';
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** OWASP's recommendation for scrypt: N = 2^17, r = 8, p = 1 (128 MiB for a moment, once a start). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MAX_BYTES = 256 * 1024 * 1024;

const passphraseSchema = z.object({ salt: z.base64(), N: z.int().max(2 ** 20), r: z.int().max(32), p: z.int().max(16) });
type Scrypt = z.infer<typeof passphraseSchema>;

/** The random key of all secrets: bare, or sealed under a key that scrypt makes from the passphrase. */
const keyFileSchema = z.union([z.object({ key: z.base64() }), z.object({ passphrase: passphraseSchema, sealedKey: sealedSchema })]);
type KeyFile = z.infer<typeof keyFileSchema>;

/**
 * The key that seals the secrets of a vault folder; made at the first start. A passphrase given later seals a bare key.
 * @throws CommentdockError INVALID_REQUEST where the passphrase is missing or wrong; DISK
 */
export function openVaultKey(folder: string, passphrase: string | null): Buffer {
  const path = join(folder, KEY_FILE);
  const file = readKeyFile(path) ?? createKeyFile(path, passphrase);
  if ('key' in file) {
    const key = Buffer.from(file.key, 'base64');
    if (passphrase !== null) replacePrivateFile(path, JSON.stringify(underPassphrase(key, passphrase)));
    return key;
  }
  if (passphrase === null) {
    throw new CommentdockError(
      'INVALID_REQUEST',
      `The vault ${folder} is closed with a passphrase. Set COMMENTDOCK_VAULT_PASSPHRASE to it.`,
    );
  }
  const key = unseal(file.sealedKey, derive(passphrase, file.passphrase), KEY_NAME);
  if (key !== null) return Buffer.from(key, 'base64');
  throw new CommentdockError('INVALID_REQUEST', `COMMENTDOCK_VAULT_PASSPHRASE does not open the vault ${folder}. Check the passphrase.`);
}

/** Two threads may start at once: the first file to be there counts. */
function createKeyFile(path: string, passphrase: string | null): KeyFile {
  const key = randomBytes(KEY_BYTES);
  const fresh = passphrase === null ? { key: key.toString('base64') } : underPassphrase(key, passphrase);
  if (createPrivateFile(path, JSON.stringify(fresh))) return fresh;
  return readKeyFile(path) ?? fresh;
}

function readKeyFile(path: string): KeyFile | null {
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

function underPassphrase(key: Buffer, passphrase: string): KeyFile {
  const scrypt = { salt: randomBytes(SALT_BYTES).toString('base64'), ...SCRYPT };
  return { passphrase: scrypt, sealedKey: seal(key.toString('base64'), derive(passphrase, scrypt), KEY_NAME) };
}

function derive(passphrase: string, { salt, N, r, p }: Scrypt): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N, r, p, maxmem: SCRYPT_MAX_BYTES });
}
