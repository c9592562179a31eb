import type { AccountRecord, AccountStore } from '#core/logins/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface AccountRow {
  uuid: string;
  platform: string;
  name: string;
  cookie_names: string;
  source: AccountRecord['source'];
  user_agent: string | null;
  expires_at_ms: number | null;
  needs_login_since_ms: number | null;
  created_at_ms: number;
  saved_at_ms: number;
  member_uuid: string | null;
}

export function createAccountStore(connection: Connection): AccountStore {
  const insert = connection.prepare<unknown[]>(
    `INSERT INTO accounts (uuid, platform, name, cookie_names, source, user_agent, expires_at_ms, needs_login_since_ms, created_at_ms, saved_at_ms,
       member_uuid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = connection.prepare<unknown[]>(
    'UPDATE accounts SET cookie_names = ?, source = ?, user_agent = ?, expires_at_ms = ?, needs_login_since_ms = ?, saved_at_ms = ? WHERE uuid = ?',
  );
  const list = connection.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY platform, id');
  const ofPlatform = connection.prepare<[string, string], AccountRow>(
    "SELECT * FROM accounts WHERE platform = ? AND coalesce(member_uuid, '') = ? ORDER BY id",
  );
  const find = connection.prepare<[string], AccountRow>('SELECT * FROM accounts WHERE uuid = ?');
  const mark = connection.prepare<[number, string]>(
    'UPDATE accounts SET needs_login_since_ms = ? WHERE uuid = ? AND needs_login_since_ms IS NULL',
  );
  const remove = connection.prepare<[string]>('DELETE FROM accounts WHERE uuid = ?');
  return {
    insert: (account) =>
      void insert.run(
        account.uuid,
        account.platform,
        account.name,
        JSON.stringify(account.cookieNames),
        account.source,
        account.userAgent,
        account.expiresAtMs,
        account.needsLoginSinceMs,
        account.createdAtMs,
        account.savedAtMs,
        account.memberUuid ?? null,
      ),
    update: ({ uuid, cookieNames, source, userAgent, expiresAtMs, needsLoginSinceMs, savedAtMs }) =>
      void update.run(JSON.stringify(cookieNames), source, userAgent, expiresAtMs, needsLoginSinceMs, savedAtMs, uuid),
    list: () => list.all().map(toAccount),
    ofPlatform: (platform, memberUuid) => ofPlatform.all(platform, memberUuid ?? '').map(toAccount),
    find(uuid) {
      const row = find.get(uuid);
      return row === undefined ? null : toAccount(row);
    },
    markNeedsLogin: (uuid, sinceMs) => void mark.run(sinceMs, uuid),
    remove: (uuid) => void remove.run(uuid),
  };
}

function toAccount(row: AccountRow): AccountRecord {
  return {
    uuid: row.uuid,
    platform: row.platform,
    name: row.name,
    cookieNames: JSON.parse(row.cookie_names) as string[],
    source: row.source,
    userAgent: row.user_agent,
    expiresAtMs: row.expires_at_ms,
    needsLoginSinceMs: row.needs_login_since_ms,
    createdAtMs: row.created_at_ms,
    savedAtMs: row.saved_at_ms,
    memberUuid: row.member_uuid,
  };
}
