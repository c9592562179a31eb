import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ensureFirstToken, identify, issueToken, newTokenValue, tokenSecretName } from '#core/auth/tokens.ts';
import { fakeServices, START_MS } from '#test/operations/fake-services.ts';

const DAY_MS = 86_400_000;

describe('tokens', () => {
  it('are 120 alphanumerics, never the same', () => {
    const values = Array.from({ length: 200 }, newTokenValue);
    for (const value of values) expect(value).toMatch(/^[A-Za-z0-9]{120}$/);
    expect(new Set(values).size).toBe(200);
    expect(new Set(values.join('')).size).toBe(62);
  });

  it('are stored as a hash, with the value in the vault, for one year', () => {
    const services = fakeServices();
    const { record, value } = issueToken('mine', services);
    expect(record).toMatchObject({
      name: 'mine',
      createdAtMs: START_MS,
      expiresAtMs: Date.UTC(2027, 2, 1, 9, 30, 0),
      sha256: createHash('sha256').update(value).digest('hex'),
    });
    expect(services.vault.get(tokenSecretName(record.uuid))).toBe(value);
    expect(JSON.stringify(services.tokens.list(null))).not.toContain(value);
  });

  it('know who sends them', () => {
    const services = fakeServices();
    const { record, value } = issueToken('mine', services);
    const parts = { ...services, ownerSecret: 'the secret of run.json' };
    expect(identify(value, parts)).toEqual({ kind: 'token', tokenUuid: record.uuid });
    expect(identify('the secret of run.json', parts)).toEqual({ kind: 'owner', tokenUuid: null });
    expect(() => identify('the secret of run.json', { ...parts, ownerSecret: null })).toThrow(
      expect.objectContaining({ code: 'AUTH_HEADER_TOKEN' }),
    );
    for (const wrong of ['', 'x', `${value}x`, value.slice(1), record.sha256]) {
      expect(() => identify(wrong, parts)).toThrow(expect.objectContaining({ code: 'AUTH_HEADER_TOKEN', status: 401 }));
    }
  });

  it('expire and are revoked', () => {
    const services = fakeServices();
    const { record, value } = issueToken('mine', services);
    services.clock.nowMs += 364 * DAY_MS;
    expect(identify(value, { ...services, ownerSecret: null }).tokenUuid).toBe(record.uuid);
    services.clock.nowMs += DAY_MS;
    expect(() => identify(value, { ...services, ownerSecret: null })).toThrow(
      expect.objectContaining({ code: 'TOKEN_EXPIRED', status: 403 }),
    );
    services.tokens.remove(record.uuid);
    expect(() => identify(value, { ...services, ownerSecret: null })).toThrow(expect.objectContaining({ code: 'AUTH_HEADER_TOKEN' }));
  });

  it('last as many days as somebody says, and may be those of a member', () => {
    const services = fakeServices();
    const member = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ann', role: 'reader' } as const;
    const { record, value } = issueToken('hers', services, { days: 2, member });
    expect(record).toMatchObject({ expiresAtMs: START_MS + 2 * DAY_MS, member });
    expect(issueToken('mine', services, { member: undefined }).record).not.toHaveProperty('member');
    const parts = { ...services, ownerSecret: null };
    services.clock.nowMs += 2 * DAY_MS - 1;
    expect(identify(value, parts)).toEqual({ kind: 'token', tokenUuid: record.uuid, member });
    services.clock.nowMs += 1;
    expect(() => identify(value, parts)).toThrow(expect.objectContaining({ code: 'TOKEN_EXPIRED' }));
    expect(() => identify('nobody’s', parts)).toThrow(
      'This API token is not known or was revoked; one of another data folder is not known here. `commentdock token` prints a valid one.',
    );
  });

  it('begin with one at the first start', () => {
    const services = fakeServices();
    ensureFirstToken(services);
    ensureFirstToken(services);
    expect(services.tokens.list(null).map(({ name }) => name)).toEqual(['First token']);
  });
});
