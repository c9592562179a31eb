import { describe, expect, it } from 'vitest';
import { CommentdockError, TransientFailure } from '#core/contract/error.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/douyin/address.ts';
import douyin from '#core/platforms/douyin/index.ts';
import { type DouyinParams, douyinSimulator, SEC_UID, VIDEO } from '#core/platforms/douyin/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const OF_VIDEO = `https://www.douyin.com/video/${VIDEO}`;
const PROFILE = `https://www.douyin.com/user/${SEC_UID}`;
const play = (params: DouyinParams = {}, options: RunOptions = {}, url = OF_VIDEO, before: readonly FakeExchange[] = []) =>
  readAll(douyin, url, [...before, { match: '', simulator: douyinSimulator(params) }], options);
const codeOf = (run: Promise<{ readonly items: readonly unknown[] }>): Promise<string> =>
  run.then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const callsOf = (urls: readonly string[]): readonly string[] =>
  urls.filter((url) => url.includes('/aweme/')).map((url) => url.replace('https://www.douyin.com/aweme/v1/web/', ''));

describe('douyin: addresses', () => {
  const video = { kind: 'video', params: { video: VIDEO } };
  const profile = { kind: 'profile', params: { user: SEC_UID } };
  it.each([
    [`https://www.douyin.com/note/${VIDEO}?x=1`, video],
    [`https://www.douyin.com/slides/${VIDEO}`, video],
    [`https://www.douyin.com/user/${SEC_UID}?modal_id=${VIDEO}`, video],
    [`https://www.douyin.com/jingxuan?modal_id=${VIDEO}`, video],
    [`https://www.douyin.com/video/7000000000000000000?modal_id=${VIDEO}`, video],
    [`https://www.iesdouyin.com/share/note/${VIDEO}/`, video],
    [`https://m.douyin.com/share/video/${VIDEO}`, video],
    [`https://www.iesdouyin.com/share/user/1?sec_uid=${SEC_UID}`, profile],
    [PROFILE, profile],
    ['https://v.douyin.com/iAbC-_1/', { kind: 'short', params: { short: 'https://v.douyin.com/iAbC-_1/' } }],
    ...['video/12', 'hashtag/7565738211130035491', 'collection/7565738211130035491', 'user/self', 'search/x', ''].map(
      (path): [string, null] => [`https://www.douyin.com/${path}`, null],
    ),
    ['https://live.douyin.com/123456', null],
    [`https://www.iesdouyin.com/share/music/${VIDEO}`, null],
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));

  it.each(['7.94 复制打开抖音，看看 https://v.douyin.com/iAbC01/ 01/02 :7pm', 'https://v.douyin.com/iAbC01/ 复制此链接'])(
    'within what the app copies: %s',
    (text) => expect(claimIn(douyin, text)).toEqual(['short', { short: 'https://v.douyin.com/iAbC01/' }]),
  );
});

describe('douyin: comments', () => {
  it('are asked for plainly, to the end', async () => {
    const { items, total, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([45, 45 + 15 * 25, ['web API']]);
    expect(callsOf(session.urls)).toEqual(
      [0, 20, 40].map(
        (at) => `comment/list/?device_platform=webapp&aid=6383&channel=channel_pc_web&aweme_id=${VIDEO}&cursor=${at}&count=20&item_type=0`,
      ),
    );
    expect(items[4]).toEqual(
      wholeItem({
        id: '7571269780301510004',
        kind: 'comment',
        author: {
          name: '用户4',
          username: '2004',
          id: '100000001004',
          url: 'https://www.douyin.com/user/MS4wLjABAAAAuser4ofTheSimulator',
          avatarUrl: 'https://p3-pc.douyinpic.com/a4.jpeg',
          verified: false,
        },
        text: '话 4 7571269780301510004\n[呲牙]',
        createdAt: '2026-02-02T02:44:00.000Z',
        createdAtPrecision: 'second',
        likes: 4,
        replyCount: 0,
        media: [{ type: 'image', url: 'https://p3-sign.douyinpic.com/4.image' }],
        isPinned: false,
        extra: { location: '河南', heartedByCreator: false },
      }),
    );
    expect([items[0]?.isPinned, items[1]?.isAuthorPost, items[2]?.isAuthorPost, items[3]?.isAuthorPost]).toEqual([true, true, true, null]);
    expect([items[2]?.author.username, items[2]?.author.verified, items[3]?.author.username]).toEqual(['name2', true, null]);
    expect(items[1]?.extra).toEqual({ heartedByCreator: true });
  });

  it('have their replies from their list alone', async () => {
    const { items, session } = await play({ comments: 4 }, { replies: true });
    expect(items).toHaveLength(4 + 2 * 25);
    expect(items.filter(({ kind }) => kind === 'reply')[2]).toMatchObject({
      parentId: '7571269780301510000',
      extra: { replyToId: expect.stringMatching(/019$/) },
    });
    expect(callsOf(session.urls)[1]).toBe(
      `comment/list/reply/?device_platform=webapp&aid=6383&channel=channel_pc_web&item_id=${VIDEO}&comment_id=7571269780301510000&cut_version=1&cursor=0&count=20&item_type=0`,
    );
  });

  it('have the replies that come along where their list is shut', async () => {
    const { items, gaps } = await play({ comments: 1, shutReplies: true }, { replies: true });
    expect([items.length, items[1]?.parentId, gaps.map(({ cause }) => cause)]).toEqual([2, items[0]?.id, ['blocked']]);
  });

  it.each([
    [{ body: '' }],
    [{ status: 403, body: '' }],
    [{ status: 404, body: '' }],
    [{ body: '<html>Please wait...</html>' }],
    [{ body: { verify_center: 'x' } }],
    [{ body: { status_code: 2154 } }],
  ])('are asked for from inside a page, and not plainly again, after %j', async (refusal) => {
    const { items, doors, session } = await play({ open: 'page', refusal }, { replies: true });
    expect([items.length, doors]).toEqual([45 + 15 * 25, ['web API in a page']]);
    expect(session.sent.filter(({ headers }) => headers['referer'] !== undefined)).toHaveLength(1);
  });

  it('are heard while the page is scrolled where both are refused', async () => {
    const { items, total, doors, gaps } = await play({ open: 'script' });
    expect([items.length, total, doors, gaps]).toEqual([45, 45 + 15 * 25, ['page that is scrolled'], []]);
    const stopped = await play({}, {}, OF_VIDEO, [
      { match: ({ headers, url }) => url.includes('/aweme/') && headers['x'] === undefined, body: '' },
      {
        match: /\/video\//,
        body: '<html></html>',
        asks: [{ url: `https://www.douyin.com/aweme/v1/web/comment/list/?aweme_id=${VIDEO}&cursor=0`, headers: { x: '1' } }],
      },
    ]);
    expect([stopped.items.length, stopped.gaps.map(({ cause }) => cause)]).toEqual([20, ['notServed']]);
  });

  it('of short links are found where those lead', async () => {
    expect((await play({ comments: 3 }, {}, 'https://v.douyin.com/iVideo01/')).items).toHaveLength(3);
    for (const code of ['iUser01', 'iGone01']) expect(await codeOf(play({}, {}, `https://v.douyin.com/${code}/`)), code).toBe('NOT_FOUND');
  });
});

describe('douyin: lists of an account', () => {
  it('posts go on below the last moment', async () => {
    const { items, total, session } = await play({}, {}, PROFILE);
    expect([items.length, total]).toEqual([40, null]);
    expect(callsOf(session.urls)).toEqual(
      [0, 18, 36].map(
        (at) => `aweme/post/?device_platform=webapp&aid=6383&channel=channel_pc_web&sec_user_id=${SEC_UID}&max_cursor=${at}&count=18`,
      ),
    );
    expect(items[1]).toMatchObject({
      id: '7560000000000010001',
      kind: 'post',
      text: '作品 1 #话题',
      author: { name: '主人', url: PROFILE },
      likes: 1,
      replyCount: 7,
      url: 'https://www.douyin.com/note/7560000000000010001',
      media: [{ type: 'image', url: 'https://p3.douyinpic.com/p1.jpeg' }],
      isPinned: false,
      extra: { playCount: 0, shareCount: 3 },
    });
    expect(items[2]).toMatchObject({ url: 'https://www.douyin.com/video/7560000000000010002', media: [{ type: 'video' }] });
    expect(items[0]?.isPinned).toBe(true);
    const heard = await play({ open: 'script' }, {}, PROFILE);
    expect([heard.items, heard.doors]).toEqual([items, ['page that is scrolled']]);
  });

  it.each([
    ['followers', 'follower'],
    ['following', 'following'],
  ] as const)('%s are read to the end', async (selector, kind) => {
    const { items, total, session } = await play({}, { [selector]: true }, PROFILE);
    expect([items.length, total]).toEqual([45, 45]);
    expect(callsOf(session.urls).map((call) => new URLSearchParams(call).get('max_time'))).toEqual(['0', '1769998800', '1769997600']);
    expect(items[2]).toEqual(
      wholeItem({
        id: '100000001002',
        kind,
        author: {
          name: '用户2',
          username: 'name2',
          id: '100000001002',
          url: 'https://www.douyin.com/user/MS4wLjABAAAAuser2ofTheSimulator',
          avatarUrl: 'https://p3-pc.douyinpic.com/a2.jpeg',
          verified: true,
        },
        text: '关于 2',
        url: 'https://www.douyin.com/user/MS4wLjABAAAAuser2ofTheSimulator',
        extra: { followers: 2 },
      }),
    );
    expect(items[1]?.text).toBeNull();
  });
});

describe('douyin: what is refused', () => {
  const calls = (body: unknown, status = 200): readonly FakeExchange[] => [{ match: '/aweme/', status, body }];

  it.each([
    ['empty answers', calls(''), 'BLOCKED'],
    ['403', calls('', 403), 'BLOCKED'],
    ['404', calls('', 404), 'NOT_FOUND'],
    ['a web page', calls('<html>Please wait...</html>'), 'PLATFORM_CHANGED'],
    ['a slider', calls('<html>验证码中间页</html>'), 'CAPTCHA'],
    ['a check as JSON', calls({ verify_ticket: 'x' }), 'CAPTCHA'],
    ['a login', calls({ status_code: 8 }), 'LOGIN_REQUIRED'],
    ['2053', calls({ status_code: 2053 }), 'NOT_FOUND'],
    ['a deleted video', calls({ status_code: 0, filter_detail: { filter_reason: 'video_delete' } }), 'NOT_FOUND'],
    ['a private video', calls({ status_code: 0, filter_detail: { filter_reason: 'self_see' } }), 'PRIVATE'],
    ['429', calls('', 429), 'RATE_LIMITED'],
    ['an unknown code', calls({ status_code: 77, status_msg: 'odd' }), 'PLATFORM_CHANGED'],
    ['another form', calls({ status_code: 0, comments: [{ id: 1 }] }), 'PLATFORM_CHANGED'],
    ['none of its fields', calls({ status_code: 0 }), 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_, before, code) => expect(await codeOf(play({}, {}, OF_VIDEO, before))).toBe(code));

  it('nothing, where there are no comments; closed ones are told', async () => {
    expect(await codeOf(play({ comments: 0 }))).toBe('0 items');
    expect(await codeOf(play({ comments: 0, empty: { aweme_control: { can_comment: false } } }))).toBe('COMMENTS_DISABLED');
  });

  it('leaves what plain HTTP said where no browser gets there', async () => {
    for (const failure of [new CommentdockError('BROWSER_MISSING'), new TransientFailure('No certificate.')]) {
      const inPage: FakeExchange = {
        match: ({ url, headers }) => url.includes('/video/') || (url.includes('/aweme/') && !headers['referer']),
        failure,
      };
      expect(await codeOf(play({}, {}, OF_VIDEO, [inPage, ...calls('')]))).toBe('BLOCKED');
    }
  });
});
