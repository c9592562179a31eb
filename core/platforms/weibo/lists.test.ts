import { describe, expect, it } from 'vitest';
import weibo from '#core/platforms/weibo/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { MBLOG_ID, MID, OWNER, weiboSimulator, type WeiboParams } from '#core/platforms/weibo/simulator.ts';

function world(params: WeiboParams = {}): FakeExchange[] {
  return [{ match: /./, simulator: weiboSimulator(params) }];
}

const callsOf = (urls: readonly string[], path: string) =>
  urls
    .map((url) => new URL(url))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => Object.fromEntries(searchParams));

describe('who liked and reposted', () => {
  it.each([
    [
      `https://weibo.com/${OWNER}/${MBLOG_ID}`,
      'likes',
      '/ajax/statuses/likeShow',
      { id: MID, attitude_type: '0', attitude_enable: '1', page: '1', count: '20' },
    ],
    [
      `https://weibo.com/${OWNER}/${MBLOG_ID}`,
      'shares',
      '/ajax/statuses/repostTimeline',
      { id: MID, page: '1', moduleID: 'feed', count: '20' },
    ],
    [`https://m.weibo.cn/detail/${MID}`, 'likes', '/api/attitudes/show', { id: MID, page: '1' }],
    [`https://m.weibo.cn/detail/${MID}`, 'shares', '/api/statuses/repostTimeline', { id: MID, page: '1' }],
  ] as const)('%s: %s', async (url, selector, path, query) => {
    const { items, total, session } = await readAll(weibo, url, world(), { [selector]: true });
    expect([items.length, total]).toEqual([45, 45]);
    const calls = callsOf(session.urls, path);
    expect(calls).toHaveLength(4);
    expect(calls[0]).toEqual(query);
    expect(items[0]).toMatchObject({
      id: '7000000000',
      kind: selector === 'likes' ? 'like' : 'share',
      author: { name: '用户0', id: '7000000000', url: 'https://weibo.com/u/7000000000', avatarUrl: 'https://cdn.example/0.jpg' },
      text: 'About 0',
      createdAt: '2026-01-01T08:00:00.000Z',
      url: 'https://weibo.com/u/7000000000',
    });
    if (selector === 'shares') expect(items[1]?.extra).toMatchObject({ repostText: 'Repost 1', repostId: '481' });
    expect(items[1]?.text).toBeNull();
  });

  it.each([
    [`https://weibo.cn/attitude/${MBLOG_ID}`, {}, 'like'],
    [`https://weibo.cn/comment/${MBLOG_ID}`, { likes: true }, 'like'],
    [`https://weibo.cn/repost/${MBLOG_ID}`, {}, 'share'],
    [`https://weibo.cn/attitude/${MBLOG_ID}`, { shares: true }, 'share'],
  ])('%s %j', async (url, options, kind) => {
    const { items, session } = await readAll(weibo, url, world(), options);
    expect(items).toHaveLength(45);
    expect(session.urls[0]).toBe(`https://weibo.cn/${kind === 'like' ? 'attitude' : 'repost'}/${MBLOG_ID}?page=1`);
    expect(items[0]).toMatchObject({
      id: '7000000000',
      kind,
      author: { name: '用户0', id: '7000000000', url: 'https://weibo.com/u/7000000000', verified: true },
      text: null,
      createdAt: kind === 'like' ? '2026-01-01T04:30:00.000Z' : '2026-01-02T01:05:00.000Z',
    });
    if (kind === 'share') expect(items[0]?.extra).toMatchObject({ repostText: '再看 0', source: '来自网页' });
    expect(items[1]).toMatchObject({ id: 'somename', author: { username: 'somename', id: null, url: 'https://weibo.com/somename' } });
  });
});

describe('posts of an account', () => {
  it.each([
    [`https://weibo.com/u/${OWNER}`, '/ajax/statuses/mymblog', { uid: OWNER, page: '1', feature: '0' }, 4],
    [`https://m.weibo.cn/u/${OWNER}`, '/api/container/getIndex', { type: 'uid', value: OWNER, containerid: `107603${OWNER}` }, 3],
  ])('%s', async (url, path, query, pages) => {
    const { items, total, session } = await readAll(weibo, url, world());
    expect([items.length, total]).toEqual([45, 45]);
    const calls = callsOf(session.urls, path);
    expect(calls).toHaveLength(pages);
    expect(calls[0]).toEqual(query);
    expect(calls[1]).toEqual(path.includes('mymblog') ? { ...query, page: '2', since_id: '1kp' } : { ...query, since_id: '2' });
    expect(items[0]).toMatchObject({
      id: '4900000000000000',
      kind: 'post',
      author: { name: '用户0', id: OWNER },
      createdAt: '2026-01-01T08:00:00.000Z',
      likes: 0,
      replyCount: 5,
      url: `https://weibo.com/${OWNER}/Jabcd1000`,
      media: [
        { type: 'image', url: 'https://cdn.example/1.jpg' },
        { type: 'image', url: 'https://cdn.example/2.jpg' },
      ],
      isPinned: true,
      extra: { reposts: 6, isRepost: false },
    });
    expect(items[1]?.text).toMatch(/^The whole\s?text\n?/);
    expect(items[2]).toMatchObject({ likes: 1_000_000, approximate: true });
    expect(items[3]?.extra).toMatchObject({ isRepost: true, originalText: 'Said before' });
  });

  it('show their beginning where the whole text is not to be had', async () => {
    const exchanges = [{ match: 'longtext', status: 403 }, ...world({ listed: 2 })];
    expect((await readAll(weibo, `https://weibo.com/u/${OWNER}`, exchanges)).items[1]?.text).toBe('Post 1');
  });

  it.each([
    ['https://weibo.com/somename', { custom: 'somename' }],
    ['https://weibo.com/n/某人', { screen_name: '某人' }],
  ])('%s is looked up', async (url, query) => {
    const { items, session } = await readAll(weibo, url, world({ listed: 3 }));
    expect(items).toHaveLength(3);
    expect(callsOf(session.urls, '/ajax/profile/info')).toEqual([query]);
  });

  it('of nobody are NOT_FOUND', async () => {
    for (const url of ['https://weibo.com/othername', 'https://weibo.com/u/123456', 'https://weibo.cn/u/123456'])
      await expect(readAll(weibo, url, world()), url).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('at weibo.cn are cut out of its pages', async () => {
    const { items, session } = await readAll(weibo, `https://weibo.cn/u/${OWNER}`, world({ listed: 25 }), { tweets: true });
    expect(items).toHaveLength(25);
    expect(session.urls[0]).toBe(`https://weibo.cn/${OWNER}/profile?page=1`);
    expect(items[0]).toMatchObject({
      id: 'Jabcd1000',
      author: { name: '某人', id: OWNER, url: `https://weibo.com/u/${OWNER}` },
      text: '博0[嘻嘻] 绿洲',
      createdAt: '2025-12-01T07:07:00.000Z',
      createdAtPrecision: 'minute',
      likes: 0,
      replyCount: 8,
      url: `https://weibo.com/${OWNER}/Jabcd1000`,
      media: [{ type: 'image', url: 'http://cdn.example/large/0.jpg' }],
      extra: { reposts: 7, isRepost: false, source: '来自客户端' },
    });
    expect(items[1]).toMatchObject({
      text: '我说1[doge]',
      likes: 1,
      replyCount: 8,
      extra: { isRepost: true, originalText: '原来1[心]尾' },
    });
    expect(items[2]).toMatchObject({ text: '长2...', extra: { truncated: true } });
  });
});

describe.each(['followers', 'following'] as const)('%s', (list) => {
  it.each([
    [`https://weibo.com/u/${OWNER}`, '/ajax/friendships/friends'],
    [`https://m.weibo.cn/u/${OWNER}`, '/api/container/getIndex'],
  ])('at %s', async (url, path) => {
    const { items, total, session } = await readAll(weibo, url, world(), { [list]: true });
    expect([items.length, total]).toEqual([45, 45]);
    const calls = callsOf(session.urls, path);
    expect(calls).toHaveLength(4);
    const container = list === 'followers' ? `231051_-_fans_-_${OWNER}` : `231051_-_followers_-_${OWNER}`;
    const fans =
      list === 'followers' ? { relate: 'fans', page: '2', uid: OWNER, type: 'all', newFollowerCount: '0' } : { page: '2', uid: OWNER };
    const further = { containerid: container, [list === 'followers' ? 'since_id' : 'page']: '2' };
    expect(calls[1]).toEqual(path.startsWith('/ajax') ? fans : further);
    expect(items[1]).toMatchObject({
      id: '7000000001',
      kind: list === 'followers' ? 'follower' : 'following',
      author: { name: '用户1', id: '7000000001', avatarUrl: 'https://cdn.example/small1.jpg', verified: false },
      text: null,
      url: 'https://weibo.com/u/7000000001',
      extra: { followers: 1_005_000 },
    });
  });
});
