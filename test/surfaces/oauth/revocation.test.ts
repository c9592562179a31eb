import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

const room = await own(startOAuthRoom());

const revoke = (token: string, clientId = 'mcp') => room.post('/oauth/revoke', { token, client_id: clientId });

describe('revocation (RFC 7009)', () => {
  it('of an access token leaves its refresh token alive', async () => {
    const tokens = await room.tokens();
    expect((await revoke(tokens.access_token)).status).toBe(200);
    const refused = await room.ask(tokens.access_token);
    expect([refused.status, refused.json['error_code']]).toEqual([401, 'AUTH_HEADER_TOKEN']);
    const next = await room.refresh(tokens.refresh_token);
    expect((await room.ask(String(next.json['access_token']))).status).toBe(200);
  });

  it('of a refresh token, the newest or one that was used, ends its family', async () => {
    for (const which of ['old', 'new']) {
      const old = await room.tokens();
      const fresh = (await room.refresh(old.refresh_token)).json as unknown as typeof old;
      expect((await revoke(which === 'old' ? old.refresh_token : fresh.refresh_token)).status).toBe(200);
      for (const { access_token: token } of [old, fresh]) expect((await room.ask(token)).status).toBe(401);
      expect((await room.refresh(fresh.refresh_token)).json['error']).toBe('invalid_grant');
    }
  });

  it('of what another client has changes nothing, and says nothing', async () => {
    const other = await room.register();
    const tokens = await room.tokens();
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const answer = await revoke(token, other);
      expect([answer.status, answer.json]).toEqual([200, {}]);
    }
    expect((await room.ask(tokens.access_token)).status).toBe(200);
    expect((await room.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('always answers 200', async () => {
    const { access_token: token } = await room.tokens();
    for (const form of [
      { token: 'unknown', client_id: 'mcp' },
      { token: 'a.b.c', client_id: 'mcp' },
      { token },
      { client_id: 'mcp' },
      {},
    ]) {
      expect((await room.post('/oauth/revoke', form as Record<string, string>)).status).toBe(200);
    }
    expect((await send(room.port, 'POST', '/oauth/revoke', { 'content-type': 'text/plain' }, 'x')).status).toBe(200);
    expect((await room.ask(token)).status).toBe(200);
  });

  it('of an access token whose time is over is no error, and forgotten with it', async () => {
    const { access_token: token } = await room.tokens();
    room.services.clock.nowMs += 3_600_000;
    expect((await revoke(token)).status).toBe(200);
  });

  it('takes JSON too, as the token endpoint does', async () => {
    const { code, pkce } = await room.code();
    const json = (path: string, body: object) =>
      send(room.port, 'POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
    const redeemed = await json('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: 'mcp',
      redirect_uri: 'http://127.0.0.1:53682/callback',
      code,
      code_verifier: pkce.verifier,
    });
    expect([redeemed.status, redeemed.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await json('/oauth/revoke', { token: redeemed.json['access_token'], client_id: 'mcp' })).status).toBe(200);
    expect((await room.ask(String(redeemed.json['access_token']))).status).toBe(401);
  });
});
