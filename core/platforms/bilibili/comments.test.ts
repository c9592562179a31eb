import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import bilibili from '#core/platforms/bilibili/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { AV, bilibiliSimulator, type BilibiliParams } from '#core/platforms/bilibili/simulator.ts';

type Json = Record<string, unknown>;
const VIDEO = `https://www.bilibili.com/video/av${AV}`;
const NO_KEY: FakeExchange = { match: '/nav', status: 404 };
const play = (params: BilibiliParams = {}, options: RunOptions = {}, url = VIDEO) =>
  readAll(bilibili, url, [{ match: '', simulator: bilibiliSimulator(params) }], options);
const data = (body: Json): Json => ({ code: 0, message: '0', data: body });
const row = (id: string, more: Json = {}): Json => ({
  rpid: 1,
  rpid_str: id,
  parent_str: '0',
  root_str: '0',
  content: { message: `m ${id}` },
  ...more,
});
/** One answer of the second door, on its first page or after a place. */
const cursorDoor = (body: Json, next = 0): FakeExchange => ({
  match: (request) => request.url.includes('/reply/main') && request.url.includes(`next=${next}&`),
  body: data(body),
});
const read = (exchanges: readonly FakeExchange[], options: RunOptions = {}, url = VIDEO) =>
  readAll(bilibili, url, [NO_KEY, ...exchanges], options);
const doors = (session: FakeSession): string[] => session.urls.map((url) => new URL(url).pathname);
const codeOf = (exchanges: readonly FakeExchange[], url = VIDEO): Promise<unknown> =>
  read(exchanges, {}, url).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('bilibili: comments', () => {
  it('reads top level alone, signed, the pinned comment first', async () => {
    const run = await play();
    expect(run.items.map((item) => Number(item.id))).toEqual(Array.from({ length: 50 }, (_, index) => 1000 + index));
    expect(run.items.filter((item) => item.isPinned === true).map((item) => item.id)).toEqual(['1000']);
    expect([run.total, run.doors, run.gaps]).toEqual([115, ['web API, signed'], []]);
    expect(doors(run.session)).toEqual(['/x/web-interface/nav', ...Array.from({ length: 3 }, () => '/x/v2/reply/wbi/main')]);
    expect(run.session.sent[1]?.headers['referer']).toBe('https://www.bilibili.com/');
  });

  it('with replies keeps the previews and asks for threads that have more, before the next page', async () => {
    const run = await play({ comments: 30 }, { replies: true });
    expect(run.items).toHaveLength(30 + 8 * 5);
    expect(doors(run.session).map((path) => path.split('/').at(-2))).toEqual([
      'web-interface',
      'wbi',
      ...Array.from({ length: 5 }, () => 'reply'),
      'wbi',
      ...Array.from({ length: 3 }, () => 'reply'),
    ]);
    expect(run.items.find((item) => item.id === '10001')).toMatchObject({ kind: 'reply', parentId: '10000', extra: { rootId: '1000' } });
  });

  it('asks for no thread whose answers are all there', async () => {
    const full = row('5', { rcount: 1, replies: [row('6', { parent_str: '5', root_str: '5' })] });
    const run = await read([cursorDoor({ replies: [full], cursor: { is_end: true } })], { replies: true });
    expect([run.items.map((item) => item.id), run.session.urls.some((url) => url.includes('/reply/reply'))]).toEqual([['5', '6'], false]);
  });

  it.each<[BilibiliParams, string[], string]>([
    [{ key: 'none' }, ['nav', 'main'], 'web API by cursor'],
    [{ doors: ['cursor'] }, ['nav', 'main', 'spi', 'main', 'main'], 'web API by cursor'],
    [{ doors: ['cursor'], refusal: { code: -412 } }, ['nav', 'main', 'main'], 'web API by cursor'],
    [{ doors: ['page'] }, ['nav', 'main', 'spi', 'main', 'main', 'reply'], 'web API by page'],
    [{ doors: ['page'], refusal: { status: 412 } }, ['nav', 'main', 'main', 'reply'], 'web API by page'],
    [{ doors: ['page'], refusal: { status: 404 } }, ['nav', 'main', 'main', 'reply'], 'web API by page'],
    [{ doors: ['page'], refusal: { status: 503 } }, ['nav', 'main', 'main', 'reply'], 'web API by page'],
  ])('takes the first door that opens, and keeps it: %o', async (params, first, door) => {
    const run = await play(params);
    expect([run.items.length, run.doors]).toEqual([50, [door]]);
    expect(doors(run.session).map((path) => path.split('/').at(-1))).toEqual([...first, ...Array.from({ length: 2 }, () => first.at(-1))]);
  });

  it('asks for the key once more where the signature is wrong', async () => {
    const run = await play({ key: 'stale', doors: ['signed'] });
    expect([run.items.length, doors(run.session).filter((path) => path.endsWith('nav')).length]).toEqual([50, 2]);
  });

  it.each<[RunOptions['sort'], string, string, string]>([
    [null, 'mode=3', 'mode=3', 'sort=1'],
    ['top', 'mode=3', 'mode=3', 'sort=1'],
    ['new', 'mode=2', 'mode=2', 'sort=0'],
  ])('sorts %s', async (sort, ...expected) => {
    const run = await play({ doors: ['page'], refusal: { code: -412 }, comments: 1 }, { sort: sort ?? null });
    expect(run.session.urls.slice(1).map((url, at) => url.includes(`${expected[at]}&`))).toEqual([true, true, true]);
  });

  it('does not end with a short page, but with what says so', async () => {
    const page = (ids: string[], cursor: Json): Json => ({ replies: ids.map((id) => row(id)), cursor });
    const short = await read([cursorDoor(page(['1'], { next: 2, is_end: false })), cursorDoor(page(['2'], { next: 3, is_end: true }), 2)]);
    expect(short.items.map((item) => item.id)).toEqual(['1', '2']);
    const same = await read([cursorDoor(page(['1'], { next: 2 })), cursorDoor(page(['2'], { next: 2 }), 2)]);
    expect([same.items.length, same.session.urls.length]).toEqual([2, 4 - 1]);
    const none = await read([cursorDoor(page(['1'], { next: 2 })), cursorDoor({ replies: null, cursor: { next: 3 } }, 2)]);
    expect([none.items.length, none.session.urls.length]).toEqual([1, 3]);
    const noPlace = await read([cursorDoor(page(['1'], { next: null }))]);
    expect(noPlace.items).toHaveLength(1);
  });

  it('finds pinned comments wherever they are named, once', async () => {
    const run = await read([
      cursorDoor({
        replies: [row('3'), row('4')],
        top_replies: [row('1')],
        top: { admin: null, upper: row('2'), vote: null },
        upper: { mid: 7, top: row('3') },
        cursor: { is_end: true },
      }),
    ]);
    expect(run.items.map(({ id, isPinned }) => [id, isPinned])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
      ['4', false],
    ]);
  });

  it('reads hot rows only where the first page has no others', async () => {
    const hots = [row('9')];
    expect((await read([cursorDoor({ replies: [], hots, cursor: { is_end: true } })])).items.map((item) => item.id)).toEqual(['9']);
    expect((await read([cursorDoor({ replies: [row('1')], hots, cursor: { is_end: true } })])).items.map((item) => item.id)).toEqual(['1']);
  });

  it('has every field', async () => {
    const full = row('9007199254740993', {
      rpid: 9007199254740992,
      parent_str: '12',
      root_str: '11',
      ctime: 1_700_000_000,
      like: 4,
      rcount: 0,
      member: {
        mid: '7',
        uname: 'UP &amp; co',
        avatar: 'http://i0.example/a.jpg',
        official_verify: { type: 0 },
        level_info: { current_level: 6 },
      },
      content: { message: '回复 @某人 :a &lt; b &amp;amp; &#39;c&#39;\n[doge] ', pictures: [{ img_src: 'https://i0.example/p.jpg' }] },
      up_action: { like: true, reply: false },
      reply_control: { location: 'IP属地：广东' },
      invisible: true,
    });
    const { items } = await read([cursorDoor({ replies: [full, row('8')], upper: { mid: 7 }, cursor: { is_end: true, all_count: 2 } })]);
    expect(itemSchema.strict().parse(items[0])).toMatchObject({
      id: '9007199254740993',
      parentId: '12',
      kind: 'reply',
      author: {
        name: 'UP &amp; co',
        username: null,
        id: '7',
        url: 'https://space.bilibili.com/7',
        avatarUrl: 'http://i0.example/a.jpg',
        verified: true,
      },
      text: "回复 @某人 :a < b &amp; 'c'\n[doge]",
      createdAt: '2023-11-14T22:13:20.000Z',
      createdAtPrecision: 'second',
      likes: 4,
      replyCount: 0,
      url: `https://www.bilibili.com/video/av${AV}#reply9007199254740993`,
      media: [{ type: 'image', url: 'https://i0.example/p.jpg' }],
      isPinned: false,
      isAuthorPost: true,
      extra: { rootId: '11', location: '广东', level: 6, likedByOwner: true, answeredByOwner: false, hidden: true },
    });
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      parentId: null,
      kind: 'comment',
      author: { name: null, id: null, url: null, verified: null },
      createdAt: null,
      likes: null,
      isAuthorPost: null,
      extra: {},
    });
  });

  it.each<[string, string, string]>([
    ['https://www.bilibili.com/read/cv99', 'type=12&oid=99', 'https://www.bilibili.com/read/cv99#reply1000'],
    ['https://www.bilibili.com/audio/au7', 'type=14&oid=7', 'https://www.bilibili.com/audio/au7#reply1000'],
    ['https://www.bilibili.com/opus/11', `type=11&oid=${AV}`, 'https://www.bilibili.com/opus/11#reply1000'],
    ['https://t.bilibili.com/17', `type=17&oid=${AV}`, 'https://www.bilibili.com/opus/17#reply1000'],
    ['https://www.bilibili.com/bangumi/play/ep124', 'type=1&oid=5', 'https://www.bilibili.com/video/av5#reply1000'],
    ['https://www.bilibili.com/bangumi/play/ss1', `type=1&oid=${AV}`, `https://www.bilibili.com/video/av${AV}#reply1000`],
    ['https://b23.tv/AbCdEf', `type=1&oid=${AV}`, `https://www.bilibili.com/video/av${AV}#reply1000`],
  ])('finds those of %s', async (url, query, address) => {
    const run = await play({ key: 'none', comments: 25 }, {}, url);
    expect([run.items.length, run.items[0]?.url, run.session.urls.at(-1)?.includes(query)]).toEqual([25, address, true]);
  });

  it('says what a login would bring, where the list ends early without one', async () => {
    const early = cursorDoor({ replies: [row('1')], cursor: { is_end: true, all_count: 900 } });
    expect((await read([early])).gaps).toEqual([{ cause: 'login', count: 0, note: expect.stringContaining('SESSDATA') }]);
    expect((await readAll(bilibili, VIDEO, [NO_KEY, early], {}, { SESSDATA: 'x' })).gaps).toEqual([]);
    expect((await read([cursorDoor({ replies: [row('1')], cursor: { is_end: true, all_count: 1 } })])).gaps).toEqual([]);
  });

  it('is done with nothing where there is nothing', async () => {
    const run = await read([cursorDoor({ replies: [], cursor: { is_end: true, all_count: 0 } })]);
    expect([run.items, run.total, run.gaps]).toEqual([[], 0, []]);
  });
});

describe('bilibili: refusals', () => {
  it.each<[Json, string]>([
    [{ code: 12002, message: '评论区已关闭' }, 'COMMENTS_DISABLED'],
    [{ code: 12061, message: 'UP主已关闭评论区' }, 'COMMENTS_DISABLED'],
    [{ code: -404, message: '啥都木有' }, 'NOT_FOUND'],
    [{ code: 62002, message: '稿件不可见' }, 'NOT_FOUND'],
    [{ code: 62004, message: '稿件审核中' }, 'NOT_FOUND'],
  ])('%j ends it at the first door', async (body, code) => {
    const session = new FakeSession([NO_KEY, { match: '/x/v2/', body }]);
    const [first] = bilibili.start(
      { target: 'video', params: { id: '1' }, type: 'comments', selector: 'own', url: VIDEO },
      session.options,
    );
    await expect(bilibili.fetchPage(first!.cursor, session)).rejects.toMatchObject({ code });
    expect(session.urls).toHaveLength(2);
  });

  it.each<[Omit<FakeExchange, 'match'>, string]>([
    [{ body: { code: -412, message: '请求被拦截' } }, 'BLOCKED'],
    [{ body: { code: -352, message: '-352' } }, 'BLOCKED'],
    [{ body: { code: -799, message: '请求过于频繁，请稍后再试' } }, 'RATE_LIMITED'],
    [{ body: { code: -101, message: '账号未登录' } }, 'LOGIN_REQUIRED'],
    [{ body: { code: -400, message: '请求错误' } }, 'PLATFORM_CHANGED'],
    [{ body: { code: 12009, message: '评论主体的type不合法' } }, 'PLATFORM_CHANGED'],
    [{ body: data({ replies: null, v_voucher: 'voucher_x' }) }, 'BLOCKED'],
    [{ body: data({ v_voucher: 'voucher_x' }) }, 'BLOCKED'],
    [{ body: { code: 0, message: '0' } }, 'BLOCKED'],
    [{ status: 412 }, 'BLOCKED'],
    [{ status: 412, body: { code: -412 } }, 'BLOCKED'],
    [{ status: 403 }, 'BLOCKED'],
    [{ status: 404 }, 'NOT_FOUND'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ status: 502 }, 'NETWORK'],
    [{ body: '<html>' }, 'PLATFORM_CHANGED'],
    [{ body: data({ replies: [{ rpid_str: 5 }] }) }, 'PLATFORM_CHANGED'],
  ])('%j at every door', async (answer, code) => {
    expect(await codeOf([{ match: '/x/v2/', ...answer }])).toBe(code);
  });

  it('is no empty row where a comment has no id', async () => {
    await expect(read([cursorDoor({ replies: [{ content: { message: 'x' } }], cursor: { is_end: true } })])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'data.replies.rpid',
    });
  });

  it('on a later page is that of the door that is kept', async () => {
    const first = cursorDoor({ replies: [row('1')], cursor: { next: 2 } });
    expect(await codeOf([first, { match: 'next=2', body: { code: -352 } }])).toBe('BLOCKED');
    expect(await codeOf([first, { match: 'next=2', body: data({ replies: null, v_voucher: 'v', cursor: { next: 3 } }) }])).toBe('BLOCKED');
  });

  it('knows what is not there any more', async () => {
    expect(await codeOf([{ match: 'web-dynamic', body: { code: 4101131, message: '动态不存在' } }], 'https://t.bilibili.com/5')).toBe(
      'NOT_FOUND',
    );
    expect(await codeOf([{ match: 'pgc', body: { code: -404, message: '啥都木有' } }], 'https://www.bilibili.com/bangumi/play/ep1')).toBe(
      'NOT_FOUND',
    );
    const other = { code: 0, result: { episodes: [{ id: 2, aid: 3 }] } };
    expect(await codeOf([{ match: 'pgc', body: other }], 'https://www.bilibili.com/bangumi/play/ep1')).toBe('NOT_FOUND');
  });
});

describe('bilibili: one thread', () => {
  const thread = (anchor: number) => `${VIDEO}#reply${anchor}`;

  it.each([false, true])('gives the root, then all that answers it (replies: %s)', async (replies) => {
    const run = await play({}, { replies }, thread(1004));
    expect(run.items.map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['1004', null, 'comment'],
      ['10040', '1004', 'reply'],
      ['10041', '10040', 'reply'],
      ['10042', '1004', 'reply'],
      ['10043', '1004', 'reply'],
      ['10044', '1004', 'reply'],
    ]);
    expect([run.total, doors(run.session)]).toEqual([5, ['/x/v2/reply/reply']]);
  });

  it('finds the thread that a reply stands in', async () => {
    const run = await play({}, {}, thread(10041));
    expect(run.items.map((item) => item.id)).toEqual(['1004', '10040', '10041', '10042', '10043', '10044']);
    expect(doors(run.session)).toEqual(['/x/v2/reply/reply', '/x/v2/reply/main', '/x/v2/reply/reply']);
    expect(run.session.urls[1]).toContain('seek_rpid=10041');
  });

  it('turns pages until as many have come as there are', async () => {
    const page = (pn: number, ids: string[]): FakeExchange => ({
      match: `root=7&pn=${pn}&`,
      body: data({ root: row('7'), replies: ids.map((id) => row(id, { parent_str: '7' })), page: { count: 3 } }),
    });
    const run = await read([page(1, ['8', '9']), page(2, ['10'])], {}, thread(7));
    expect([run.items.map((item) => item.id), run.session.urls.length]).toEqual([['7', '8', '9', '10'], 2]);
  });

  it('says so where the comment is gone, or all of them', async () => {
    const none = cursorDoor({ replies: [row('1')], cursor: { is_end: true } });
    expect(await codeOf([{ match: '/reply/reply', body: { code: 12022, message: '已经被删除了' } }, none], thread(99))).toBe('NOT_FOUND');
    expect(await codeOf([{ match: '/x/v2/', body: { code: 12002, message: '评论区已关闭' } }], thread(99))).toBe('COMMENTS_DISABLED');
  });
});
