import { afterEach, describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { expectLogin, isLoggedIn, savedFor, takesAccount, withLoginAdvice } from '#core/engine/login.ts';
import type { AccountPort, NetworkPort, RunAccount } from '#core/engine/ports.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';

type Need = PlatformDefinition['cookies']['need'];
const COOKIE = { name: 'sid', value: '1', domain: null, hostOnly: false, path: '/', httpOnly: false, expiresAt: null };
const ACCOUNT: RunAccount = { uuid: 'u', name: 'main', cookies: [COOKIE], userAgent: 'Mozilla/5.0 (made up)', hasExpired: false };

let room: EngineRoom | null = null;
afterEach(async () => {
  await room?.[Symbol.asyncDispose]();
  room = null;
});

function open(
  need: Need,
  account: RunAccount | null,
  logins: Partial<PlatformDefinition['cookies']> = {},
  facts: Pick<PlatformDefinition, 'withoutLogin'> = {},
) {
  const puppet = puppetPlatform();
  const platform = { ...puppet.platform, ...facts, cookies: { need, domains: ['.puppet.example'], ...logins } };
  const marked: string[] = [];
  const sessions: Parameters<NetworkPort['openSession']>[0][] = [];
  const accounts: AccountPort = { forJob: () => account, needsLogin: ({ uuid }) => void marked.push(uuid) };
  const network: NetworkPort = { openSession: async (run) => (sessions.push(run), puppetSession()), close: async () => undefined };
  room = openEngineRoom({ platforms: [platform], accounts, network });
  return { puppet, room, marked, sessions };
}

describe('the login of an export', () => {
  it('is the saved account', async () => {
    const { puppet, room: engine, sessions, marked } = open('optional', ACCOUNT);
    const { guid } = await engine.createOne();
    (await puppet.next()).answer({ items: [comment('a')] });
    expect((await engine.until(guid, 'finished')).completeness.notes).toEqual([]);
    expect(sessions.map(({ savedCookies }) => savedCookies)).toEqual([[COOKIE]]);
    expect(marked).toEqual([]);
  });

  it('goes to the domains of the target alone, where each has its own', async () => {
    const domains = ['.puppet.example', '.puppet.test'];
    const { room: engine, puppet, sessions } = open('optional', ACCOUNT, { domains, domainsOf: () => ['.puppet.test'] });
    const { guid } = await engine.createOne();
    (await puppet.next()).answer({ items: [] });
    await engine.until(guid, 'finished');
    expect(sessions.map(({ platform }) => platform.cookies.domains)).toEqual([['.puppet.test']]);
  });

  it('goes to no server that an address names, but where it says so itself', async () => {
    const named = { ...COOKIE, domain: 'server.example' };
    const account = { ...ACCOUNT, cookies: [COOKIE, named] };
    const { room: engine, puppet, sessions } = open('optional', account, { domainsOf: () => ['.server.example'] });
    const { guid } = await engine.createOne();
    (await puppet.next()).answer({ items: [] });
    await engine.until(guid, 'finished');
    expect(sessions.map(({ savedCookies }) => savedCookies)).toEqual([[named]]);
  });

  it('is asked for before a platform that needs one is asked', async () => {
    const { puppet, room: engine } = open('required', null);
    const { guid } = await engine.createOne();
    expect(await engine.until(guid, 'failed')).toMatchObject({
      errorCode: 'LOGIN_REQUIRED',
      error:
        'Puppet shows nothing to people who are not logged in. Save an account of Puppet with `commentdock login puppet`, then retry the export.',
    });
    expect(puppet.asked).toEqual([]);
  });

  it('is marked where the platform does not take it', async () => {
    const { puppet, room: engine, marked } = open('optional', { ...ACCOUNT, name: 'second' });
    const { guid } = await engine.createOne();
    (await puppet.next()).fail(new PlatformRefusal('LOGIN_REQUIRED', 'Members only.'));
    const failed = await engine.until(guid, 'failed');
    expect(failed.error).toBe(
      'Members only. The saved account "second" of Puppet is not logged in any more: renew it with `commentdock login puppet --name second`, then retry the export.',
    );
    expect(marked).toEqual(['u']);
  });

  it('is not blamed for other refusals, nor where the platform has no logins', async () => {
    const other = open('optional', ACCOUNT);
    const { guid } = await other.room.createOne();
    (await other.puppet.next()).fail(new PlatformRefusal('PRIVATE', 'Private.'));
    expect(await other.room.until(guid, 'failed')).toMatchObject({ errorCode: 'PRIVATE', error: 'Private.' });
    expect(other.marked).toEqual([]);
    await other.room[Symbol.asyncDispose]();
    const none = open('none', ACCOUNT);
    const second = await none.room.createOne();
    (await none.puppet.next()).fail(new PlatformRefusal('LOGIN_REQUIRED', 'Members only.'));
    expect(await none.room.until(second.guid, 'failed')).toMatchObject({ error: 'Members only.' });
    expect(none.marked).toEqual([]);
    expect(none.sessions.map(({ savedCookies }) => savedCookies)).toEqual([[]]);
  });

  it('is wished for, before the first request, where the site answers few without one and more may be needed', async () => {
    const few = { withoutLogin: { callsAnHour: 60, rowsPerCall: 100 } };
    const told = async (account: RunAccount | null, limit?: number): Promise<readonly string[] | undefined> => {
      const { puppet, room: engine } = open('optional', account, { hint: 'Save a token.' }, few);
      const { guid } = await engine.createOne(limit === undefined ? {} : { options: { limit } });
      const asked = await puppet.next();
      const notes = engine.store.jobs.find(guid)?.completeness.notes;
      asked.answer({ items: [] });
      await engine.until(guid, 'finished');
      await engine[Symbol.asyncDispose]();
      return notes;
    };
    expect(await told(null)).toEqual([
      'Puppet answers 60 calls an hour to those who are not logged in: 6,000 rows at most, fewer where each has replies. Save a token.',
    ]);
    expect([await told(null, 6_000), await told(ACCOUNT)]).toEqual([[], []]);
  });

  it('is noted in the ledger where it has expired', async () => {
    const { puppet, room: engine } = open('optional', { ...ACCOUNT, cookies: [], hasExpired: true });
    const { guid } = await engine.createOne();
    (await puppet.next()).answer({ items: [comment('a')] });
    expect((await engine.until(guid, 'finished')).completeness.notes).toEqual([
      'The saved account "main" of Puppet has expired, so this may be what everybody sees. Renew it: `commentdock login puppet`.',
    ]);
  });
});

describe('whose login it is', () => {
  const platform = { ...puppetPlatform().platform, cookies: { need: 'required', domains: ['.puppet.example'] } } as const;
  const cookies = { sid: '1' };

  it("is nobody's where there are neither cookies nor an account", () => {
    expect([
      isLoggedIn({ cookies: {}, account: null }),
      isLoggedIn({ cookies, account: null }),
      isLoggedIn({ cookies: {}, account: ACCOUNT }),
    ]).toEqual([false, true, true]);
  });

  it('is needed where nothing is shown without one: empty cookies and an account without any are none', () => {
    for (const login of [
      { cookies: {}, account: null },
      { cookies: { sid: '' }, account: null },
      { cookies: {}, account: { ...ACCOUNT, cookies: [] } },
    ])
      expect(() => expectLogin(platform, login)).toThrow('Puppet shows nothing to people who are not logged in.');
    for (const login of [
      { cookies: { empty: '', sid: '1' }, account: null },
      { cookies: {}, account: ACCOUNT },
    ])
      expect(() => expectLogin(platform, login)).not.toThrow();
    expect(() =>
      expectLogin({ ...platform, cookies: { ...platform.cookies, need: 'optional' } }, { cookies: {}, account: null }),
    ).not.toThrow();
  });

  it('is renewed in another way for cookies that an export brought', () => {
    const refusal = new PlatformRefusal('LOGIN_REQUIRED', 'Members only.');
    const told = withLoginAdvice(refusal, platform, { cookies, account: null });
    expect(told).toMatchObject({
      code: 'LOGIN_REQUIRED',
      cause: refusal,
      message:
        'Members only. The cookies of this export are not those of a session that is logged in at Puppet. Start it anew with fresh ones, or save an account with `commentdock login puppet`.',
    });
    expect(withLoginAdvice(refusal, { ...platform, cookies: { need: 'optional', domains: [] } }, { cookies, account: null })).toBe(refusal);
    for (const other of [new CommentdockError('PRIVATE'), new Error('LOGIN_REQUIRED')])
      expect(withLoginAdvice(other, platform, { cookies, account: null })).toBe(other);
  });

  it('goes along to the hosts of the platform, also where an address could name others', () => {
    const { target } = { target: { params: {} } } as { target: Parameters<typeof savedFor>[1] };
    const named = { ...platform, cookies: { ...platform.cookies, domainsOf: () => ['.puppet.example'] } };
    expect(savedFor(named, target, { cookies: {}, account: ACCOUNT })).toEqual([COOKIE]);
    expect(savedFor(named, target, { cookies: {}, account: null })).toEqual([]);
  });

  it('is that of an account where the export brought no cookies and does not refuse it', () => {
    expect(takesAccount({ options: {}, cookieNames: [] })).toBe(true);
    expect(takesAccount({ options: { account: 'main' }, cookieNames: [] })).toBe(true);
    expect(takesAccount({ options: { account: false }, cookieNames: [] })).toBe(false);
    expect(takesAccount({ options: {}, cookieNames: ['sid'] })).toBe(false);
  });
});
