import type { Role } from '#core/contract/member.ts';
import type { TokenRecord, TokenStore } from '#core/auth/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface TokenRow {
  uuid: string;
  name: string;
  sha256: string;
  created_at_ms: number;
  expires_at_ms: number;
  member_uuid: string | null;
  member_name: string | null;
  member_role: Role | null;
}

const SELECT = `
  SELECT tokens.*, members.name AS member_name, members.role AS member_role
  FROM tokens LEFT JOIN members ON members.uuid = tokens.member_uuid`;

export function createTokenStore(connection: Connection): TokenStore {
  const insert = connection.prepare<unknown[]>(
    'INSERT INTO tokens (uuid, name, sha256, created_at_ms, expires_at_ms, member_uuid) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const list = connection.prepare<[string], TokenRow>(
    `${SELECT} WHERE coalesce(tokens.member_uuid, '') = ? ORDER BY tokens.created_at_ms, tokens.uuid`,
  );
  const find = connection.prepare<[string], TokenRow>(`${SELECT} WHERE tokens.uuid = ?`);
  const findBySha256 = connection.prepare<[string], TokenRow>(`${SELECT} WHERE sha256 = ?`);
  const remove = connection.prepare<[string]>('DELETE FROM tokens WHERE uuid = ?');
  return {
    insert: (token) =>
      void insert.run(token.uuid, token.name, token.sha256, token.createdAtMs, token.expiresAtMs, token.member?.uuid ?? null),
    list: (memberUuid) => list.all(memberUuid ?? '').map(toRecord),
    find: (uuid) => orNull(find.get(uuid)),
    findBySha256: (sha256) => orNull(findBySha256.get(sha256)),
    remove: (uuid) => remove.run(uuid).changes === 1,
  };
}

function orNull(row: TokenRow | undefined): TokenRecord | null {
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: TokenRow): TokenRecord {
  const { member_uuid: uuid, member_name: name, member_role: role } = row;
  const token = { uuid: row.uuid, name: row.name, sha256: row.sha256, createdAtMs: row.created_at_ms, expiresAtMs: row.expires_at_ms };
  if (uuid === null) return token;
  // Of nobody who belongs here any more: a token that may nothing is none of the owner's.
  return { ...token, member: { uuid, name: name ?? '', role: role ?? 'reader' } };
}
