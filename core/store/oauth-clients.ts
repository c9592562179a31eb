import type { OAuthStore, RegisteredClient } from '#core/auth/oauth/ports.ts';
import type { Connection } from '#core/store/connection.ts';

interface ClientRow {
  client_id: string;
  name: string | null;
  redirect_uris: string;
  created_at_ms: number;
}

export function createClientStore(connection: Connection): Pick<OAuthStore, 'insertClient' | 'findClient' | 'pruneClients'> {
  const insert = connection.prepare<[string, string | null, string, number]>(
    'INSERT INTO oauth_clients (client_id, name, redirect_uris, created_at_ms) VALUES (?, ?, ?, ?)',
  );
  const find = connection.prepare<[string], ClientRow>(
    'SELECT client_id, name, redirect_uris, created_at_ms FROM oauth_clients WHERE client_id = ?',
  );
  const prune = connection.prepare<[number]>(
    `DELETE FROM oauth_clients WHERE was_allowed = 0 AND id <= (
       SELECT id FROM oauth_clients WHERE was_allowed = 0 ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  return {
    insertClient: ({ clientId, name, redirectUris, createdAtMs }) =>
      void insert.run(clientId, name, JSON.stringify(redirectUris), createdAtMs),
    findClient(clientId) {
      const row = find.get(clientId);
      return row === undefined ? null : toClient(row);
    },
    pruneClients: (kept) => void prune.run(kept),
  };
}

function toClient(row: ClientRow): RegisteredClient {
  return {
    clientId: row.client_id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAtMs: row.created_at_ms,
  };
}
