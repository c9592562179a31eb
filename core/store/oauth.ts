import type { OAuthFamily, OAuthStanding, OAuthStore } from '#core/auth/oauth/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { onDisk } from '#core/store/disk-failure.ts';
import { createClientStore } from '#core/store/oauth-clients.ts';

interface StandingRow {
  family_id: string;
  client_id: string;
  scope: string;
  resource: string;
  created_at_ms: number;
  ends_at_ms: number;
  revoked_at_ms: number | null;
  expires_at_ms: number;
  is_spent: number;
}

interface CodeRow extends StandingRow {
  redirect_uri: string;
  code_challenge: string;
}

const FAMILY = 'family.id AS family_id, client_id, scope, resource, created_at_ms, ends_at_ms, revoked_at_ms';
const STANDING = `${FAMILY}, expires_at_ms, is_spent`;

/** Clients, families, and what was given out of them. */
export function createOAuthStore(connection: Connection): OAuthStore {
  return {
    ...createClientStore(connection),
    ...familyStatements(connection),
    ...codeStatements(connection),
    ...refreshTokenStatements(connection),
    ...accessTokenStatements(connection),
    prune: pruning(connection),
    transaction: (work) => onDisk(() => connection.transaction(work).immediate()),
  };
}

type FamilyStatements = Pick<OAuthStore, 'insertFamily' | 'extendFamily' | 'revokeFamily' | 'revokeClient' | 'livingFamilies'>;

function familyStatements(connection: Connection): FamilyStatements {
  const insert = connection.prepare<unknown[]>(
    'INSERT INTO oauth_families (id, client_id, scope, resource, created_at_ms, ends_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const allow = connection.prepare<[string]>('UPDATE oauth_clients SET was_allowed = 1 WHERE client_id = ?');
  const extend = connection.prepare<{ ends: number; id: string }>(
    'UPDATE oauth_families SET ends_at_ms = @ends WHERE id = @id AND ends_at_ms < @ends',
  );
  const revoke = connection.prepare<[number, string]>('UPDATE oauth_families SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?');
  const revokeClient = connection.prepare<[number, string]>(
    'UPDATE oauth_families SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE client_id = ?',
  );
  const living = connection.prepare<[number], StandingRow>(
    `SELECT ${FAMILY} FROM oauth_families AS family WHERE revoked_at_ms IS NULL AND ends_at_ms > ? ORDER BY created_at_ms, id`,
  );
  return {
    insertFamily({ id, clientId, scope, resource, createdAtMs, endsAtMs }) {
      insert.run(id, clientId, scope, resource, createdAtMs, endsAtMs);
      allow.run(clientId);
    },
    extendFamily: (id, endsAtMs) => void extend.run({ ends: endsAtMs, id }),
    revokeFamily: (id, atMs) => void revoke.run(atMs, id),
    revokeClient: (clientId, atMs) => void revokeClient.run(atMs, clientId),
    livingFamilies: (nowMs) => living.all(nowMs).map(toFamily),
  };
}

function codeStatements(connection: Connection): Pick<OAuthStore, 'insertCode' | 'findCode' | 'spendCode'> {
  const insert = connection.prepare<[string, string, string, string, number]>(
    'INSERT INTO oauth_codes (sha256, family_id, redirect_uri, code_challenge, expires_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const find = connection.prepare<[string], CodeRow>(
    `SELECT ${STANDING}, redirect_uri, code_challenge FROM oauth_codes JOIN oauth_families AS family ON family.id = family_id WHERE sha256 = ?`,
  );
  const spend = connection.prepare<[string]>('UPDATE oauth_codes SET is_spent = 1 WHERE sha256 = ?');
  return {
    insertCode: (code) => void insert.run(code.sha256, code.familyId, code.redirectUri, code.codeChallenge, code.expiresAtMs),
    findCode(sha256) {
      const row = find.get(sha256);
      return row === undefined ? null : { ...toStanding(row), redirectUri: row.redirect_uri, codeChallenge: row.code_challenge };
    },
    spendCode: (sha256) => void spend.run(sha256),
  };
}

function refreshTokenStatements(connection: Connection): Pick<OAuthStore, 'insertRefreshToken' | 'findRefreshToken' | 'spendRefreshToken'> {
  const insert = connection.prepare<[string, string, number]>(
    'INSERT INTO oauth_refresh_tokens (sha256, family_id, expires_at_ms) VALUES (?, ?, ?)',
  );
  const find = connection.prepare<[string], StandingRow>(
    `SELECT ${STANDING} FROM oauth_refresh_tokens JOIN oauth_families AS family ON family.id = family_id WHERE sha256 = ?`,
  );
  const spend = connection.prepare<[string]>('UPDATE oauth_refresh_tokens SET is_spent = 1 WHERE sha256 = ?');
  return {
    insertRefreshToken: ({ sha256, familyId, expiresAtMs }) => void insert.run(sha256, familyId, expiresAtMs),
    findRefreshToken: (sha256) => orNull(find.get(sha256)),
    spendRefreshToken: (sha256) => void spend.run(sha256),
  };
}

function accessTokenStatements(connection: Connection): Pick<OAuthStore, 'insertAccessToken' | 'findAccessToken' | 'spendAccessToken'> {
  const insert = connection.prepare<[string, string, number]>(
    'INSERT INTO oauth_access_tokens (jti, family_id, expires_at_ms) VALUES (?, ?, ?)',
  );
  const find = connection.prepare<[string], StandingRow>(
    `SELECT ${STANDING} FROM oauth_access_tokens JOIN oauth_families AS family ON family.id = family_id WHERE jti = ?`,
  );
  const spend = connection.prepare<[string]>('UPDATE oauth_access_tokens SET is_spent = 1 WHERE jti = ?');
  return {
    insertAccessToken: ({ jti, familyId, expiresAtMs }) => void insert.run(jti, familyId, expiresAtMs),
    findAccessToken: (jti) => orNull(find.get(jti)),
    spendAccessToken: (jti) => void spend.run(jti),
  };
}

function pruning(connection: Connection): (untilMs: number) => void {
  const statements = [
    'DELETE FROM oauth_families WHERE ends_at_ms <= ?',
    'DELETE FROM oauth_refresh_tokens WHERE expires_at_ms <= ?',
    'DELETE FROM oauth_access_tokens WHERE expires_at_ms <= ?',
  ].map((sql) => connection.prepare<[number]>(sql));
  return (untilMs) => {
    for (const statement of statements) statement.run(untilMs);
  };
}

function orNull(row: StandingRow | undefined): OAuthStanding | null {
  return row === undefined ? null : toStanding(row);
}

function toStanding(row: StandingRow): OAuthStanding {
  return {
    family: toFamily(row),
    isFamilyRevoked: row.revoked_at_ms !== null,
    expiresAtMs: row.expires_at_ms,
    isSpent: row.is_spent === 1,
  };
}

function toFamily(row: StandingRow): OAuthFamily {
  return {
    id: row.family_id,
    clientId: row.client_id,
    scope: row.scope,
    resource: row.resource,
    createdAtMs: row.created_at_ms,
    endsAtMs: row.ends_at_ms,
  };
}
