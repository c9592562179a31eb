import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const base64 = z.base64();

/** A secret as it lies on disk. */
export const sealedSchema = z.object({ iv: base64, tag: base64, sealed: base64 });
type Sealed = z.infer<typeof sealedSchema>;

/** Encrypts with a fresh IV. `name` is authenticated too, so that one secret cannot stand in for another. */
export function seal(text: string, key: Buffer, name: string): Sealed {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), sealed: sealed.toString('base64') };
}

/** The text; null where key or name are others, or something was changed. */
export function unseal({ iv, tag, sealed }: Sealed, key: Buffer, name: string): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name, 'utf8'));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
