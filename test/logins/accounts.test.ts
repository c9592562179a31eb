import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { SavedAccount } from '#core/contract/saved-account.ts';
import { SAVED_ACCOUNT_OPERATIONS } from '#core/logins/saved-accounts.ts';
import { accountSecretName, type BrowserCookies } from '#core/logins/ports.ts';
import { chooseExport, requestedExports } from '#core/exports/new-jobs.ts';
import { callOperation } from '#core/operations/call.ts';
import { definePlatform } from '#core/platform-api/define.ts';
import { platformRegistry } from '#core/platforms/registry.ts';
import { tubular } from '#test/operations/fake-platforms.ts';
import { contextOf, fakeServices, START_MS } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

const LATER = START_MS / 1_000 + 3_600;
const forum = definePlatform({
  ...tubular,
  id: 'forum',
  name: 'Forum',
  targets: [],
  cookies: { need: 'required', domains: ['.forum.example'], names: ['sid', 'uid'], aliases: { sessionid: 'sid' } },
});

/** Anybody can run it. */
const servers = definePlatform({
  ...tubular,
  id: 'servers',
  name: 'Servers',
  targets: [],
  cookies: { need: 'optional', domains: ['.home.example'], names: ['auth_token'], anyHost: true },
});

function open(browserCookies?: BrowserCookies) {
  const made = fakeServices({
    platforms: platformRegistry([
      tubular,
      forum,
      servers,
      definePlatform({ ...tubular, id: 'open', name: 'Open', targets: [], cookies: { need: 'none', domains: [] } }),
    ]),
  });
  const services = browserCookies === undefined ? made : { ...made, browserCookies };
  const call = async (name: string, input: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    const operation = SAVED_ACCOUNT_OPERATIONS.find((candidate) => candidate.name === name);
    if (operation === undefined) throw new Error(`no operation ${name}`);
    return callOperation(operation as never, input, contextOf(services));
  };
  const save = async (input: Readonly<Record<string, unknown>>): Promise<SavedAccount> =>
    (await call('accounts.save', input)) as SavedAccount;
  const kept = ({ uuid }: SavedAccount): { readonly name: string; readonly value: string }[] =>
    JSON.parse(services.vault.get(accountSecretName(uuid)) ?? '[]');
  return { services, call, save, kept };
}

const listed = (name: string, value: string, domain: string, expirationDate: number | null = LATER): object => ({
  name,
  value,
  domain,
  expirationDate,
});

describe('saved accounts', () => {
  it("keep the platform's own cookies in the vault, under its own names", async () => {
    const { save, kept, services } = open();
    const cookies = JSON.stringify([
      listed('sid', '1', '.forum.example'),
      listed('uid', '2', 'www.forum.example', LATER + 60),
      listed('x', 'no', '.bank.example'),
    ]);
    const account = await save({ platform: 'Forum', cookies });
    expect(account).toMatchObject({
      platform: 'forum',
      name: 'main',
      is_default: true,
      cookie_names: ['sid', 'uid'],
      missing_cookies: [],
      source: 'given',
    });
    expect(account.expiresAt).toBe(new Date(LATER * 1_000).toISOString());
    expect(kept(account).map(({ name, value }) => [name, value])).toEqual([
      ['sid', '1'],
      ['uid', '2'],
    ]);
    expect(JSON.stringify(services.accounts.list())).not.toContain('"value"');
    expect(kept(await save({ platform: 'forum', cookies: { sessionid: '3' } }))).toMatchObject([{ name: 'sid', value: '3', domain: null }]);
  });

  it('may be of any host where anybody can run the site, under the names of its own', async () => {
    const { save, kept } = open();
    const cookies = [
      listed('auth_token', '1', 'git.else.example'),
      listed('sid', 'no', '.bank.example'),
      listed('any', '2', '.home.example'),
    ];
    expect(kept(await save({ platform: 'servers', cookies: JSON.stringify(cookies) }))).toMatchObject([
      { name: 'auth_token', value: '1', domain: 'git.else.example' },
      { name: 'any', value: '2', domain: 'home.example' },
    ]);
  });

  it('are replaced under their name, and then need no login any more', async () => {
    const { save, call, services } = open();
    const first = await save({ platform: 'forum', cookies: { sid: '1' } });
    expect(first.missing_cookies).toEqual(['uid']);
    services.accounts.markNeedsLogin(first.uuid, START_MS + 5);
    services.accounts.markNeedsLogin(first.uuid, START_MS + 9);
    expect(await call('accounts.list')).toMatchObject([{ needs_login: true, needs_login_since: new Date(START_MS + 5).toISOString() }]);
    const second = await save({ platform: 'forum', cookies: { sid: '2', uid: '3' } });
    expect(second).toMatchObject({ uuid: first.uuid, needs_login: false, needs_login_since: null, missing_cookies: [] });
    expect(services.engine.forgotten).toEqual([first.uuid]);
    expect(await call('accounts.list')).toHaveLength(1);
  });

  it('need a login once a cookie that counts has expired', async () => {
    const { save, call, services } = open();
    await save({
      platform: 'forum',
      name: 'second one',
      cookies: JSON.stringify([listed('sid', '1', 'forum.example'), listed('other', '1', 'forum.example', 1e9 * 4)]),
    });
    services.clock.nowMs = LATER * 1_000;
    expect(await call('accounts.list')).toMatchObject([
      { needs_login: true, needs_login_since: new Date(LATER * 1_000).toISOString(), renew: 'commentdock login forum --name "second one"' },
    ]);
  });

  it('end with the cookie that the session hangs on, whatever others do', async () => {
    const { save } = open();
    const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();
    const ofForum = (...cookies: object[]) => save({ platform: 'forum', cookies: JSON.stringify(cookies) });
    expect((await ofForum(listed('uid', '1', 'forum.example', LATER), listed('sid', '1', 'forum.example', LATER + 99))).expiresAt).toBe(
      iso(LATER + 99),
    );
    expect((await ofForum(listed('uid', '1', 'forum.example', LATER), listed('sid', '1', 'forum.example', null))).expiresAt).toBeNull();
    expect((await ofForum(listed('uid', '1', 'forum.example', LATER))).expiresAt).toBe(iso(LATER));
    const ofTubular = (...cookies: object[]) => save({ platform: 'tubular', cookies: JSON.stringify(cookies) });
    expect((await ofTubular(listed('a', '1', 'tubular.com', LATER), listed('b', '1', 'tubular.com', LATER + 5))).expiresAt).toBe(
      iso(LATER + 5),
    );
  });

  it('have the first one as default, until it is removed with its secret', async () => {
    const { save, call, services } = open();
    const first = await save({ platform: 'forum', cookies: { sid: '1' } });
    const second = await save({ platform: 'forum', cookies: { sid: '2' }, name: 'second' });
    expect([first.is_default, second.is_default]).toEqual([true, false]);
    await call('accounts.delete', { uuid: first.uuid });
    expect(services.vault.get(accountSecretName(first.uuid))).toBeNull();
    expect(services.engine.forgotten).toEqual([first.uuid]);
    expect(await call('accounts.list')).toMatchObject([{ uuid: second.uuid, is_default: true }]);
    expect(await refusal(call('accounts.delete', { uuid: first.uuid }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it.each([
    ['an unknown platform', { platform: 'nowhere', cookies: { a: 'secret' } }, /commentdock platforms/],
    ['a platform without a login', { platform: 'open', cookies: { a: 'secret' } }, /its exports use no login/],
    ['no cookies', { platform: 'forum', cookies: 'the secret words' }, /no cookies in a known form/],
    ['cookies of others', { platform: 'forum', cookies: '[{"name":"a","value":"secret","domain":"bank.example"}]' }, /no cookies of Forum/],
    [
      'old cookies',
      { platform: 'forum', cookies: '[{"name":"a","value":"secret","domain":"forum.example","expirationDate":1}]' },
      /have expired/,
    ],
  ])('refuse %s without telling a value', async (_what, input, words) => {
    const { save } = open();
    const error = await refusal(save(input));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringMatching(words) as string });
    expect(error.message).not.toContain('secret');
  });

  it('come from the first browser that has them, and it is said what each lacks', async () => {
    const cookie = { name: 'sid', value: '1', domain: 'forum.example', hostOnly: false, path: '/', httpOnly: true, expiresAt: LATER };
    const asked: string[] = [];
    const browsers: BrowserCookies = {
      profiles: async () => ['chrome', 'firefox', 'firefox'].map((browser) => ({ browser, profile: 'p', obstacle: null })),
      async read({ browser, domains }) {
        asked.push(browser);
        expect(domains).toEqual(['.forum.example']);
        if (browser === 'chrome') throw new CommentdockError('INVALID_REQUEST', 'chrome is closed.');
        return { profile: 'p', cookies: browser === 'firefox' ? [cookie] : [], userAgent: 'Mozilla/5.0 (Firefox)' };
      },
    };
    const { call } = open(browsers);
    const fromBrowser = { source: 'browser', cookie_names: ['sid'], user_agent: 'Mozilla/5.0 (Firefox)' };
    expect(await call('accounts.import', { platform: 'forum' })).toMatchObject(fromBrowser);
    expect(asked).toEqual(['chrome', 'firefox']);
    const error = await refusal(call('accounts.import', { platform: 'forum', browser: 'edge' }));
    expect(error).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/edge \(p\) has no cookies of Forum.*commentdock login/) as string,
    });
  });
});

describe('the user agent of an account', () => {
  it('is the one that was given with its cookies, and goes with them', async () => {
    const { save, call } = open();
    const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect(await save({ platform: 'forum', cookies: { sid: '1' }, user_agent: ` ${agent} ` })).toMatchObject({ user_agent: agent });
    expect(await call('accounts.list')).toMatchObject([{ user_agent: agent }]);
    expect(await save({ platform: 'forum', cookies: { sid: '2' } })).toMatchObject({ user_agent: null });
  });

  it.each(['', 'a\nb', 'Mozilla/5.0 ✓', 'x'.repeat(501)])('is refused where it cannot be a header: %j', async (agent) => {
    const { save } = open();
    expect(await refusal(save({ platform: 'forum', cookies: { sid: '1' }, user_agent: agent }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('options.account', () => {
  it('names an account of the platform that the URL belongs to', async () => {
    const { save, services } = open();
    await save({ platform: 'forum', cookies: { sid: '1' }, name: 'mine' });
    const url = 'https://www.tubular.com/watch/abc';
    const choose = async (account: string | false) =>
      chooseExport(url, requestedExports({ options: { account }, sandbox: false }, null, contextOf(services)), contextOf(services));
    expect(await refusal(choose('mine'))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('None is saved: `commentdock login tubular --name mine`') as string,
    });
    expect((await choose(false)).platform.id).toBe('tubular');
    await save({ platform: 'tubular', cookies: { sid: '1' }, name: 'mine' });
    expect((await choose('mine')).platform.id).toBe('tubular');
    expect(await refusal(choose('other'))).toMatchObject({ message: expect.stringContaining('Choose one of: mine.') as string });
  });
});
