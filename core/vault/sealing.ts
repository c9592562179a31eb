import { gunzipSync, gzipSync } from 'node:zlib';
import type { Sealing } from '#core/contract/sealing.ts';
import type { VaultKeys } from '#core/vault/vault-key.ts';
import { IV_BYTES, openBytes, sealBytes, TAG_BYTES } from '#core/vault/sealed.ts';

/** Answers are read seldom and closed beside everything else that the engine does. */
const QUICKLY = { level: 1 };

/** Sealing under the first key of the vault. What it makes: IV, tag, and the packed text encrypted. */
export function sealingWithKeys(bytes: VaultKeys): Sealing {
  const keys = bytes.map((each) => Buffer.from(each));
  const [first] = keys;
  const sealPacked: Sealing['sealPacked'] = (name, packed) => {
    const { iv, tag, sealed } = sealBytes(packed, first as Buffer, name);
    return Buffer.concat([iv, tag, sealed]);
  };
  const openPacked = (name: string, whole: Uint8Array): Buffer | null => {
    const bytesOf = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
    const [iv, tag] = [bytesOf.subarray(0, IV_BYTES), bytesOf.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    const sealed = { iv, tag, sealed: bytesOf.subarray(IV_BYTES + TAG_BYTES) };
    return keys.map((key) => openBytes(sealed, key, name)).find((each) => each !== null) ?? null;
  };
  return {
    sealPacked,
    openPacked,
    seal: (name, text) => sealPacked(name, gzipSync(text, QUICKLY)),
    open(name, whole) {
      const packed = openPacked(name, whole);
      return packed === null ? null : gunzipSync(packed).toString('utf8');
    },
  };
}
