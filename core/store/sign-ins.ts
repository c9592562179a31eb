import type { Member, SignInStore } from '#core/auth/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { createInvitationStore } from '#core/store/invitations.ts';

interface SessionRow {
  /** Null: the owner. */
  subject: string | null;
  /** Null: nobody who belongs here any more. */
  uuid: string | null;
  name: string;
  role: Member['role'];
}

const SESSION = `
  SELECT subject, members.uuid, members.name, role FROM browser_sessions
  LEFT JOIN invitations ON invitations.uuid = invitation LEFT JOIN members ON members.uuid = subject
  WHERE browser_sessions.sha256 = ? AND browser_sessions.expires_at_ms > ?`;

export function createSignInStore(connection: Connection): SignInStore {
  const { pruneInvitations, ...invitations } = createInvitationStore(connection);
  const insertCode = connection.prepare<[string, number, number]>(
    'INSERT INTO login_codes (sha256, tries_left, expires_at_ms) VALUES (?, ?, ?)',
  );
  const takeCode = connection.prepare<[string, number]>('DELETE FROM login_codes WHERE sha256 = ? AND expires_at_ms > ?');
  const oneTryLess = connection.prepare('UPDATE login_codes SET tries_left = tries_left - 1');
  const dropTried = connection.prepare('DELETE FROM login_codes WHERE tries_left <= 0');
  const insertSession = connection.prepare<[string, number, string | null]>(
    'INSERT INTO browser_sessions (sha256, expires_at_ms, invitation) VALUES (?, ?, ?)',
  );
  const hasSession = connection.prepare<[string, number]>('SELECT 1 FROM browser_sessions WHERE sha256 = ? AND expires_at_ms > ?');
  const findSession = connection.prepare<[string, number], SessionRow>(SESSION);
  const removeSession = connection.prepare<[string]>('DELETE FROM browser_sessions WHERE sha256 = ?');
  const pruneCodes = connection.prepare<[number]>('DELETE FROM login_codes WHERE expires_at_ms <= ?');
  const pruneSessions = connection.prepare<[number]>('DELETE FROM browser_sessions WHERE expires_at_ms <= ?');
  return {
    ...invitations,
    insertCode: ({ sha256, triesLeft, expiresAtMs }) => void insertCode.run(sha256, triesLeft, expiresAtMs),
    takeCode: (sha256, nowMs) => takeCode.run(sha256, nowMs).changes === 1,
    countMiss() {
      oneTryLess.run();
      dropTried.run();
    },
    insertSession: ({ sha256, expiresAtMs, invitation }) => void insertSession.run(sha256, expiresAtMs, invitation),
    hasSession: (sha256, nowMs) => hasSession.get(sha256, nowMs) !== undefined,
    findSession(sha256, nowMs) {
      const found = findSession.get(sha256, nowMs);
      if (found === undefined) return null;
      const { subject, uuid, name, role } = found;
      if (subject === null) return {};
      return uuid === null ? null : { member: { uuid, name, role } };
    },
    removeSession: (sha256) => void removeSession.run(sha256),
    prune(untilMs) {
      pruneCodes.run(untilMs);
      pruneSessions.run(untilMs);
      pruneInvitations(untilMs);
    },
    transaction: (work) => onDisk(() => connection.transaction(work).immediate()),
  };
}
