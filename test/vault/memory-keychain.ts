import type { Keychain } from '#core/vault/keychain.ts';
import { type KeychainFault, unreachable } from '#core/vault/keychain-trouble.ts';

export interface MemoryKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** Null: it works. */
  fault: KeychainFault | null;
  calls: number;
}

/** A keychain that a test can break. */
export function memoryKeychain(fault: KeychainFault | null = null, platform: NodeJS.Platform = 'linux'): MemoryKeychain {
  const entries = new Map<string, string>();
  const keychain: MemoryKeychain = {
    entries,
    fault,
    calls: 0,
    read: async (service, account) => (check(), entries.get(`${service}/${account}`) ?? null),
    write: async (service, account, value) => (check(), void entries.set(`${service}/${account}`, value)),
    remove: async (service, account) => (check(), void entries.delete(`${service}/${account}`)),
  };
  const check = (): void => {
    keychain.calls += 1;
    if (keychain.fault !== null) throw unreachable({ platform, hasSessionBus: true }, keychain.fault, new Error('it said so'));
  };
  return keychain;
}
