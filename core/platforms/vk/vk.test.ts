import { describe, expect, it } from 'vitest';
import { toExportOptions } from '#core/engine/selection.ts';
import vk from '#core/platforms/vk/index.ts';
import { TIERS } from '#core/contract/tier.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { POST, vkSimulator, type VkParams, WALL_OWNER } from '#core/platforms/vk/simulator.ts';

const WALL = `https://vk.com/wall${WALL_OWNER}_${POST}`;

function world(params: VkParams = {}): FakeExchange[] {
  return [{ match: /./, simulator: vkSimulator(params) }];
}

const claimOf = (url: string) => claimIn(vk, url);

const callsOf = (urls: readonly string[]) => urls.map((url) => new URL(url)).filter(({ hostname }) => hostname === 'api.vk.com');

describe('addresses', () => {
  const post = ['wall', { owner: '-1', id: '2' }] as const;
  it.each([
    ['https://vk.com/wall-1_2', post],
    ['https://m.vk.ru/wall-1_2?reply=3&thread=4', post],
    ['vk.com/team?w=wall-1_2_r3', post],
    ['https://vk.com/feed?w=wall-1_2%2Fall', post],
    ['https://vk.com/video1_166481021', ['video', { owner: '1', id: '166481021' }]],
    ['https://vkvideo.ru/video-220754053_456239017?list=ln-abc', ['video', { owner: '-220754053', id: '456239017' }]],
    ['https://vk.com/videos-5?z=video-5_6%2Fclub5%2Fpl_-5_-2', ['video', { owner: '-5', id: '6' }]],
    ['https://vk.com/clip-1_456239017', ['video', { owner: '-1', id: '456239017' }]],
    ['https://vk.com/photo1_2', ['photo', { owner: '1', id: '2' }]],
    ['https://vk.com/id1?z=photo1_2%2Falbum1_0', ['photo', { owner: '1', id: '2' }]],
    ['https://vk.com/topic-1_21972158?post=9', ['topic', { owner: '-1', id: '21972158' }]],
    ['https://vk.com/market-8?w=product-8_9', ['market', { owner: '-8', id: '9' }]],
    ['https://vk.com/market/product/a-red-bag-8-9', ['market', { owner: '-8', id: '9' }]],
    ['https://vk.cc/abc123', ['short-link', { short: 'https://vk.cc/abc123' }]],
    ['https://vk.com/id1', ['user', { user: '1' }]],
    ['https://vk.com/wall1', ['user', { user: '1' }]],
    ['https://vk.com/wall-22?own=1', ['community', { group: '22' }]],
    ['https://vk.com/club22', ['community', { group: '22' }]],
    ['https://vk.com/public22', ['community', { group: '22' }]],
    ['https://vk.com/event22', ['community', { group: '22' }]],
    ['https://vk.com/durov', ['name', { name: 'durov' }]],
    ['https://vk.com/some.name_1', ['name', { name: 'some.name_1' }]],
    ['https://vk.com/feed', null],
    ['https://vk.com/albums1', null],
    ['https://vk.com/video', null],
    ['https://vk.com/market-8', null],
    ['https://vk.com/app123_4', null],
    ['https://vk.com/@team-an-article', null],
    ['https://vk.com/', null],
    ['https://vkvideo.ru/@channel', null],
    ['https://dev.vk.com/method/wall.get', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('comments of a post', () => {
  it('are read to the end of their own level', async () => {
    const { items, total, session } = await readAll(vk, WALL, world());
    expect(items).toHaveLength(230);
    expect(items.every((item) => item.kind === 'comment')).toBe(true);
    expect(total).toBe(230 + 58 * 25);
    const [mint] = session.sent;
    expect([mint?.method, mint?.url]).toEqual(['POST', 'https://login.vk.ru/?act=get_anonym_token']);
    const calls = callsOf(session.urls);
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toEqual({
      owner_id: '500',
      post_id: '7',
      need_likes: '1',
      count: '100',
      offset: '0',
      sort: 'asc',
      preview_length: '0',
      extended: '1',
      fields: 'photo_100,screen_name,verified',
      thread_items_count: '0',
      access_token: 'anonym.1',
      v: '5.131',
    });
    expect(calls.map(({ searchParams }) => searchParams.get('offset'))).toEqual(['0', '100', '200']);
  });

  it('have every field', async () => {
    const { items } = await readAll(vk, WALL, world({ comments: 8 }));
    expect(items[0]).toMatchObject({
      id: '1000',
      parentId: null,
      kind: 'comment',
      author: {
        name: 'Имя Фамилия 0',
        username: 'name0',
        id: '100',
        url: 'https://vk.com/id100',
        avatarUrl: 'https://cdn.example/0.jpg',
        verified: true,
      },
      text: 'Слова 0 Имя, Клуб & ещё\nстрока',
      createdAt: '2022-04-15T05:20:00.000Z',
      likes: 0,
      replyCount: 25,
      url: `${WALL}?reply=1000`,
      media: [],
      isAuthorPost: false,
    });
    expect(items[1]?.author).toMatchObject({ name: 'A club', username: 'someclub', id: '-9', url: 'https://vk.com/club9' });
    expect(items[2]?.isAuthorPost).toBe(true);
    expect(items[3]).toMatchObject({
      text: null,
      author: { name: null, id: null, url: null },
      isAuthorPost: null,
      likes: null,
      createdAt: '2022-04-15T05:23:00.000Z',
      extra: { isDeleted: true },
    });
    expect(items[5]).toMatchObject({
      text: null,
      media: [{ type: 'image', url: 'https://cdn.example/z.jpg' }],
      extra: { attachments: [{ type: 'sticker', url: 'https://cdn.example/s.png' }] },
    });
  });

  it('of old versions have pictures by their width, and say who is the author', async () => {
    const row = {
      id: 1,
      from_id: 5,
      is_from_post_author: true,
      text: '[id1:bp-2_3|Anna], [https://vk.com/wall1_2|a post] &quot;x&quot; [not a link|y]',
      attachments: [
        { type: 'photo', photo: { photo_75: 'https://cdn.example/75.jpg', photo_604: 'https://cdn.example/604.jpg', width: 1 } },
      ],
    };
    const exchanges = [{ match: 'getComments', body: { response: { count: 1, items: [row] } } }, ...world()];
    expect((await readAll(vk, WALL, exchanges)).items[0]).toMatchObject({
      text: 'Anna, a post "x" [not a link|y]',
      media: [{ type: 'image', url: 'https://cdn.example/604.jpg' }],
      isAuthorPost: true,
      likes: null,
      replyCount: null,
      createdAt: null,
      author: { name: null, id: '5', verified: null },
    });
  });

  it('with replies hold the first answers, and those that are asked for', async () => {
    const { items, session } = await readAll(vk, WALL, world({ comments: 8 }), { replies: true });
    expect(items).toHaveLength(8 + 2 * 25);
    const calls = callsOf(session.urls).map(({ searchParams }) => searchParams);
    expect(calls[0]?.get('thread_items_count')).toBe('10');
    expect(calls.slice(1).map((query) => [query.get('comment_id'), query.get('offset')])).toEqual([
      ['1000', '10'],
      ['1004', '10'],
    ]);
    const replies = items.filter((item) => item.kind === 'reply');
    expect(replies[0]).toMatchObject({ id: '100000', parentId: '1000', text: 'Имя, ответ 0', url: `${WALL}?reply=100000&thread=1000` });
    expect(replies.find((item) => item.id === '100003')?.parentId).toBe('100001');
  });

  it.each([
    ['old', 'asc'],
    ['new', 'desc'],
    ['top', 'smart'],
    ['best', 'smart'],
  ] as const)('sorted by %s', async (asked, order) => {
    const { sort } = toExportOptions({ sort: asked }, vk, TIERS.business);
    const { session } = await readAll(vk, WALL, world({ comments: 2 }), { sort });
    expect(callsOf(session.urls)[0]?.searchParams.get('sort')).toBe(order);
  });

  it('are found through a short link', async () => {
    expect((await readAll(vk, 'https://vk.cc/post1', world({ comments: 3 }))).items).toHaveLength(3);
    expect((await readAll(vk, 'https://vk.cc/post1', world({ listed: 3 }), { likes: true })).items).toHaveLength(3);
    await expect(readAll(vk, 'https://vk.cc/feed1', world())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('comments of other things', () => {
  it.each([
    ['https://vk.com/video1_2', 'video.getComments', { owner_id: '1', video_id: '2' }, 'https://vk.com/video1_2?reply=1'],
    ['https://vk.com/photo1_2', 'photos.getComments', { owner_id: '1', photo_id: '2' }, 'https://vk.com/photo1_2?reply=1'],
    ['https://vk.com/topic-1_2', 'board.getComments', { group_id: '1', topic_id: '2' }, 'https://vk.com/topic-1_2?post=1'],
    ['https://vk.com/product-1_2', 'market.getComments', { owner_id: '-1', item_id: '2' }, 'https://vk.com/product-1_2?reply=1'],
  ])('%s', async (url, method, place, commentUrl) => {
    const { items, total, session } = await readAll(vk, url, world());
    const calls = callsOf(session.urls);
    expect(calls.map(({ pathname }) => pathname)).toEqual([`/method/${method}`, `/method/${method}`]);
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toMatchObject({ ...place, need_likes: '1', count: '100', sort: 'asc' });
    expect(items).toHaveLength(129);
    expect(total).toBe(130);
    expect(items[0]).toMatchObject({ url: commentUrl, author: { name: null, id: '100' } });
    const { items: all } = await readAll(vk, url, world(), { replies: true });
    expect(all.find((item) => item.id === '5')).toMatchObject({ kind: 'reply', parentId: '2' });
  });
});

describe('lists of accounts', () => {
  it.each([
    [WALL, 'likes', 'likes.getList', { type: 'post', owner_id: '500', item_id: '7', filter: 'likes', extended: '1' }, 3],
    [WALL, 'shares', 'likes.getList', { type: 'post', filter: 'copies' }, 3],
    ['https://vk.com/video1_2', 'likes', 'likes.getList', { type: 'video', owner_id: '1', item_id: '2' }, 3],
    ['https://vk.com/id500', 'followers', 'users.getFollowers', { user_id: '500', fields: 'photo_100,screen_name,verified,status' }, 3],
    ['https://vk.com/club9', 'followers', 'groups.getMembers', { group_id: '9' }, 3],
    ['https://vk.com/id500', 'following', 'users.getSubscriptions', { user_id: '500', extended: '1', count: '200' }, 13],
  ] as const)('%s: %s', async (url, selector, method, query, pages) => {
    const { items, total, session } = await readAll(vk, url, world(), { [selector]: true });
    expect(items).toHaveLength(2500);
    expect(total).toBe(2500);
    const calls = callsOf(session.urls);
    expect(calls).toHaveLength(pages);
    expect(calls[0]?.pathname).toBe(`/method/${method}`);
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toMatchObject(query);
    expect(items[0]).toMatchObject({
      id: '100',
      author: { name: 'Имя Фамилия 0', username: 'name0', id: '100', url: 'https://vk.com/id100', verified: true },
      text: 'Status 0',
      url: 'https://vk.com/id100',
    });
  });

  it('hold communities too, and bare numbers', async () => {
    const likes = await readAll(vk, WALL, world({ listed: 3 }), { likes: true });
    const author = { name: 'A club', id: '-9', url: 'https://vk.com/club9' };
    expect(likes.items[1]).toMatchObject({ id: '-9', kind: 'like', author, text: null });
    const exchanges = [{ match: 'getFollowers', body: { response: { count: 1, items: [77] } } }, ...world()];
    expect((await readAll(vk, 'https://vk.com/id500', exchanges, { followers: true })).items[0]).toMatchObject({
      id: '77',
      author: { name: null },
    });
  });

  it('of a name are asked for by its number', async () => {
    const { items, session } = await readAll(vk, 'https://vk.com/somename', world({ listed: 5 }), { followers: true });
    expect(items).toHaveLength(5);
    expect(callsOf(session.urls).map(({ pathname }) => pathname)).toEqual([
      '/method/utils.resolveScreenName',
      '/method/users.getFollowers',
    ]);
    const club = await readAll(vk, 'https://vk.com/someclub', world({ listed: 5 }), { followers: true });
    expect(callsOf(club.session.urls).at(-1)?.pathname).toBe('/method/groups.getMembers');
    for (const [url, option] of [
      ['https://vk.com/someclub', 'following'],
      ['https://vk.com/nobody', 'followers'],
    ] as const)
      await expect(readAll(vk, url, world(), { [option]: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('posts of a page', () => {
  it.each([
    ['https://vk.com/somename', 'domain', 'somename'],
    ['https://vk.com/id500', 'owner_id', '500'],
    ['https://vk.com/club9', 'owner_id', '-9'],
  ])('%s', async (url, name, value) => {
    const { items, total, session } = await readAll(vk, url, world());
    expect([items.length, total]).toEqual([230, 230]);
    expect(callsOf(session.urls)[0]?.searchParams.get(name)).toBe(value);
    expect(items[0]).toMatchObject({
      id: '10000',
      kind: 'post',
      author: { name: 'Имя Фамилия 400', id: '500' },
      text: 'Post 0',
      createdAt: '2022-04-15T05:20:00.000Z',
      likes: 0,
      replyCount: 2,
      url: 'https://vk.com/wall500_10000',
      media: [{ type: 'image', url: 'https://cdn.example/z.jpg' }],
      isPinned: true,
      extra: { reposts: 3, views: 4 },
    });
    expect(items[1]).toMatchObject({ text: null, extra: { isRepost: true, originalText: 'Said before' } });
  });
});

describe('tokens', () => {
  it("are the owner's where one is given, and made from a session", async () => {
    const own = await readAll(vk, WALL, world({ comments: 1 }), {}, { access_token: 'mine' });
    expect(own.session.urls).toHaveLength(1);
    expect(callsOf(own.session.urls)[0]?.searchParams.get('access_token')).toBe('mine');
    const session = await readAll(vk, WALL, world({ comments: 1 }), {}, { remixsid: 'x', p: 'y' });
    expect(session.session.urls[0]).toBe('https://login.vk.com/?act=web_token');
    expect(callsOf(session.session.urls)[0]?.searchParams.get('access_token')).toBe('own.1');
  });

  it.each([5, 1117])('that end (%i) are made anew', async (code) => {
    const { items, session } = await readAll(vk, WALL, world({ tokenLasts: { calls: 1, code } }));
    expect(items).toHaveLength(230);
    expect(session.urls.filter((url) => url.includes('get_anonym_token'))).toHaveLength(3);
  });

  it('that nobody gives are no reason to refuse beforehand', async () => {
    await expect(readAll(vk, WALL, world({ hasAnonymousToken: false }))).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    const body = { response: { count: 0, items: [] } };
    expect((await readAll(vk, WALL, [{ match: 'api.vk.com', body }])).items).toEqual([]);
  });
});

describe('what VK refuses', () => {
  it.each([
    [5, 'LOGIN_REQUIRED'],
    [15, 'LOGIN_REQUIRED'],
    [17, 'LOGIN_REQUIRED'],
    [1117, 'LOGIN_REQUIRED'],
    [30, 'PRIVATE'],
    [203, 'PRIVATE'],
    [212, 'COMMENTS_DISABLED'],
    [18, 'NOT_FOUND'],
    [19, 'NOT_FOUND'],
    [100, 'NOT_FOUND'],
    [113, 'NOT_FOUND'],
    [6, 'RATE_LIMITED'],
    [9, 'RATE_LIMITED'],
    [29, 'RATE_LIMITED'],
    [14, 'CAPTCHA'],
    [10, 'NETWORK'],
    [777, 'PLATFORM_CHANGED'],
  ])('%i is %s', async (error_code, code) => {
    const exchanges = [{ match: 'api.vk.com', body: { error: { error_code, error_msg: 'Words' } } }, ...world()];
    await expect(readAll(vk, WALL, exchanges)).rejects.toMatchObject({ code, message: expect.stringContaining('Words') });
  });

  it.each([
    [{}, 'response'],
    [{ response: { count: 1, items: [{ from_id: 1 }] } }, 'response.items.0.id'],
  ])('%j is PLATFORM_CHANGED with its place', async (body, path) => {
    await expect(readAll(vk, WALL, [{ match: 'api.vk.com', body }, ...world()])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path });
  });
});
