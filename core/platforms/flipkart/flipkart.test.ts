import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import flipkart from '#core/platforms/flipkart/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, USER_AGENT } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { flipkartSimulator, type FlipkartParams, ITEM, PID, review } from '#core/platforms/flipkart/simulator.ts';

const PRODUCT = `https://www.flipkart.com/a-phone/p/${ITEM}?pid=${PID}&lid=LSTX`;
const REVIEWS = `https://www.flipkart.com/a-phone/product-reviews/${ITEM}?pid=${PID}&page=`;
const MODEL = 'https://www.flipkart.com/api/4/page/fetch';
const CALL = 'https://1.rome.api.flipkart.com/api/3/product/reviews';

const play = (params: FlipkartParams = {}): FakeExchange => ({ match: '', simulator: flipkartSimulator(params) });
const read = (exchanges: readonly FakeExchange[], options: RunOptions = {}, url = PRODUCT) => readAll(flipkart, url, exchanges, options);
const places = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.split('-').at(-1)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const ordersOf = (urls: readonly string[]): string[] => [...new Set(urls.map((url) => new URL(url).searchParams.get('sortOrder') ?? ''))];
const state = (value: unknown): FakeExchange => ({
  match: '',
  body: `<script>window.__INITIAL_STATE__ = ${JSON.stringify(value)};</script>`,
});

describe('flipkart: URLs', () => {
  it.each([
    [`https://www.flipkart.com/a-phone/p/${ITEM}?pid=${PID}&lid=LSTX&marketplace=FLIPKART`, { name: 'a-phone', item: ITEM, pid: PID }],
    [`flipkart.com/a-phone/product-reviews/${ITEM}?pid=${PID}&page=3&sortOrder=MOST_RECENT`, { name: 'a-phone', item: ITEM, pid: PID }],
    [`https://www.flipkart.com/product/product-reviews/itme?pid=${PID}`, { name: 'product', item: 'itme', pid: PID }],
    [`https://dl.flipkart.com/dl/a-phone/p/${ITEM}?pid=${PID}`, { name: 'a-phone', item: ITEM, pid: PID }],
    [`https://m.flipkart.com/p/${ITEM}`, { name: 'product', item: ITEM }],
  ])('takes %s', (url, params) => {
    expect(chooseFor(flipkart, url)).toMatchObject({ target: 'product', params, type: 'reviews' });
  });

  it.each([
    'https://www.flipkart.com/',
    'https://www.flipkart.com/search?q=phone',
    'https://www.flipkart.com/mobiles/pr?sid=tyy',
    'https://www.flipkart.com/reviews/MOBGTAGPTB3VS24W:1',
    'https://dl.flipkart.com/dl/search?q=x',
    'https://notflipkart.com/a-phone/p/itm1?pid=MOBGTAGPTB3VS24W',
  ])('refuses %s', (url) => {
    expect(flipkart.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('flipkart: one order', () => {
  it('is enough where its pages hold all', async () => {
    for (const setsState of [true, false]) {
      const run = await read([play({ setsState })]);
      expect(places(run.items)).toEqual(upTo(25));
      expect(run.session.urls).toEqual([1, 2, 3].map((page) => `${REVIEWS}${page}&sortOrder=MOST_HELPFUL`));
      expect([run.total, run.gaps, run.notes, run.doors]).toEqual([25, [], [], ['review page']]);
      expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
    }
  });

  it('ends at an empty page where the number of pages is not stated', async () => {
    const run = await read([play({ hasBar: false, reviews: 20 })]);
    expect([run.items.length, run.session.urls.length]).toEqual([20, 3]);
  });

  it.each([
    ['top', 'MOST_HELPFUL'],
    ['new', 'MOST_RECENT'],
    ['best', 'POSITIVE_FIRST'],
    ['controversial', 'NEGATIVE_FIRST'],
  ] as const)('is chosen by sort %s', async (sort, order) => {
    const run = await read([play({ mostPages: 2, hasBar: false, reviews: 50 })], { sort });
    expect([run.items.length, ordersOf(run.session.urls)]).toEqual([20, [order]]);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining(order) }]);
  });

  it('needs no number of the product', async () => {
    const run = await read([play()], { limit: 10 }, `https://www.flipkart.com/p/${ITEM}`);
    expect(run.session.urls).toEqual([`https://www.flipkart.com/product/product-reviews/${ITEM}?page=1&sortOrder=MOST_HELPFUL`]);
  });

  it('follows short links', async () => {
    expect((await read([play()], { limit: 5 }, 'https://dl.flipkart.com/s/abc')).items).toHaveLength(5);
    await expect(read([play()], {}, 'https://fkrt.it/nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is done with nothing for a product without reviews', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.session.urls.length]).toEqual([[], 0, 1]);
  });
});

describe('flipkart: all orders', () => {
  it.each([
    ['stated', true],
    ['found where pages repeat', false],
  ])('are read where one is capped: %s', async (_what, hasBar) => {
    const run = await read([play({ reviews: 48, mostPages: 2, hasBar })]);
    expect(ordersOf(run.session.urls)).toEqual(['MOST_HELPFUL', 'MOST_RECENT', 'POSITIVE_FIRST', 'NEGATIVE_FIRST']);
    expect(run.items.length).toBeGreaterThan(40);
    expect(new Set(places(run.items)).size).toBe(run.items.length);
    expect([run.total, run.notes[0]]).toEqual([48, expect.stringContaining('counted once')]);
  });
});

describe('flipkart: doors', () => {
  it('opens the next one from the first wall on', async () => {
    for (const site of ['captcha', 'shell'] as const) {
      const run = await read([play({ site })]);
      expect([places(run.items), run.doors]).toEqual([upTo(25), ['page model, in the browser']]);
      expect(run.session.urls).toEqual([`${REVIEWS}1&sortOrder=MOST_HELPFUL`, MODEL, MODEL, MODEL]);
    }
    const last = await read([play({ site: 'captcha', isModelShut: true })]);
    expect([places(last.items), last.doors, last.session.urls.at(-1)?.startsWith(CALL)]).toEqual([upTo(25), ['review call'], true]);
  });

  it('says the same of the browser as the network does', async () => {
    const { session } = await read([play({ site: 'captcha' })], { limit: 1 });
    expect(session.sent[1]?.headers['x-user-agent']).toBe(`${USER_AGENT} FKUA/website/42/website/Desktop`);
  });

  it.each([
    ['a captcha', [{ match: '', body: '<html><head><title>Flipkart reCAPTCHA</title></head></html>' }], PRODUCT, 'CAPTCHA'],
    ['403', [{ match: '', status: 403 }], PRODUCT, 'BLOCKED'],
    ['an empty page', [{ match: '', body: '<html><body></body></html>' }], PRODUCT, 'BLOCKED'],
    ['the error page', [{ match: /api/, status: 403 }, play()], PRODUCT.replace(ITEM, 'itmbad'), 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], PRODUCT, 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], PRODUCT, 'NETWORK'],
    ['a page that is gone', [play()], PRODUCT.replace(ITEM, 'itm404'), 'NOT_FOUND'],
    ['a review of another form', [state([{ type: 'ProductReviewValue' }])], PRODUCT, 'PLATFORM_CHANGED'],
    ['none of those that it counts', [state([{ type: 'PAGE_TITLE', text: '70 Ratings & 12 Reviews' }])], PRODUCT, 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, url, code) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });
});

describe('flipkart: fields', () => {
  it('has every one', async () => {
    const { items } = await read([play()], { limit: 10 });
    expect(items[1]).toMatchObject({
      id: '00000000-0000-4000-9000-000000000001',
      kind: 'review',
      author: { name: 'Buyer 1', id: null },
      title: 'Title & 1',
      text: 'It’s fine <3\nTwice 1',
      createdAt: '2024-03-01T00:00:00.000Z',
      createdAtPrecision: 'month',
      relativeTime: null,
      rating: 2,
      ratingScale: 5,
      likes: 1,
      dislikes: 1,
      url: `https://www.flipkart.com/reviews/${PID}:1?reviewId=1`,
      media: [{ type: 'image', url: 'https://rukminim1.example/blobio/832/832/1.jpg?q=70' }],
      ownerReply: null,
    });
    expect(items[1]?.extra).toEqual({ verifiedPurchase: true, location: 'Pune, Maharashtra', upvotes: 21, variant: 'Color: Black' });
    expect(items[0]).toMatchObject({ createdAt: '2024-03-12T00:00:00.000Z', createdAtPrecision: 'day', likes: 20, media: [] });
    expect(items[2]).toMatchObject({ createdAt: '2025-08-01T00:00:00.000Z', createdAtPrecision: 'month', relativeTime: '5 months ago' });
    expect(items[3]).toMatchObject({ createdAt: '2023-09-02T00:00:00.000Z', text: null, title: 'Title & 3' });
  });

  it('keeps words that are no date, and attributes of another form', async () => {
    const odd = { ...review(1), created: 'a while back', certifiedBuyer: undefined, productAttributes: { color: 'Black' } };
    const { items } = await read([state([odd, { type: 'ProductReviewValue', id: 7 }])], { limit: 2 });
    expect(items[0]).toMatchObject({
      createdAt: null,
      relativeTime: 'a while back',
      extra: { verifiedPurchase: true, variant: { color: 'Black' } },
    });
    expect(items[1]).toMatchObject({ id: '7', text: null, rating: null, likes: null, url: null, extra: {} });
  });

  it('reads totals of the header', async () => {
    const total = async (words: string) => (await read([state([{ ...review(1), header: words }])], { limit: 1 })).total;
    expect(await total('1,23,456 Ratings & 12,345 Reviews')).toBe(12_345);
    expect(await total('<span>70 Ratings&nbsp;</span><span>&amp;</span><span>&nbsp;1 Review</span>')).toBe(1);
    expect(await total('2.5 lakh Ratings & 1.2 lakh Reviews')).toBe(120_000);
    expect(await total('nothing of it')).toBeNull();
  });
});
