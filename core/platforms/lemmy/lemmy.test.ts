import { describe, expect, it } from 'vitest';
import lemmy from '#core/platforms/lemmy/index.ts';
import { placeAt } from '#core/platforms/lemmy/address.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { type LemmyParams, lemmySimulator } from '#core/platforms/lemmy/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const POST = 'https://lemmy.example/post/1234567';
const play = (params: LemmyParams = {}, options: RunOptions = {}, url = POST) =>
  readAll(lemmy, url, [{ match: '', simulator: lemmySimulator(params) }], options);
const codeOf = (exchanges: readonly FakeExchange[], url = POST): Promise<unknown> =>
  readAll(lemmy, url, exchanges).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('lemmy: addresses', () => {
  const host = 'lemmy.example';
  it.each([
    ['https://lemmy.example/post/12', { kind: 'post', params: { host, post: '12' } }],
    ['https://lemmy.example:8536/post/12?scrollToComments=true', { kind: 'post', params: { host: 'lemmy.example:8536', post: '12' } }],
    ['https://old.lemmy.example/post/12', { kind: 'post', params: { host, post: '12' } }],
    ['https://lemmy.example/post/12/34#comment-34', { kind: 'comment', params: { host, post: '12', comment: '34' } }],
    ['https://lemmy.example/comment/34', { kind: 'comment', params: { host, comment: '34' } }],
    ['https://lemmy.example/c/cats@far.example?page=2', { kind: 'community', params: { host, name: 'cats@far.example' } }],
    ['https://lemmy.example/u/some.one', { kind: 'user', params: { host, name: 'some.one' } }],
    ['https://vger.app/posts/lemmy.example/c/cats@a.example/comments/12', { kind: 'post', params: { host, post: '12' } }],
    ['https://voyager.example/posts/lemmy.example/c/cats/comments/12/34', { kind: 'comment', params: { host, post: '12', comment: '34' } }],
    ['https://vger.app/posts/lemmy.example/u/somebody', { kind: 'user', params: { host, name: 'somebody' } }],
    ['https://phtn.app/post/lemmy.example/12', { kind: 'post', params: { host, post: '12' } }],
    ['https://phtn.app/comment/lemmy.example/34', { kind: 'comment', params: { host, comment: '34' } }],
    ['https://lemmyverse.link/lemmy.example/post/12', { kind: 'post', params: { host, post: '12' } }],
    ['https://lemmyverse.link/u/somebody@lemmy.example', { kind: 'user', params: { host, name: 'somebody' } }],
    ['https://lemmy.example/post/1234567890', null],
    ['https://lemmy.example/post/12/about', null],
    ['https://lemmy.example/communities', null],
    ['https://phtn.app/c/cats', null],
    ['https://vger.app/posts/all', null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('lemmy: comments of a post', () => {
  it('are its first level, by one tree', async () => {
    const { items, total, session, doors } = await play();
    expect(items).toHaveLength(70);
    expect([total, doors]).toEqual([70 + 10 * 12, ['API v3']]);
    expect(session.urls.map((url) => url.replace('https://lemmy.example', ''))).toEqual([
      '/api/v3/comment/list?post_id=1234567&type_=All&sort=Hot&max_depth=1&limit=50&page=1',
      '/api/v3/post?id=1234567',
      '/api/v3/site',
      '/api/v3/comment/list?post_id=1234567&type_=All&sort=Hot&max_depth=1&limit=50&page=2',
    ]);
    const item = items.find(({ id }) => id === '5000054');
    expect(item).toEqual(
      wholeItem({
        id: '5000054',
        kind: 'comment',
        author: {
          name: 'User 114',
          username: 'user114@far.example',
          id: '114',
          url: 'https://far.example/u/user114',
          avatarUrl: 'https://far.example/114.png',
        },
        text: 'Comment *5000054* & <b>\n\n::: spoiler why\nno\n:::',
        createdAt: '2024-05-01T00:54:00.000Z',
        createdAtPrecision: 'second',
        likes: 5,
        dislikes: 2,
        replyCount: 0,
        language: 'en',
        url: 'https://lemmy.example/comment/5000054',
        isPinned: false,
        isEdited: false,
        isAuthorPost: false,
        extra: { score: 3, apId: 'https://far.example/comment/5000054', isRemoved: false, isDeleted: false },
      }),
    );
  });

  it('are the whole tree with replies, deep branches by requests of their own', async () => {
    const { items, total, session } = await play({}, { replies: true });
    expect(items).toHaveLength(190);
    expect(new Set(items.map(({ id }) => id)).size).toBe(total);
    const deepest = items.find(({ id }) => id === '5000013');
    expect(deepest).toMatchObject({ parentId: '5000012', kind: 'reply' });
    const branches = session.urls.filter((url) => url.includes('parent_id='));
    expect(branches).toHaveLength(10);
    expect(branches.at(-1)).toContain('parent_id=5000008&type_=All&sort=Hot&max_depth=8');
  });

  it.each([false, true])('are read as a flat list where the tree is cut at its top (replies: %s)', async (replies) => {
    const { items, session } = await play({ comments: 400 }, { replies });
    expect(items).toHaveLength(replies ? 400 + 58 * 12 : 400);
    expect(session.urls.filter((url) => url.includes('sort=Old'))[0]).not.toContain('max_depth');
  });

  it('are read from API v4 where there is no v3', async () => {
    const { items, total, doors, session } = await play({ api: 'v4' }, { replies: true, sort: 'top' });
    expect([items.length, total, doors]).toEqual([190, 190, ['API v4']]);
    expect(session.urls.filter((url) => url.includes('/v3/'))).toHaveLength(1);
    expect(session.urls[1]).toContain('/api/v4/comment/list?post_id=1234567&type_=all&sort=top&max_depth=8&limit=50');
    expect(items[0]).toMatchObject({
      author: { username: expect.stringContaining('@') },
      likes: expect.any(Number),
      isAuthorPost: expect.any(Boolean),
    });
  });

  it('have UTC dates from servers that name no zone, and no text where they were removed', async () => {
    const { items } = await play({ isOld: true });
    expect(items.find(({ id }) => id === '5000054')?.createdAt).toBe('2024-05-01T00:54:00.000Z');
    const removed = items.filter(({ extra }) => extra['isRemoved'] === true);
    expect(removed.length).toBeGreaterThan(0);
    expect(removed.every(({ text }) => text === null)).toBe(true);
  });

  it.each([
    ['top', 'Top'],
    ['new', 'New'],
    ['old', 'Old'],
    ['controversial', 'Controversial'],
  ] as const)('are sorted by %s', async (sort, word) => {
    const { session } = await play({}, { sort });
    expect(session.urls[0]).toContain(`sort=${word}&`);
  });

  it('below one comment are those that answer it', async () => {
    const { items, total } = await play({}, { replies: true }, `${POST}/5000002#comment-5000002`);
    expect([items.length, total]).toEqual([11, 11]);
    expect(items.slice(0, 2).map(({ id, parentId }) => [id, parentId])).toEqual([
      ['5000003', null],
      ['5000004', '5000003'],
    ]);
    expect((await play({}, {}, 'https://lemmy.example/comment/5000002')).items).toHaveLength(1);
  });
});

describe('lemmy: posts', () => {
  it.each([{}, { isOld: true }, { api: 'v4' }] as const)('of a community, to the last page (%o)', async (params) => {
    const { items } = await play(params, {}, 'https://lemmy.example/c/cats@far.example');
    expect(items).toHaveLength(130);
    expect(items[1]).toMatchObject({
      id: '9999',
      kind: 'post',
      title: 'Post 9999 & more',
      text: null,
      replyCount: 3,
      likes: 12,
      url: 'https://lemmy.example/post/9999',
      media: [{ type: 'image', url: 'https://files.example/9999.png' }],
      extra: { link: 'https://files.example/9999.png', community: 'cats' },
    });
    expect(items[0]?.isPinned).toBe(true);
  });

  it.each([{}, { api: 'v4' }] as const)('of a person, or what the person answered (%o)', async (params) => {
    const posts = await play(params, { tweets: true }, 'https://lemmy.example/u/owner');
    expect(posts.items).toHaveLength(130);
    expect(posts.items.every(({ kind }) => kind === 'post')).toBe(true);
    const comments = await play(params, { replies: true }, 'https://lemmy.example/u/owner');
    expect(comments.items.slice(0, 2).map(({ kind, parentId }) => [kind, parentId])).toEqual([
      ['comment', null],
      ['reply', '41'],
    ]);
    if (!('api' in params)) expect(comments.total).toBe(130);
  });
});

describe('lemmy: what servers refuse', () => {
  const error = (status: number, word: string): FakeExchange => ({ match: '', status, body: { error: word } });
  it.each([
    [[error(404, 'couldnt_find_post')], 'NOT_FOUND'],
    [[error(400, 'couldnt_find_object')], 'NOT_FOUND'],
    [[error(404, 'not_found')], 'NOT_FOUND'],
    [[error(403, 'instance_is_private')], 'PRIVATE'],
    [[error(400, 'rate_limit_error')], 'RATE_LIMITED'],
    [[error(429, 'rate_limit_error')], 'RATE_LIMITED'],
    [[error(401, 'not_logged_in')], 'LOGIN_REQUIRED'],
    [[{ match: '', status: 502, body: '<html>Bad Gateway</html>' }], 'NETWORK'],
    [[{ match: '', body: '<!doctype html><title>Making sure you are not a bot</title>' }], 'BLOCKED'],
    [[{ match: '', status: 403, body: '<html>no</html>' }], 'BLOCKED'],
    [[{ match: '', status: 404, body: '' }], 'NOT_FOUND'],
    [[{ match: '', body: { comments: [{ comment: { id: 1, path: 'x' } }] } }], 'PLATFORM_CHANGED'],
    [
      [
        { match: 'comment/list', body: { comments: [] } },
        { match: '/post?', status: 404, body: { error: 'couldnt_find_post' } },
      ],
      'NOT_FOUND',
    ],
    [
      [
        { match: 'comment/list', body: { comments: [] } },
        { match: '/post?', body: { post_view: { post: { id: 1 }, counts: { comments: 4 } } } },
      ],
      'PLATFORM_CHANGED',
    ],
    [
      [
        { match: 'comment/list', body: { comments: [] } },
        { match: '/post?', status: 500 },
      ],
      '0 items',
    ],
  ])('%#', async (exchanges, code) => expect(await codeOf(exchanges as readonly FakeExchange[])).toBe(code));

  it('nothing where nobody has commented', async () => {
    const { items, total } = await play({}, {}, 'https://lemmy.example/post/2');
    expect([items, total]).toEqual([[], 0]);
  });
});
