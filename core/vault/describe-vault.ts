import { asCommentdockError } from '#core/contract/error.ts';
import { readKeyFile } from '#core/vault/key-file.ts';
import { type Keychain, KEYCHAIN_SERVICE, keychainMachine, systemKeychain } from '#core/vault/keychain.ts';
import { type KeychainMachine, keychainName, KeychainTrouble } from '#core/vault/keychain-trouble.ts';
import { vaultFolder } from '#core/vault/vault.ts';
import type { VaultSettings } from '#core/vault/vault-key.ts';

/** What there is to say of the vault of a data folder. */
interface VaultFacts {
  /** `keychain`: encrypted files whose key is in the system's keychain. `file`: encrypted files whose key is in a file too. */
  readonly kind: 'keychain' | 'file';
  /** False where it is not made yet: `kind` is then what the first start will choose. */
  readonly exists: boolean;
  readonly why: string;
  /** What to do; null where all is well. */
  readonly hint: string | null;
}

const NO_ACCOUNT = 'doctor';

/** Looks at the vault without opening it or making one. */
export async function describeVault(
  { dataDir, vault: setting, vaultPassphrase, vaultKey = null, vaultKeyCommand = null }: VaultSettings,
  { keychain = systemKeychain(), machine = keychainMachine() }: { readonly keychain?: Keychain; readonly machine?: KeychainMachine } = {},
): Promise<VaultFacts> {
  const name = keychainName(machine.platform);
  const file = stateOf(dataDir);
  if (file.state === 'damaged') return { kind: 'file', exists: true, why: file.words, hint: null };
  if (file.state === 'keychain') {
    const trouble = await troubleOf(keychain, file.account);
    if (trouble === null) return { kind: 'keychain', exists: true, why: `the key is in ${name}`, hint: null };
    return { kind: 'keychain', exists: true, why: `the key is in ${name}, but ${trouble.message}`, hint: trouble.hint };
  }
  const isGiven = vaultKey !== null || vaultKeyCommand !== null;
  if (file.state === 'outside')
    return {
      kind: 'file',
      exists: true,
      why: 'you keep the key',
      hint: isGiven ? null : 'Set COMMENTDOCK_VAULT_KEY to it, or COMMENTDOCK_VAULT_KEY_COMMAND to what prints it.',
    };
  if (file.state === 'none' && isGiven) return { kind: 'file', exists: false, why: 'you keep the key', hint: null };
  if (file.state === 'passphrase')
    return {
      kind: 'file',
      exists: true,
      why: 'the key is closed with your passphrase',
      hint: vaultPassphrase === null ? 'Set COMMENTDOCK_VAULT_PASSPHRASE to it.' : null,
    };
  const exists = file.state === 'bare';
  if (setting === 'file') return { kind: 'file', exists, why: 'COMMENTDOCK_VAULT=file', hint: null };
  if (!exists && setting === null && vaultPassphrase !== null)
    return { kind: 'file', exists, why: 'the key will be closed with your passphrase', hint: null };
  const trouble = await troubleOf(keychain, null);
  if (trouble !== null) return { kind: 'file', exists, why: trouble.message, hint: trouble.hint };
  if (!exists) return { kind: 'keychain', exists, why: `${name} can be used`, hint: null };
  return {
    kind: 'file',
    exists,
    why: 'it was made without the keychain',
    hint: `${capital(name)} can be used: start once with COMMENTDOCK_VAULT=keychain to move the key there.`,
  };
}

type FileState =
  | { readonly state: 'none' | 'bare' | 'passphrase' | 'outside' }
  | { readonly state: 'keychain'; readonly account: string }
  | { readonly state: 'damaged'; readonly words: string };

function stateOf(dataDir: string): FileState {
  try {
    const file = readKeyFile(vaultFolder(dataDir));
    if (file === null) return { state: 'none' };
    if ('outside' in file) return { state: 'outside' };
    if ('keychain' in file) return { state: 'keychain', account: file.keychain };
    return { state: 'key' in file ? 'bare' : 'passphrase' };
  } catch (error) {
    return { state: 'damaged', words: asCommentdockError(error).message };
  }
}

/** Null where the keychain answers, and has the key of the account where one is named. */
async function troubleOf(keychain: Keychain, account: string | null): Promise<Pick<KeychainTrouble, 'message' | 'hint'> | null> {
  try {
    const kept = await keychain.read(KEYCHAIN_SERVICE, account ?? NO_ACCOUNT);
    if (account === null || kept !== null) return null;
    return {
      message: 'it has no key for this data folder',
      hint: 'Start Commentdock as the user and on the machine that the folder was made on.',
    };
  } catch (error) {
    if (error instanceof KeychainTrouble) return error;
    throw error;
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
