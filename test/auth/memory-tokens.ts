import type { TokenRecord, TokenStore } from '#core/auth/ports.ts';

/** Tokens of a process that stores nothing. */
export function memoryTokens(): TokenStore {
  const records = new Map<string, TokenRecord>();
  return {
    insert: (token) => void records.set(token.uuid, token),
    list: (memberUuid) => [...records.values()].filter(({ member }) => (member?.uuid ?? null) === memberUuid),
    find: (uuid) => records.get(uuid) ?? null,
    findBySha256: (sha256) => [...records.values()].find((token) => token.sha256 === sha256) ?? null,
    remove: (uuid) => records.delete(uuid),
  };
}
