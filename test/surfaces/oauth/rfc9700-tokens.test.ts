import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { answerOf, CALLBACK, queryOf, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

const HOUR_MS = 3_600_000;

const room = await own(startOAuthRoom());

describe('RFC 9700, codes and tokens', () => {
  describe('2.3, 4.10: audience', () => {
    it('a token is for the resource that was asked for', async () => {
      for (const [resource, audience] of [
        [null, `${room.url}/mcp`],
        [`${room.url}/mcp`, `${room.url}/mcp`],
        [`${room.url}/mcp/`, `${room.url}/mcp`],
        [`${room.url}/`, room.url],
        [room.url, room.url],
      ] as const) {
        const { access_token: token } = await room.tokens({ resource });
        expect(claims(token)['aud']).toBe(audience);
        expect((await room.ask(token)).status).toBe(200);
      }
    });

    it.each(['https://other.example/mcp', 'http://127.0.0.1:1/mcp', 'mcp', '/mcp', '?', '#'])(
      'a resource that is not ours is refused: %s',
      async (resource) => {
        const cookie = await room.signIn();
        const named = resource.length === 1 ? `${room.url}/mcp${resource}x` : resource;
        expect(answerOf(await room.authorize(cookie, { resource: named })).get('error')).toBe('invalid_target');
        const { code, pkce } = await room.code();
        expect((await room.redeem(code, pkce, { resource: named })).json['error']).toBe('invalid_target');
        const { refresh_token: refreshToken } = await room.tokens();
        expect((await room.refresh(refreshToken, { resource: named })).json['error']).toBe('invalid_target');
        expect((await room.refresh(refreshToken, { resource: `${room.url}/mcp` })).status).toBe(200);
      },
    );

    it('two resources at once are refused', async () => {
      const cookie = await room.signIn();
      const query = `${queryOf({ resource: `${room.url}/mcp` })}&resource=${encodeURIComponent(room.url)}`;
      const answer = await room.get(`/oauth/authorize?${query}`, { cookie });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_target')]);
    });

    it('a token for somebody else is refused, though we signed it', async () => {
      const { access_token: token } = await room.tokens();
      const key = Buffer.from(room.services.vault.get('oauth:access-token-key') ?? '', 'base64url');
      const sign = (changes: Record<string, unknown>, header = { alg: 'HS256', typ: 'at+jwt' }) =>
        new SignJWT({ ...claims(token), ...changes }).setProtectedHeader(header).sign(key);
      expect((await room.ask(await sign({}))).status).toBe(200);
      for (const changes of [
        { aud: 'https://other.example/mcp' },
        { aud: undefined },
        { iss: 'https://other.example' },
        { jti: 'another' },
        { jti: undefined },
        { exp: undefined },
        { scope: 'admin' },
      ]) {
        expect((await room.ask(await sign(changes))).status, JSON.stringify(changes)).toBe(401);
      }
      expect((await room.ask(await sign({}, { alg: 'HS256', typ: 'JWT' }))).status).toBe(401);
    });

    it('a token of another service is refused, and one without a signature', async () => {
      await using other = await startOAuthRoom();
      const { access_token: token } = await other.tokens();
      const [, payload] = token.split('.');
      const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
      for (const wrong of [token, unsigned, `${token}x`]) expect((await room.ask(wrong)).status).toBe(401);
    });
  });

  describe('4.5: code replay', () => {
    it('a code works once; the second time takes back all that it gave', async () => {
      const { code, pkce } = await room.code();
      const first = (await room.redeem(code, pkce)).json as Record<string, string>;
      const later = (await room.refresh(first['refresh_token'] ?? '')).json as Record<string, string>;
      expect((await room.ask(later['access_token'] ?? '')).status).toBe(200);
      const again = await room.redeem(code, pkce);
      expect([again.status, again.json['error']]).toEqual([400, 'invalid_grant']);
      for (const tokens of [first, later]) expect((await room.ask(tokens['access_token'] ?? '')).status).toBe(401);
      expect((await room.refresh(later['refresh_token'] ?? '')).json['error']).toBe('invalid_grant');
    });

    it('of 20 at once one wins, and nothing that it won is left', async () => {
      const { code, pkce } = await room.code();
      const answers = await Promise.all(Array.from({ length: 20 }, () => room.redeem(code, pkce)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect((await room.ask(String(won[0]?.json['access_token']))).status).toBe(401);
    });

    it('a code lives for a minute', async () => {
      const { code, pkce } = await room.code();
      room.services.clock.nowMs += 60_000;
      expect((await room.redeem(code, pkce)).json['error']).toBe('invalid_grant');
    });
  });

  describe('4.14: refresh tokens', () => {
    it('are exchanged for another one each time and live for 30 days from then', async () => {
      let tokens = await room.tokens();
      for (let n = 0; n < 3; n += 1) {
        room.services.clock.nowMs += 29 * 24 * HOUR_MS;
        const answer = await room.refresh(tokens.refresh_token);
        expect(answer.status).toBe(200);
        expect(answer.json['refresh_token']).not.toBe(tokens.refresh_token);
        tokens = answer.json as unknown as typeof tokens;
        expect((await room.ask(tokens.access_token)).status).toBe(200);
      }
      room.services.clock.nowMs += 30 * 24 * HOUR_MS;
      expect((await room.refresh(tokens.refresh_token)).json['error']).toBe('invalid_grant');
    });

    it('50 replays at once revoke the family and mint nothing', async () => {
      const first = await room.tokens();
      const second = (await room.refresh(first.refresh_token)).json as unknown as typeof first;
      expect((await room.ask(second.access_token)).status).toBe(200);
      const replays = await Promise.all(Array.from({ length: 50 }, () => room.refresh(first.refresh_token)));
      for (const { status, json } of replays) {
        expect(status).toBe(400);
        expect(json).toEqual({ error: 'invalid_grant', error_description: expect.stringMatching(/already used.*family is revoked/) });
      }
      expect((await room.refresh(second.refresh_token)).json['error']).toBe('invalid_grant');
      for (const { access_token: token } of [first, second]) expect((await room.ask(token)).status).toBe(401);
    });

    it('50 first uses at once mint one pair, which is revoked with its family', async () => {
      const { refresh_token: refreshToken } = await room.tokens();
      const answers = await Promise.all(Array.from({ length: 50 }, () => room.refresh(refreshToken)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect((await room.ask(String(won[0]?.json['access_token']))).status).toBe(401);
      expect((await room.refresh(String(won[0]?.json['refresh_token']))).json['error']).toBe('invalid_grant');
    });

    it('are bound to their client and to what was allowed', async () => {
      const { refresh_token: refreshToken } = await room.tokens({ scope: 'read' });
      const other = await room.register();
      expect((await room.refresh(refreshToken, { client_id: other })).json['error']).toBe('invalid_grant');
      expect((await room.refresh(refreshToken, { scope: 'read write' })).json['error']).toBe('invalid_scope');
      const answer = await room.refresh(refreshToken, { scope: 'read' });
      expect([answer.status, answer.json['scope']]).toEqual([200, 'read']);
    });

    it('leave only their SHA-256 behind', async () => {
      const tokens = await room.tokens();
      const { code } = await room.code();
      const database = await import('better-sqlite3');
      using connection = openStore(database.default, room.dataDir);
      const rows = ['oauth_codes', 'oauth_refresh_tokens', 'oauth_access_tokens', 'login_codes', 'browser_sessions']
        .map((table) => JSON.stringify(connection.prepare(`SELECT * FROM ${table}`).all()))
        .join();
      expect(rows).toMatch(/"sha256":"[0-9a-f]{64}"/);
      for (const secret of [tokens.refresh_token, tokens.access_token, code]) expect(rows).not.toContain(secret);
    });
  });

  describe('4.15: a client in the place of the owner', () => {
    it('no client chooses its id, and no id is that of the owner', async () => {
      const body = JSON.stringify({ redirect_uris: [CALLBACK], client_id: room.services.settings.userUuid });
      const answer = await send(room.port, 'POST', '/oauth/register', { 'content-type': 'application/json' }, body);
      expect(answer.json['client_id']).not.toBe(room.services.settings.userUuid);
      const { sub, client_id: clientId } = claims((await room.tokens()).access_token);
      expect([sub, clientId]).toEqual([room.services.settings.userUuid, 'mcp']);
    });
  });
});

describe('access tokens', () => {
  it('say what decisions.md lists, and last an hour', async () => {
    const tokens = await room.tokens({ scope: 'read' });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read' });
    const { iat, exp, ...rest } = claims(tokens.access_token);
    expect(rest).toEqual({
      iss: room.url,
      sub: room.services.settings.userUuid,
      aud: `${room.url}/mcp`,
      client_id: 'mcp',
      jti: expect.any(String),
      scope: 'read',
    });
    expect(Number(exp) - Number(iat)).toBe(3600);
    room.services.clock.nowMs += HOUR_MS - 1_000;
    expect((await room.ask(tokens.access_token)).status).toBe(200);
    room.services.clock.nowMs += 1_000;
    const expired = await room.ask(tokens.access_token);
    expect([expired.status, expired.json['error_code']]).toEqual([401, 'AUTH_HEADER_TOKEN']);
  });
});

function claims(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

function openStore(Database: typeof import('better-sqlite3'), dataDir: string) {
  const connection = new Database(`${dataDir}/commentdock.sqlite`, { readonly: true });
  return Object.assign(connection, { [Symbol.dispose]: () => void connection.close() });
}
