import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import coupang from '#core/platforms/coupang/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { coupangSimulator, type CoupangParams, PRODUCT } from '#core/platforms/coupang/simulator.ts';

const SITE = 'https://www.coupang.com';
const PRODUCT_URL = `${SITE}/vp/products/${PRODUCT}?itemId=1&vendorItemId=2`;
const API = '/next-api/review';
const OLDER = '/vp/product/reviews';

const play = (params: CoupangParams = {}): FakeExchange => ({ match: '', simulator: coupangSimulator(params) });
const read = (url: string, params: CoupangParams = {}, options: RunOptions = {}) => readAll(coupang, url, [play(params)], options);
const page = (contents: unknown, more: object = {}) => ({
  rCode: 'RET0000',
  rData: { paging: { totalCount: 1, totalPage: 1, contents, ...more } },
});
const api = (...reviews: unknown[]): FakeExchange[] => [{ match: API, body: page(reviews) }];

describe('coupang: URLs', () => {
  it.each([
    [PRODUCT_URL, 'product', { market: 'kr', product: PRODUCT }],
    ['m.coupang.com/vm/products/12#x', 'product', { market: 'kr', product: '12' }],
    ['https://www.tw.coupang.com/products/a-thing-2-pack-12', 'product', { market: 'tw', product: '12' }],
    ['https://www.tw.coupang.com/products/12', 'product', { market: 'tw', product: '12' }],
    ['https://link.coupang.com/a/bAbC', 'short', { address: 'https://link.coupang.com/a/bAbC' }],
    ['https://link.coupang.com/re/AFFSDP?pageKey=12', 'short', { address: 'https://link.coupang.com/re/AFFSDP?pageKey=12' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(coupang, url)).toMatchObject({ target, params });
  });

  it.each(['/', '/vp/products/', '/vp/products/abc', '/np/search?q=1', '/vp/a/products/1'])('refuses %s', (path) => {
    expect(coupang.targets.every((target) => target.match(parsePastedUrl(SITE + path)) === null)).toBe(true);
  });
});

describe('coupang: reviews', () => {
  it('are turned to the last page that the list counts', async () => {
    const run = await read(PRODUCT_URL);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([46, 46, [], ['reviews']]);
    expect(run.session.urls).toEqual(
      [1, 2].map(
        (number) => `${SITE}${API}?productId=${PRODUCT}&page=${number}&size=30&sortBy=ORDER_SCORE_ASC&ratingSummary=true&ratings=&market=`,
      ),
    );
    expect(run.session.sent[0]?.headers).toMatchObject({ referer: `${SITE}/vp/products/${PRODUCT}` });
    expect((await read(PRODUCT_URL, {}, { sort: 'new', limit: 1 })).session.urls[0]).toContain('sortBy=DATE_DESC');
  });

  it('have every field', async () => {
    const { items } = await read(PRODUCT_URL);
    expect(items[0]).toMatchObject({
      id: '50000',
      kind: 'review',
      author: { name: '김*0' },
      title: 'Good & cheap',
      text: 'First line 0\nsecond <3\nthird',
      createdAt: '2026-01-02T15:00:00.000Z',
      createdAtPrecision: 'day',
      likes: 0,
      replyCount: 0,
      rating: 5,
      ratingScale: 5,
      media: [
        { type: 'image', url: 'https://thumbnail.coupangcdn.com/1.jpg' },
        { type: 'video', url: 'https://video.coupangcdn.com/1.mp4' },
      ],
      extra: { variant: 'blue, XL', vendorName: 'A seller', helpfulVotes: 1, surveyAnswers: [{ question: 'Size', answer: 'As expected' }] },
    });
    expect(items[3]).toMatchObject({ author: { name: '김*3' }, title: null, createdAtPrecision: 'second', media: [] });
    expect(items[1]?.extra).toEqual({ vendorName: 'A seller', helpfulVotes: 2 });
  });

  it('may say little', async () => {
    const { items } = await readAll(
      coupang,
      PRODUCT_URL,
      api({ reviewId: 'a' }, { reviewId: 2, content: '', reviewAt: '2025-03-04', attachments: null }),
    );
    expect(items).toMatchObject([
      { id: 'a', text: null, rating: null, createdAt: null, likes: null, extra: {} },
      { id: '2', text: null, createdAt: '2025-03-04T00:00:00.000Z' },
    ]);
  });

  it('are read by the newer names too, and what is withheld stands in the ledger', async () => {
    const run = await read('https://www.tw.coupang.com/products/a-thing-7335597976', { schema: 'newer', perStars: [33] });
    expect([run.items.length, run.total]).toEqual([31, 33]);
    expect(run.gaps).toEqual([
      { cause: 'deleted', count: 1 },
      { cause: 'hidden', count: 1 },
    ]);
    expect(run.session.urls[0]).toContain('https://www.tw.coupang.com/next-api/review');
    expect(run.items[0]).toMatchObject({
      id: 'r5-0',
      author: { name: '王*0' },
      text: 'Words 0',
      createdAt: '2026-01-02T16:00:00.000Z',
      createdAtPrecision: 'day',
      media: [{ type: 'image', url: 'https://cdn.example/1.jpg' }],
      extra: { variant: 'red', surveyAnswers: [{ question: 'Size', answer: 'Small' }] },
    });
  });

  it('go on by their stars where the list ends though it counts more', async () => {
    const run = await read(PRODUCT_URL, { perStars: [1480, 30, 1, 0, 2] });
    expect([run.items.length, run.total, run.gaps]).toEqual([1513, 1513, []]);
    const lists = run.session.urls.map((url) => `${new URL(url).searchParams.get('ratings')}@${new URL(url).searchParams.get('page')}`);
    expect([lists[49], lists[50], ...lists.slice(-4)]).toEqual(['@50', '5@1', '4@1', '3@1', '2@1', '1@1']);
  });

  it('say so where the list of one number of stars ends too', async () => {
    const session = new FakeSession([{ match: API, body: page([{ reviewId: 1 }], { totalCount: 9000, totalPage: 300 }) }]);
    const cursor = { list: 'reviews', market: 'kr', product: '1', order: 'DATE_DESC', stars: 5 } as const;
    expect((await coupang.fetchPage({ ...cursor, page: 50 }, session)).gaps).toMatchObject([{ cause: 'notServed' }]);
    expect((await coupang.fetchPage({ ...cursor, page: 49 }, session)).gaps).toEqual([]);
  });

  it('may be none', async () => {
    const run = await readAll(coupang, PRODUCT_URL, [{ match: API, body: page([], { totalCount: 0, totalPage: 0 }) }]);
    expect([run.items, run.total, run.session.urls.length]).toEqual([[], 0, 1]);
  });

  it('are found through a short link', async () => {
    expect((await read('https://link.coupang.com/a/product')).items).toHaveLength(46);
    await expect(read('https://link.coupang.com/a/event')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('coupang: the older answer', () => {
  it('is asked where the API refuses', async () => {
    const run = await read(PRODUCT_URL, { hasApi: false, perStars: [7] });
    expect([run.items.length, run.doors]).toEqual([7, ['older reviews, in the browser']]);
    expect(run.session.urls.slice(2)).toEqual(
      [1, 2, 3].map(
        (number) =>
          `${SITE}${OLDER}?productId=${PRODUCT}&page=${number}&size=5&sortBy=ORDER_SCORE_ASC&ratings=&q=&viRoleCode=2&ratingSummary=false`,
      ),
    );
    expect(run.total).toBe(7);
    const [first, second] = [1, 2].map(
      (place) => `https://thumbnail${place}.coupangcdn.com/thumbnails/local/q-1/image2/PRODUCTREVIEW/202512/1/1/${place}.jpg`,
    );
    expect(run.items[1]).toMatchObject({
      id: '50001',
      author: { name: '김*1' },
      title: 'Good & cheap',
      text: 'First line 1\nsecond',
      createdAt: '2025-12-02T00:00:00.000Z',
      createdAtPrecision: 'day',
      likes: 1,
      rating: 5,
      media: [
        { type: 'image', url: first },
        { type: 'image', url: second },
      ],
      extra: { variant: '블루, XL', vendorName: '쿠팡(주)', surveyAnswers: [{ question: 'Size', answer: 'As expected' }] },
    });
  });

  it('says nothing where it is over: what the API said counts', async () => {
    await expect(read(PRODUCT_URL, { hasApi: false, isOlderOver: true })).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('may hold pictures of a list', async () => {
    const pictures = '<ul class="x__attachment__list"><li class="x__attachment__list__item"><img data-src="//a.example/1.jpg"></li></ul>';
    const body = `<article class="sdp-review__article__list" data-review-id="1">${pictures}</article>`;
    const run = await readAll(coupang, PRODUCT_URL, [
      { match: API, status: 404 },
      { match: 'page=1', body },
      { match: OLDER, body: '<section class="sdp-review">' },
    ]);
    expect([run.items[0]?.media, run.total]).toEqual([[{ type: 'image', url: 'https://a.example/1.jpg' }], null]);
  });

  it('may have no numbers: what says the same is told apart, and known again', async () => {
    const params: CoupangParams = { hasApi: false, perStars: [12], isNumbered: false };
    const run = await read(PRODUCT_URL, params);
    expect(run.items).toHaveLength(12);
    const cursor = { list: 'articles', market: 'kr', product: PRODUCT, order: 'ORDER_SCORE_ASC', page: 2 } as const;
    const again = await coupang.fetchPage(cursor, new FakeSession([play(params)]));
    expect(again.items.map(({ id }) => id)).toEqual(run.items.slice(5, 10).map(({ id }) => id));
  });

  it.each([
    ['an answer of another form', { body: { data: 1 } }],
    ['a code that is not fine', { body: { rCode: 'RET9999', rMessage: 'no', rData: null } }],
    ['none of those it counts', { body: page([], { totalCount: 12 }) }],
    ['404', { status: 404 }],
  ])('is asked after %s', async (_what, exchange) => {
    const run = await readAll(coupang, PRODUCT_URL, [{ match: API, ...exchange }, play({ perStars: [7] })]);
    expect([run.items.length, run.doors]).toEqual([7, ['older reviews']]);
  });
});

describe('coupang: failure signals', () => {
  const denied = '<html><head><title>Access Denied</title></head><body>https://errors.edgesuite.net/18.1</body></html>';

  it.each([
    ['Access Denied', [{ match: '', status: 403, body: denied }], 'BLOCKED'],
    ['Access Denied with 200', [{ match: '', body: denied }], 'BLOCKED'],
    ['a redirect without end', [{ match: '', failure: new PlatformChanged('location') }], 'BLOCKED'],
    [
      'no browser',
      [
        { match: '', times: 1, failure: new PlatformChanged('location') },
        { match: '', failure: new CommentdockError('BROWSER_MISSING') },
      ],
      'BLOCKED',
    ],
    ['a captcha', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['another code', [{ match: '', body: { rCode: 'RET9999' } }], 'PLATFORM_CHANGED'],
    ['another page', [{ match: '', body: '<html><p>Hello</p></html>' }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    await expect(readAll(coupang, PRODUCT_URL, [...exchanges])).rejects.toMatchObject({ code });
  });

  it('says what the code was', async () => {
    const run = readAll(coupang, PRODUCT_URL, [{ match: '', body: { rCode: 'RET9999', rMessage: 'no' } }]);
    await expect(run).rejects.toMatchObject({ path: 'rCode', message: expect.stringContaining('RET9999: no') });
  });

  it('asks within the page once a plain request is refused', async () => {
    const run = await readAll(coupang, PRODUCT_URL, [{ match: API, times: 1, status: 403 }, play()]);
    expect([run.items.length, run.doors]).toEqual([46, ['reviews, in the browser']]);
  });

  it.each([
    ['a review without an id', { content: 'x' }],
    ['a date of another form', { reviewId: 1, reviewAt: 'soon' }],
    ['a rating of another form', { reviewId: 1, rating: 'five' }],
    ['answers of another form', { reviewId: 1, reviewSurveyAnswers: '{oops' }],
  ])('%s', async (_what, review) => {
    await expect(readAll(coupang, PRODUCT_URL, api(review))).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it.each([
    ['date', '<div class="x__product-info__reg-date">once</div>'],
    ['rating', '<div data-rating="many"></div>'],
  ])('a %s of another form in the older answer', async (what, content) => {
    const older: FakeExchange = { match: OLDER, body: `<article class="sdp-review__article__list">${content}</article>` };
    const session = new FakeSession([older]);
    const cursor = { list: 'articles', market: 'kr', product: '1', order: 'DATE_DESC', page: 1 } as const;
    await expect(coupang.fetchPage(cursor, session)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: expect.stringContaining(what.slice(0, 4)),
    });
  });
});
