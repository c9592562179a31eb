import type { IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifyCredential, type IdentifyParts } from '#core/auth/identify.ts';
import { presentedCredential } from '#core/auth/presented.ts';
import { parseScope, scopeText } from '#core/auth/scope.ts';
import { issueToken } from '#core/auth/tokens.ts';
import { fakeServices } from '#test/operations/fake-services.ts';

const BASE_URL = 'http://127.0.0.1:4780';
const ALL = ['read', 'write'];

function parts(): IdentifyParts & { readonly token: string; readonly uuid: string; readonly asked: string[] } {
  const services = fakeServices();
  const { value: token, record } = issueToken('test', services);
  const asked: string[] = [];
  const accessTokens: IdentifyParts['accessTokens'] = {
    verify: async (jwt, askedAt) => {
      asked.push(`${jwt} at ${askedAt}`);
      return { clientId: 'a-client', scopes: ['read'] };
    },
  };
  return { ...services, ownerSecret: 'the secret of run.json', accessTokens, askedAt: BASE_URL, token, uuid: record.uuid, asked };
}

describe('a credential', () => {
  it('is the secret of the owner, an API token, or an access token with its scopes', async () => {
    const all = parts();
    expect(await identifyCredential('the secret of run.json', { ...all, ownerSecret: 'the secret of run.json' })).toEqual({
      kind: 'owner',
      tokenUuid: null,
      clientId: null,
      scopes: ALL,
    });
    expect(await identifyCredential(all.token, all)).toEqual({ kind: 'token', tokenUuid: all.uuid, clientId: null, scopes: ALL });
    expect(await identifyCredential('a.b.c', all)).toEqual({ kind: 'client', tokenUuid: null, clientId: 'a-client', scopes: ['read'] });
    expect(all.asked).toEqual([`a.b.c at ${BASE_URL}`]);
  });

  it('is refused where it is none of these', async () => {
    const all = parts();
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        const asked = identifyCredential(text, { ...all, accessTokens: null });
        await expect(asked).rejects.toMatchObject({ code: 'AUTH_HEADER_TOKEN' });
      }),
    );
  });

  it('of a reader reads, and that of another member does all', async () => {
    const services = fakeServices();
    const scopes = (role: 'reader' | 'member'): Promise<unknown> => {
      const member = { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Ann', role };
      const { value } = issueToken(role, services, { member });
      const asked = { ...services, ownerSecret: null, accessTokens: null, askedAt: BASE_URL };
      return identifyCredential(value, asked).then((identified) => identified.scopes);
    };
    expect([await scopes('reader'), await scopes('member')]).toEqual([['read'], ALL]);
    const none = { ...services, ownerSecret: null, accessTokens: null, askedAt: BASE_URL };
    await expect(identifyCredential('a.b.c', none)).rejects.toMatchObject({ code: 'AUTH_HEADER_TOKEN' });
  });

  it.each(['a.b', 'a.b.c.d', '.b.c', 'a..c', 'a.b.c d', ' a.b.c'])('is no access token where it is %j', async (text) => {
    const all = parts();
    await expect(identifyCredential(text, all)).rejects.toMatchObject({ code: 'AUTH_HEADER_TOKEN' });
    expect(all.asked).toEqual([]);
  });

  it('of a token that has expired says so', async () => {
    const all = parts();
    await expect(identifyCredential(all.token, { ...all, now: () => Date.UTC(2100, 0, 1) })).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
    });
  });
});

describe('what a request presents', () => {
  it.each<[IncomingHttpHeaders, string | null]>([
    [{}, null],
    [{ 'x-auth-token': 'a token' }, 'a token'],
    [{ 'x-auth-token': 'one', authorization: 'Bearer other' }, 'one'],
    [{ 'x-auth-token': '', authorization: 'Bearer other' }, 'other'],
    [{ 'x-auth-token': ['one', 'two'] as never }, null],
    [{ authorization: 'bearer   other' }, 'other'],
    [{ authorization: 'Bearer' }, null],
    [{ authorization: 'Bearer one two' }, null],
    [{ authorization: 'Bearerother' }, null],
    [{ authorization: 'Not Bearer other' }, null],
    [{ authorization: 'Basic other' }, null],
  ])('of %j is %j', (headers, credential) => {
    expect(presentedCredential(headers)).toBe(credential);
  });
});

describe('scopes', () => {
  it('are read in any order, each once, with blanks or a plus between', () => {
    const words = fc.array(fc.constantFrom('read', 'write'), { maxLength: 5 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '+', '  '), (asked, between) => {
        const scopes = parseScope(asked.join(between)) ?? [];
        expect(new Set(scopes)).toEqual(new Set(asked));
        expect(scopeText(scopes)).toMatch(/^(read)?( ?write)?$/);
      }),
    );
  });

  it('that are not known make the whole unknown', () => {
    for (const text of ['admin', 'read admin', 'Read', 'read,write', 'toString']) expect(parseScope(text)).toBeNull();
  });
});
