import { describe, expect, it } from 'vitest';
import trendyol from '#core/platforms/trendyol/index.ts';
import { PRODUCT, type TrendyolParams, trendyolSimulator } from '#core/platforms/trendyol/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PATH = `/a/cat-bed-p-${PRODUCT}`;
const PRODUCT_URL = `https://www.trendyol.com${PATH}`;
const API = 'https://apigw.trendyol.com/discovery-storefront-trproductgw-service/api/review-read/product-reviews/detailed';
const FORBIDDEN = { status: 403, body: 'Forbidden' };
const play = (params: TrendyolParams = {}, options: RunOptions = {}, url = PRODUCT_URL, before: readonly FakeExchange[] = []) =>
  readAll(trendyol, url, [...before, { match: '', simulator: trendyolSimulator(params) }], options);

describe('addresses', () => {
  it.each([
    ['https://www.trendyol.com/apple/iphone-11-p-64074794?boutiqueId=61#x', '/apple/iphone-11-p-64074794', '64074794'],
    ['http://m.trendyol.com/a/two-p-1-packs-p-12/saticiya-sor', '/a/two-p-1-packs-p-12', '12'],
    ['https://trendyol.com/en/a%20b/%C3%A7ay-p-7/yorumlar', '/en/a%20b/%C3%A7ay-p-7', '7'],
    ['https://www.trendyol.com/sr?q=x', null, null],
    ['https://www.trendyol.com/magaza/cats-m-123', null, null],
    ['https://www.trendyol.com/a/cat-p-12x', null, null],
    ['https://www.trendyol.com/a/b/c/d/cat-p-12', null, null],
    ['https://developers.trendyol.com/a/cat-p-12', null, null],
    ['https://ty.gl/a/b', null, null],
  ])('%s', (url, path, product) => expect(claimIn(trendyol, url)).toEqual(path === null ? null : ['product', { product, path }]));

  it('may be short', async () => {
    expect(claimIn(trendyol, 'ty.gl/abc?x=1')).toEqual(['short', { address: 'https://ty.gl/abc' }]);
    expect((await play({}, {}, 'https://ty.gl/product')).items).toHaveLength(45);
    await expect(play({}, {}, 'https://ty.gl/shop')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the review API', () => {
  it('is asked from Turkey, page after page', async () => {
    const { items, total, doors, gaps, session } = await play();
    expect([items.length, total, doors, gaps]).toEqual([45, 45, ['review API'], []]);
    expect(session.urls).toEqual(
      [0, 1, 2].map((page) => `${API}?contentId=${PRODUCT}&page=${page}&pageSize=20&order=DESC&orderBy=LastModifiedDate&channelId=1`),
    );
    expect(session.sent[0]?.headers).toEqual({
      accept: 'application/json',
      origin: 'https://www.trendyol.com',
      referer: PRODUCT_URL,
      cookie: 'countryCode=TR; language=tr; storefrontId=1; platform=web',
    });
  });

  it('has every field', async () => {
    const { items } = await play();
    expect(items[0]).toEqual(
      wholeItem({
        id: '700000',
        kind: 'review',
        author: { name: 'K** 0**' },
        text: 'Yorum 0\nikinci satır',
        createdAt: '2026-10-03T12:30:00.000Z',
        createdAtPrecision: 'second',
        likes: 0,
        rating: 1,
        ratingScale: 5,
        language: 'tr',
        media: [
          { type: 'image', url: 'https://cdn.dsmcdn.example/0.jpg' },
          { type: 'video', url: 'https://cdn.dsmcdn.example/0.mp4' },
        ],
        isEdited: true,
        extra: { seller: 'Satıcı 0', verifiedPurchase: true, isElite: true },
      }),
    );
    expect(items[5]?.author.name).toBeNull();
    expect(items[5]).toMatchObject({ isEdited: false, media: [], extra: { seller: 'Satıcı 5', verifiedPurchase: false } });
    expect(items[6]).toMatchObject({ createdAt: null, createdAtPrecision: null, isEdited: null });
  });

  it('sorts by its score where the best are wanted', async () => {
    const { items, session } = await play({}, { sort: 'top' });
    expect(items[0]?.likes).toBe(44);
    expect(session.urls[0]).toContain('orderBy=Score');
  });

  it('ends where all of a page is older, and was not changed since', async () => {
    const of = async (days: number, options: RunOptions = {}) =>
      (await play({}, { minTimestamp: Date.UTC(2026, 9, 3, 12, 30) / 1_000 - days * 86_400, ...options })).session.urls.length;
    expect([await of(10), await of(-1), await of(-1, { sort: 'top' })]).toEqual([3, 3, 3]);
    const listed = (changed: number) => ({ createdAt: 1_000, lastModifiedAt: changed });
    const pages = async (changed: number) => {
      const reviews = [1, 2].map((id) => ({ id, ...listed(changed) }));
      const body = { result: { summary: { totalCommentCount: 9, totalPages: 3 }, reviews } };
      return (await readAll(trendyol, PRODUCT_URL, [{ match: API, body }], { minTimestamp: 100 })).session.urls.length;
    };
    expect([await pages(2_000), await pages(200_000)]).toEqual([1, 3]);
  });

  it('may have none', async () => {
    const { items, total, session } = await play({ reviews: 0 });
    expect([items, total, session.urls.length]).toEqual([[], 0, 1]);
  });
});

describe('the page of all reviews', () => {
  it('stands in for the API', async () => {
    const { items, total, doors, notes, session } = await play({ refusal: FORBIDDEN });
    expect([items.length, total, doors, notes.length]).toEqual([45, 45, ['page of all reviews'], 1]);
    expect(session.urls.slice(1)).toEqual([`${PRODUCT_URL}/yorumlar`, `${PRODUCT_URL}/yorumlar?page=1`]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '700001',
        kind: 'review',
        author: { name: 'K** 1**' },
        title: 'Başlık 1',
        text: 'Yorum 1: {"güzel"};',
        createdAt: '2026-10-02T00:00:00.000Z',
        createdAtPrecision: 'day',
        likes: 1,
        rating: 2,
        ratingScale: 5,
        extra: { seller: 'Satıcı 1', verifiedPurchase: true, isInfluencer: true },
      }),
    );
    expect(items[0]?.title).toBeNull();
  });

  it('may count its pages from 1', async () => {
    expect((await play({ refusal: FORBIDDEN, countsFrom: 1, reviews: 65 })).items).toHaveLength(65);
  });

  it('says that it has one order alone', async () => {
    expect((await play({ refusal: FORBIDDEN }, { sort: 'top' })).notes[0]).toContain('sort had no effect');
  });

  it('is opened in the browser where that is refused too', async () => {
    const { items, doors } = await play({ refusal: FORBIDDEN }, {}, PRODUCT_URL, [{ match: '/yorumlar', times: 1, status: 403 }]);
    expect([items.length, doors]).toEqual([45, ['page of all reviews, in the browser']]);
  });

  it('is listened to where it has no state', async () => {
    const heard = (page: number) => `https://apigw.trendyol.com/x/review-read/product-reviews/detailed?page=${page}`;
    const list = (id: number) => ({ result: { summary: { totalCommentCount: 2 }, reviews: [{ id, comment: `Yorum ${id}` }] } });
    const older = {
      result: { productReviews: { totalElements: 3, totalPages: 1, content: [{ id: 9, commentDateISOtype: '2022-01-02' }] } },
    };
    const asks = [
      heard(1),
      'https://apigw.trendyol.com/x/product-reviews/summary',
      heard(2),
      'https://public-mdc.trendyol.com/product-reviews-detailed',
    ];
    const { items, total, doors, notes } = await readAll(trendyol, PRODUCT_URL, [
      { match: API, ...FORBIDDEN },
      { match: 'page=1', body: list(1) },
      { match: 'page=2', body: list(2) },
      { match: '/summary', body: { result: { averageRating: 4 } } },
      { match: 'public-mdc', body: older },
      { match: '/yorumlar', body: '<html></html>', asks },
    ]);
    expect([items.map(({ id }) => id), total, doors.length, notes.length]).toEqual([['1', '2', '9'], 2, 1, 2]);
  });
});

describe('refusals', () => {
  it.each([
    [{ refusal: FORBIDDEN, page: 'gone' }, 'NOT_FOUND'],
    [{ refusal: FORBIDDEN, page: 'silent' }, 'BLOCKED'],
    [{ refusal: { status: 418, body: {} }, page: 'gone' }, 'GEO_BLOCKED'],
    [{ refusal: { status: 404, body: {} }, page: 'silent' }, 'NOT_FOUND'],
    [{ refusal: { status: 429, body: {} } }, 'RATE_LIMITED'],
    [{ refusal: { status: 503, body: '' } }, 'NETWORK'],
    [{ refusal: { status: 200, body: { isSuccess: false, result: null } }, page: 'silent' }, 'PLATFORM_CHANGED'],
    [{ refusal: { status: 200, body: { isSuccess: true, result: {} } }, page: 'gone' }, 'PLATFORM_CHANGED'],
  ] satisfies [TrendyolParams, string][])('%o', async (params, code) => {
    await expect(play(params)).rejects.toMatchObject({ code });
  });

  it('of another page of the API end the export', async () => {
    const run = play({}, {}, PRODUCT_URL, [{ match: 'page=1&', ...FORBIDDEN }]);
    await expect(run).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});
