import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** Ed25519, as 64 hexadecimal digits: short enough to be read aloud, and the same key is never written in two ways. */
export const publicKeySchema = z.string().regex(/^[0-9a-f]{64}$/);
export const signatureSchema = z.string().regex(/^[0-9a-f]{128}$/);

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

interface KeyPair {
  /** PKCS#8, PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
}

export function makeKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { privateKey: pem, publicKey: publicKeyOf(pem) };
}

/** @param privateKey PKCS#8, PEM. @throws Error where it is no Ed25519 key */
export function publicKeyOf(privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is no Ed25519 key.');
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(KEY_HEAD.length).toString('hex');
}

export function signBytes(bytes: Uint8Array, privateKey: string): string {
  return sign(null, bytes, createPrivateKey(privateKey)).toString('hex');
}

/** Both as their schemas have them. */
export function isSigned(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  return verify(null, bytes, keyOf(publicKey), Buffer.from(signature, 'hex'));
}

function keyOf(publicKey: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([KEY_HEAD, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' });
}
