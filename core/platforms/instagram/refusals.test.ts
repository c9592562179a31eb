import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import instagram from '#core/platforms/instagram/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { CODE, instagramSimulator, type InstagramParams } from '#core/platforms/instagram/simulator.ts';

const POST = `https://www.instagram.com/p/${CODE}/`;
const PROFILE = 'https://www.instagram.com/owner/';
const LOGGED_IN = { sessionid: '42%3Aabc' };
const SHELL = '<!DOCTYPE html><html></html>';

const outcome = (url: string, exchanges: readonly FakeExchange[], options: RunOptions = {}, cookies: Record<string, string> = LOGGED_IN) =>
  readAll(instagram, url, exchanges, options, cookies).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const play = (url: string, params: InstagramParams, options: RunOptions = {}, before: readonly FakeExchange[] = []) =>
  outcome(url, [...before, { match: /./, simulator: instagramSimulator(params) }], options);

describe('instagram: refusals of the calls of the page', () => {
  it.each<[string, object | string, number, string]>([
    ['a post that is gone', { data: null, errors: [{ code: 1675030, severity: 'CRITICAL', summary: 'Query Error' }] }, 200, 'NOT_FOUND'],
    [
      'a root without data',
      { data: { xdt_api__v1__media__media_id__comments__connection: null }, errors: [{ code: 1675030 }] },
      200,
      'NOT_FOUND',
    ],
    ['too many calls', { data: null, errors: [{ code: 1675004 }] }, 200, 'RATE_LIMITED'],
    [
      'an account to be confirmed',
      { message: 'checkpoint_required', checkpoint_url: '/challenge/', status: 'fail' },
      400,
      'LOGIN_REQUIRED',
    ],
    ['a challenge', { message: 'challenge_required', challenge: {} }, 400, 'LOGIN_REQUIRED'],
    ['a session that is over', { message: 'login_required', error_title: 'x', logout_reason: 2 }, 403, 'LOGIN_REQUIRED'],
    ['a session that is over, with 401', { message: 'login_required' }, 401, 'LOGIN_REQUIRED'],
    ['a wish for a login', { require_login: true }, 200, 'LOGIN_REQUIRED'],
    ['an action block', { message: 'feedback_required', spam: true }, 400, 'BLOCKED'],
    ['a pause with 401', { message: 'Please wait a few minutes before you try again.', require_login: true }, 401, 'RATE_LIMITED'],
    ['a pause with 429', { message: 'Please wait a few minutes before you try again.' }, 429, 'RATE_LIMITED'],
    ['a bare 429', SHELL, 429, 'RATE_LIMITED'],
    ['a bare 401', '', 401, 'LOGIN_REQUIRED'],
    ['a bare 403', '', 403, 'BLOCKED'],
  ])('%s', async (_, body, status, code) => {
    expect(await outcome(POST, [{ match: '/api/graphql', status, body }])).toBe(code);
  });

  it.each<[string, FakeExchange, FakeExchange, string]>([
    ['web pages', { match: '/api/graphql', body: SHELL }, { match: '/api/v1/', body: SHELL }, 'PLATFORM_CHANGED'],
    [
      'a web page, and JSON with 404',
      { match: '/api/graphql', body: SHELL },
      { match: '/api/v1/', status: 404, body: { status: 'fail' } },
      'NOT_FOUND',
    ],
    ['no data, and a web page', { match: '/api/graphql', body: { data: {} } }, { match: '/api/v1/', body: SHELL }, 'PLATFORM_CHANGED'],
    ['trouble', { match: '/api/graphql', status: 560, body: SHELL }, { match: '/api/v1/', status: 572 }, 'NETWORK'],
    [
      'errors that nobody knows',
      { match: '/api/graphql', body: { data: null, errors: [{ code: 7, message: 'eh' }] } },
      { match: '/api/v1/', body: SHELL },
      'PLATFORM_CHANGED',
    ],
  ])('two doors with %s', async (_, first, second, code) => {
    expect(await outcome(POST, [first, second])).toBe(code);
  });

  it('a session of another browser says which one is wanted', async () => {
    const said = [{ match: '/api/graphql', status: 400, body: { message: 'useragent mismatch', status: 'fail' } }];
    const run = readAll(instagram, POST, said, {}, LOGGED_IN);
    await expect(run).rejects.toMatchObject({ code: 'LOGIN_REQUIRED', message: expect.stringContaining('options.userAgent') as string });
  });

  it('a page that leads to the login says why its calls are answered with pages', async () => {
    const wall = new FakeSession([{ match: '/api/', body: SHELL }], { cookies: LOGGED_IN });
    const led = Object.assign(wall, {
      fetch: async (request: { readonly url: string }) => {
        if (request.url === POST) throw new PlatformRefusal('LOGIN_REQUIRED');
        return FakeSession.prototype.fetch.call(wall, request);
      },
    });
    const [first] = instagram.start(chooseFor(instagram, POST), wall.options);
    if (!first) throw new Error('no first request');
    await expect(instagram.fetchPage(first.cursor, led)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('instagram: from the browser', () => {
  it('asks where plain calls are answered with pages, with the tokens of the page there, and stays there', async () => {
    let plain = 0;
    const session = new FakeSession([{ match: /./, simulator: instagramSimulator({ needsToken: true }) }], { cookies: LOGGED_IN });
    const inPage: string[] = [];
    const original = session.inPage.bind(session);
    Object.assign(session, {
      fetch: async (request: Parameters<typeof session.fetch>[0]) => {
        if (!request.url.includes('graphql') || inPage.length > plain) return FakeSession.prototype.fetch.call(session, request);
        plain += 1;
        return FakeSession.prototype.fetch.call(session, { ...request, form: {} });
      },
      inPage: async (request: Parameters<typeof session.inPage>[0]) => {
        inPage.push(request.page?.url ?? '');
        plain = inPage.length - 1;
        const answer = await original(request);
        plain = inPage.length;
        return answer;
      },
    });
    const [first] = instagram.start(chooseFor(instagram, POST), session.options);
    if (!first) throw new Error('no first request');
    const page = await instagram.fetchPage(first.cursor, session);
    expect(page.items).toHaveLength(14);
    expect(inPage).toEqual([POST]);
    const next = page.next?.[0];
    if (!next) throw new Error('no next request');
    await instagram.fetchPage(next.cursor, session);
    expect(inPage).toEqual([POST, POST]);
  });

  it.each<[string, CommentdockError, FakeExchange, string]>([
    ['is missing', new CommentdockError('BROWSER_MISSING'), { match: /./, body: SHELL }, 'BROWSER_MISSING'],
    ['does not get there', new CommentdockError('NETWORK'), { match: /./, body: SHELL }, 'NETWORK'],
    [
      'is missing, and the API answers',
      new CommentdockError('BROWSER_MISSING'),
      { match: /./, simulator: instagramSimulator({ calls: 'shell' }) },
      '15 items',
    ],
    ['meets a captcha', new PlatformRefusal('CAPTCHA'), { match: /./, simulator: instagramSimulator({ calls: 'shell' }) }, 'CAPTCHA'],
  ])('that %s', async (_, error, world, expected) => {
    const session = new FakeSession([world], { cookies: LOGGED_IN });
    const fails = async () => {
      throw error;
    };
    Object.assign(session, { inPage: fails, page: fails });
    const [first] = instagram.start(chooseFor(instagram, POST), session.options);
    if (!first) throw new Error('no first request');
    const got = await instagram.fetchPage(first.cursor, session).then(
      ({ items }) => `${items.length} items`,
      (refusal: { code: string }) => refusal.code,
    );
    expect(got).toBe(expected);
  });
});

describe('instagram: closed comments', () => {
  const nothing = {
    match: '/api/graphql',
    body: { data: { xdt_api__v1__media__media_id__comments__connection: { edges: [], page_info: {} } } },
  };
  const page = (facts: object) => ({
    match: '/p/',
    body: `<html><script type="application/json" data-sjs>${JSON.stringify({ items: [{ pk: '2589531623544609760', ...facts }] })}</script></html>`,
  });

  it.each([
    [{ comments_disabled: true }, 'COMMENTS_DISABLED'],
    [{ commenting_disabled_for_viewer: true }, 'COMMENTS_DISABLED'],
    [{ comments_disabled: null, comment_count: 0 }, '0 items'],
  ])('as the page has it: %j', async (facts, code) => {
    expect(await outcome(POST, [nothing, page(facts)])).toBe(code);
  });

  it.each([
    [{ comments_disabled: true, comments: [] }, 'COMMENTS_DISABLED'],
    [{ commenting_disabled_for_viewer: true, comments: [{ pk: '1' }] }, '1 items'],
    [{ comments: [], comment_count: 0 }, '0 items'],
  ])('as the API has it: %j', async (body, code) => {
    expect(await outcome(POST, [{ match: '/api/v1/', body }])).toBe(code);
  });
});

describe('instagram: accounts', () => {
  it.each([
    ['followers', PROFILE, { followers: true }],
    ['following', PROFILE, { following: true }],
    ['posts', PROFILE, {}],
    ['reels', `${PROFILE}reels/`, {}],
  ])('%s of a private one', async (_, url, options) => {
    expect(await play(url, { account: 'private' }, options)).toBe('PRIVATE');
    expect(await play(url, { account: 'followed' }, options)).toBe('30 items');
  });

  it('a private one may answer with 400', async () => {
    const before = [{ match: '/friendships/', status: 400, body: { status: 'fail' } }];
    expect(await play(PROFILE, { account: 'private' }, { followers: true }, before)).toBe('PRIVATE');
    expect(await play(PROFILE, {}, { followers: true }, before)).toBe('PLATFORM_CHANGED');
    const said = [{ match: '/friendships/', status: 400, body: { message: 'Not authorized to view user' } }];
    expect(await play(PROFILE, {}, { followers: true }, said)).toBe('PRIVATE');
  });

  it('an empty list of one that says nothing of itself is empty', async () => {
    const before = [{ match: 'web_profile_info', body: { data: { user: { id: '3171067' } } } }];
    expect(await play(PROFILE, { listed: 0 }, { followers: true }, before)).toBe('0 items');
  });

  it.each([
    ['JSON with 404', [] as FakeExchange[]],
    ['no user', [{ match: 'web_profile_info', body: { data: { viewer: {}, user: null }, status: 'ok' } }]],
  ])('one that nobody knows: %s', async (_, before) => {
    expect(await play(PROFILE, { account: 'unknown' }, { followers: true }, before)).toBe('NOT_FOUND');
    expect(await play(`${PROFILE}reels/`, { account: 'unknown' }, {}, before)).toBe('NOT_FOUND');
  });

  it.each<[string, FakeExchange, string]>([
    ['429', { match: 'web_profile_info', status: 429, body: SHELL }, 'RATE_LIMITED'],
    [
      '401 and a pause',
      { match: 'web_profile_info', status: 401, body: { message: 'Please wait a few minutes before you try again.' } },
      'RATE_LIMITED',
    ],
    ['a web page', { match: 'web_profile_info', body: SHELL }, 'PLATFORM_CHANGED'],
    ['a checkpoint', { match: 'web_profile_info', status: 400, body: { message: 'checkpoint_required' } }, 'LOGIN_REQUIRED'],
  ])('one that no way leads to is what the first way said: %s', async (_, first, code) => {
    expect(await outcome(PROFILE, [first], { followers: true })).toBe(code);
  });

  it.each([
    [PROFILE, {}],
    [`${PROFILE}reels/`, {}],
    [PROFILE, { followers: true }],
    [PROFILE, { following: true }],
    [POST, { likes: true }],
  ])('%s with %j needs a login, and asks for nothing without', async (url, options) => {
    const session = readAll(instagram, url, [{ match: /./, simulator: instagramSimulator({}) }], options, { csrftoken: 'x' });
    await expect(session).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});
