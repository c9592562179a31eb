import { randomBytes } from 'node:crypto';
import type { SecretVault } from '#core/contract/secret-vault.ts';

const KEY_BYTES = 32;

/** The key that the pseudonyms of a project hang on; null: none was made with it yet. */
export function keyOfProject(project: string, vault: Pick<SecretVault, 'get'>): Uint8Array | null {
  const hex = vault.get(`pseudonyms/${project}`);
  return hex === null ? null : new Uint8Array(Buffer.from(hex, 'hex'));
}

/** The same, made when it is first needed. */
export function keyForProject(project: string, vault: Pick<SecretVault, 'get' | 'set'>): Uint8Array {
  const known = keyOfProject(project, vault);
  if (known !== null) return known;
  const made = randomBytes(KEY_BYTES);
  vault.set(`pseudonyms/${project}`, made.toString('hex'));
  // Of two machines that made one at the same time, the last one counts.
  return keyOfProject(project, vault) ?? new Uint8Array(made);
}
