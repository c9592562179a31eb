import { describe, expect, it } from 'vitest';
import dailymotion from '#core/platforms/dailymotion/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type DailymotionParams, dailymotionSimulator } from '#core/platforms/dailymotion/simulator.ts';

const VIDEO = 'https://www.dailymotion.com/video/x8abcde';
const CHANNEL = 'https://www.dailymotion.com/somebody';

const world = (params: DailymotionParams = {}): FakeExchange[] => [{ match: /./, simulator: dailymotionSimulator(params) }];

const claimOf = (url: string) => claimIn(dailymotion, url);

describe('addresses', () => {
  const video = ['video', { video: 'x8abcde' }] as const;
  it.each([
    [`${VIDEO}?playlist=x6abcd#t`, video],
    ['https://www.dailymotion.com/fr/video/x8abcde_some-words_news', video],
    ['https://dai.ly/x8abcde', video],
    ['https://www.dailymotion.com/embed/video/x8abcde', video],
    ['https://geo.dailymotion.com/player/x1a2b.html?video=x8abcde', video],
    ['https://geo.dailymotion.com/player.html?video=x8abcde', video],
    ['https://touch.dailymotion.com/video/x8abcde', video],
    ['https://www.lequipe.fr/video/x8abcde', video],
    [CHANNEL, ['channel', { channel: 'somebody' }]],
    ['https://www.dailymotion.com/user/somebody/1', ['channel', { channel: 'somebody' }]],
    ['https://www.dailymotion.com/playlist/x6abcd', null],
    ['https://www.dailymotion.com/search/cats/videos', null],
    ['https://www.dailymotion.com/', null],
    ['https://www.lequipe.fr/Football/', null],
    ['https://notdailymotion.com/video/x8abcde', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('comments', () => {
  it('are read by offset, the best first', async () => {
    const { items, total, session } = await readAll(dailymotion, VIDEO, world());
    expect(items).toHaveLength(24);
    expect(items.every((item) => item.kind === 'comment')).toBe(true);
    expect(total).toBe(25);
    expect(session.urls).toEqual([
      'https://api-2-0.spot.im/v1.0.0/authenticate',
      ...Array.from({ length: 3 }, () => 'https://api-2-0.spot.im/v1.0.0/conversation/read'),
    ]);
    expect(session.sent[0]?.headers).toMatchObject({ 'x-post-id': 'no$post' });
    expect(session.sent[2]?.headers).toEqual({ 'x-access-token': 'token-1', 'x-spot-id': 'sp_vWPN1lBu', 'x-post-id': 'x8abcde' });
    expect(JSON.parse(session.sent[2]?.body ?? '')).toEqual({
      sort_by: 'best',
      offset: 10,
      count: 10,
      message_id: null,
      depth: 2,
      child_count: 2,
    });
  });

  it('have every field', async () => {
    const { items } = await readAll(dailymotion, VIDEO, world({ comments: 8 }), { sort: 'old' });
    expect(items.map((item) => item.id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c6', 'c7']);
    expect(items[1]).toMatchObject({
      parentId: null,
      author: { name: 'Person u1', username: null, id: 'u1', url: null, avatarUrl: 'https://images.spot.im/image/upload/abc123' },
      text: 'Comment c1 & more\nsecond\npart',
      createdAt: '2025-01-01T00:01:00.000Z',
      likes: 1,
      dislikes: 1,
      replyCount: 0,
      url: null,
      media: [],
      isEdited: false,
    });
    expect(items[2]?.media).toEqual([{ type: 'image', url: 'https://cdn.example/a.gif' }]);
    expect(items[4]?.isEdited).toBe(true);
    expect(items[3]?.replyCount).toBe(7);
  });

  it('count the deleted ones that show no words any more as a gap, once', async () => {
    const { items, gaps } = await readAll(dailymotion, VIDEO, world({ comments: 8 }));
    expect([items.length, gaps]).toEqual([7, [{ cause: 'deleted', count: 1 }]]);
    const below = await readAll(dailymotion, VIDEO, world({ comments: 1, deletedReply: 1 }), { replies: true, sort: 'old' });
    expect(below.items.map(({ id }) => id)).toEqual(['c0', 'c0_r0', ...[2, 3, 4, 5, 6].map((index) => `c0_r${index}`)]);
    expect(below.gaps).toEqual([{ cause: 'deleted', count: 1 }]);
  });

  it('go on behind a page of nothing but deleted ones', async () => {
    const { items } = await readAll(dailymotion, VIDEO, world({ comments: 12, deletedUpTo: 10 }), { sort: 'old' });
    expect(items.map(({ id }) => id)).toEqual(['c10', 'c11']);
  });

  it('have the picture that stands in for one, and writers told beside the comment itself', async () => {
    const { items } = await readAll(dailymotion, VIDEO, world({ comments: 4, usersAt: 'comments' }), { sort: 'old', replies: true });
    expect(items.map(({ author }) => author.name)).not.toContain(null);
    expect(items.find(({ id }) => id === 'c3')?.author.avatarUrl).toBe('https://images.spot.im/image/upload/avatars/Blue-Dog');
  });

  it('come with all replies, whether they came along or not', async () => {
    const { items, total, session } = await readAll(dailymotion, VIDEO, world({ comments: 4 }), { replies: true });
    expect(items).toHaveLength(4 + 2 * 7);
    expect(total).toBe(4 + 2 * 7);
    expect(items.filter((item) => item.parentId === 'c3').map((item) => item.kind)).toEqual(Array.from({ length: 7 }, () => 'reply'));
    const bodies = session.sent.slice(2).map(({ body }) => JSON.parse(body) as object);
    expect(bodies[0]).toEqual({ sort_by: 'best', offset: 0, count: 5, parent_id: 'c0', child_count: 2 });
    const whole = await readAll(dailymotion, VIDEO, world({ comments: 4, replies: 2 }), { replies: true });
    expect([whole.items.length, whole.session.sent.length]).toEqual([8, 2]);
  });

  it.each([
    ['new', 'newest'],
    ['old', 'oldest'],
    ['top', 'best'],
  ] as const)('are sorted: %s', async (sort, expected) => {
    const { session } = await readAll(dailymotion, VIDEO, world(), { sort });
    expect(JSON.parse(session.sent[1]?.body ?? '')).toMatchObject({ sort_by: expected });
  });

  it('are none below a video without a conversation', async () => {
    const { items, total } = await readAll(dailymotion, VIDEO, world({ comments: 0 }));
    expect([items.length, total]).toEqual([0, 0]);
  });

  it('come from the public API where the comment service has none', async () => {
    const { items, total, doors, notes, session } = await readAll(dailymotion, VIDEO, world({ comments: 0, listed: 130 }), { sort: 'new' });
    expect([items.length, total, doors]).toEqual([130, 130, ['OpenWeb', 'public API']]);
    expect(notes).toEqual(['The comment service has none of the comments; the public API lists them in an order of its own.']);
    expect(items[1]).toMatchObject({
      id: 'm1',
      parentId: null,
      kind: 'comment',
      author: { name: 'Person 1', username: 'person1', id: 'u1', url: 'https://www.dailymotion.com/person1' },
      text: 'Words 1 & more\nbelow',
      createdAt: '2025-01-01T00:01:00.000Z',
      likes: null,
      isEdited: null,
    });
    expect(session.urls.slice(2).map((url) => decodeURIComponent(url))).toEqual([
      'https://api.dailymotion.com/video/x8abcde?fields=id,comments_total',
      ...[1, 2].map(
        (page) =>
          `https://api.dailymotion.com/video/x8abcde/comments?fields=id,message,created_time,owner.id,owner.username,owner.screenname&page=${page}&limit=100`,
      ),
    ]);
  });

  it('end at the last row that the public API turns to, and say so', async () => {
    const { items, total, gaps } = await readAll(dailymotion, VIDEO, world({ comments: 0, listed: 1200 }));
    expect([items.length, total, gaps[0]?.cause]).toEqual([1000, 1200, 'notServed']);
  });

  it('go on with a new token where the old one is over', async () => {
    const { items, session } = await readAll(dailymotion, VIDEO, world({ tokenLasts: 2 }));
    expect(items).toHaveLength(24);
    expect(session.urls.filter((url) => url.endsWith('authenticate'))).toHaveLength(2);
  });
});

describe('followers', () => {
  it('are read page by page where they are public', async () => {
    const { items, total } = await readAll(dailymotion, CHANNEL, world({ followers: 130 }), { followers: true });
    expect([items.length, total]).toEqual([130, 130]);
    expect(items[0]).toMatchObject({
      id: 'u0',
      kind: 'follower',
      author: { name: 'Person 0', username: 'person0' },
      text: null,
      url: 'https://www.dailymotion.com/person0',
    });
  });

  it('are refused elsewhere', async () => {
    await expect(readAll(dailymotion, CHANNEL, world(), { followers: true })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('end at the last row that the public API turns to, and say so', async () => {
    const { items, total, gaps } = await readAll(dailymotion, CHANNEL, world({ followers: 1200 }), { followers: true });
    expect([items.length, total]).toEqual([1000, 1200]);
    expect(gaps).toEqual([
      { cause: 'notServed', count: 0, note: 'The public API of Dailymotion turns no further than row 1000 of a list.' },
    ]);
  });

  it('of a channel that nobody knows are not to be found', async () => {
    const nobody = 'https://www.dailymotion.com/nobody';
    await expect(readAll(dailymotion, nobody, world(), { followers: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('refusals', () => {
  it.each([
    [{ comments: 0, videoStatus: 404 }, 'NOT_FOUND'],
    [{ comments: 0, videoStatus: 403 }, 'PRIVATE'],
    [{ tokenLasts: 0 }, 'BLOCKED'],
    [{ status: 403 }, 'BLOCKED'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ status: 500 }, 'NETWORK'],
  ] as const)('%j is %s', async (params, code) => {
    await expect(readAll(dailymotion, VIDEO, world(params))).rejects.toMatchObject({ code });
  });

  it('an answer of another shape is a change of the platform', async () => {
    const token = { match: 'authenticate', headers: { 'x-access-token': 'x' }, body: {} };
    const exchanges = [token, { match: 'read', body: { conversation: { comments: [{ id: 7 }] } } }];
    await expect(readAll(dailymotion, VIDEO, exchanges)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'conversation.comments.0.id',
    });
    await expect(readAll(dailymotion, VIDEO, [{ match: /./, body: {} }])).rejects.toMatchObject({ path: 'x-access-token' });
  });
});
