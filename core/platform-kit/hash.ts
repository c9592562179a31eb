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

/**
 * An id for what a platform gives none: the same facts have the same one in every export. Take all that tells rows of a list apart and stays as
 * it is (author, words, date, rating, what was bought...), nothing that changes by itself (ages, votes), and `tellApart` for what is left.
 */
export function madeUpId(...facts: readonly (string | null)[]): string {
  return md5Hex(JSON.stringify(facts));
}

export type TellApart = (id: string) => string;

/**
 * For rows on one page that get the same made-up id: the first keeps it, those after it get their number among them behind it (`id:2`). Counted
 * anew for every list on every page: a page that is served twice has the same ids, and no id hangs on how far down the list the page stands.
 */
export function tellApart(): TellApart {
  const met = new Map<string, number>();
  return (id) => {
    const place = (met.get(id) ?? 0) + 1;
    met.set(id, place);
    return place === 1 ? id : `${id}:${place}`;
  };
}
