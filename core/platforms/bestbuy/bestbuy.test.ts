import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import bestbuy from '#core/platforms/bestbuy/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { type BestBuyParams, bestBuySimulator, SKU, topic } from '#core/platforms/bestbuy/simulator.ts';

const ARTICLE = `https://www.bestbuy.com/site/a-thing/${SKU}.p?skuId=${SKU}`;
const PRODUCT = 'https://www.bestbuy.com/product/a-thing/J3ZYG2JC26';
const ASK = 'https://www.bestbuy.com/ugc/v2/reviews?page=';

const play = (params: BestBuyParams = {}): FakeExchange => ({ match: '', simulator: bestBuySimulator(params) });
const read = (exchanges: readonly FakeExchange[], options: RunOptions = {}, url = ARTICLE) => readAll(bestbuy, url, exchanges, options);
const places = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.split('-').at(-1)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const only = (fields: object): FakeExchange => ({ match: '', body: { totalPages: 1, topics: [{ ...topic(1), ...fields }] } });

describe('bestbuy: URLs', () => {
  it.each([
    `https://www.bestbuy.com/site/sony-playstation-5/${SKU}.p?skuId=${SKU}&intl=nosplash`,
    `bestbuy.com/site/sony-playstation-5/${SKU}.p`,
    `bestbuy.com/site/sony-playstation-5/${SKU}.p?skuId=`,
    `https://www.bestbuy.com/site/${SKU}.p`,
    `https://www.bestbuy.com/site/reviews/sony-playstation-5/${SKU}?page=3&sort=BEST_REVIEW`,
    `https://www.bestbuy.com/product/sony-playstation-5/J3ZYG2JC26/sku/${SKU}`,
    `https://www.bestbuy.com/product/sony-playstation-5/J3ZYG2JC26/sku/${SKU}/openbox?condition=good`,
    `https://www.bestbuy.com/product/sony-playstation-5/J3ZYG2JC26/reviews?skuId=${SKU}`,
  ])('takes %s', (url) => {
    expect(chooseFor(bestbuy, url)).toMatchObject({ target: 'article', params: { sku: SKU }, type: 'reviews' });
  });

  it.each([PRODUCT, `${PRODUCT}/reviews`, `${PRODUCT}?x=1`])('takes %s', (url) => {
    expect(chooseFor(bestbuy, url)).toMatchObject({ target: 'product', params: { path: 'product/a-thing/J3ZYG2JC26' } });
  });

  it('takes the number of a product that has no digits', () => {
    const url = 'https://www.bestbuy.com/product/a-thing/JJGCQXHRLW';
    expect(chooseFor(bestbuy, url)).toMatchObject({ target: 'product', params: { path: 'product/a-thing/JJGCQXHRLW' } });
  });

  it.each([
    'https://www.bestbuy.com/',
    'https://www.bestbuy.com/site/searchpage.jsp?st=ps5',
    'https://www.bestbuy.com/site/questions/a-thing/6565065',
    'https://www.bestbuy.com/product/a-thing',
    'https://www.bestbuy.ca/en-ca/product/a-thing/17477864',
    'https://notbestbuy.com/site/x/6565065.p',
  ])('refuses %s', (url) => {
    expect(bestbuy.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('bestbuy: the list', () => {
  it('asks for no page of the site where the address has the number', async () => {
    const run = await read([play()]);
    expect(places(run.items)).toEqual(upTo(45));
    expect(run.session.urls).toEqual([1, 2, 3].map((page) => `${ASK}${page}&pageSize=20&sku=${SKU}&sort=MOST_HELPFUL`));
    expect([run.total, run.gaps, run.doors]).toEqual([null, [], ['review call']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['new', 'MOST_RECENT'],
    ['best', 'HIGHEST_RATING'],
    ['top', 'MOST_HELPFUL'],
  ] as const)('has sort %s', async (sort, name) => {
    expect((await read([play()], { sort, limit: 5 })).session.urls).toEqual([`${ASK}1&pageSize=20&sku=${SKU}&sort=${name}`]);
  });

  it('leaves out what a page repeats of the one before', async () => {
    expect(places((await read([play({ shifts: true })])).items)).toEqual(upTo(45));
  });

  it('takes the number from the page of a product', async () => {
    for (const page of [undefined, '<script type="application/ld+json">{"@type":"Product","sku":"6565065"}</script>{"skuId":"1111111"}']) {
      const run = await read(
        [...(page === undefined ? [] : [{ match: '/product/', body: page }]), play()],
        { limit: 3 },
        `${PRODUCT}/reviews`,
      );
      expect(run.session.urls).toEqual([PRODUCT, `${ASK}1&pageSize=20&sku=${SKU}&sort=MOST_HELPFUL`]);
      expect(run.items).toHaveLength(3);
    }
  });

  it('is done with nothing for an article without reviews', async () => {
    const run = await read([play()], {}, 'https://www.bestbuy.com/site/x/1111111.p');
    expect([run.items, run.session.urls.length]).toEqual([[], 1]);
  });

  it('says so where pages are missing', async () => {
    const run = await read([{ match: 'page=2', body: { totalPages: 3, topics: [] } }, play()]);
    expect([run.items.length, run.gaps]).toEqual([20, [{ cause: 'notServed', count: 0, note: expect.stringContaining('page 2 of 3') }]]);
  });
});

describe('bestbuy: fields', () => {
  it('has every one', async () => {
    const { items } = await read([play()], { limit: 10 });
    expect(items[1]).toMatchObject({
      id: '00000000-0000-3000-8000-000000000001',
      kind: 'review',
      author: { name: 'Buyer 1', id: null },
      title: 'Title & 1',
      text: "Works <fine>.\nTwice  '1'.\nEnd <3 😀",
      createdAt: '2026-01-31T17:00:00.000Z',
      createdAtPrecision: 'second',
      rating: 2,
      ratingScale: 5,
      likes: 1,
      dislikes: 1,
      replyCount: 1,
      url: null,
      media: [{ type: 'image', url: 'https://photos.example/1' }],
      ownerReply: { text: 'Thank you.', createdAt: '2026-01-31T17:00:00.000Z' },
    });
    expect(items[1]?.extra).toEqual({
      verifiedPurchase: true,
      badges: ['Incentivized', 'My Best Buy® Member'],
      recommended: true,
      secondaryRatings: { 'Ease of Use': 5 },
      daysOfOwnership: 81,
      valueRating: 4,
      ownerReplyBy: 'Maker',
      reviewNumber: '338000001',
    });
    expect(items[3]).toMatchObject({ text: null, ownerReply: null, media: [] });
    expect(items[5]).toMatchObject({ title: null });
  });

  it('takes a review that states next to nothing', async () => {
    const { items } = await read([{ match: '', body: { topics: [{ id: 'a' }], totalPages: 1 } }]);
    expect(items[0]).toMatchObject({ id: 'a', text: null, createdAt: null, rating: null, likes: null, replyCount: null, extra: {} });
  });
});

describe('bestbuy: numbers', () => {
  it('may be sent as text', async () => {
    const { items } = await read([
      { match: '', body: { topics: [{ ...topic(1), rating: '4', positiveFeedbackCount: '2' }], totalPages: '1' } },
    ]);
    expect(items).toMatchObject([{ rating: 4, likes: 2 }]);
  });
});

describe('bestbuy: the gate of countries', () => {
  it('is passed by its cookie, else by the address', async () => {
    expect((await read([play({ gate: 'without cookie', reviews: 3 })])).session.urls).toHaveLength(1);
    const run = await read([play({ gate: 'without address', reviews: 3 })], {}, PRODUCT);
    expect([run.items.length, run.session.urls[1]]).toEqual([3, `${PRODUCT}?intl=nosplash`]);
  });

  it('is the reason where it stays', async () => {
    const gate: FakeExchange = { match: '', body: '<html><body><h1>Choose a country.</h1></body></html>' };
    await expect(read([gate])).rejects.toMatchObject({ code: 'GEO_BLOCKED' });
  });
});

describe('bestbuy: refusals', () => {
  it.each([
    ['403', [{ match: '', status: 403 }], ARTICLE, 'BLOCKED'],
    ['Access Denied', [{ match: '', body: '<html><title>Access Denied</title></html>' }], ARTICLE, 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], ARTICLE, 'RATE_LIMITED'],
    ['an unknown product', [play()], 'https://www.bestbuy.com/product/x/AAAA1BBBB2', 'NOT_FOUND'],
    ['a page without a number', [{ match: '', body: '<html></html>' }], PRODUCT, 'PLATFORM_CHANGED'],
    ['a page instead of an answer', [{ match: '', body: '<html></html>' }], ARTICLE, 'PLATFORM_CHANGED'],
    ['no list', [{ match: '', body: { totalPages: 3 } }], ARTICLE, 'PLATFORM_CHANGED'],
    ['none of the pages that it counts', [{ match: '', body: { totalPages: 3, topics: [] } }], ARTICLE, 'PLATFORM_CHANGED'],
    ['a date of another form', [only({ submissionTime: 'some day' })], ARTICLE, 'PLATFORM_CHANGED'],
    ['a reply without words', [only({ brandResponses: [{ body: 'x' }] })], ARTICLE, 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, url, code) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('asks from within the browser where programs are refused or left hanging', async () => {
    for (const failure of [new PlatformRefusal('BLOCKED'), new CommentdockError('NETWORK')]) {
      const run = await read([{ match: '', times: 1, failure }, play({ reviews: 3 })]);
      expect([run.items.length, run.doors]).toEqual([3, ['review call, in the browser']]);
    }
  });
});
