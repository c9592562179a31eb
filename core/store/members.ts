import type { Member, MemberStore } from '#core/auth/ports.ts';
import type { AuditEntry, AuditLog, SharingStore } from '#core/members/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { REMOVED } from '#core/store/job-status.ts';

interface MemberRow {
  uuid: string;
  name: string;
  role: Member['role'];
  created_at_ms: number;
}

/** What becomes of a member's things when they go. */
const LEAVING = [
  'DELETE FROM tokens WHERE member_uuid = ?',
  'DELETE FROM accounts WHERE member_uuid = ?',
  'DELETE FROM webhooks WHERE member_uuid = ?',
  'DELETE FROM browser_sessions WHERE invitation IN (SELECT uuid FROM invitations WHERE subject = ?)',
  'DELETE FROM invitations WHERE subject = ?',
  "UPDATE schedules SET member_uuid = NULL, status = 'paused', next_run_at_ms = NULL, cookie_names = '[]' WHERE member_uuid = ?",
  `UPDATE jobs SET member_uuid = NULL WHERE member_uuid = ? AND status <> '${REMOVED}'`,
  ...['batches', 'bulk_downloads'].map((table) => `UPDATE ${table} SET member_uuid = NULL WHERE member_uuid = ?`),
  `INSERT INTO remarks (owner, place, item_id, starred, note, tags, at_ms)
   SELECT '', place, item_id, starred, note, tags, at_ms FROM remarks WHERE owner = ? ON CONFLICT DO NOTHING`,
  'DELETE FROM remarks WHERE owner = ?',
  'DELETE FROM list_views WHERE owner = ?',
  'DELETE FROM members WHERE uuid = ?',
];

export function createMemberStore(connection: Connection): MemberStore {
  const insert = connection.prepare<unknown[]>('INSERT INTO members (uuid, name, role, created_at_ms) VALUES (?, ?, ?, ?)');
  const list = connection.prepare<[], MemberRow>('SELECT * FROM members ORDER BY created_at_ms, uuid');
  const find = connection.prepare<[string], MemberRow>('SELECT * FROM members WHERE uuid = ?');
  const update = connection.prepare<[string, string, string]>('UPDATE members SET name = ?, role = ? WHERE uuid = ?');
  const leaving = LEAVING.map((sql) => connection.prepare<[string]>(sql));
  return {
    insert: ({ uuid, name, role, createdAtMs }) => void insert.run(uuid, name, role, createdAtMs),
    list: () => list.all().map(toMember),
    find(uuid) {
      const row = find.get(uuid);
      return row === undefined ? null : toMember(row);
    },
    update: ({ uuid, name, role }) => void update.run(name, role, uuid),
    remove(uuid) {
      connection
        .transaction(() => {
          for (const statement of leaving) statement.run(uuid);
        })
        .immediate();
    },
  };
}

export function createSharingStore(connection: Connection): SharingStore {
  const share = connection.prepare<[number, string]>('UPDATE jobs SET shared = ? WHERE guid = ?');
  const shareSchedule = connection.prepare<[number, string]>('UPDATE schedules SET shared = ? WHERE uuid = ?');
  const shareRuns = connection.prepare<[number, string]>('UPDATE jobs SET shared = ? WHERE schedule_uuid = ?');
  return {
    shareExport: (guid, isShared) => void share.run(Number(isShared), guid),
    shareSchedule(uuid, isShared) {
      connection
        .transaction(() => {
          shareSchedule.run(Number(isShared), uuid);
          shareRuns.run(Number(isShared), uuid);
        })
        .immediate();
    },
  };
}

interface AuditRow {
  at_ms: number;
  member_uuid: string | null;
  caller: AuditEntry['caller'];
  token_uuid: string | null;
  client_id: string | null;
  address: string | null;
  operation: string;
  subjects: string;
  outcome: AuditEntry['outcome'];
}

const ADD = `
  INSERT INTO audit (at_ms, member_uuid, caller, token_uuid, client_id, address, operation, subjects, outcome)
  VALUES (@atMs, @memberUuid, @caller, @tokenUuid, @clientId, @address, @operation, @subjects, @outcome)`;

export function createAuditLog(connection: Connection): AuditLog {
  const add = connection.prepare<unknown[]>(ADD);
  const list = connection.prepare<[number, number], AuditRow>(
    'SELECT * FROM audit WHERE id IN (SELECT id FROM audit ORDER BY id DESC LIMIT ? OFFSET ?) ORDER BY id DESC',
  );
  const listOf = connection.prepare<[string, number, number], AuditRow>(
    'SELECT * FROM audit WHERE id IN (SELECT id FROM audit WHERE member_uuid = ? ORDER BY id DESC LIMIT ? OFFSET ?) ORDER BY id DESC',
  );
  const prune = connection.prepare<[number]>('DELETE FROM audit WHERE at_ms < ?');
  return {
    add: ({ subjects, ...entry }) => void add.run({ ...entry, subjects: JSON.stringify(subjects) }),
    list({ page, limit, memberUuid }) {
      const offset = (page - 1) * limit;
      return (memberUuid === null ? list.all(limit, offset) : listOf.all(memberUuid, limit, offset)).map(toEntry);
    },
    prune: (beforeMs) => void prune.run(beforeMs),
  };
}

function toMember(row: MemberRow): Member & { readonly createdAtMs: number } {
  return { uuid: row.uuid, name: row.name, role: row.role, createdAtMs: row.created_at_ms };
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    atMs: row.at_ms,
    memberUuid: row.member_uuid,
    caller: row.caller,
    tokenUuid: row.token_uuid,
    clientId: row.client_id,
    address: row.address,
    operation: row.operation,
    subjects: JSON.parse(row.subjects) as string[],
    outcome: row.outcome,
  };
}
