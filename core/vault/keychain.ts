import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type KeychainMachine, unreachable } from '#core/vault/keychain-trouble.ts';

/** Under this name the system's own programs list what we keep there. */
export const KEYCHAIN_SERVICE = 'Commentdock';

/** A locked keychain asks its owner for a password: so long is waited for that. */
const ANSWER_WITHIN_MS = 60_000;

/** The keychain of the system: Secret Service (Linux), Keychain (macOS), Credential Manager (Windows). */
export interface Keychain {
  /** Null where there is none. @throws KeychainTrouble */
  read(service: string, account: string): Promise<string | null>;
  /** @throws KeychainTrouble */
  write(service: string, account: string, value: string): Promise<void>;
  /** @throws KeychainTrouble */
  remove(service: string, account: string): Promise<void>;
}

type Keytar = typeof import('keytar');

/** The machine we run on. */
export function keychainMachine(): KeychainMachine {
  const { platform, env } = process;
  const userBus = `/run/user/${process.getuid?.() ?? ''}/bus`;
  return { platform, hasSessionBus: (env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '' || existsSync(userBus) };
}

/** The keychain of this machine. The library, and what it takes in memory, is loaded with the first call. */
export function systemKeychain(machine: KeychainMachine = keychainMachine()): Keychain {
  const ask = async <T>(call: (keytar: Keytar) => Promise<T>): Promise<T> => {
    if (machine.platform === 'linux' && !machine.hasSessionBus) throw unreachable(machine, 'noBus');
    const keytar = await loadKeytar(machine);
    const waiting = new AbortController();
    const late = delay(ANSWER_WITHIN_MS, null, { signal: waiting.signal, ref: false }).then(() => {
      throw unreachable(machine, 'silent');
    });
    late.catch(() => {});
    try {
      return await Promise.race([call(keytar).catch((error: unknown) => Promise.reject(unreachable(machine, 'refused', error))), late]);
    } finally {
      waiting.abort();
    }
  };
  return {
    read: (service, account) => ask((keytar) => keytar.getPassword(service, account)),
    write: (service, account, value) => ask((keytar) => keytar.setPassword(service, account, value)),
    remove: (service, account) => ask(async (keytar) => void (await keytar.deletePassword(service, account))),
  };
}

/** Loading fails where libsecret is not installed. */
async function loadKeytar(machine: KeychainMachine): Promise<Keytar> {
  try {
    const loaded = (await import('keytar')) as Keytar & { readonly default?: Keytar };
    return loaded.default ?? loaded;
  } catch (error) {
    throw unreachable(machine, 'noLibrary', error);
  }
}
