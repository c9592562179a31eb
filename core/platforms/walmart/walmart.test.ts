import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import walmart from '#core/platforms/walmart/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ITEM, review, walmartSimulator, type WalmartParams } from '#core/platforms/walmart/simulator.ts';

const PRODUCT = `https://www.walmart.com/ip/${ITEM}`;
const REVIEWS = `https://www.walmart.com/reviews/product/${ITEM}?entryPoint=viewAllReviewsBottom&sort=`;

const play = (params: WalmartParams = {}): FakeExchange => ({ match: '', simulator: walmartSimulator(params) });
const read = (exchanges: readonly FakeExchange[], options: RunOptions = {}, url = PRODUCT) => readAll(walmart, url, exchanges, options);
const places = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id) - 340_000_000);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const page = (data: unknown): FakeExchange => ({
  match: '',
  body: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { initialData: { data } } } })}</script>`,
});
const only = (fields: object): FakeExchange =>
  page({ product: {}, reviews: { customerReviews: [{ ...review(1), ...fields }], reviewsWithTextCount: 1 } });

describe('walmart: URLs', () => {
  it.each([
    ['https://www.walmart.com/ip/Apple-MacBook-Air-13-3-inch/715596133?athbdg=L1600&from=/search', 'product'],
    ['walmart.com/ip/715596133', 'product'],
    ['https://www.walmart.com/ip/seort/715596133', 'product'],
    ['https://www.walmart.com/ip/715596133/?athcpid=999999999', 'product'],
    ['https://www.walmart.com/es/ip/una-cosa/715596133', 'product'],
    ['https://www.walmart.com/search?q=x&athcpid=715596133', 'product'],
    ['https://m.walmart.com/ip/715596133#reviews', 'product'],
    ['https://www.walmart.com/reviews/product/715596133?page=3&sort=rating-asc', 'reviews'],
  ])('takes %s', (url, target) => {
    expect(chooseFor(walmart, url)).toMatchObject({ target, params: { item: ITEM }, type: 'reviews' });
  });

  it.each([
    'https://www.walmart.com/',
    'https://www.walmart.com/ip/Apple-MacBook-715596133',
    'https://www.walmart.com/browse/electronics/3944',
    'https://www.walmart.ca/en/ip/a-thing/6000205784321',
    'https://www.walmart.com.mx/ip/a-thing/00019079812345',
    'https://w-mt.co/',
    'https://notwalmart.com/ip/715596133',
  ])('refuses %s', (url) => {
    expect(walmart.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('walmart: the list', () => {
  it("begins with the product's page and goes on with those of reviews", async () => {
    const run = await read([play()], {}, `https://www.walmart.com/ip/a-thing/${ITEM}?x=1`);
    expect(places(run.items)).toEqual(upTo(34));
    expect(run.session.urls).toEqual([PRODUCT, ...[2, 3, 4].map((number) => `${REVIEWS}relevancy&page=${number}`)]);
    expect([run.total, run.gaps, run.notes, run.doors]).toEqual([34, [], [], ['product page', 'review page']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['new', 'submission-desc', 0],
    ['old', 'submission-asc', 33],
    ['best', 'rating-desc', 0],
    ['controversial', 'rating-asc', 33],
  ] as const)('has sort %s', async (sort, name, first) => {
    const run = await read([play()], { sort, limit: 10 });
    expect([run.session.urls, places(run.items)[0]]).toEqual([[`${REVIEWS}${name}&page=1`], first]);
  });

  it('takes a pasted page of reviews from its first one', async () => {
    const run = await read([play()], {}, `https://www.walmart.com/reviews/product/${ITEM}?page=3&sort=helpful`);
    expect([run.items.length, run.session.urls[0]]).toEqual([34, `${REVIEWS}relevancy&page=1`]);
  });

  it('ends at an empty page where the number of texts is not stated', async () => {
    const run = await read([play({ statesTexts: false, reviews: 20 })]);
    expect([run.items.length, run.session.urls.length, run.total]).toEqual([20, 3, 60]);
    expect(run.notes).toEqual(['The total counts all ratings; those without words may not be in the list.']);
  });

  it('follows short links', async () => {
    const run = await read([play()], { limit: 10 }, 'https://w-mt.co/g/1/abc');
    expect([run.items.length, run.session.urls[1]]).toEqual([10, PRODUCT]);
    await expect(read([play()], {}, 'https://w-mt.co/nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is done with nothing for a product that nobody reviewed', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.session.urls.length]).toEqual([[], 0, 1]);
  });
});

describe('walmart: fields', () => {
  it('has every one', async () => {
    const { items } = await read([play()], { limit: 10 });
    expect(items[1]).toMatchObject({
      id: '340000001',
      kind: 'review',
      author: { name: 'Reader 1', id: null },
      title: 'Title 1',
      text: 'Fish & chips &amp; <b>1</b> times\n\nagain',
      createdAt: '2026-01-30T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 2,
      ratingScale: 5,
      likes: 1,
      dislikes: 1,
      replyCount: null,
      language: null,
      url: null,
      media: [
        { type: 'image', url: 'https://i5.example/1.bin' },
        { type: 'video', url: 'https://i5.example/1.bin.mp4' },
      ],
      ownerReply: { text: 'Thank you.', createdAt: '2026-02-03T00:00:00.000Z' },
    });
    expect(items[1]?.extra).toEqual({
      verifiedPurchase: true,
      badges: ['Incentivized Review'],
      variant: 'Color: Gold, Size: M',
      sellerName: 'Walmart.com',
      originalLanguage: 'English',
      ownerReplyBy: 'Maker',
    });
    expect(items[2]).toMatchObject({ title: null, ownerReply: null, extra: { syndicatedFrom: 'Maker US' } });
    expect(items[2]?.media).toEqual([{ type: 'image', url: 'https://i5.example/2.bin' }]);
    expect(items[3]?.text).toBeNull();
  });

  it('reads pictures of the years before', async () => {
    const { items } = await read([only({ media: [], photos: [{ sizes: { normal: { url: 'https://i5.example/a' } } }, { sizes: null }] })]);
    expect(items[0]?.media).toEqual([{ type: 'image', url: 'https://i5.example/a' }]);
  });

  it('needs no product beside the reviews', async () => {
    const { items } = await read([page({ reviews: { customerReviews: [review(1)], reviewsWithTextCount: 1 } })]);
    expect(items).toHaveLength(1);
  });

  it('takes a review that states next to nothing', async () => {
    const bare = page({ product: {}, reviews: { customerReviews: [{ reviewId: 7 }], totalReviewCount: 1, reviewsWithTextCount: 1 } });
    const { items } = await read([bare]);
    expect(items[0]).toMatchObject({ id: '7', createdAt: null, rating: null, likes: null, ownerReply: null, media: [], extra: {} });
  });
});

describe('walmart: numbers', () => {
  it('may be sent as text', async () => {
    const reviews = { customerReviews: [{ ...review(1), rating: '4', positiveFeedback: '2' }], reviewsWithTextCount: '1' };
    const { items, total } = await read([page({ product: {}, reviews })]);
    expect([items, total]).toMatchObject([[{ rating: 4, likes: 2 }], 1]);
  });
});

describe('walmart: refusals', () => {
  const ipOf = (item: string): string => `https://www.walmart.com/ip/${item}`;

  it.each([
    ['an unknown item', [play()], ipOf('404404404'), 'NOT_FOUND'],
    ['no product in the data', [page({ product: null, reviews: null })], PRODUCT, 'NOT_FOUND'],
    ['reviews that are off', [play()], ipOf('500500500'), 'COMMENTS_DISABLED'],
    ['a robot check', [play()], ipOf('600600600'), 'CAPTCHA'],
    ['the way to it', [{ match: '/ip/', status: 307, headers: { location: '/blocked?url=x' } }, play()], PRODUCT, 'CAPTCHA'],
    ['403', [{ match: '', status: 403 }], PRODUCT, 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], PRODUCT, 'RATE_LIMITED'],
    ['no data', [{ match: '', body: '<html></html>' }], PRODUCT, 'PLATFORM_CHANGED'],
    ['no reviews in it', [page({ product: {} })], PRODUCT, 'PLATFORM_CHANGED'],
    [
      'none of those that it counts',
      [page({ product: {}, reviews: { customerReviews: [], reviewsWithTextCount: 5 } })],
      PRODUCT,
      'PLATFORM_CHANGED',
    ],
    ['no list, though there are ratings', [page({ product: {}, reviews: { totalReviewCount: 5 } })], PRODUCT, 'PLATFORM_CHANGED'],
    ['a date of another form', [only({ reviewSubmissionTime: 'some day' })], PRODUCT, 'PLATFORM_CHANGED'],
    ['a rating of another form', [only({ rating: 'five' })], PRODUCT, 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, url, code) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('opens the page in the browser where a wall stands before it', async () => {
    const run = await read([{ match: '', times: 1, failure: new PlatformRefusal('CAPTCHA') }, play()], { limit: 10 });
    expect([run.items.length, run.doors]).toEqual([10, ['product page, in the browser']]);
  });
});
