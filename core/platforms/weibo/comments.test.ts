import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import weibo from '#core/platforms/weibo/index.ts';
import { midOf } from '#core/platforms/weibo/mblog-id.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { MBLOG_ID, MID, OWNER, weiboSimulator, type WeiboParams } from '#core/platforms/weibo/simulator.ts';

const WEB = `https://weibo.com/${OWNER}/${MBLOG_ID}`;
const MOBILE = `https://m.weibo.cn/detail/${MID}`;
const PLAIN = `https://weibo.cn/comment/${MBLOG_ID}`;

function world(params: WeiboParams = {}): FakeExchange[] {
  return [{ match: /./, simulator: weiboSimulator(params) }];
}

const queriesOf = (urls: readonly string[], path: string) =>
  urls
    .map((url) => new URL(url))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));

describe('comments at weibo.com', () => {
  it('are read to the end', async () => {
    const { items, total, session, doors, gaps } = await readAll(weibo, WEB, world());
    expect([items.length, total, doors, gaps]).toEqual([50, 50, ['weibo.com'], []]);
    expect(queriesOf(session.urls, '/ajax/statuses/show')).toEqual([{ id: MBLOG_ID, isGetLongText: 'true' }]);
    const first = {
      is_reload: '1',
      id: MID,
      is_show_bulletin: '2',
      is_mix: '0',
      count: '20',
      uid: OWNER,
      fetch_level: '0',
      locale: 'zh-CN',
    };
    expect(queriesOf(session.urls, '/ajax/statuses/buildComments')).toEqual([
      first,
      { ...first, max_id: '20' },
      { ...first, max_id: '40' },
    ]);
    expect(session.sent[1]?.headers).toMatchObject({ referer: 'https://weibo.com/', 'x-requested-with': 'XMLHttpRequest' });
  });

  it('have every field', async () => {
    const { items } = await readAll(weibo, WEB, world({ comments: 5 }));
    expect(items[1]).toMatchObject({
      id: '5000000000000001',
      parentId: null,
      kind: 'comment',
      author: {
        name: '用户1',
        username: null,
        id: '7000000001',
        url: 'https://weibo.com/u/7000000001',
        avatarUrl: 'https://cdn.example/small1.jpg',
        verified: false,
      },
      text: 'Words 1 [心]',
      createdAt: '2026-01-01T08:39:44.000Z',
      likes: 1,
      replyCount: 0,
      isAuthorPost: false,
      url: null,
      extra: { location: '广东', heartedByCreator: true },
    });
    expect(items[0]).toMatchObject({ replyCount: 25, author: { avatarUrl: 'https://cdn.example/0.jpg', verified: true } });
    expect(items[2]?.media).toEqual([{ type: 'image', url: 'https://cdn.example/a.jpg' }]);
    expect(items[3]?.isAuthorPost).toBe(true);
  });

  it('with replies ask for those of each comment that has any', async () => {
    const { items, session } = await readAll(weibo, WEB, world({ comments: 6 }), { replies: true });
    expect(items).toHaveLength(6 + 2 * 25);
    const asked = queriesOf(session.urls, '/ajax/statuses/buildComments').filter((query) => query['fetch_level'] === '1');
    expect(asked[0]).toEqual({
      is_reload: '1',
      id: '5000000000000000',
      is_show_bulletin: '2',
      is_mix: '1',
      fetch_level: '1',
      max_id: '0',
      count: '20',
      uid: OWNER,
      locale: 'zh-CN',
    });
    expect(asked.map((query) => query['max_id']).toSorted()).toEqual(['0', '0', '20', '20']);
    const replies = items.filter((item) => item.parentId !== null);
    expect(replies[0]).toMatchObject({ kind: 'reply', parentId: '5000000000000000', replyCount: null, text: 'Answer 0' });
    expect(replies[4]?.parentId).toBe('500000000000000003');
  });

  it.each([
    ['top', '0'],
    ['new', '1'],
  ] as const)('sorted by %s', async (sort, flow) => {
    const { session } = await readAll(weibo, WEB, world({ comments: 1 }), { sort });
    expect(queriesOf(session.urls, '/ajax/statuses/buildComments')[0]?.['flow']).toBe(flow);
  });

  it.each([
    [{ status: 404 }],
    [{ status: 403, body: '<html></html>' }],
    [{ body: '<html>no data</html>' }],
    [{ body: { ok: -100, url: 'https://weibo.com/login' } }],
  ])('do without the post itself: %j', async (show) => {
    const { session } = await readAll(weibo, WEB, [
      { match: 'statuses/show', ...show },
      { match: 'buildComments', body: { ok: 1, data: [] } },
    ]);
    expect(queriesOf(session.urls, '/ajax/statuses/buildComments')[0]).toMatchObject({ id: midOf(MBLOG_ID), uid: OWNER });
    const detail = await readAll(weibo, `https://weibo.com/detail/${MID}`, [{ match: 'buildComments', body: { ok: 1, data: [] } }]);
    expect(queriesOf(detail.session.urls, '/ajax/statuses/buildComments')[0]).not.toHaveProperty('uid');
  });

  it('do without it where the wire breaks', async () => {
    const failure = new PlatformRefusal('BLOCKED');
    const exchanges = [
      { match: 'statuses/show', failure },
      { match: 'buildComments', body: { ok: 1, data: [] } },
    ];
    expect((await readAll(weibo, WEB, exchanges)).items).toEqual([]);
  });

  it('end where places come again, and after three pages without anything new', async () => {
    const circle = await readAll(weibo, WEB, world({ comments: 40, tail: 'circle' }));
    expect(circle.items).toHaveLength(40);
    expect(circle.session.urls).toHaveLength(3);
    const empty = await readAll(weibo, WEB, world({ comments: 20, tail: 'empty' }));
    expect(empty.items).toHaveLength(20);
    expect(empty.session.urls).toHaveLength(1 + 1 + 4);
  });

  it('that are chosen by the author are a note of the ledger', async () => {
    expect((await readAll(weibo, WEB, world({ words: '博主已开启评论精选' }))).gaps).toMatchObject([{ cause: 'hidden' }]);
  });
});

describe('comments at m.weibo.cn', () => {
  it('are read to the end, with replies', async () => {
    const { items, total, session, doors } = await readAll(weibo, MOBILE, world({ comments: 30 }), { replies: true });
    expect([items.length, total, doors]).toEqual([30 + 6 * 25, 30, ['m.weibo.cn']]);
    expect(queriesOf(session.urls, '/comments/hotflow')).toEqual([
      { id: MID, mid: MID, max_id_type: '0' },
      { id: MID, mid: MID, max_id: '20', max_id_type: '0' },
    ]);
    expect(queriesOf(session.urls, '/comments/hotFlowChild')[0]).toEqual({ cid: '5000000000000000', max_id: '0', max_id_type: '0' });
    expect(items[0]).toMatchObject({
      text: 'Words 0 [心]\n@某人 & more',
      likes: 0,
      isAuthorPost: null,
      createdAt: '2026-01-01T08:39:44.000Z',
    });
    expect(items.find((item) => item.id === '5000000000000002')?.media).toEqual([{ type: 'image', url: 'https://cdn.example/p.jpg' }]);
    expect(session.urls.some((url) => url.includes('statuses/show'))).toBe(false);
  });

  it('come through the old door where the new one is shut', async () => {
    const { items, total, session, doors } = await readAll(weibo, `https://m.weibo.cn/status/${MBLOG_ID}`, world({ isMobileShut: true }));
    expect([items.length, total, doors]).toEqual([50, 50, ['m.weibo.cn, by page']]);
    const id = midOf(MBLOG_ID);
    expect(queriesOf(session.urls, '/api/comments/show')).toEqual(['1', '2', '3'].map((page) => ({ id, page })));
  });

  it('may be none', async () => {
    expect((await readAll(weibo, MOBILE, world({ comments: 0 }))).items).toEqual([]);
  });
});

describe('comments at weibo.cn', () => {
  it('are read page by page, hot ones first', async () => {
    const { items, total, session } = await readAll(weibo, PLAIN, world({ comments: 25 }), { replies: true });
    expect([items.length, total]).toEqual([26, null]);
    expect(session.urls).toEqual([1, 2, 3, 4].map((page) => `${PLAIN}?page=${page}`));
    expect(items[0]).toMatchObject({ extra: { hot: true, source: '来自来自河南' }, isPinned: null });
    expect(items[2]).toMatchObject({
      id: '5000000000000001',
      parentId: null,
      kind: 'comment',
      author: { name: '用户1', id: '7000000001', url: 'https://weibo.com/u/7000000001', username: null, verified: null },
      text: '字1[心]后 @某人',
      likes: 1,
      createdAt: '2025-12-31T15:10:00.000Z',
      createdAtPrecision: 'minute',
      media: [],
      url: null,
    });
  });

  it('of the plain pages show who is verified by a picture behind the name', async () => {
    const { items } = await readAll(weibo, PLAIN, world());
    const verified = items.flatMap(({ author }) => (author.verified === true ? [Number(author.id) % 1000] : []));
    expect(verified).toEqual(items.map(({ author }) => Number(author.id) % 1000).filter((index) => index % 3 === 0));
  });

  it('end with a later page that is not there', async () => {
    const exchanges = [{ match: 'page=2', status: 404 }, ...world()];
    expect((await readAll(weibo, PLAIN, exchanges)).items).toHaveLength(11);
  });

  it('of a post may be none, whatever the post itself says', async () => {
    const body =
      '<div class="c" id="M_"><div><span class="ctt">他不存在，已被删除</span></div></div><div class="s"></div><div class="c">还没有人评论</div>';
    expect((await readAll(weibo, PLAIN, [{ match: '/comment/', body }])).items).toEqual([]);
    const gone = '<div class="me">该微博不存在哦!</div>';
    await expect(readAll(weibo, PLAIN, [{ match: '/comment/', body: gone }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a stranger', () => {
  const passportOf = (urls: readonly string[]) =>
    urls.map((url) => new URL(url)).filter(({ hostname }) => hostname === 'passport.weibo.com');

  it('becomes a visitor of weibo.com, once', async () => {
    const { items, session, gaps } = await readAll(weibo, WEB, world({ strangers: 'visitors' }), { replies: true });
    expect([items.filter(({ parentId }) => parentId === null).length, gaps]).toEqual([50, []]);
    expect(passportOf(session.urls).map(({ pathname }) => pathname)).toEqual(['/visitor/genvisitor2', '/visitor/visitor']);
    const posts = await readAll(weibo, `https://weibo.com/u/${OWNER}`, world({ strangers: 'visitors' }));
    expect(posts.items).toHaveLength(45);
  });

  it('is told of the login where the passport makes no visitor, and at the other front ends', async () => {
    const shut = await readAll(weibo, WEB, world({ strangers: 'none' })).catch((error: unknown) => error);
    expect(shut).toMatchObject({ code: 'LOGIN_REQUIRED' });
    const gone = { match: 'genvisitor2', status: 404 };
    await expect(readAll(weibo, WEB, [gone, ...world({ strangers: 'visitors' })])).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    const odd = { match: 'genvisitor2', body: 'visitor_gray_callback({"data":{}});' };
    await expect(readAll(weibo, WEB, [odd, ...world({ strangers: 'visitors' })])).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    await expect(readAll(weibo, MOBILE, world({ strangers: 'visitors' }))).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('is nobody whose session was given', async () => {
    const asks: FakeExchange = { match: 'buildComments', body: { ok: -100, url: 'https://weibo.com/login.php' } };
    const session = readAll(weibo, WEB, [{ match: 'passport', failure: new Error('asked') }, asks, ...world()], {}, { SUB: 'member' });
    await expect(session).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('what Weibo refuses', () => {
  const refusals: [string, Omit<FakeExchange, 'match'>, string][] = [
    ['ok -100', { body: { ok: -100, url: 'https://weibo.com/login.php' } }, 'LOGIN_REQUIRED'],
    ['414', { status: 414 }, 'RATE_LIMITED'],
    ['418', { status: 418 }, 'RATE_LIMITED'],
    ['432', { status: 432 }, 'LOGIN_REQUIRED'],
    ['429', { status: 429 }, 'RATE_LIMITED'],
    ['too many requests, in words', { body: { ok: 0, msg: '请求过于频繁，歇歇吧' } }, 'RATE_LIMITED'],
    ['20101', { body: { errno: '20101', msg: 'target weibo does not exist!' } }, 'NOT_FOUND'],
    ['20101 with status 400', { status: 400, body: { ok: 0, error_code: 20101, message: 'x' } }, 'NOT_FOUND'],
    ['a post that is gone', { body: { ok: 0, msg: '该微博不存在' } }, 'NOT_FOUND'],
    ['privacy', { body: { ok: 0, message: '由于作者隐私设置，你没有权限查看此微博' } }, 'PRIVATE'],
    ['closed comments', { body: { ok: 0, msg: '博主已关闭评论' } }, 'COMMENTS_DISABLED'],
    ['closed comments, otherwise', { body: { ok: 0, msg: '评论已关闭' } }, 'COMMENTS_DISABLED'],
    ['words that are not known', { body: { ok: 0, msg: '别的' } }, 'PLATFORM_CHANGED'],
    ['another form', { body: { ok: 1, data: 5 } }, 'PLATFORM_CHANGED'],
    ['a page', { body: '<html></html>' }, 'PLATFORM_CHANGED'],
    ['403', { status: 403, body: '' }, 'BLOCKED'],
    ['the way to a login', { status: 302, headers: { location: 'https://passport.weibo.com/visitor/visitor?a=1' } }, 'LOGIN_REQUIRED'],
  ];
  const login: FakeExchange = { match: /^https:\/\/passport\./, body: '<title>Sina Visitor System</title>' };

  it.each(refusals)('%s, at weibo.com', async (_, answer, code) => {
    const exchanges = [login, { match: 'buildComments', ...answer }, ...world()];
    await expect(readAll(weibo, WEB, exchanges)).rejects.toMatchObject({ code });
  });

  it.each(refusals.filter(([name]) => name !== '403'))('%s, at m.weibo.cn', async (_, answer, code) => {
    await expect(readAll(weibo, MOBILE, [login, { match: 'hotflow', ...answer }])).rejects.toMatchObject({ code });
  });

  it('is haste alone, with 432, for whoever has a session', async () => {
    const busy = { match: 'hotflow', status: 432 };
    await expect(readAll(weibo, MOBILE, [busy, ...world()], {}, { SUB: 'member' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it.each([
    [{ body: { ok: 0, errno: '20101' } }, 'NOT_FOUND'],
    [{ body: { ok: 0, msg: '由于作者隐私设置，你没有权限查看' } }, 'PRIVATE'],
  ])('the post itself: %j', async (show, code) => {
    await expect(readAll(weibo, WEB, world({ show }))).rejects.toMatchObject({ code });
  });

  it.each([
    ['https://weibo.cn/comment/J5cVGuUNx', {}, 'NOT_FOUND'],
    [PLAIN, { status: 302, headers: { location: 'https://passport.weibo.cn/signin/login' } }, 'LOGIN_REQUIRED'],
    [PLAIN, { status: 404 }, 'NOT_FOUND'],
    [PLAIN, { status: 418 }, 'RATE_LIMITED'],
  ] as const)('%s: %j', async (url, answer, code) => {
    const exchanges = [login, ...('status' in answer ? [{ match: '/comment/', ...answer }] : []), ...world()];
    await expect(readAll(weibo, url, exchanges)).rejects.toMatchObject({ code });
  });

  it('nothing, where nobody wrote', async () => {
    for (const msg of ['还没有人评论哦', '快来发表你的评论吧']) {
      const exchanges = [{ match: 'buildComments', body: { ok: 0, msg } }, ...world()];
      expect((await readAll(weibo, WEB, exchanges)).items).toEqual([]);
    }
  });
});
