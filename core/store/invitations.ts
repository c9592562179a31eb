import type { InvitationRecord, InvitationStore } from '#core/auth/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface InvitationRow {
  uuid: string;
  name: string;
  sha256: string;
  subject: string | null;
  created_at_ms: number;
  expires_at_ms: number;
  used_at_ms: number | null;
}

export function createInvitationStore(connection: Connection): InvitationStore & { pruneInvitations(untilMs: number): void } {
  const insert = connection.prepare<[string, string, string, string | null, number, number]>(
    'INSERT INTO invitations (uuid, name, sha256, subject, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const take = connection.prepare<[number, string, number], { uuid: string }>(
    'UPDATE invitations SET used_at_ms = ? WHERE sha256 = ? AND used_at_ms IS NULL AND expires_at_ms > ? RETURNING uuid',
  );
  const list = connection.prepare<[], InvitationRow>('SELECT * FROM invitations ORDER BY created_at_ms, uuid');
  const remove = connection.prepare<[string]>('DELETE FROM invitations WHERE uuid = ?');
  const endSessions = connection.prepare<[string]>('DELETE FROM browser_sessions WHERE invitation = ?');
  const pruneWaiting = connection.prepare<[number]>('DELETE FROM invitations WHERE used_at_ms IS NULL AND expires_at_ms <= ?');
  const pruneUsed = connection.prepare(
    'DELETE FROM invitations WHERE used_at_ms IS NOT NULL AND uuid NOT IN (SELECT invitation FROM browser_sessions WHERE invitation IS NOT NULL)',
  );
  return {
    insertInvitation: ({ uuid, name, sha256, subject, createdAtMs, expiresAtMs }) =>
      void insert.run(uuid, name, sha256, subject, createdAtMs, expiresAtMs),
    takeInvitation: (sha256, nowMs) => take.get(nowMs, sha256, nowMs)?.uuid ?? null,
    listInvitations: () => list.all().map(toRecord),
    removeInvitation(uuid) {
      endSessions.run(uuid);
      return remove.run(uuid).changes === 1;
    },
    pruneInvitations(untilMs) {
      pruneWaiting.run(untilMs);
      pruneUsed.run();
    },
  };
}

function toRecord(row: InvitationRow): InvitationRecord {
  return {
    uuid: row.uuid,
    name: row.name,
    sha256: row.sha256,
    subject: row.subject,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    usedAtMs: row.used_at_ms,
  };
}
