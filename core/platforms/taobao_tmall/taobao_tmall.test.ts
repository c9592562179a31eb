import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import taobao from '#core/platforms/taobao_tmall/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { SLIDER } from '#test/world/mtop-gateway.ts';
import { ITEM, rate, taobaoSimulator, type TaobaoParams } from '#core/platforms/taobao_tmall/simulator.ts';

const PASTED = `https://item.taobao.com/item.htm?id=${ITEM}`;
const TMALL = `https://detail.tmall.com/item.htm?id=${ITEM}`;
const GATEWAY = 'https://h5api.m.taobao.com/h5/mtop.wdetail.getitemrates/3.0/';
const LOGIN = { unb: '1' };
const SESSION_EXPIRED = 'FAIL_SYS_SESSION_EXPIRED::SESSION';

const play = (params: TaobaoParams = {}): FakeExchange => ({ match: '', simulator: taobaoSimulator(params) });
const read = (exchanges: FakeExchange[], url = PASTED, cookies: Record<string, string> = {}) =>
  readAll(taobao, url, exchanges, {}, cookies);
const list = (rows: object[] | null, rest: object = { total: String(rows?.length), totalPage: '1' }): FakeExchange => ({
  match: GATEWAY,
  body: { ret: ['SUCCESS::ok'], data: { rateList: rows, ...rest } },
});
const only = async (row: object) => (await read([list([{ id: '1', ...row }])])).items[0];
const pagesAsked = (urls: readonly string[]): unknown[] =>
  urls.map((url) => (JSON.parse(new URL(url).searchParams.get('data') ?? '{}') as { pageNo?: number }).pageNo);

describe('taobao_tmall: URLs', () => {
  it.each([
    ['https://item.taobao.com/item.htm?spm=1&id=521422451240', 'taobao'],
    ['https://detail.tmall.com/item.htm?id=521422451240', 'tmall'],
    ['https://chaoshi.detail.tmall.com/item.htm?id=521422451240', 'tmall'],
    ['https://detail.tmall.hk/hk/item.htm?id=521422451240', 'tmall'],
    ['https://detail.m.tmall.com/item.htm?id=521422451240', 'tmall'],
    ['https://h5.m.taobao.com/awp/core/detail.htm?id=521422451240', 'taobao'],
    ['https://main.m.taobao.com/detail/index.html?id=521422451240', 'taobao'],
    ['https://world.taobao.com/item/521422451240.htm?fromSite=main', 'taobao'],
    ['https://a.m.taobao.com/i521422451240.htm', 'taobao'],
  ])('takes %s', (url, shop) => {
    expect(chooseFor(taobao, url)).toMatchObject({ target: 'item', params: { item: '521422451240', shop }, type: 'reviews' });
  });

  it('takes short links', () => {
    expect(chooseFor(taobao, 'https://e.tb.cn/h.AbC?tk=x')).toMatchObject({
      target: 'short',
      params: { address: 'https://e.tb.cn/h.AbC?tk=x' },
    });
  });

  it.each([
    'https://item.taobao.com/item.htm',
    'https://item.taobao.com/item.htm?id=abc',
    'https://shop123.taobao.com/?id=521422451240',
    'https://s.taobao.com/search?q=x&id=521422451240',
    'https://m.tb.cn/',
    'https://item.taobao.com.evil.org/item.htm?id=521422451240',
    'https://nottaobao.com/item.htm?id=521422451240',
  ])('refuses %s', (url) => {
    expect(taobao.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('taobao_tmall: the list', () => {
  it('gives a token first, and is read to its last page', async () => {
    const run = await read([play()]);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([25, 25, [], ['mtop']]);
    expect(pagesAsked(run.session.urls)).toEqual([1, 1, 2, 3]);
    const { searchParams } = new URL(run.session.urls[1] ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      jsv: '2.4.8',
      appKey: '12574478',
      api: 'mtop.wdetail.getItemRates',
      v: '3.0',
      type: 'json',
      data: `{"auctionNumId":"${ITEM}","pageNo":1,"pageSize":10}`,
    });
    expect(run.session.sent[0]?.headers).toEqual({ accept: 'application/json', referer: PASTED });
  });

  it('takes an answer that comes at once', async () => {
    const run = await read([list([rate(0)])]);
    expect([run.items.length, run.session.urls.length]).toEqual([1, 1]);
  });

  it('says where it turns no further', async () => {
    const run = await read([play({ mostPages: 2 })]);
    expect([run.items.length, run.total]).toEqual([20, 25]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('page 2') }]);
  });

  it('may be empty', async () => {
    const run = await read([play()], 'https://item.taobao.com/item.htm?id=999999');
    expect([run.items, run.total, run.gaps]).toEqual([[], 0, []]);
  });

  it('has every field of a review', async () => {
    const item = await only({
      id: '1055390436782',
      userNick: 'x**9',
      headPicUrl: '//wwc.example/p.jpg',
      feedback: ' 好  &amp; 大\r\n',
      feedbackDate: '2019-08-21',
      feedPicPathList: ['//img.example/1.jpg'],
      video: { cloudVideoUrl: '//cloud.example/1.mp4' },
      appendedFeed: { appendedFeedback: '还好', intervalDay: '2', appendFeedPicPathList: ['//img.example/2.jpg'], reply: '谢' },
      reply: '谢谢',
      skuMap: { 颜色: '红', 尺码: 'M' },
      rateType: '-1',
      interactInfo: { likeCount: '3' },
    });
    expect(itemSchema.parse(item)).toMatchObject({
      id: '1055390436782',
      kind: 'review',
      author: { name: 'x**9', avatarUrl: 'https://wwc.example/p.jpg' },
      text: '好  & 大',
      createdAt: '2019-08-21T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: null,
      rating: null,
      ratingScale: null,
      likes: null,
      media: [
        { type: 'image', url: 'https://img.example/1.jpg' },
        { type: 'video', url: 'https://cloud.example/1.mp4' },
      ],
      ownerReply: { text: '谢谢', createdAt: null },
    });
    expect(item?.extra).toEqual({
      rateType: '-1',
      variant: '颜色: 红; 尺码: M',
      likeCount: 3,
      followUp: { text: '还好', afterDays: 2, images: ['https://img.example/2.jpg'], ownerReply: '谢' },
    });
    const least = await only({ feedback: '', skuMap: {}, reply: '', video: {}, feedPicPathList: [] });
    expect(itemSchema.parse(least)).toMatchObject({ text: null, createdAt: null, media: [], ownerReply: null });
    expect(least?.extra).toEqual({});
  });

  it.each([
    ['FAIL_SYS_USER_VALIDATE::x', 'CAPTCHA'],
    ['RGV587_ERROR::SM::x', 'CAPTCHA'],
    [SESSION_EXPIRED, 'LOGIN_REQUIRED'],
    ['FAIL_SYS_API_NOT_FOUNDED::x', 'PLATFORM_CHANGED'],
  ])('may be refused: %s', async (refusal, code) => {
    await expect(read([play({ refusal })])).rejects.toMatchObject({ code });
  });

  it.each([
    ['the slider', { match: '', ...SLIDER }, 'CAPTCHA'],
    ['403', { match: '', status: 403 }, 'BLOCKED'],
    ['429', { match: '', status: 429 }, 'RATE_LIMITED'],
    ['502', { match: '', status: 502 }, 'NETWORK'],
    ['reviews that are counted and not there', list([], { total: '7', totalPage: '1' }), 'PLATFORM_CHANGED'],
    ['no list', list(null, {}), 'PLATFORM_CHANGED'],
  ] as const)('may be refused: %s', async (_what, exchange, code) => {
    await expect(read([exchange])).rejects.toMatchObject({ code });
  });

  it('names what changed', async () => {
    await expect(only({ feedbackDate: 7 })).rejects.toMatchObject({ path: 'data.rateList.0.feedbackDate' });
  });
});

describe("taobao_tmall: the item's own page", () => {
  const newer = (pageNo: number) => `https://h5api.m.tmall.com/h5/mtop.taobao.rate.detaillist.get/6.0/?pageNo=${pageNo}`;
  const other = 'https://h5api.m.taobao.com/h5/mtop.alibaba.review.list.for.new.pc.detail/1.0/?x=1';
  const body = (data: object) => `mtopjsonp1(${JSON.stringify({ ret: ['SUCCESS::ok'], data })})`;
  const reviewVO = {
    id: '1217454492091',
    userNick: 't**4',
    headPicUrl: 'http://img.example/p.jpg',
    reviewWordContent: '很舒服',
    reviewDate: '2个月前',
    reviewPicPathList: ['//img.example/1.jpg'],
    videoVOList: [{ cloudVideoUrl: '//cloud.example/1.mp4' }],
    reviewAppendVO: { appendedWordContent: '还好', intervalDay: 3 },
    skuText: { 尺码: '75B' },
    reply: '',
    interactionVO: { likeCount: '2' },
  };
  const page = (asks: readonly string[]): FakeExchange => ({ match: TMALL, body: '<html></html>', asks });

  it('is read on in the session of the owner where the list is refused', async () => {
    const shut = { ...play({ refusal: SESSION_EXPIRED }), match: 'wdetail' };
    const lists = [
      {
        match: newer(1),
        body: body({
          total: '3',
          rateList: [rate(0), { ...rate(1), userNick: null, reduceUserNick: 'y**1', feedbackDate: '2026年7月8日' }],
        }),
      },
      { match: newer(2), body: body({ total: '3', rateList: [rate(0)] }) },
      { match: other, body: body({ module: { reviewVOList: [reviewVO] } }) },
    ];
    const run = await read([shut, page([newer(1), newer(2), other]), ...lists], TMALL, LOGIN);
    expect([run.items.length, run.total, run.doors]).toEqual([3, 3, ["the item's page, in the browser"]]);
    expect(run.items[1]).toMatchObject({ author: { name: 'y**1' }, createdAt: '2026-07-08T00:00:00.000Z' });
    expect(itemSchema.parse(run.items[2])).toMatchObject({
      id: '1217454492091',
      text: '很舒服',
      createdAt: '2025-11-01T00:00:00.000Z',
      createdAtPrecision: 'month',
      relativeTime: '2个月前',
      media: [
        { type: 'image', url: 'https://img.example/1.jpg' },
        { type: 'video', url: 'https://cloud.example/1.mp4' },
      ],
      ownerReply: null,
    });
    expect(run.items[2]?.extra).toEqual({ variant: '尺码: 75B', likeCount: 2, followUp: { text: '还好', afterDays: 3 } });
  });

  it("is not opened where Tmall's gateway gives its list, with a session", async () => {
    const run = await read([play({ refusal: SESSION_EXPIRED, hasRates: true, reviews: 45 })], PASTED, LOGIN);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([45, 45, [], ['mtop, list of the page']]);
    const asked = run.session.urls.map((url) => new URL(url).hostname);
    expect(asked.filter((host) => host !== 'h5api.m.tmall.com')).toEqual(['h5api.m.taobao.com']);
  });

  it('is not opened without a session', async () => {
    const session = new FakeSession([play({ refusal: SESSION_EXPIRED })]);
    const [first] = taobao.start(chooseFor(taobao, PASTED), session.options);
    await expect(taobao.fetchPage(first!.cursor, session)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    expect(session.urls).toHaveLength(1);
  });

  it('may be refused too, or ask for nothing', async () => {
    const shut = { ...play({ refusal: 'FAIL_SYS_API_NOT_FOUNDED::x' }), match: 'wdetail' };
    const slider = { match: newer(1), body: { ret: ['FAIL_SYS_USER_VALIDATE::x'] } };
    await expect(read([shut, page([newer(1)]), slider], TMALL, LOGIN)).rejects.toMatchObject({ code: 'CAPTCHA' });
    const expired = { match: newer(1), body: { ret: [SESSION_EXPIRED] } };
    await expect(read([shut, page([newer(1)]), expired], TMALL, LOGIN)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    await expect(read([shut, page([])], TMALL, LOGIN)).rejects.toMatchObject({ path: 'capture' });
  });

  it('leaves the refusal of the list where there is no browser', async () => {
    const missing = { match: TMALL, failure: new CommentdockError('BROWSER_MISSING') };
    await expect(read([{ ...play({ refusal: SESSION_EXPIRED }), match: 'wdetail' }, missing], TMALL, LOGIN)).rejects.toMatchObject({
      code: 'LOGIN_REQUIRED',
    });
  });
});

describe('taobao_tmall: short links', () => {
  it('lead on by a script in their page', async () => {
    const run = await read([play({ reviews: 3 })], 'https://m.tb.cn/h.item');
    expect([run.items.length, run.session.urls[0]]).toEqual([3, 'https://m.tb.cn/h.item']);
  });

  it.each([
    ['h.login', 'LOGIN_REQUIRED'],
    ['h.slider', 'CAPTCHA'],
    ['h.away', 'NOT_FOUND'],
    ['h.nothing', 'NOT_FOUND'],
  ])('lead elsewhere: %s', async (code, error) => {
    await expect(read([play()], `https://m.tb.cn/${code}`)).rejects.toMatchObject({ code: error });
  });
});
