import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';

/**
 * Chromium encrypts the values of cookies (components/os_crypt): a version of three letters, then AES-128-CBC with PKCS#7 under a key that
 * PBKDF2-SHA1 makes from a password. Linux, v10: a fixed password, where there is no keyring; v11: the one in the keyring. macOS, v10:
 * the one in the Keychain. Since version 24 of the database the text begins with the SHA-256 of the host.
 */
const SALT = 'saltysalt';
const KEY_BYTES = 16;
const IV = Buffer.alloc(16, ' ');
const VERSION_LENGTH = 3;
const HOST_HASH_BYTES = 32;
const HASHED_SINCE = 24;
const FIXED_PASSWORD = 'peanuts';
const ROUNDS: Readonly<Partial<Record<NodeJS.Platform, number>>> = { linux: 1, darwin: 1003 };

/** v10, v11: see above. v20: bound to the browser itself (Windows). plain: not encrypted. */
export type ValueVersion = 'v10' | 'v11' | 'v20' | 'plain' | 'unknown';

export function versionOf(encrypted: Buffer): ValueVersion {
  if (encrypted.length === 0) return 'plain';
  const version = encrypted.subarray(0, VERSION_LENGTH).toString('latin1');
  return version === 'v10' || version === 'v11' || version === 'v20' ? version : 'unknown';
}

/** The passwords that may open a value of this version; `kept` is what the system's keychain has for the browser. */
export function passwordsFor(version: ValueVersion, platform: NodeJS.Platform, kept: string | null): readonly string[] {
  const ofKeychain = kept === null ? [] : [kept];
  if (platform === 'darwin') return ofKeychain;
  // Without a password some builds used an empty one.
  return version === 'v10' ? [FIXED_PASSWORD, ''] : [...ofKeychain, ''];
}

interface EncryptedValue {
  readonly encrypted: Buffer;
  /** `host_key` of the row, as it stands there. */
  readonly host: string;
  /** `version` of the table `meta`. */
  readonly databaseVersion: number;
}

/** Null where none of the passwords opens it. */
export function decryptValue(value: EncryptedValue, passwords: readonly string[], platform: NodeJS.Platform): string | null {
  for (const password of passwords) {
    const text = decryptWith(value, password, ROUNDS[platform] ?? 1);
    if (text !== null) return text;
  }
  return null;
}

function decryptWith({ encrypted, host, databaseVersion }: EncryptedValue, password: string, rounds: number): string | null {
  try {
    const key = pbkdf2Sync(password, SALT, rounds, KEY_BYTES, 'sha1');
    const decipher = createDecipheriv('aes-128-cbc', key, IV);
    const bytes = Buffer.concat([decipher.update(encrypted.subarray(VERSION_LENGTH)), decipher.final()]);
    if (databaseVersion < HASHED_SINCE) return asText(bytes);
    const isOfHost = bytes.subarray(0, HOST_HASH_BYTES).equals(createHash('sha256').update(host).digest());
    return isOfHost ? asText(bytes.subarray(HOST_HASH_BYTES)) : null;
  } catch {
    return null;
  }
}

/** A wrong key may pass the padding by chance; it gives no text then. */
function asText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
