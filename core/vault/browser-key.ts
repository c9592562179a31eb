import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommentdockError } from '#core/contract/error.ts';
import { type Keychain, systemKeychain } from '#core/vault/keychain.ts';
import { KeychainTrouble } from '#core/vault/keychain-trouble.ts';

/** Under which names a browser has its key in the keychain. Linux: the attribute `application`. macOS: service and account. */
export interface BrowserKeyNames {
  readonly linux: string;
  readonly darwin: readonly [service: string, account: string];
}

const ASKING_MS = 60_000;
const run = promisify(execFile);

/**
 * The password with which a browser closes its cookies, from the keychain of the user; null where there is none. macOS asks the user whether
 * we may have it. On Linux `secret-tool` looks it up: a browser's entries have attributes that our own library does not search for.
 * @throws CommentdockError INVALID_REQUEST where the keychain cannot be asked, with what to do
 */
export async function browserKey(
  { linux, darwin }: BrowserKeyNames,
  { platform = process.platform, keychain = systemKeychain() }: { readonly platform?: NodeJS.Platform; readonly keychain?: Keychain } = {},
): Promise<string | null> {
  if (platform === 'linux') return lookedUp(linux);
  try {
    return await keychain.read(...darwin);
  } catch (error) {
    if (!(error instanceof KeychainTrouble)) throw error;
    throw new CommentdockError('INVALID_REQUEST', `The key of the browser's cookies: ${error.message}. ${error.hint}`, { cause: error });
  }
}

async function lookedUp(application: string): Promise<string | null> {
  try {
    const { stdout } = await run('secret-tool', ['lookup', 'application', application], { timeout: ASKING_MS });
    return stdout === '' ? null : stdout.replace(/\n$/, '');
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    if (code === 1) return null;
    const why =
      code === 'ENOENT'
        ? 'Install secret-tool to read it (Debian, Ubuntu: `apt install libsecret-tools`; Fedora, Arch: it is part of libsecret).'
        : 'The keyring did not give it. Unlock the keyring and try again.';
    throw new CommentdockError('INVALID_REQUEST', `The key of the browser's cookies is in the keyring. ${why}`, { cause: error });
  }
}
