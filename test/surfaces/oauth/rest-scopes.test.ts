import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#core/operations/registry.ts';
import { type OAuthRoom, OWNER_SECRET, startOAuthRoom, type Tokens } from '#test/surfaces/oauth/oauth-room.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

let room: OAuthRoom;
const tokens: Partial<Record<'read' | 'write', Tokens>> = {};
beforeAll(async () => {
  room = await startOAuthRoom();
  for (const scope of ['read', 'write'] as const) tokens[scope] = await room.tokens({ scope });
});
afterAll(() => room[Symbol.asyncDispose]());

const path = (template: string): string => template.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');

describe('OAuth clients on REST', () => {
  it.each(OPERATIONS.filter(({ rest }) => rest.auth === 'token').map((operation) => [operation.name, operation] as const))(
    '%s needs its scope, looked at before anything else',
    async (_name, { scope, rest }) => {
      const other = scope === 'read' ? 'write' : 'read';
      const refused = await room.ask(tokens[other]?.access_token ?? '', rest.method, path(rest.path));
      expect([refused.status, refused.json['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect(refused.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
      const passed = await room.ask(tokens[scope]?.access_token ?? '', rest.method, path(rest.path));
      expect(String(passed.json['error_code'])).not.toMatch(/^(INSUFFICIENT_SCOPE|AUTH_HEADER_TOKEN)$/);
    },
  );

  it.each(
    OPERATIONS.filter(({ rest }) => rest.auth !== 'token' && rest.auth !== 'public').map(
      (operation) => [operation.name, operation] as const,
    ),
  )('%s is for the owner alone', async (_name, { rest }) => {
    for (const { access_token: token } of Object.values(tokens)) {
      const refused = await room.ask(token, rest.method, path(rest.path));
      expect([refused.status, refused.json['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  it.each(OPERATIONS.filter(({ rest }) => rest.auth === 'hands').map((operation) => [operation.name, operation] as const))(
    '%s takes no API token, and the secret of the command line',
    async (_name, { rest }) => {
      const asked = (credential: string) => send(room.port, rest.method, path(rest.path), { 'x-auth-token': credential });
      const refused = await asked(room.apiToken);
      expect([refused.status, refused.json['error_code']]).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect((await asked(OWNER_SECRET)).json['error_code']).not.toBe('INSUFFICIENT_SCOPE');
    },
  );

  it('are told how to be let in where they are not (RFC 6750, RFC 9728)', async () => {
    const metadata = `Bearer resource_metadata="${room.url}/.well-known/oauth-protected-resource"`;
    const without = await room.get('/api/v1/ping');
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, metadata]);
    const wrong = await room.ask('a.b.c');
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, `${metadata}, error="invalid_token"`]);
    const local = room.url.replace('127.0.0.1', 'localhost');
    const named = await room.get('/api/v1/ping', { host: new URL(local).host });
    expect(named.headers['www-authenticate']).toBe(metadata.replace(room.url, local));
    expect((await room.get('/api/public/platforms')).headers['www-authenticate']).toBeUndefined();
  });

  it('are let in by X-AUTH-TOKEN too', async () => {
    const { access_token: token = '' } = tokens.read ?? {};
    expect((await send(room.port, 'GET', '/api/v1/ping', { 'x-auth-token': token })).status).toBe(200);
  });

  it('are held to the requests of the plan, each client for itself', async () => {
    room.services.settings.setPlan('premium');
    const other = await room.tokens({ client_id: await room.register(), scope: 'read' });
    room.services.clock.nowMs += 61_000;
    const { access_token: token = '' } = tokens.read ?? {};
    const statuses = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await room.ask(token)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429]);
    expect((await room.ask(other.access_token)).status).toBe(200);
  });
});
