import type { AccountRecord, AccountStore } from '#core/logins/ports.ts';

/** Accounts of a process that stores nothing. */
export function memoryAccounts(): AccountStore {
  const records = new Map<string, AccountRecord>();
  const allOf = (platform: string): AccountRecord[] => [...records.values()].filter((record) => record.platform === platform);
  return {
    insert: (account) => void records.set(account.uuid, account),
    update: (account) => void records.set(account.uuid, account),
    list: () => [...new Set([...records.values()].map(({ platform }) => platform))].toSorted().flatMap(allOf),
    ofPlatform: (platform, memberUuid) => allOf(platform).filter((record) => (record.memberUuid ?? null) === memberUuid),
    find: (uuid) => records.get(uuid) ?? null,
    markNeedsLogin(uuid, sinceMs) {
      const record = records.get(uuid);
      if (record !== undefined) records.set(uuid, { ...record, needsLoginSinceMs: record.needsLoginSinceMs ?? sinceMs });
    },
    remove: (uuid) => void records.delete(uuid),
  };
}
