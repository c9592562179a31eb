import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import aliexpress from '#core/platforms/aliexpress/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { GATEWAY_TOKEN, SLIDER } from '#test/world/mtop-gateway.ts';
import { aliExpressSimulator, type AliExpressParams, PRODUCT } from '#core/platforms/aliexpress/simulator.ts';

const PASTED = `https://www.aliexpress.com/item/${PRODUCT}.html`;
const FEEDBACK = 'https://feedback.aliexpress.com/pc/searchEvaluation.do';
const MTOP = '/h5/mtop.aliexpress.review.pc.list/1.0/';

const play = (params: AliExpressParams = {}): FakeExchange => ({ match: '', simulator: aliExpressSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PASTED) => readAll(aliexpress, url, exchanges, options);
const asked = (page: number, country = 'US', sort = 'complex_default'): string =>
  `${FEEDBACK}?productId=${PRODUCT}&lang=en_US&country=${country}&page=${page}&pageSize=20&filter=all&sort=${sort}`;
const data = (rows: object[], rest: object = {}): FakeExchange => ({
  match: FEEDBACK,
  body: { data: { evaViewList: rows, totalPage: 1, totalNum: rows.length, ...rest } },
});

describe('aliexpress: URLs', () => {
  it.each([
    ['https://www.aliexpress.com/item/1005006717259012.html?spm=1', 'item', { product: '1005006717259012', site: 'com' }],
    ['aliexpress.com/item/A-slug/32812345678.html', 'item', { product: '32812345678', site: 'com' }],
    ['https://pt.aliexpress.com/item/1005006717259012.html', 'item', { product: '1005006717259012', site: 'com' }],
    ['https://m.aliexpress.com/i/1005006717259012.html', 'item', { product: '1005006717259012', site: 'com' }],
    ['https://www.aliexpress.us/item/3256806530944260.html', 'item', { product: '3256806530944260', site: 'us' }],
    [
      'https://feedback.aliexpress.com/display/productEvaluation.htm?productId=32812345678',
      'item',
      { product: '32812345678', site: 'com' },
    ],
    ['https://star.aliexpress.com/share/share.htm?objectId=32812345678', 'item', { product: '32812345678', site: 'com' }],
    [
      'https://s.click.aliexpress.com/deep_link.htm?dl_target_url=https%3A%2F%2Fwww.aliexpress.us%2Fitem%2F3256806530944260.html',
      'item',
      { product: '3256806530944260', site: 'us' },
    ],
    ['https://a.aliexpress.com/_mAbC', 'short', { address: 'https://a.aliexpress.com/_mAbC' }],
    ['https://s.click.aliexpress.com/e/_DeF', 'short', { address: 'https://s.click.aliexpress.com/e/_DeF' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(aliexpress, url)).toMatchObject({ target, params, type: 'reviews' });
  });

  it.each([
    'https://aliexpress.ru/item/1005006717259012.html',
    'https://www.aliexpress.com/store/912345678',
    'https://www.aliexpress.com/item/',
    'https://www.aliexpress.com/category/200003482/dresses.html',
    'https://a.aliexpress.com/',
    'https://aliexpress.com.evil.org/item/1005006717259012.html',
    'https://notaliexpress.com/item/1005006717259012.html',
  ])('refuses %s', (url) => {
    expect(aliexpress.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('aliexpress: the feedback service', () => {
  it('is read to its last page, rows that repeat once', async () => {
    const run = await read([play()]);
    expect(run.items).toHaveLength(45);
    expect(run.session.urls).toEqual([1, 2, 3].map((page) => asked(page)));
    expect([run.total, run.gaps, run.doors]).toEqual([48, [], ['feedback']]);
  });

  it('is sorted by date on request', async () => {
    const run = await read([play({ reviews: 5 })], { sort: 'new' });
    expect(run.session.urls).toEqual([asked(1, 'US', 'latest')]);
    expect((await read([play({ reviews: 5 })], { sort: 'old' })).session.urls).toEqual([asked(1)]);
  });

  it('is read once for each country; the total is that of the first', async () => {
    const run = await read([play({ reviews: 25 })], { countries: ['us', 'DE', 'US'] });
    expect(run.session.urls).toEqual([asked(1), asked(2), asked(1, 'DE'), asked(2, 'DE')]);
    expect([run.items.length, run.total]).toEqual([35, 28]);
  });

  it('asks once more for a page that is empty and should not be', async () => {
    const run = await read([play({ emptyOnce: [1, 2] })]);
    expect([run.items.length, run.gaps]).toEqual([45, []]);
    expect(run.session.urls).toEqual([1, 1, 2, 2, 3].map((page) => asked(page)));
  });

  it('ends at a page that stays empty, and says so', async () => {
    const run = await read([{ match: 'page=2', body: { data: { evaViewList: [], totalPage: 3, totalNum: 48 } } }, play()]);
    expect([run.items.length, run.session.urls.length]).toEqual([20, 3]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('page 2 of 3') }]);
  });

  it('ends at a page that is the one before again, and says so', async () => {
    const same = { data: { evaViewList: [{ evaluationIdStr: '1' }, { evaluationIdStr: '2' }], totalNum: 48 } };
    const run = await read([{ match: '', body: same }]);
    expect([run.items.length, run.session.urls.length]).toEqual([2, 2]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('page 1 again instead of page 2') }]);
  });

  it('does not believe a later page that counts nothing', async () => {
    const nothing = { match: 'page=2', body: { data: { evaViewList: [], totalPage: 0, totalNum: 0 } } };
    expect((await read([{ ...nothing, times: 1 }, play()])).items).toHaveLength(45);
    const run = await read([nothing, play()]);
    expect([run.items.length, run.session.urls.length, run.total]).toEqual([20, 3, 48]);
    expect(run.gaps[0]?.note).toContain('page 2 of 3');
  });

  it('is done with nothing for a product without reviews, or one that is gone', async () => {
    const run = await read([play()], {}, 'https://www.aliexpress.com/item/1005009999999999.html');
    expect([run.items, run.total, run.gaps, run.session.urls.length]).toEqual([[], 0, [], 1]);
  });

  it('has every field of a review', async () => {
    const row = {
      evaluationId: 1,
      evaluationIdStr: '50197810292797653',
      anonymous: false,
      buyerName: 'К*** ',
      buyerHeadPortrait: '//ae01.alicdn.example/p.jpg',
      buyerCountry: 'RU',
      buyerEval: 80,
      buyerFeedback: ' A  &amp; B\r\n<br>',
      buyerTranslationFeedback: 'T',
      evalDate: '05 Mar 2024',
      upVoteCount: 2,
      downVoteCount: 1,
      images: ['//ae01.alicdn.example/1.jpg'],
      videoUrl: 'https://v.example/1.mp4',
      skuInfo: 'Color:Red ',
      logistics: 'L',
      sellerReply: 'Thanks ',
      reviewLabel1: 'Fit',
      reviewLabelValue1: 'True to size',
      buyerAddFbContent: 'Later',
      buyerAddFbDate: '07 Mar 2024',
      buyerAddFbImages: ['//ae01.alicdn.example/2.jpg'],
    };
    const { items } = await read([data([row, { evaluationId: 12, buyerFeedback: '', anonymous: 'true', buyerEval: '100' }])]);
    expect(itemSchema.parse(items[0])).toMatchObject({
      id: '50197810292797653',
      kind: 'review',
      author: { name: 'К***', avatarUrl: 'https://ae01.alicdn.example/p.jpg', username: null, id: null },
      text: 'A  &amp; B\n<br>',
      createdAt: '2024-03-05T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 4,
      ratingScale: 5,
      likes: 2,
      dislikes: 1,
      media: [
        { type: 'image', url: 'https://ae01.alicdn.example/1.jpg' },
        { type: 'video', url: 'https://v.example/1.mp4' },
      ],
      ownerReply: { text: 'Thanks', createdAt: null },
      language: null,
      title: null,
      url: null,
    });
    expect(items[0]?.extra).toEqual({
      location: 'RU',
      variant: 'Color:Red',
      translatedText: 'T',
      logistics: 'L',
      anonymous: false,
      labels: { Fit: 'True to size' },
      followUp: { text: 'Later', createdAt: '2024-03-07T00:00:00.000Z', images: ['https://ae01.alicdn.example/2.jpg'] },
    });
    expect(itemSchema.parse(items[1])).toMatchObject({
      id: '12',
      text: null,
      rating: 5,
      likes: null,
      createdAt: null,
      ownerReply: null,
    });
    expect(items[1]?.extra).toEqual({ anonymous: true });
  });

  it('names what changed', async () => {
    const lost = { path: 'data.evaViewList.0.evalDate' };
    await expect(read([data([{ evaluationIdStr: '1', evalDate: 'lately' }])])).rejects.toMatchObject(lost);
    await expect(read([data([{ evaluationIdStr: '1', buyerEval: 'good' }])])).rejects.toMatchObject({
      path: 'data.evaViewList.0.buyerEval',
    });
    await expect(read([data([{}])])).rejects.toMatchObject({ path: 'data.evaViewList.0.evaluationIdStr' });
    await expect(read([{ match: FEEDBACK, body: { data: {} } }])).rejects.toMatchObject({ path: 'data.evaViewList' });
  });
});

describe('aliexpress: the gateway', () => {
  it.each(['FAIL_SYS_SESSION_EXPIRED', 'FAIL_SYS_ILLEGAL_ACCESS'] as const)('goes on with a new token after %s', async (code) => {
    const shut: FakeExchange = { match: FEEDBACK, status: 403 };
    const tokenEnd = { code, gives: 'nothing' } as const;
    const cookies = { _m_h5_tk: `${GATEWAY_TOKEN}_1790000000000` };
    const run = await readAll(aliexpress, PASTED, [shut, play({ tokenEnd })], {}, cookies);
    expect([run.items.length, run.gaps]).toEqual([(await read([shut, play()])).items.length, []]);
  });

  it('is asked for all pages where a slider stands before the first of the service', async () => {
    const run = await read([play({ hasSlider: true })]);
    expect([run.items.length, run.doors, run.total]).toEqual([45, ['mtop'], 48]);
    expect(run.items).toEqual((await read([play()])).items);
    const [slider, first, signed, ...later] = run.session.urls;
    expect(slider).toBe(asked(1));
    expect(new URL(first ?? '').host + new URL(first ?? '').pathname).toBe(`acs.aliexpress.com${MTOP}`);
    expect(JSON.parse(new URL(signed ?? '').searchParams.get('data') ?? '')).toEqual({
      productId: PRODUCT,
      page: 1,
      pageSize: 20,
      _lang: 'en_US',
      filter: 'all',
      sort: 'complex_default',
      country: 'US',
      clientType: 'web',
    });
    expect(later).toHaveLength(2);
  });

  it('is that of the site of the URL', async () => {
    const run = await read([play({ hasSlider: true })], {}, 'https://www.aliexpress.us/item/3256806530944260.html');
    expect(run.session.urls.slice(1).every((url) => url.startsWith(`https://acs.aliexpress.us${MTOP}`))).toBe(true);
  });

  it.each([
    ['a slider', SLIDER, 'CAPTCHA'],
    ['a slider in JSON', { body: { rgv587_flag: 'sm', url: '/punish' } }, 'CAPTCHA'],
    ['a slider as a code', { body: { ret: ['RGV587_ERROR::SM::busy'] } }, 'CAPTCHA'],
    ['403 with a slider', { status: 403, body: '<a href="/_____tmd_____/punish?x5secdata=1">' }, 'CAPTCHA'],
    ['403', { status: 403, body: 'no' }, 'BLOCKED'],
    ['404', { status: 404 }, 'NOT_FOUND'],
    ['410', { status: 410 }, 'NOT_FOUND'],
    ['a page', { body: '<html>Sorry</html>' }, 'PLATFORM_CHANGED'],
  ])('leaves what the service said where both are shut: %s', async (_what, answer, code) => {
    const shut = { match: FEEDBACK, ...answer };
    await expect(read([shut, play({ gateway: 'slider' })])).rejects.toMatchObject({ code });
    await expect(read([shut, { match: MTOP, status: 503 }])).rejects.toMatchObject({ code });
    expect((await read([shut, play()])).items).toHaveLength(45);
  });

  it('is not asked for a later page, nor where the service is down', async () => {
    const later = read([{ match: 'page=2', ...SLIDER }, play()]);
    await expect(later).rejects.toMatchObject({ code: 'CAPTCHA' });
    await expect(read([{ match: FEEDBACK, status: 503 }, play()])).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(read([{ match: FEEDBACK, status: 429 }, play()])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('aliexpress: short links', () => {
  it('are followed until an address names the product, which is not opened', async () => {
    const run = await read([play({ reviews: 5 })], { countries: ['DE'] }, 'https://a.aliexpress.com/_product');
    expect(run.session.urls).toEqual(['https://a.aliexpress.com/_product', 'https://s.click.aliexpress.com/e/_again', asked(1, 'DE')]);
    expect(run.items).toHaveLength(5);
  });

  it.each(['_gone', '_russia', '_nothing'])('that lead to no product: %s', async (code) => {
    await expect(read([play()], {}, `https://a.aliexpress.com/${code}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
