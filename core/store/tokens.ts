import type { TokenRecord, TokenStore } from '#core/auth/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface TokenRow {
  uuid: string;
  name: string;
  sha256: string;
  created_at_ms: number;
  expires_at_ms: number;
}

export function createTokenStore(connection: Connection): TokenStore {
  const insert = connection.prepare<[string, string, string, number, number]>(
    'INSERT INTO tokens (uuid, name, sha256, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const list = connection.prepare<[], TokenRow>('SELECT * FROM tokens ORDER BY created_at_ms, uuid');
  const find = connection.prepare<[string], TokenRow>('SELECT * FROM tokens WHERE uuid = ?');
  const findBySha256 = connection.prepare<[string], TokenRow>('SELECT * FROM tokens WHERE sha256 = ?');
  const remove = connection.prepare<[string]>('DELETE FROM tokens WHERE uuid = ?');
  return {
    insert: (token) => void insert.run(token.uuid, token.name, token.sha256, token.createdAtMs, token.expiresAtMs),
    list: () => list.all().map(toRecord),
    find: (uuid) => orNull(find.get(uuid)),
    findBySha256: (sha256) => orNull(findBySha256.get(sha256)),
    remove: (uuid) => remove.run(uuid).changes === 1,
  };
}

function orNull(row: TokenRow | undefined): TokenRecord | null {
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: TokenRow): TokenRecord {
  return { uuid: row.uuid, name: row.name, sha256: row.sha256, createdAtMs: row.created_at_ms, expiresAtMs: row.expires_at_ms };
}
