import { randomBytes } from 'node:crypto';
import type { SecretVault } from '#core/contract/secret-vault.ts';

const KEY_BYTES = 32;

/**
 * The key that the vault keeps under this name, for signatures of 256 bits. It is made at the first use and stays, so that
 * what was signed outlives a restart. Read at the first call of what is returned, not before.
 */
export function signingKey(vault: SecretVault, name: string): () => Uint8Array {
  let key: Uint8Array | null = null;
  return () => (key ??= openKey(vault, name));
}

function openKey(vault: SecretVault, name: string): Uint8Array {
  const kept = vault.get(name);
  if (kept !== null) return Buffer.from(kept, 'base64url');
  const fresh = randomBytes(KEY_BYTES);
  vault.set(name, fresh.toString('base64url'));
  return fresh;
}
