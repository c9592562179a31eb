import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const base64 = z.base64();

/** A secret as it lies on disk. */
export const sealedSchema = z.object({ iv: base64, tag: base64, sealed: base64 });
type Sealed = z.infer<typeof sealedSchema>;

interface SealedBytes {
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly sealed: Buffer;
}

/** Encrypts with a fresh IV. `name` is authenticated too, so that one secret cannot stand in for another. */
export function sealBytes(bytes: Uint8Array, key: Buffer, name: string): SealedBytes {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name, 'utf8'));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), sealed };
}

/** What was sealed; null where key or name are others, or something was changed. */
export function openBytes({ iv, tag, sealed }: SealedBytes, key: Buffer, name: string): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name, 'utf8'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return null;
  }
}

/** As `sealBytes`, of a text, in the form that a file has. */
export function seal(text: string, key: Buffer, name: string): Sealed {
  const { iv, tag, sealed } = sealBytes(Buffer.from(text, 'utf8'), key, name);
  return { iv: iv.toString('base64'), tag: tag.toString('base64'), sealed: sealed.toString('base64') };
}

/** The text; null where key or name are others, or something was changed. */
export function unseal({ iv, tag, sealed }: Sealed, key: Buffer, name: string): string | null {
  const bytes = { iv: Buffer.from(iv, 'base64'), tag: Buffer.from(tag, 'base64'), sealed: Buffer.from(sealed, 'base64') };
  return openBytes(bytes, key, name)?.toString('utf8') ?? null;
}
