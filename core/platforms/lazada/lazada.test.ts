import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import lazada from '#core/platforms/lazada/index.ts';
import { repaired } from '#core/platforms/lazada/review.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { SLIDER } from '#test/world/mtop-gateway.ts';
import { ITEM, lazadaSimulator, type LazadaParams } from '#core/platforms/lazada/simulator.ts';

const PASTED = `https://www.lazada.com.my/products/office-chair-i${ITEM}-s1.html`;

const play = (params: LazadaParams = {}): FakeExchange => ({ match: '', simulator: lazadaSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PASTED) => readAll(lazada, url, exchanges, options);
const asked = (page: number, { site = 'lazada.com.my', sort = 0 } = {}): string =>
  `https://my.${site}/pdp/review/getReviewList?itemId=${ITEM}&pageSize=20&filter=0&sort=${sort}&pageNo=${page}`;
const rows = (items: object[] | null, paging: object = { totalItems: items?.length, totalPages: 1 }): FakeExchange => ({
  match: 'getReviewList',
  body: { success: true, model: { paging, items } },
});
const only = async (row: object, url = PASTED) => (await read([rows([{ reviewRateId: 1, ...row }])], {}, url)).items[0];

describe('lazada: URLs', () => {
  it.each([
    ['https://www.lazada.com.my/products/office-chair-i2345-s98.html?spm=1', 'product', { item: '2345', site: 'lazada.com.my' }],
    ['lazada.sg/products/pdp-i2345-s98.html', 'product', { item: '2345', site: 'lazada.sg' }],
    ['https://www.lazada.co.th/products/-i2345.html', 'product', { item: '2345', site: 'lazada.co.th' }],
    ['https://m.lazada.vn/products/i2345-s98.html', 'product', { item: '2345', site: 'lazada.vn' }],
    ['https://www.lazada.co.id/kursi-kantor-i2345-s98.html', 'product', { item: '2345', site: 'lazada.co.id' }],
    ['https://www.daraz.com.bd/products/chair-i2345-s98.html', 'product', { item: '2345', site: 'daraz.com.bd' }],
    ['https://pages.lazada.com.ph/wow/i/ph/x?itemId=2345', 'product', { item: '2345', site: 'lazada.com.ph' }],
    ['https://s.lazada.sg/s.AbC', 'short', { address: 'https://s.lazada.sg/s.AbC' }],
    ['https://c.lazada.co.th/t/c.AbC', 'short', { address: 'https://c.lazada.co.th/t/c.AbC' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(lazada, url)).toMatchObject({ target, params, type: 'reviews' });
  });

  it.each([
    'https://www.lazada.com.my/shop-chairs/',
    'https://www.lazada.com.my/products/chair.html',
    'https://www.lazada.com/products/chair-i2345.html',
    'https://s.lazada.sg/',
    'https://www.lazada.sg.evil.org/products/chair-i2345.html',
    'https://notlazada.sg/products/chair-i2345.html',
  ])('refuses %s', (url) => {
    expect(lazada.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('lazada: the list', () => {
  it('is read to its last page; rows without a rating stand in the ledger', async () => {
    const run = await read([play()]);
    expect(run.session.urls).toEqual([1, 2, 3].map((page) => asked(page)));
    expect(run.session.sent[0]?.headers).toEqual({
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      referer: `https://www.lazada.com.my/products/-i${ITEM}.html`,
    });
    expect([run.items.length, run.total]).toEqual([41, 45]);
    expect(run.gaps.map((gap) => [gap.cause, gap.count])).toEqual([
      ['notServed', 2],
      ['notServed', 2],
    ]);
  });

  it('is sorted by date on request, and that of the country of the URL', async () => {
    expect((await read([play({ reviews: 5 })], { sort: 'new' })).session.urls).toEqual([asked(1, { sort: 1 })]);
    const daraz = await read([play({ reviews: 5, host: 'my.daraz.pk' })], {}, `https://www.daraz.pk/products/-i${ITEM}.html`);
    expect([daraz.items.length, daraz.session.urls]).toEqual([5, [asked(1, { site: 'daraz.pk' })]]);
  });

  it('is empty for an item that nobody knows', async () => {
    const run = await read([play()], {}, 'https://www.lazada.com.my/products/-i99.html');
    expect([run.items, run.total, run.gaps, run.session.urls.length]).toEqual([[], 0, [], 1]);
  });

  it('goes on without a page count until a page is empty, and says where one comes early', async () => {
    const open = await read([{ ...rows([], {}), match: 'pageNo=2' }, rows([{ reviewRateId: 1 }], {})]);
    expect([open.items.length, open.session.urls.length, open.gaps]).toEqual([1, 2, []]);
    const early = await read([{ ...rows([], { totalPages: 3, totalItems: 45 }), match: 'pageNo=2' }, play()]);
    expect([early.items.length, early.session.urls.length]).toEqual([18, 2]);
    expect(early.gaps.at(-1)).toEqual({ cause: 'notServed', count: 0, note: expect.stringContaining('page 2') });
  });
});

describe('lazada: a review', () => {
  it('has every field', async () => {
    const item = await only({
      reviewRateId: 435680004106956,
      rating: 4,
      reviewTitle: 'T',
      reviewContent: ' a  b &amp; <3<br>c ',
      reviewTime: '02 Jul 2025',
      buyerName: 'J***.',
      buyerId: 7,
      upVotes: 3,
      images: [{ url: '//img.example/1.jpg' }, 'https://img.example/2.jpg'],
      videos: [{ videoUrl: 'https://v.example/1.mp4', coverUrl: 'https://v.example/1.jpg' }],
      replies: [{ replyContent: 'Thanks', replyTime: '03 Jul 2025' }, { replyContent: 'Again' }],
      skuInfo: 'Colour:Black',
      skuId: '9',
      isPurchased: true,
      boughtDate: '20 Jun 2025',
      sellerName: 'The shop',
      itemTitle: 'Chair',
    });
    expect(itemSchema.parse(item)).toMatchObject({
      id: '435680004106956',
      kind: 'review',
      author: { name: 'J***.', id: '7' },
      title: 'T',
      text: 'a  b & <3\nc',
      createdAt: '2025-07-02T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: null,
      rating: 4,
      ratingScale: 5,
      likes: 3,
      media: [
        { type: 'image', url: 'https://img.example/1.jpg' },
        { type: 'image', url: 'https://img.example/2.jpg' },
        { type: 'video', url: 'https://v.example/1.mp4' },
      ],
      ownerReply: { text: 'Thanks', createdAt: '2025-07-03T00:00:00.000Z' },
    });
    expect(item?.extra).toEqual({
      variant: 'Colour:Black',
      variantId: '9',
      verifiedPurchase: true,
      boughtDate: '20 Jun 2025',
      seller: 'The shop',
      product: 'Chair',
    });
  });

  it('may have next to nothing', async () => {
    const item = await only({ reviewContent: '', upVotes: -1, replies: [] });
    expect(itemSchema.parse(item)).toMatchObject({ text: null, title: null, likes: null, createdAt: null, ownerReply: null, media: [] });
    expect(item?.extra).toEqual({});
  });

  it('may have its numbers as text', async () => {
    const list = rows([
      { reviewRateId: '1', rating: '4', upVotes: '2' },
      { reviewRateId: '2', rating: '0', upVotes: '-1' },
    ]);
    const { items } = await read([list]);
    expect(items.map(({ id, rating, likes }) => [id, rating, likes])).toEqual([['1', 4, 2]]);
    await expect(only({ rating: 'good' })).rejects.toMatchObject({ path: 'model.items.0.rating' });
  });

  it.each([
    [{ reviewTime: '2 weeks ago' }, '2025-12-18T00:00:00.000Z', 'week', '2 weeks ago'],
    [{ reviewTime: 'lately' }, null, null, 'lately'],
    [
      { reviewTime: '02 Jul 2025', zonedReviewTime: '2025-07-02T10:11:12+08:00[Asia/Singapore]' },
      '2025-07-02T02:11:12.000Z',
      'second',
      null,
    ],
    [{ zonedReviewTime: '2025-07-02T10:11:12' }, '2025-07-02T10:11:12.000Z', 'second', null],
    [{ zonedReviewTime: '2025-07-02' }, '2025-07-02T00:00:00.000Z', 'day', null],
    [{ reviewTime: '3 days ago', zonedReviewTime: '2025-12-29T00:00:00Z' }, '2025-12-29T00:00:00.000Z', 'second', '3 days ago'],
  ])('is dated by %o', async (row, createdAt, createdAtPrecision, relativeTime) => {
    expect(await only(row)).toMatchObject({ createdAt, createdAtPrecision, relativeTime });
  });

  it.each([
    ['lazada.co.th', '02 ก.ค. 2568'],
    ['lazada.vn', '2 tháng 7, 2025'],
    ['lazada.co.id', '02 Juli 2025'],
  ])('is dated in the language of %s', async (site, reviewTime) => {
    const item = await only({ reviewTime }, `https://www.${site}/products/-i${ITEM}.html`);
    expect(item).toMatchObject({ createdAt: '2025-07-02T00:00:00.000Z', createdAtPrecision: 'day' });
  });

  it.each([
    [{ sellerReply: 'Thanks' }, { text: 'Thanks', createdAt: null }],
    [{ reply: { content: 'Thanks', replyTime: '2025-07-03T00:00:00Z' } }, { text: 'Thanks', createdAt: '2025-07-03T00:00:00.000Z' }],
    [{ replies: [{ reviewContent: 'Thanks', reviewTime: '03 Jul 2025' }] }, { text: 'Thanks', createdAt: '2025-07-03T00:00:00.000Z' }],
    [{ sellerReply: '' }, null],
  ])('has the reply of older answers: %o', async (row, ownerReply) => {
    expect(await only(row)).toMatchObject({ ownerReply });
  });

  it('is mended where all of it was read in a wrong encoding', async () => {
    expect(await only({ reviewContent: 'Good \u00f0\u009f\u0091\u008d' })).toMatchObject({ text: 'Good 👍' });
    expect(['Ä\u0083n ngon', 'ðŸ‘\u008d', 'café', 'ok', 'Ã© ăn', '👍'].map(repaired)).toEqual([
      'ăn ngon',
      '👍',
      'café',
      'ok',
      'Ã© ăn',
      '👍',
    ]);
  });
});

describe('lazada: refusals', () => {
  it.each([
    ['the slider', SLIDER, 'CAPTCHA'],
    ['the slider as a code', { body: { ret: ['FAIL_SYS_USER_VALIDATE'], data: { url: '/punish' } } }, 'CAPTCHA'],
    ['the slider as a flag', { body: { rgv587_flag: 'sm', url: '/punish' } }, 'CAPTCHA'],
    ['a code', { body: { ret: ['FAIL_SYS_SESSION_EXPIRED::x'] } }, 'LOGIN_REQUIRED'],
    ['a page', { body: '<!DOCTYPE html><html>Busy</html>' }, 'BLOCKED'],
    ['403', { status: 403 }, 'BLOCKED'],
    ['404', { status: 404 }, 'NOT_FOUND'],
    ['429', { status: 429 }, 'RATE_LIMITED'],
    ['502', { status: 502 }, 'NETWORK'],
    ['no JSON', { body: 'Busy' }, 'PLATFORM_CHANGED'],
    ['no success', { body: { success: false, model: null } }, 'PLATFORM_CHANGED'],
    ['no model', { body: { success: true, model: {} } }, 'PLATFORM_CHANGED'],
    [
      'reviews that are counted and not there',
      { body: { model: { paging: { totalItems: 7, totalPages: 1 }, items: [] } } },
      'PLATFORM_CHANGED',
    ],
  ])('%s', async (_what, answer, code) => {
    await expect(read([{ match: '', ...answer }])).rejects.toMatchObject({ code });
  });

  it('names what changed', async () => {
    await expect(only({ rating: 'five' })).rejects.toMatchObject({ path: 'model.items.0.rating' });
  });
});

describe('lazada: short links', () => {
  it.each(['s.product', 's.page'])('%s leads to the product', async (code) => {
    const run = await read([play({ reviews: 5 })], {}, `https://s.lazada.com.my/${code}`);
    expect([run.items.length, run.session.urls]).toEqual([5, [`https://s.lazada.com.my/${code}`, asked(1)]]);
  });

  it('may lead nowhere', async () => {
    await expect(read([play()], {}, 'https://s.lazada.com.my/s.none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
