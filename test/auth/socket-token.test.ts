import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSocketTokens } from '#core/auth/socket-token.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { contextOf, fakeServices, START_MS, TOKEN_CALLER } from '#test/operations/fake-services.ts';

describe('a token of the realtime connection', () => {
  it('is a JWT under HS256 for the owner, valid for 24 hours', async () => {
    const services = fakeServices();
    const token = await createSocketTokens(services).issue('an API token');
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const seconds = START_MS / 1000;
    expect(decodeJwt(token)).toEqual({ token: 'an API token', sub: services.settings.userUuid, iat: seconds, exp: seconds + 86_400 });
  });

  it('is verified by whoever has the same vault, until its time is over', async () => {
    const services = fakeServices({ env: { COMMENTDOCK_REALTIME_TTL: '60' } });
    const token = await createSocketTokens(services).issue(null);
    const { verify } = createSocketTokens(services);
    const { userUuid } = services.settings;
    expect(await verify(token)).toEqual({ userUuid, tokenUuid: null, expiresAtMs: START_MS + 60_000 });
    services.clock.nowMs += 59_999;
    expect(await verify(token)).not.toBeNull();
    services.clock.nowMs += 1;
    expect(await verify(token)).toBeNull();
  });

  it('of another vault or another user is none', async () => {
    const [services, others] = [fakeServices(), fakeServices()];
    const foreign = await createSocketTokens(others).issue(null);
    expect(await createSocketTokens(services).verify(foreign)).toBeNull();
    const somebody = { ...services, settings: { userUuid: '00000000-0000-4000-8000-000000000000' } };
    expect(await createSocketTokens(services).verify(await createSocketTokens(somebody).issue(null))).toBeNull();
  });

  it('says which window fetched it, and is that of a member as long as they belong here', async () => {
    const services = fakeServices();
    const tokens = createSocketTokens(services);
    const token = await tokens.issue('t', { window: 'a mark', mostSeconds: 30 });
    expect(await tokens.verify(token)).toEqual({
      userUuid: services.settings.userUuid,
      tokenUuid: 't',
      window: 'a mark',
      expiresAtMs: START_MS + 30_000,
    });
    const ann = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ann', role: 'member', createdAtMs: 1 } as const;
    services.members.insert(ann);
    const hers = await createSocketTokens({ ...services, settings: { userUuid: ann.uuid } }).issue(null);
    expect(await tokens.verify(hers)).toMatchObject({ userUuid: ann.uuid, tokenUuid: null });
    services.members.remove(ann.uuid);
    expect(await tokens.verify(hers)).toBeNull();
  });

  it('counts from whole seconds, and says nothing that is no text', async () => {
    const services = fakeServices();
    services.clock.nowMs += 999;
    const tokens = createSocketTokens(services);
    expect(decodeJwt(await tokens.issue(null)).iat).toBe(START_MS / 1000);
    const key = Buffer.from(services.vault.get('realtime:key') ?? '', 'base64url');
    const seconds = START_MS / 1000;
    const whole = { sub: services.settings.userUuid, iat: seconds, exp: seconds + 60 };
    const verified = (payload: Record<string, unknown>, alg = 'HS256') =>
      new SignJWT(payload)
        .setProtectedHeader({ alg })
        .sign(key)
        .then((jwt) => tokens.verify(jwt));
    expect(await verified({ ...whole, token: 7, window: 7 })).toEqual({
      userUuid: services.settings.userUuid,
      tokenUuid: null,
      expiresAtMs: START_MS + 60_000,
    });
    for (const name of ['sub', 'iat', 'exp']) expect([name, await verified({ ...whole, [name]: undefined })]).toEqual([name, null]);
    expect(await verified(whole, 'HS512')).toBeNull();
    expect(await tokens.verify('no token')).toBeNull();
  });

  it('that cannot be looked at for a fault of ours is told as such', async () => {
    const services = fakeServices();
    const token = await createSocketTokens(services).issue(null);
    const vault = { ...services.vault, get: () => expect.fail('the vault is shut') };
    await expect(createSocketTokens({ ...services, vault }).verify(token)).rejects.toThrow('the vault is shut');
  });

  it('is what the operation answers, bound to the API token of the caller', async () => {
    const services = fakeServices();
    const { token } = (await operationNamed('realtime.token').run({}, contextOf(services, TOKEN_CALLER))) as { token: string };
    expect(await createSocketTokens(services).verify(token)).toMatchObject({ tokenUuid: TOKEN_CALLER.tokenUuid });
  });

  it('fetched by an OAuth client is valid for an hour at most', async () => {
    const client = { kind: 'client', tokenUuid: null, clientId: 'mcp', showsTokens: true } as const;
    for (const [ttl, seconds] of [
      ['86400', 3_600],
      ['60', 60],
    ] as const) {
      const services = fakeServices({ env: { COMMENTDOCK_REALTIME_TTL: ttl } });
      const { token } = (await operationNamed('realtime.token').run({}, contextOf(services, client))) as { token: string };
      expect(decodeJwt(token).exp).toBe(START_MS / 1000 + seconds);
    }
  });
});
