import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/truth_social/address.ts';
import truthSocial from '#core/platforms/truth_social/index.ts';
import { OWNER, POST, type TruthSocialParams, truthSocialSimulator } from '#core/platforms/truth_social/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PROFILE = 'https://truthsocial.com/@owner';
const OF_POST = `${PROFILE}/${POST}`;
const play = (url: string, params: TruthSocialParams = {}, options: RunOptions = {}, before: readonly FakeExchange[] = []) =>
  readAll(truthSocial, url, [...before, { match: '', simulator: truthSocialSimulator(params) }], options);
const codeOf = (run: Promise<{ readonly items: readonly unknown[] }>): Promise<string> =>
  run.then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const callsOf = (urls: readonly string[]): readonly string[] =>
  urls.filter((url) => url.includes('/api/')).map((url) => url.replace('https://truthsocial.com/api', ''));

describe('truth_social: addresses', () => {
  const status = '116731447139970106';
  it.each([
    [`@a_b/${status}?x=1`, { kind: 'post', params: { status, user: 'a_b' } }],
    [`@a_b/posts/${status}/embed`, { kind: 'post', params: { status, user: 'a_b' } }],
    [`users/a/statuses/${status}`, { kind: 'post', params: { status, user: 'a' } }],
    [`group/some-group/posts/${status}`, { kind: 'post', params: { status, group: 'some-group' } }],
    ['@a_b/following', { kind: 'profile', params: { user: 'a_b' } }],
    ['users/a', { kind: 'profile', params: { user: 'a' } }],
    ...['tags/x', 'search', 'explore', 'group/x', `@a/${status}/embed`, '@a/lists', 'users', `@a/posts`, '@a/12'].map(
      (path): [string, null] => [path, null],
    ),
  ])('%s', (path, place) => expect(placeAt(parsePastedUrl(`https://truthsocial.com/${path}`))).toEqual(place));
});

describe('truth_social: posts of an account', () => {
  it('are asked for by the API, twenty at a time', async () => {
    const { items, total, doors, session } = await play(PROFILE);
    expect([items.length, total, doors]).toEqual([50, 50, ['API']]);
    expect(callsOf(session.urls)).toEqual([
      '/v1/accounts/lookup?acct=owner',
      `/v1/accounts/${OWNER}/statuses?limit=20&exclude_replies=true&with_muted=true`,
      `/v1/accounts/${OWNER}/statuses?limit=20&exclude_replies=true&with_muted=true&max_id=116599999981000000`,
      `/v1/accounts/${OWNER}/statuses?limit=20&exclude_replies=true&with_muted=true&max_id=116599999961000000`,
      `/v1/accounts/${OWNER}/statuses?limit=20&exclude_replies=true&with_muted=true&max_id=116599999951000000`,
    ]);
    expect(items[4]).toEqual(
      wholeItem({
        id: '116599999996000000',
        kind: 'post',
        author: {
          name: 'The Owner',
          username: 'owner',
          id: OWNER,
          url: PROFILE,
          avatarUrl: 'https://static-assets-1.truthsocial.com/a0.jpeg',
          verified: true,
        },
        text: '@owner words 116599999996000000 & https://example.org/a/long/4\n\ntwo\nlines',
        createdAt: '2026-06-01T00:00:00.000Z',
        createdAtPrecision: 'second',
        likes: 45,
        replyCount: 1,
        language: 'en',
        url: 'https://truthsocial.com/@user4/116599999996000000',
        media: [{ type: 'video', url: 'https://static-assets-1.truthsocial.com/m.mp4' }],
        isPinned: false,
        isEdited: false,
        extra: { shares: 45 },
      }),
    );
    expect(items[3]).toMatchObject({
      id: '116599999997000000',
      text: 'What another said',
      media: [{ type: 'video' }],
      extra: { sharedFrom: 'user4' },
    });
    expect(items[6]).toMatchObject({ title: 'A Title', extra: { quoteUrl: 'https://truthsocial.com/@user9/1', group: 'A Group' } });
    expect([items[0]?.isPinned, items[5]?.isEdited]).toEqual([true, true]);
  });

  it('come with the answers of the account where these are wanted', async () => {
    const { items, session } = await play(PROFILE, {}, { replies: true });
    expect(items).toHaveLength(50);
    expect(items.every(({ kind, parentId }) => kind === 'post' && parentId === null)).toBe(true);
    expect(session.urls[1]).toContain('exclude_replies=false');
  });

  it('are asked for from inside a page behind a firewall, and heard where that is refused too', async () => {
    const inPage = await play(PROFILE, { open: 'page' });
    expect([inPage.items.length, inPage.doors]).toEqual([50, ['API in a page']]);
    expect(inPage.session.sent.filter(({ headers }) => headers['referer'] !== undefined)).toHaveLength(1);
    const heard = await play(PROFILE, { open: 'none' });
    expect([heard.items.length, heard.total, heard.doors]).toEqual([50, 50, ['page that is scrolled']]);
    expect(heard.items).toEqual(inPage.items);
  });

  it.each([
    ['a visitor who is refused everywhere', { open: 'none', isLoggedIn: false, refusal: { status: 403, body: '' } }, 'BLOCKED'],
    ['an empty account', { posts: 0 }, '0 items'],
    ['a locked account', { posts: 0, account: { locked: true, statuses_count: 3 } }, 'PRIVATE'],
  ] as const)('%s', async (_, params, code) => expect(await codeOf(play(PROFILE, params))).toBe(code));

  it.each([
    [{ match: 'lookup', status: 404, body: { error: 'Record not found' } }, 'NOT_FOUND'],
    [{ match: '', status: 403, body: '<html></html>' }, 'BLOCKED'],
    [{ match: '', status: 429, body: '' }, 'RATE_LIMITED'],
    [{ match: '/statuses', body: { list: [] } }, 'PLATFORM_CHANGED'],
    [{ match: '', body: '<html></html>' }, 'PLATFORM_CHANGED'],
  ] as const)('%j', async (exchange, code) => expect(await codeOf(play(PROFILE, {}, {}, [exchange]))).toBe(code));
});

describe('truth_social: answers to a post', () => {
  it('are those that the page asks for, the direct ones alone without replies', async () => {
    const { items, total, gaps, doors } = await play(OF_POST);
    expect([items.length, total, gaps, doors]).toEqual([45, 45, [], ['page that is scrolled']]);
    expect(items[2]).toMatchObject({ kind: 'comment', parentId: null, isAuthorPost: true, replyCount: 0 });
    expect(items[1]).toMatchObject({ isAuthorPost: false, text: expect.stringMatching(/^@owner words /) });
  });

  it('have theirs, from their own page where more are counted than came along', async () => {
    const { items, session, gaps } = await play(OF_POST, {}, { replies: true });
    expect([items.length, gaps]).toEqual([45 + 5 * 2, []]);
    const threads = items.filter(({ kind }) => kind === 'reply');
    expect(threads.map(({ parentId }) => parentId?.slice(-2)).toSorted()).toEqual([
      '03',
      '03',
      '13',
      '13',
      '23',
      '23',
      '33',
      '33',
      '43',
      '43',
    ]);
    expect(session.urls.filter((url) => /@user\d+\/\d+$/.test(url))).toHaveLength(5);
  });

  it('know the owner by the name in the address where the post itself is not heard', async () => {
    const list = 'https://truthsocial.com/api/v2/statuses/116700000000000000/context/descendants';
    const page: FakeExchange = {
      match: /\/@Owner\/\d+$/,
      body: '<html></html>',
      asks: [{ url: list, headers: { authorization: 'Bearer simulated' } }],
    };
    const { items, total } = await play(`https://truthsocial.com/@Owner/${POST}`, {}, {}, [page]);
    expect([items.length, total, items[2]?.isAuthorPost, items[1]?.isAuthorPost]).toEqual([20, null, true, false]);
  });

  it('that the page does not ask for any more are in the ledger', async () => {
    const list = `https://truthsocial.com/api/v2/statuses/${POST}/context/descendants`;
    const page: FakeExchange = { match: /\/@owner\/\d+$/, body: '<html></html>', asks: [list] };
    const rows: FakeExchange = {
      match: '/descendants',
      headers: { link: `<${list}?offset=20>; rel="next"` },
      body: [{ id: '1', in_reply_to_id: POST, account: { id: '7', acct: 'a' } }],
    };
    const { items, gaps } = await play(OF_POST, {}, {}, [page, rows]);
    expect(items).toEqual([
      wholeItem({
        id: '1',
        kind: 'comment',
        author: { username: 'a', id: '7', url: 'https://truthsocial.com/@a' },
        text: '',
        isAuthorPost: false,
      }),
    ]);
    expect(gaps).toMatchObject([{ cause: 'notServed', count: 0 }]);
  });

  it.each([
    ['a visitor', { isLoggedIn: false }, [], 'LOGIN_REQUIRED'],
    ['a post that was taken down', { post: { tombstone: { reason: 'moderated' } } }, [], 'NOT_FOUND'],
    ['a post that is not there', {}, [{ match: /statuses\/\d+$/, status: 404, body: { error: 'Record not found' } }], 'NOT_FOUND'],
    ['a page that is not there', {}, [{ match: '/@owner', status: 404, body: '' }], 'NOT_FOUND'],
    ['a list for members', {}, [{ match: '/descendants', status: 401, body: { error: 'x' } }], 'LOGIN_REQUIRED'],
    ['a closed list', {}, [{ match: '/descendants', status: 404, body: { error: 'x' } }], 'LOGIN_REQUIRED'],
    ['another form', {}, [{ match: '/descendants', body: {} }], 'PLATFORM_CHANGED'],
    ['no answers', { answers: 0 }, [], '0 items'],
  ] as const)('%s', async (_, params, before, code) => expect(await codeOf(play(OF_POST, params, {}, before))).toBe(code));
});

describe('truth_social: lists of accounts', () => {
  it.each([
    ['likes', 'like', OF_POST],
    ['shares', 'share', OF_POST],
    ['followers', 'follower', PROFILE],
    ['following', 'following', PROFILE],
  ] as const)('%s are heard to the end of their links', async (selector, kind, url) => {
    const { items, total, gaps } = await play(url, {}, { [selector]: true });
    expect([items.length, total, gaps]).toEqual([45, 45, []]);
    expect(items[2]).toEqual(
      wholeItem({
        id: '107790000000010012',
        kind,
        author: {
          name: 'User 12',
          username: 'user12',
          id: '107790000000010012',
          url: 'https://truthsocial.com/@user12',
          avatarUrl: 'https://static-assets-1.truthsocial.com/a12.jpeg',
          verified: false,
        },
        text: 'About 12',
        url: 'https://truthsocial.com/@user12',
        extra: { followers: 45 },
      }),
    );
    expect(items[1]?.text).toBeNull();
    expect(await codeOf(play(url, { isLoggedIn: false }, { [selector]: true }))).toBe('LOGIN_REQUIRED');
  });
});
