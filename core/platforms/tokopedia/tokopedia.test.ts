import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import tokopedia from '#core/platforms/tokopedia/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { tokopediaSimulator, type TokopediaParams } from '#core/platforms/tokopedia/simulator.ts';

const SITE = 'https://www.tokopedia.com';
const PRODUCT = `${SITE}/a-shop/a-product`;
const GATE = 'https://gql.tokopedia.com/graphql';
const LIST = `${GATE}/productReviewList`;

const play = (params: TokopediaParams = {}): FakeExchange => ({ match: '', simulator: tokopediaSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PRODUCT) => readAll(tokopedia, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id) - 9_000);
const list = (fields: object): FakeExchange => ({ match: LIST, body: [{ data: { productrevGetProductReviewList: fields } }] });

describe('tokopedia: URLs', () => {
  it.each([
    [`${PRODUCT}?extParam=x%3D1&aff_unique_id=`, 'product', { shop: 'a-shop', product: 'a-product' }],
    [`${PRODUCT}-1730123456789/review`, 'product', { shop: 'a-shop', product: 'a-product-1730123456789' }],
    ['m.tokopedia.com/a-shop/a-product', 'product', { shop: 'a-shop', product: 'a-product' }],
    [`${SITE}/a-shop/review?page=2`, 'shop', { shop: 'a-shop' }],
    ['https://tokopedia.link/AbC', 'short', { address: 'https://tokopedia.link/AbC' }],
    ['https://tk.tokopedia.com/ZS1/', 'short', { address: 'https://tk.tokopedia.com/ZS1/' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(tokopedia, url)).toMatchObject({ target, params, type: 'reviews' });
  });

  it.each([
    `${SITE}/`,
    `${SITE}/a-shop`,
    `${SITE}/a-shop/etalase/all`,
    `${SITE}/a-shop/product`,
    `${SITE}/p/handphone-tablet`,
    `${SITE}/search?q=x`,
    `${SITE}/discovery/deals`,
    `${SITE}/people/123`,
    `${SITE}/a-shop/a-product/talk`,
    'https://seller.tokopedia.com/a-shop/a-product',
    'https://nottokopedia.com/a-shop/a-product',
    'https://tokopedia.link/',
  ])('refuses %s', (url) => {
    expect(tokopedia.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('tokopedia: a product', () => {
  it('asks for its id, then for page after page', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(Array.from({ length: 35 }, (_, index) => 34 - index));
    expect(run.session.urls).toEqual([`${GATE}/getMiniProductInfo`, LIST, LIST, LIST, LIST]);
    const [first, second] = run.session.sent.map(({ body }) => JSON.parse(body) as unknown);
    expect(first).toMatchObject([{ operationName: 'getMiniProductInfo', variables: { productURL: PRODUCT } }]);
    expect(second).toMatchObject([
      {
        operationName: 'productReviewList',
        variables: { productID: '459906903', page: 1, limit: 10, sortBy: 'informative_score desc', filterBy: '' },
      },
    ]);
    expect([run.total, run.gaps, run.doors]).toEqual([35, [], ['GraphQL']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('sorts', async () => {
    expect(numbers((await read([play()], { sort: 'new', limit: 3 })).items)).toEqual([0, 1, 2]);
  });

  it('has every field', async () => {
    const { items } = await read([play()], { sort: 'new' });
    expect(items[0]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: { name: 'Reader 0', id: '100', url: `${SITE}/people/100`, avatarUrl: 'https://img.example/u0.png' },
      text: 'Barang ke-0 & bagus\nsekali',
      createdAt: '2026-01-01T12:00:00.000Z',
      createdAtPrecision: 'second',
      relativeTime: '4 hari lalu',
      rating: 1,
      ratingScale: 5,
      likes: 0,
      media: [
        { type: 'image', url: 'https://img.example/0.jpg' },
        { type: 'video', url: 'https://img.example/0.mp4' },
      ],
      ownerReply: null,
      extra: {
        variant: 'Merah',
        anonymous: false,
        badRatingReason: 'Barang rusak',
        authorStats: [{ key: 'total_reviews', count: 9, words: '9 ulasan' }],
      },
    });
    expect(items[1]).toMatchObject({
      ownerReply: { text: 'Terima kasih 1', createdAt: null },
      extra: { ownerReplyRelativeTime: '3 hari lalu' },
    });
    expect(items[2]).toMatchObject({ author: { name: 'R***t', id: null, url: null }, extra: { anonymous: true } });
    expect(items[3]?.text).toBeNull();
  });

  const only = (fields: object): FakeExchange[] => [list({ list: [{ id: 5, productRating: 3, ...fields }], hasNext: false }), play()];

  it('takes a review that lacks all but its id and rating', async () => {
    const run = await read(only({}));
    expect(run.items).toMatchObject([
      { id: '5', text: null, createdAt: null, relativeTime: null, ownerReply: null, likes: null, media: [], extra: {} },
    ]);
    expect(run.total).toBeNull();
  });

  it('goes on to an empty page where nobody says which is the last', async () => {
    const first: FakeExchange = { ...list({ list: [{ id: 5, productRating: '4', likeDislike: { totalLike: '2' } }] }), times: 1 };
    const run = await read([first, list({ list: [] }), play()]);
    expect(run.items).toMatchObject([{ id: '5', rating: 4, likes: 2 }]);
    expect(run.session.urls).toHaveLength(3);
  });

  it.each([
    [{ reviewCreateTime: '4 hari lalu', reviewCreateTimestamp: '1703769969' }, '2023-12-28T13:26:09.000Z', 'second', '4 hari lalu'],
    [{ reviewCreateTime: 1703769969, reviewCreateTimestamp: '4 hari lalu' }, '2023-12-28T13:26:09.000Z', 'second', '4 hari lalu'],
    [{ reviewCreateTime: '', reviewCreateTimestamp: '4 hari lalu' }, '2025-12-28T00:00:00.000Z', 'day', '4 hari lalu'],
    [{ reviewCreateTimestamp: 'Lebih dari 1 tahun lalu' }, '2025-01-01T00:00:00.000Z', 'year', 'Lebih dari 1 tahun lalu'],
    [{ reviewCreateTimestamp: 'Hari ini' }, '2026-01-01T00:00:00.000Z', 'day', 'Hari ini'],
    [{ reviewCreateTimestamp: 'Kemarin' }, '2025-12-31T00:00:00.000Z', 'day', 'Kemarin'],
    [{ reviewCreateTimestamp: 'dahulu kala' }, null, null, 'dahulu kala'],
  ])('finds the date in %j', async (fields, createdAt, createdAtPrecision, relativeTime) => {
    expect((await read(only(fields))).items).toMatchObject([{ createdAt, createdAtPrecision, relativeTime }]);
  });

  it('goes on by stars where the list ends before its end', async () => {
    const run = await read([play({ cappedAt: 20 })], { sort: 'new' });
    expect(run.items).toHaveLength(35);
    const filters = run.session.sent
      .slice(1)
      .map(({ body }) => (JSON.parse(body) as [{ variables: { filterBy: string } }])[0].variables.filterBy);
    expect(filters.slice(0, 4)).toEqual(['', '', '', 'rating=5']);
    expect(new Set(filters).size).toBe(6);
  });

  it('is empty where nobody reviewed it', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total]).toEqual([[], 0]);
    expect((await read([list({ list: null, hasNext: false, totalReviews: 0 }), play()])).items).toEqual([]);
  });
});

describe('tokopedia: a shop', () => {
  it('asks for its id, then for page after page', async () => {
    const run = await read([play({ reviews: 60 })], {}, `${SITE}/a-shop/review`);
    expect(run.items).toHaveLength(60);
    expect(run.session.urls).toEqual([`${GATE}/ShopInfoCore`, `${GATE}/ReviewList`, `${GATE}/ReviewList`]);
    expect(run.total).toBe(60);
    expect(run.items.at(-1)).toMatchObject({
      author: { name: 'Reader 0', id: '100', avatarUrl: null },
      text: 'Ulasan 0',
      createdAt: '2026-01-01T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: 'Hari ini',
      media: [{ type: 'image', url: 'https://img.example/0.jpg' }],
      extra: { productId: '459906903', product: 'A product', productUrl: PRODUCT, variant: 'Merah', anonymous: false },
    });
    expect(run.items.at(-2)).toMatchObject({ ownerReply: { text: 'Terima kasih', createdAt: null } });
  });

  it('says where there is no such shop', async () => {
    await expect(read([play()], {}, `${SITE}/nobody/review`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('tokopedia: short links', () => {
  it('follows them to a product or a shop', async () => {
    const product = await read([play()], { limit: 1 }, 'https://tokopedia.link/product');
    expect(product.session.urls.slice(0, 2)).toEqual(['https://tokopedia.link/product', `${GATE}/getMiniProductInfo`]);
    const shop = await read([play()], { limit: 1 }, 'https://tokopedia.link/shop');
    expect(shop.session.urls.slice(0, 2)).toEqual(['https://tokopedia.link/shop', `${GATE}/ShopInfoCore`]);
  });

  it('says where one leads to neither', async () => {
    const home = { match: `${SITE}/`, body: '<html>' };
    await expect(read([home, play()], {}, 'https://tokopedia.link/home')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('tokopedia: refusals', () => {
  it('leaves the rest to the browser once plain HTTP is refused', async () => {
    const run = await read([{ match: LIST, times: 1, status: 403, body: '<html>' }, play()]);
    expect([run.items.length, run.doors]).toEqual([35, ['GraphQL, in the browser']]);
    expect(run.session.sent.at(-1)?.headers).not.toHaveProperty('origin');
    const wall: FakeExchange = { match: GATE, failure: new PlatformRefusal('BLOCKED') };
    await expect(read([wall])).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it.each([
    ['no such product', [play()], 'NOT_FOUND', `${SITE}/other/a-product`],
    ['no product at all', [{ match: 'Mini', body: [{ data: { productrevGetMiniProductInfo: { product: null } } }] }], 'NOT_FOUND', PRODUCT],
    ['403', [{ match: GATE, status: 403, body: '<html>' }], 'BLOCKED', PRODUCT],
    ['429', [{ match: LIST, status: 429 }, play()], 'RATE_LIMITED', PRODUCT],
    ['502', [{ match: LIST, status: 502 }, play()], 'NETWORK', PRODUCT],
    ['a list with nothing in it', [list({ list: [], hasNext: false, totalReviews: 9 }), play()], 'BLOCKED', PRODUCT],
    ['errors with a 200', [{ match: LIST, body: [{ errors: [{ message: 'no' }], data: null }] }, play()], 'PLATFORM_CHANGED', PRODUCT],
    ['no JSON', [{ match: LIST, body: 'x' }, play()], 'PLATFORM_CHANGED', PRODUCT],
  ] as const)('%s', async (_, exchanges, code, url) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('names the place that changed', async () => {
    const broken = read([list({ list: [{ id: '1', productRating: 'five' }], hasNext: true }), play()]);
    await expect(broken).rejects.toMatchObject({ path: 'data.productrevGetProductReviewList.list.0.productRating' });
  });
});
