import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** The MD5 of a text (UTF-8) in lower-case hexadecimal digits: for sites that sign with it. Protects nothing. */
export function md5Hex(text: string): string {
  return hex(md5(new TextEncoder().encode(text)));
}

/** The SHA-256 of a text (UTF-8) in lower-case hexadecimal digits: sites know a persisted query by that of its text. */
export function sha256Hex(text: string): string {
  return hex(sha256(new TextEncoder().encode(text)));
}

/** Bytes as lower-case hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An id for what a platform gives none: the same facts (author, words, date...) have the same one in every export. */
export function madeUpId(...facts: readonly (string | null)[]): string {
  return md5Hex(JSON.stringify(facts));
}
