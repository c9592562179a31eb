import { describe, expect, it } from 'vitest';
import vimeo from '#core/platforms/vimeo/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type VimeoParams, vimeoSimulator } from '#core/platforms/vimeo/simulator.ts';

const VIDEO = 'https://vimeo.com/258684937';

const world = (params: VimeoParams = {}): FakeExchange[] => [{ match: /./, simulator: vimeoSimulator(params) }];

const claimOf = (url: string) => claimIn(vimeo, url);

describe('addresses', () => {
  const video = ['video', { video: '123' }] as const;
  const unlisted = ['video', { video: '123', hash: '0a1b2c3d4e' }] as const;
  it.each([
    ['https://vimeo.com/123?share=copy#comment_9', video],
    ['https://vimeo.com/123/0a1b2c3d4e', unlisted],
    ['https://player.vimeo.com/video/123?h=0a1b2c3d4e', unlisted],
    ['https://player.vimeo.com/video/123', video],
    ['https://vimeo.com/channels/staffpicks/123', video],
    ['https://vimeo.com/groups/name/videos/123', video],
    ['https://vimeo.com/album/9/video/123', video],
    ['https://vimeo.com/showcase/9/video/123', video],
    ['https://vimeo.com/ondemand/name/123', video],
    ['https://vimeo.com/manage/videos/123/0a1b2c3d4e', unlisted],
    ['https://vimeo.com/user/9/review/123/0a1b2c3d4e', video],
    ['https://vimeo.com/user9/review/123/0a1b2c3d4e', video],
    ['https://vimeo.com/Staff', ['profile', { user: 'Staff' }]],
    ['https://vimeo.com/user152184/videos', ['profile', { user: '152184' }]],
    ['https://vimeo.com/staff/followers', ['followers', { user: 'staff' }]],
    ['https://vimeo.com/staff/following', ['following', { user: 'staff' }]],
    ['https://vimeo.com/staff/likes', ['likes', { user: 'staff' }]],
    ['https://vimeo.com/channels/staffpicks', null],
    ['https://vimeo.com/event/123', null],
    ['https://vimeo.com/watch', null],
    ['https://vimeo.com/', null],
    ['https://developer.vimeo.com/123', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('comments', () => {
  it('are read page by page, the newest first', async () => {
    const { items, total, session } = await readAll(vimeo, VIDEO, world());
    expect(items).toHaveLength(230);
    expect(total).toBe(230);
    expect(session.urls).toEqual([
      'https://vimeo.com/_next/viewer',
      'https://api.vimeo.com/videos/258684937/comments?page=1&per_page=100&direction=desc',
      'https://api.vimeo.com/videos/258684937',
      'https://api.vimeo.com/videos/258684937/comments?page=2&per_page=100&direction=desc',
      'https://api.vimeo.com/videos/258684937/comments?page=3&per_page=100&direction=desc',
    ]);
    expect(session.sent[1]?.headers).toMatchObject({ authorization: 'jwt token-1', accept: 'application/vnd.vimeo.*+json;version=3.4.10' });
  });

  it('have every field', async () => {
    const { items } = await readAll(vimeo, VIDEO, world({ comments: 8 }), { sort: 'old' });
    expect(items[2]).toMatchObject({
      id: '1002',
      parentId: null,
      kind: 'comment',
      author: {
        name: 'Person 1002',
        username: 'person1002',
        id: '1002',
        url: 'https://vimeo.com/person1002',
        avatarUrl: 'https://cdn.example/300.jpg',
      },
      text: 'Comment 1002\n& more',
      createdAt: '2024-01-01T00:16:42.000Z',
      likes: null,
      replyCount: 2,
      url: 'https://vimeo.com/258684937#comment_1002',
      isAuthorPost: false,
      isEdited: false,
    });
    expect(items.map((item) => item.isEdited)).toEqual([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007].map((id) => id % 7 === 0));
    expect(items[1]?.author).toMatchObject({ username: null, url: 'https://vimeo.com/user1001' });
    expect(items[4]?.author).toMatchObject({ name: null, id: null, url: null });
    expect(items[5]?.isAuthorPost).toBe(true);
  });

  it('name who wrote them among their connections too, guests without an account included', async () => {
    const known = await readAll(vimeo, VIDEO, world({ comments: 9 }), { sort: 'old' });
    const { items } = await readAll(vimeo, VIDEO, world({ comments: 9, writers: 'connections' }), { sort: 'old' });
    expect(items.slice(0, 8)).toEqual(known.items.slice(0, 8));
    expect(items[8]).toMatchObject({
      id: '1008',
      author: { name: 'Guest 1008', id: null, username: null, url: null },
      isAuthorPost: false,
    });
  });

  it('that say nothing of an edit are neither edited nor not', async () => {
    const comment = { uri: '/videos/1/comments/2', text: 'x', created_on: '2024-01-01T00:00:00+00:00', user: null, metadata: {} };
    const { items } = await readAll(vimeo, VIDEO, [
      { match: 'viewer', body: { jwt: 'x' } },
      { match: '/comments', body: { total: 1, data: [comment], paging: { next: null } } },
    ]);
    expect(items.map(({ isEdited, replyCount }) => [isEdited, replyCount])).toEqual([[null, null]]);
  });

  it('that were deleted are gaps, and what was answered to them is there', async () => {
    const run = await readAll(vimeo, VIDEO, world({ comments: 4, deleted: [1001, 1002] }), { replies: true });
    expect(run.items.map(({ id }) => id)).toEqual(['1003', '1000', '100200', '100201']);
    expect(run.gaps).toEqual([{ cause: 'deleted', count: 2 }]);
    const gone = await readAll(vimeo, VIDEO, world({ comments: 150, deleted: Array.from({ length: 100 }, (_, index) => 1050 + index) }));
    expect(gone.items).toHaveLength(50);
  });

  it('have replies where these come along uncounted', async () => {
    const reply = { uri: '/videos/1/comments/3', text: 'y', created_on: '2024-01-01T00:00:00+00:00', user: null, metadata: {} };
    const comment = { ...reply, uri: '/videos/1/comments/2', replies: [reply], metadata: { connections: { replies: { uri: 'x' } } } };
    const listOf = (data: readonly object[]) => ({ total: data.length, data, paging: { next: null } });
    const exchanges = [
      { match: 'viewer', body: { jwt: 'x' } },
      { match: '/comments/2/replies', body: listOf([reply]) },
      { match: '/comments', body: listOf([comment]) },
    ];
    const { items } = await readAll(vimeo, VIDEO, exchanges, { replies: true });
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['2', null],
      ['3', '2'],
    ]);
  });

  it('come with the answers to replies', async () => {
    const { items } = await readAll(vimeo, VIDEO, world({ comments: 4, replies: 2, nested: 130 }), { replies: true });
    expect(items.filter(({ parentId }) => parentId === '1002').map(({ id, replyCount }) => [id, replyCount])).toEqual([
      ['100200', 130],
      ['100201', 0],
    ]);
    expect(items.filter(({ parentId, kind }) => parentId === '100200' && kind === 'reply')).toHaveLength(130);
  });

  it('come with replies', async () => {
    const { items, session } = await readAll(vimeo, VIDEO, world({ comments: 4, replies: 130 }), { replies: true });
    const replies = items.filter((item) => item.kind === 'reply');
    expect(replies).toHaveLength(130);
    expect(new Set(replies.map((reply) => reply.parentId))).toEqual(new Set(['1002']));
    expect(session.urls.slice(-2)).toEqual(
      [1, 2].map((page) => `https://api.vimeo.com/videos/258684937/comments/1002/replies?page=${page}&per_page=100`),
    );
  });

  it('of an unlisted video are asked for with its hash', async () => {
    const { items, session } = await readAll(vimeo, `${VIDEO}/0a1b2c3d4e`, world({ comments: 2 }));
    expect(items).toHaveLength(2);
    expect(session.urls[1]).toContain('/videos/258684937:0a1b2c3d4e/comments?');
  });

  it('need no word on the video itself', async () => {
    const { items } = await readAll(vimeo, VIDEO, world({ comments: 2, tellsVideo: false }));
    expect(items.map((item) => item.isAuthorPost)).toEqual([null, null]);
  });

  it('may be none; turned off they are refused', async () => {
    expect((await readAll(vimeo, VIDEO, world({ comments: 0 }))).items).toEqual([]);
    await expect(readAll(vimeo, VIDEO, world({ comments: 0, privacy: 'nobody' }))).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
  });
});

describe('people', () => {
  it.each([
    [VIDEO, { likes: true }, 'like', '/videos/258684937/likes'],
    ['https://vimeo.com/staff', { followers: true }, 'follower', '/users/staff/followers'],
    ['https://vimeo.com/staff/following', {}, 'following', '/users/staff/following'],
    ['https://vimeo.com/user152184/likes', { followers: true }, 'follower', '/users/152184/followers'],
  ] as const)('%s with %j', async (url, options, kind, path) => {
    const { items, total, session } = await readAll(vimeo, url, world(), options);
    expect([items.length, total]).toEqual([150, 150]);
    expect(session.urls[1]).toBe(`https://api.vimeo.com${path}?page=1&per_page=100`);
    expect(items[2]).toMatchObject({
      id: '2',
      kind,
      text: 'Makes films',
      createdAt: null,
      url: 'https://vimeo.com/person2',
      author: { id: '2' },
    });
    expect(items[1]?.text).toBeNull();
    expect(items[2]?.extra).toMatchObject({ accountCreatedAt: '2007-01-18T16:40:11.000Z', followersCount: 7 });
  });

  it('like videos', async () => {
    const { items } = await readAll(vimeo, 'https://vimeo.com/staff', world(), { likes: true });
    expect(items[0]).toMatchObject({
      id: '5000',
      kind: 'like',
      title: 'Video 0',
      text: 'What it shows',
      url: 'https://vimeo.com/5000',
      author: { id: '0' },
    });
  });
});

describe('refusals', () => {
  it('a token whose time is over is renewed', async () => {
    const { items, session } = await readAll(vimeo, VIDEO, world({ tokenLasts: 2 }));
    expect(items).toHaveLength(230);
    expect(session.urls.filter((url) => url.endsWith('viewer'))).toHaveLength(2);
  });

  it.each([
    [{ status: 401, code: 8003 }, 'LOGIN_REQUIRED'],
    [{ status: 401 }, 'LOGIN_REQUIRED'],
    [{ status: 403, code: 3200 }, 'PRIVATE'],
    [{ status: 403, code: '3200' }, 'PRIVATE'],
    [{ status: 400, code: 2223 }, 'PRIVATE'],
    [{ status: 403, code: 3410 }, 'PRIVATE'],
    [{ status: 403, code: 3999, error: 'A password is needed.' }, 'PRIVATE'],
    [{ status: 403, code: 3413 }, 'COMMENTS_DISABLED'],
    [{ status: 403, code: 1 }, 'BLOCKED'],
    [{ status: 404, code: 5000 }, 'NOT_FOUND'],
    [{ status: 429, code: 9000 }, 'RATE_LIMITED'],
    [{ status: 400, code: 2204 }, 'PLATFORM_CHANGED'],
  ] as const)('%j is %s', async (refusal, code) => {
    await expect(readAll(vimeo, VIDEO, world({ refusal }))).rejects.toMatchObject({ code });
  });

  it('without a token a login is needed', async () => {
    await expect(readAll(vimeo, VIDEO, [{ match: 'viewer', status: 401 }])).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('a wall in front of the API is passed on', async () => {
    const exchanges = [
      { match: 'viewer', body: { jwt: 'x' } },
      { match: 'api.', status: 403, body: '<html>no</html>' },
    ];
    await expect(readAll(vimeo, VIDEO, exchanges)).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});
