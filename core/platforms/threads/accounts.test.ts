import { describe, expect, it } from 'vitest';
import threads from '#core/platforms/threads/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { CODE, OWNER, threadsSimulator, type ThreadsParams } from '#core/platforms/threads/simulator.ts';

const PROFILE = 'https://www.threads.com/@owner';
const POST = `${PROFILE}/post/${CODE}`;
const SESSION = { sessionid: '42%3Aabc' };
const read = (url: string, params: ThreadsParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(threads, url, [{ match: /./, simulator: threadsSimulator(params) }], options, cookies);
const outcome = (run: ReturnType<typeof read>) =>
  run.then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const calls = (sent: readonly { readonly url: string; readonly body: string }[]) =>
  sent
    .filter(({ url }) => url.endsWith('/graphql/query'))
    .map(({ body }) => {
      const form = new URLSearchParams(body);
      return [form.get('fb_api_req_friendly_name'), form.get('doc_id'), JSON.parse(form.get('variables') ?? '{}') as object];
    });

describe('threads: posts', () => {
  it('are read from the page, then by its calls', async () => {
    const { items, session, doors } = await read(PROFILE);
    expect([items.length, doors]).toEqual([30, ['page of the profile', 'web page calls']]);
    expect(items[1]).toMatchObject({
      kind: 'post',
      parentId: null,
      author: { username: 'owner', id: OWNER.pk },
      replyCount: 1,
      isAuthorPost: null,
    });
    expect(calls(session.sent)).toMatchObject([
      [
        'BarcelonaProfileThreadsTabRefetchableDirectQuery',
        '26687434907534883',
        { userID: OWNER.pk, after: 'cursor-12', allow_page_info_for_lox_user: true },
      ],
      ['BarcelonaProfileThreadsTabRefetchableDirectQuery', '26687434907534883', { after: 'cursor-24' }],
    ]);
  });

  it.each([
    ['the account alone', 'account', 3],
    ['nothing', 'nothing', 4],
  ] as const)('are read by calls where the page carries %s', async (_, profile, count) => {
    const { items, session } = await read(PROFILE, { profile });
    expect([items.length, calls(session.sent).length]).toEqual([30, count]);
  });

  it.each([
    ['replies', 'BarcelonaProfileRepliesTabDirectQuery'],
    ['media', 'BarcelonaProfileMediaTabDirectQuery'],
    ['reposts', 'BarcelonaProfileRepostsTabDirectQuery'],
  ])('of the tab %s have a call of their own', async (tab, name) => {
    const { items, session } = await read(`${PROFILE}/${tab}`);
    expect([items.length, session.urls[0], calls(session.sent)[0]?.[0]]).toEqual([30, `${PROFILE}/${tab}`, name]);
  });

  it('of the tab of replies leave out what they answer', async () => {
    const posts = [
      { pk: '1', code: 'C1', user: { pk: '9', username: 'other' } },
      { pk: '2', code: 'C2', user: { pk: OWNER.pk, username: 'Owner' } },
    ];
    const list = {
      mediaData: { edges: [{ node: { thread_items: posts.map((post) => ({ post })) } }], page_info: { has_next_page: false } },
    };
    const body = `<html><script type="application/json" data-sjs>${JSON.stringify(list)}</script></html>`;
    const ids = async (tab: string) => (await readAll(threads, `${PROFILE}/${tab}`, [{ match: PROFILE, body }])).items.map(({ id }) => id);
    expect([await ids('replies'), await ids('reposts')]).toEqual([['2'], ['1', '2']]);
  });

  it('are asked for by the number in the page', async () => {
    const body = '<html><script>["LSD",[],{"token":"l"}] {"viewer":{"user_id":"5"},"props":{"a":1,"user_id":"77"}}</script></html>';
    const world: FakeExchange[] = [
      { match: PROFILE, body },
      { match: /./, simulator: threadsSimulator({}) },
    ];
    const { session } = await readAll(threads, PROFILE, world, { limit: 1 });
    expect(calls(session.sent)[0]?.[2]).toMatchObject({ userID: '77' });
  });

  it('end for visitors where the page gives no cursor', async () => {
    const { items, gaps } = await read(PROFILE, { forVisitors: 'pages' });
    expect([items.length, gaps[0]?.cause]).toEqual([12, 'login']);
    expect((await read(PROFILE, { forVisitors: 'pages' }, {}, SESSION)).gaps[0]?.cause).toBe('notServed');
  });

  it.each([
    ['a private account', { account: 'private' as const }, 'PRIVATE'],
    ['no such account', { account: 'unknown' as const }, 'NOT_FOUND'],
    ['a page for programs', { profile: 'nothing' as const, calls: 'shell' as const }, 'LOGIN_REQUIRED'],
  ])('of %s', async (_, params, code) => {
    expect(await outcome(read(PROFILE, params))).toBe(code);
  });

  it('of a name that only the call does not know', async () => {
    const world: FakeExchange[] = [
      { match: '/graphql/query', body: { data: null } },
      { match: PROFILE, body: '<html></html>' },
    ];
    expect(await outcome(readAll(threads, PROFILE, world))).toBe('NOT_FOUND');
  });
});

describe('threads: followers and following', () => {
  it('are read to the end', async () => {
    const { items, total, session } = await read(PROFILE, {}, { followers: true }, SESSION);
    expect([items.length, total]).toEqual([30, 30]);
    expect(items[0]).toMatchObject({
      id: '7300',
      kind: 'follower',
      author: { name: 'User 300', username: 'user.300', url: 'https://www.threads.com/@user.300', verified: true },
      text: null,
      url: 'https://www.threads.com/@user.300',
      extra: { isPrivate: false },
    });
    expect(calls(session.sent).map(([name, , variables]) => [name, (variables as { after?: string }).after])).toEqual([
      ['BarcelonaFriendshipsFollowersTabQuery', undefined],
      ['BarcelonaFriendshipsFollowersTabRefetchableQuery', 'cursor-12'],
      ['BarcelonaFriendshipsFollowersTabRefetchableQuery', 'cursor-24'],
    ]);
  });

  it('have a list each', async () => {
    const { items, total } = await read(`${PROFILE}/media`, {}, { following: true }, SESSION);
    expect([items.length, total, items[0]?.kind]).toEqual([30, 30, 'following']);
  });

  it('say how many are not shown', async () => {
    const { items, gaps } = await read(PROFILE, { showsFirst: true }, { followers: true }, SESSION);
    expect([items.length, gaps]).toEqual([12, [{ cause: 'notServed', count: 18, note: expect.stringContaining('no more') }]]);
  });

  it('find the account by a call where the page does not name it', async () => {
    const { items, session } = await read(PROFILE, { profile: 'nothing' }, { followers: true }, SESSION);
    expect([items.length, calls(session.sent)[0]?.[0]]).toEqual([30, 'BarcelonaUsernameHovercardImplDirectQuery']);
  });

  it.each([
    ['of a private account', { account: 'private' as const }, 'PRIVATE'],
    ['of no such account', { account: 'unknown' as const }, 'NOT_FOUND'],
    ['of one without any', { listed: 0 }, '0 items'],
    ['that end nowhere', { end: 'nowhere' as const }, '30 items'],
  ])('%s', async (_, params, code) => {
    expect(await outcome(read(PROFILE, params, { followers: true }, SESSION))).toBe(code);
  });

  it('of another form are a change of the platform', async () => {
    const world: FakeExchange[] = [
      { match: '/graphql/query', body: { data: { user: { others: [] } } } },
      { match: /./, simulator: threadsSimulator({}) },
    ];
    expect(await outcome(readAll(threads, PROFILE, world, { following: true }, SESSION))).toBe('PLATFORM_CHANGED');
  });
});

describe('threads: likes', () => {
  it('are those of one answer', async () => {
    const { items, session } = await read(POST, {}, { likes: true }, SESSION);
    expect([items.length, items[0]?.kind, items[0]?.id]).toEqual([30, 'like', '7200']);
    expect(calls(session.sent)).toMatchObject([['BarcelonaMediaLikersQuery', '9360915773983802', { mediaID: '3877274894497645456' }]]);
  });

  it.each([
    [POST, { likes: true }],
    [PROFILE, { followers: true }],
    [PROFILE, { following: true }],
  ])('%s with %j needs a login, and asks for nothing without', async (url, options) => {
    await expect(readAll(threads, url, [], options, { csrftoken: 'x' })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});
