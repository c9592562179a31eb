import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const SALT_BYTES = 16;

/** OWASP's recommendation for scrypt: N = 2^17, r = 8, p = 1 (128 MiB for a moment, once a start). */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const SCRYPT_MAX_BYTES = 256 * 1024 * 1024;

const base64 = z.base64();

const keySourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keyFile') }),
  z.object({ kind: z.literal('passphrase'), salt: base64, N: z.int().max(2 ** 20), r: z.int().max(32), p: z.int().max(16) }),
]);

export type KeySource = z.infer<typeof keySourceSchema>;
type PassphraseSource = Extract<KeySource, { kind: 'passphrase' }>;

/** The file of the vault: how its key comes about, and the AES-256-GCM parts. */
export const sealedFileSchema = z.object({
  version: z.literal(1),
  source: keySourceSchema,
  iv: base64,
  tag: base64,
  sealed: base64,
});

export type SealedFile = z.infer<typeof sealedFileSchema>;

export function newSalt(): PassphraseSource {
  return { kind: 'passphrase', salt: randomBytes(SALT_BYTES).toString('base64'), ...SCRYPT };
}

export function deriveKey(passphrase: string, { salt, N, r, p }: PassphraseSource): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, { N, r, p, maxmem: SCRYPT_MAX_BYTES });
}

/** A fresh IV each time; the key's source is authenticated with the text. */
export function seal(text: string, key: Buffer, source: KeySource): SealedFile {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(authenticated(source));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { version: 1, source, iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), sealed: sealed.toString('base64') };
}

/** The text; null where the key is another one or the file was changed. */
export function open(file: SealedFile, key: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.iv, 'base64'), { authTagLength: 16 });
    decipher.setAAD(authenticated(file.source));
    decipher.setAuthTag(Buffer.from(file.tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(file.sealed, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function authenticated(source: KeySource): Buffer {
  return Buffer.from(JSON.stringify(source), 'utf8');
}
