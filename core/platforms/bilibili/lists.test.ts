import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import bilibili from '#core/platforms/bilibili/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { bilibiliSimulator, type BilibiliParams } from '#core/platforms/bilibili/simulator.ts';

const SPACE = 'https://space.bilibili.com/9';
const play = (url: string, options: RunOptions = {}, params: BilibiliParams = {}) =>
  readAll(bilibili, url, [{ match: '', simulator: bilibiliSimulator(params) }], options);
const codeOf = (exchange: FakeExchange, url = `${SPACE}/relation/fans`, options: RunOptions = {}): Promise<unknown> =>
  readAll(bilibili, url, [exchange], options).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('bilibili: followers and following', () => {
  it('come to browsers with a number alone, which is asked for once and only then', async () => {
    const { items, session } = await play(SPACE, { followers: true }, { wantsDevice: true });
    expect(items).toHaveLength(120);
    expect(session.urls.map((url) => new URL(url).pathname)).toEqual([
      '/x/relation/followers',
      '/x/frontend/finger/spi',
      ...Array<string>(3).fill('/x/relation/followers'),
    ]);
    const open = await play(SPACE, { followers: true }, {});
    expect(open.session.urls.some((url) => url.includes('finger'))).toBe(false);
  });

  it('are refused where nobody gives a number, or it does not help', async () => {
    const risk: FakeExchange = { match: 'x/relation', body: { code: -352, message: '-352' } };
    expect(await codeOf(risk)).toBe('BLOCKED');
  });

  it.each([
    ['followers', 'follower', 'followers?vmid=9&ps=50&pn=1'],
    ['following', 'following', 'followings?vmid=9&ps=50&pn=1&order_type='],
  ] as const)('%s', async (list, kind, first) => {
    const run = await play(SPACE, { [list]: true });
    expect([run.items.length, run.total, run.items[0]?.kind, run.gaps]).toEqual([120, 120, kind, []]);
    expect(run.session.urls).toHaveLength(3);
    expect(run.session.urls[0]).toContain(first);
  });

  it('has every field', async () => {
    const { items } = await play(SPACE, { followers: true }, { listed: 2 });
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: '5001',
      parentId: null,
      author: { name: 'Fan 5001', username: null, id: '5001', url: 'https://space.bilibili.com/5001', avatarUrl: null, verified: false },
      text: 'A & B',
      createdAt: '2023-11-14T20:49:59.000Z',
      url: 'https://space.bilibili.com/5001',
    });
    expect(items[0]?.text).toBeNull();
  });

  it('says how many bilibili keeps back', async () => {
    const run = await play(SPACE, { followers: true }, { listed: 5000, shown: 100 });
    expect([run.items.length, run.total]).toEqual([100, 5000]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 4900, note: expect.stringContaining('1,000') }]);
  });

  it.each<[Omit<FakeExchange, 'match'>, string]>([
    [{ body: { code: 22115, message: '用户已设置隐私，无法查看' } }, 'PRIVATE'],
    [{ body: { code: -101, message: '账号未登录' } }, 'LOGIN_REQUIRED'],
    [{ body: { code: -352, message: '-352' } }, 'BLOCKED'],
    [{ body: { code: -799, message: '请求过于频繁' } }, 'RATE_LIMITED'],
    [{ body: { code: -404, message: '啥都木有' } }, 'NOT_FOUND'],
    [{ status: 412 }, 'BLOCKED'],
    [{ body: { code: 0, data: { list: [], total: 0 } } }, '0 items'],
    [{ body: { code: 0, data: { list: [{ uname: 'no id' }], total: 1 } } }, 'PLATFORM_CHANGED'],
  ])('%j', async (answer, code) => {
    expect(await codeOf({ match: '/x/relation/', ...answer })).toBe(code);
  });
});

describe('bilibili: a short link', () => {
  it('is refused where it leads to something else than was asked for', async () => {
    await expect(play('https://b23.tv/AbCdEf', { followers: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('BV17x411w7KC'),
    });
    const to = (location: string): FakeExchange => ({ match: 'b23.tv', status: 302, headers: { location } });
    expect(await codeOf(to('https://example.org/'), 'https://b23.tv/x')).toBe('NOT_FOUND');
    expect(await codeOf(to('https://b23.tv/x'), 'https://b23.tv/x')).toBe('NOT_FOUND');
  });
});
