import { expect, it, onTestFinished } from 'vitest';
import { createAllowedClients } from '#core/auth/oauth/allowed-clients.ts';
import { createClients } from '#core/auth/oauth/clients.ts';
import { openInMemory } from '#core/store/database.ts';
import { createOAuthStore } from '#core/store/oauth.ts';

const DOCUMENT = 'https://client.example/client.json';

it('clients are told by what they call themselves, without asking anybody, since the first permission that holds', () => {
  const connection = openInMemory();
  onTestFinished(() => void connection.close());
  const oauth = createOAuthStore(connection);
  const documents = { describe: () => Promise.reject(new Error('nobody is asked')) };
  const clients = createClients({ oauth, documents });
  const allowed = createAllowedClients({ oauth, clients, now: () => 50 });
  for (const [clientId, name] of [
    ['named', 'A name'],
    ['silent', null],
  ] as const)
    oauth.insertClient({ clientId, name, redirectUris: [], createdAtMs: 1 });
  for (const [at, [clientId, scope]] of (
    [
      ['mcp', 'read'],
      [DOCUMENT, 'write'],
      ['gone', 'read'],
      ['named', 'read'],
      ['silent', 'read'],
      ['mcp', 'read write'],
    ] as const
  ).entries())
    oauth.insertFamily({ id: String(at), clientId, scope, resource: '', createdAtMs: at, endsAtMs: 100 });
  oauth.insertFamily({ id: 'over', clientId: 'over', scope: 'read', resource: '', createdAtMs: 0, endsAtMs: 50 });
  expect(allowed.list()).toEqual([
    { clientId: 'mcp', name: 'MCP client', scopes: ['read', 'write'], sinceMs: 0 },
    { clientId: DOCUMENT, name: DOCUMENT, scopes: ['write'], sinceMs: 1 },
    { clientId: 'gone', name: 'gone', scopes: ['read'], sinceMs: 2 },
    { clientId: 'named', name: 'A name', scopes: ['read'], sinceMs: 3 },
    { clientId: 'silent', name: 'silent', scopes: ['read'], sinceMs: 4 },
  ]);
  allowed.revoke('mcp');
  expect(allowed.list().map(({ clientId }) => clientId)).not.toContain('mcp');
  const failing = createAllowedClients({
    oauth,
    clients: {
      ...clients,
      findHere() {
        throw new Error('a fault of ours');
      },
    },
    now: () => 50,
  });
  expect(() => failing.list()).toThrow('a fault of ours');
});
