import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/xiaohongshu/address.ts';
import xiaohongshu from '#core/platforms/xiaohongshu/index.ts';
import { NOTE, OWNER, TOKEN, type XiaohongshuParams, xiaohongshuSimulator } from '#core/platforms/xiaohongshu/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const URL_OF_NOTE = `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=${TOKEN}`;
const PROFILE = `https://www.xiaohongshu.com/user/profile/${OWNER}`;
const play = (params: XiaohongshuParams = {}, options: RunOptions = {}, url = URL_OF_NOTE, before: readonly FakeExchange[] = []) =>
  readAll(xiaohongshu, url, [...before, { match: '', simulator: xiaohongshuSimulator(params) }], options);
const codeOf = (run: Promise<{ readonly items: readonly unknown[] }>): Promise<string> =>
  run.then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('xiaohongshu: addresses', () => {
  const note = { kind: 'note', params: { note: NOTE } };
  it.each([
    [
      `https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=AB%3D&xsec_source=pc_user`,
      { kind: 'note', params: { note: NOTE, token: 'AB=', source: 'pc_user' } },
    ],
    [`https://xiaohongshu.com/discovery/item/${NOTE.toUpperCase()}`, note],
    [`https://www.rednote.com/user/profile/${OWNER}/${NOTE}`, note],
    [`https://www.rednote.com/user/profile/${OWNER}`, { kind: 'profile', params: { user: OWNER } }],
    ['http://xhslink.com/a/AbC12', { kind: 'short', params: { short: 'https://xhslink.com/a/AbC12' } }],
    ...['explore', 'explore/123', `board/${NOTE}`, `page/topics/${NOTE}`, 'search_result?keyword=x', `user/profile/x/${NOTE}`].map(
      (path): [string, null] => [`https://www.xiaohongshu.com/${path}`, null],
    ),
    ['https://xhslink.com/x/AbC12', null],
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));

  it.each([
    '56 某人发布了一篇笔记 😆 http://xhslink.com/a/AbC12，复制本条信息',
    'http://xhslink.com/a/AbC12，复制本条信息',
    'https://xhslink.com/a/AbC12 打开看看',
  ])('within what the app copies: %s', (text) =>
    expect(claimIn(xiaohongshu, text)).toEqual(['short', { short: 'https://xhslink.com/a/AbC12' }]),
  );
});

describe('xiaohongshu: comments', () => {
  it('are those that the page asks for, to the end', async () => {
    const { items, total, gaps, doors, session } = await play();
    expect([items.length, total, gaps, doors]).toEqual([25, 25 + 6 * 13 + 6, [], ["calls of the note's page"]]);
    expect(session.urls[0]).toBe(`https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=ABsimulatedTokenOfTheNote%3D&xsec_source=pc_feed`);
    expect(session.urls.filter((url) => url.includes('/sub/page'))).toEqual([]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '66696f990000000000000001',
        kind: 'comment',
        author: {
          name: '用户1',
          id: '5b08f41df7e8b96c37d21001',
          url: 'https://www.xiaohongshu.com/user/profile/5b08f41df7e8b96c37d21001',
          avatarUrl: 'https://sns-avatar-qc.xhscdn.com/a1',
        },
        text: '话 1 [笑哭R] 66696f990000000000000001',
        createdAt: '2024-06-12T09:51:21.007Z',
        createdAtPrecision: 'second',
        likes: 1,
        replyCount: 13,
        isPinned: false,
        isAuthorPost: false,
      }),
    );
    expect(items[0]).toMatchObject({ isPinned: true, isAuthorPost: true, extra: { location: '江西' } });
    expect(items[3]).toMatchObject({ likes: 12_000, approximate: true });
    expect(items[4]?.media).toEqual([{ type: 'image', url: 'http://sns-webpic-qc.xhscdn.com/p.jpg' }]);
    expect([items[5]?.extra['status'], items[6]?.isAuthorPost]).toEqual([-2, true]);
  });

  it('have their replies: those that come along, and the rest where the thread is opened', async () => {
    const { items, gaps } = await play({}, { replies: true });
    expect([items.length, gaps]).toEqual([25 + 6 * 13 + 6, []]);
    const thread = items.filter(({ parentId }) => parentId === '66696f990000000000000001');
    expect(thread).toHaveLength(13);
    expect(thread[2]).toMatchObject({ kind: 'reply', replyCount: null, extra: { replyToId: thread[1]?.id } });
    expect(thread[1]?.extra['replyToId']).toBeUndefined();
    // A page with what came along fills the limit without a further request.
    const limited = await play({}, { replies: true, limit: 14 });
    expect(limited.session.urls.filter((url) => url.includes('/sub/page'))).toEqual([]);
    expect(limited.items[2]).toMatchObject({ kind: 'reply', parentId: limited.items[1]?.id });
  });

  it('of a thread that does not open are in the ledger', async () => {
    const refused: FakeExchange = { match: '/sub/page', status: 406, body: { code: -1 } };
    const { items, gaps } = await play({ comments: 3 }, { replies: true }, URL_OF_NOTE, [refused]);
    expect([items.length, gaps.map(({ cause }) => cause)]).toEqual([5, ['blocked']]);
  });

  it.each([
    ['state', "state of the note's page", 13],
    ['elements', "the note's page as it stands", null],
  ] as const)('come from what the page carries where it asks for nothing: %s', async (carries, door, replyCount) => {
    const { items, gaps, doors } = await play({ isAsking: false, carries });
    expect([items.length, doors, gaps.map(({ cause }) => cause)]).toEqual([10, [door], ['notServed']]);
    expect(items[1]).toMatchObject({
      id: '66696f990000000000000001',
      likes: 1,
      replyCount,
      isAuthorPost: false,
      author: { name: '用户1' },
    });
  });

  it('of short links are found where those lead', async () => {
    expect((await play({ comments: 3 }, {}, 'https://xhslink.com/a/note01')).items).toHaveLength(3);
    for (const short of ['m/user01', 'a/gone01'])
      expect(await codeOf(play({}, {}, `https://xhslink.com/${short}`)), short).toBe('NOT_FOUND');
  });
});

describe('xiaohongshu: notes of an account', () => {
  it('are those in its page, and those that it asks for', async () => {
    const { items, total, gaps } = await play({}, {}, PROFILE);
    expect([items.length, total, gaps]).toEqual([50, null, []]);
    expect(items[3]).toEqual(
      wholeItem({
        id: '66696f9b0d00000000000003',
        kind: 'post',
        author: { name: '主人', id: OWNER, url: PROFILE, avatarUrl: 'https://sns-avatar-qc.xhscdn.com/o' },
        text: '题目 3',
        createdAt: '2024-06-12T09:51:23.000Z',
        createdAtPrecision: 'second',
        likes: 10,
        approximate: true,
        url: 'https://www.xiaohongshu.com/explore/66696f9b0d00000000000003?xsec_token=ABtoken3%3D',
        media: [{ type: 'image', url: 'https://sns-webpic-qc.xhscdn.com/c3.jpg' }],
      }),
    );
    expect(items[40]).toMatchObject({ text: '题目 40', author: { name: '主人' } });
  });
});

describe('xiaohongshu: what the site refuses', () => {
  it('a link without its pass, with what to do', async () => {
    const run = play({}, {}, `https://www.xiaohongshu.com/explore/${NOTE}`);
    await expect(run).rejects.toMatchObject({
      code: 'BLOCKED',
      message: expect.stringContaining('copy the link there again with its xsec_token'),
    });
  });

  it.each([
    [-510_000, 'NOT_FOUND'],
    [-510_001, 'NOT_FOUND'],
    [-1, 'BLOCKED'],
    [300_012, 'BLOCKED'],
    [300_015, 'BLOCKED'],
    [300_013, 'RATE_LIMITED'],
    [-100, 'LOGIN_REQUIRED'],
    [-101, 'LOGIN_REQUIRED'],
    [77, 'PLATFORM_CHANGED'],
  ])('code %i', async (code, expected) =>
    expect(await codeOf(play({ refusal: { body: { code, success: false, msg: 'x' } } }))).toBe(expected),
  );

  it.each([
    [{ refusal: { status: 461, body: '' } }, 'CAPTCHA'],
    [{ refusal: { status: 471, body: '' } }, 'CAPTCHA'],
    [{ refusal: { status: 406, body: '' } }, 'BLOCKED'],
    [{ refusal: { status: 429, body: '' } }, 'RATE_LIMITED'],
    [{ refusal: { body: '<html></html>' } }, 'PLATFORM_CHANGED'],
    [{ refusal: { body: { code: 0, data: { comments: {} } } } }, 'PLATFORM_CHANGED'],
    [{ isAsking: false, words: '登录后查看评论' }, 'LOGIN_REQUIRED'],
    [{ isAsking: false, words: '安全限制' }, 'BLOCKED'],
    [{ isAsking: false, words: '当前笔记暂时无法浏览' }, 'BLOCKED'],
    [{ isAsking: false }, 'PLATFORM_CHANGED'],
    [{ isAsking: false, comments: 0 }, '0 items'],
    [{ comments: 0 }, '0 items'],
  ] as const)('%j', async (params, code) => expect(await codeOf(play(params))).toBe(code));

  it('an account or a note that is not there', async () => {
    const gone = OWNER.replace('6', '7');
    expect(await codeOf(play({}, {}, `https://www.xiaohongshu.com/user/profile/${gone}`))).toBe('NOT_FOUND');
    expect(await codeOf(play({}, {}, `https://www.xiaohongshu.com/explore/${gone}`))).toBe('NOT_FOUND');
    expect(await codeOf(play({ words: '请登录', isAsking: false }, {}, PROFILE))).toBe('LOGIN_REQUIRED');
  });
});
