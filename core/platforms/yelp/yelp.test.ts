import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { scriptsNamedIn } from '#core/platforms/yelp/documents.ts';
import yelp from '#core/platforms/yelp/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { BUSINESS, BUSINESS_ID, WALL_PAGE, yelpSimulator, type YelpParams } from '#core/platforms/yelp/simulator.ts';

const PAGE = `https://www.yelp.com/biz/${BUSINESS}`;
const API = 'https://www.yelp.com/gql/batch';

const play = (params: YelpParams = {}): FakeExchange => ({ match: '', simulator: yelpSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PAGE) => readAll(yelp, url, exchanges, options);
const variablesOf = ({ session }: Awaited<ReturnType<typeof read>>) =>
  session.sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body) as [{ variables: Record<string, unknown> }])[0].variables);

describe('yelp: URLs', () => {
  it.each([
    ['https://www.yelp.com/biz/vons-1000-spirits-seattle-4?hrid=x&start=10#reviews', 'vons-1000-spirits-seattle-4', 'en'],
    ['m.yelp.com/biz/vons-1000-spirits-seattle-4/', 'vons-1000-spirits-seattle-4', 'en'],
    ['https://www.yelp.com/biz/Lw7NmZ3j-WEye97ywEmkXQ', 'Lw7NmZ3j-WEye97ywEmkXQ', 'en'],
    ['https://de.yelp.com/biz/x-berlin', 'x-berlin', 'de'],
    ['https://www.yelp.de/biz/caf%C3%A9-krone-z%C3%BCrich', 'café-krone-zürich', 'de'],
    ['https://fr.yelp.ca/biz/x', 'x', 'fr'],
    ['https://www.yelp.com.br/biz/x', 'x', 'pt'],
    ['https://www.yelp.co.jp/biz/x', 'x', 'ja'],
  ])('takes %s', (url, business, language) => {
    expect(chooseFor(yelp, url)).toMatchObject({ target: 'business', params: { business, language }, type: 'reviews' });
  });

  it.each([
    'https://www.yelp.com/not_recommended_reviews/vons',
    'https://www.yelp.com/user_details?userid=J9QPAPVVjrnR6DCUdQNk7A',
    'https://www.yelp.com/menu/vons',
    'https://www.yelp.com/biz_photos/vons',
    'https://www.yelp.com/questions/vons',
    'https://www.yelp.com/search?find_desc=pizza',
    'https://www.yelp.com/biz/',
    'https://www.yelp.com/',
    'https://business.yelp.com/biz/vons',
    'https://notyelp.com/biz/vons',
    'https://yelp.com.evil.example/biz/vons',
    'https://yelp.to/',
  ])('refuses %s', (url) => {
    expect(yelp.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('yelp: reviews', () => {
  it('reads the page for the id, then ten reviews at a time, then the other languages', async () => {
    const run = await read([play()]);
    expect(run.session.urls).toEqual([PAGE, ...Array.from({ length: 5 }, () => API)]);
    expect(variablesOf(run).map(({ languageCode, after }) => [languageCode, typeof after === 'string' ? atob(after) : after])).toEqual([
      ['en', null],
      ['en', '{"version":1,"type":"offset","offset":10}'],
      ['en', '{"version":1,"type":"offset","offset":20}'],
      ['fr', null],
      ['fr', '{"version":1,"type":"offset","offset":10}'],
    ]);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([37, 37, [], ['gql']]);
    expect(run.items.map(({ language }) => language)).toEqual([...Array(25).fill('en'), ...Array(12).fill('fr')]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[9]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: {
        name: 'Reader 9.',
        id: 'user-9',
        url: 'https://www.yelp.com/user_details?userid=user-9',
        avatarUrl: 'https://media.example/9.jpg',
      },
      text: 'Good & plenty 9\n\nA pie twice.',
      createdAt: '2026-01-01T03:00:00.000Z',
      createdAtPrecision: 'second',
      rating: 5,
      ratingScale: 5,
      language: 'en',
      likes: 1,
      isEdited: false,
      url: `https://www.yelp.com/biz/${BUSINESS}?hrid=en-review-9`,
      media: [
        { type: 'image', url: 'https://media.example/p9.jpg' },
        { type: 'video', url: 'https://media.example/v9.mp4' },
      ],
      ownerReply: null,
      extra: { location: 'Seattle, WA', authorReviewCount: 9, ohNo: 1, photoCaptions: ['A pie'] },
    });
    expect(items[1]).toMatchObject({
      text: '',
      author: { name: null, id: null, url: null },
      isEdited: true,
      ownerReply: { text: 'Thank you & come again\n1', createdAt: '2026-01-01T11:00:00.000Z' },
      extra: { previousReviewCount: 1, ownerReplyRole: 'Owner' },
    });
  });

  const only = (node: object) =>
    read([{ match: API, body: [{ data: { business: { reviews: { edges: [{ node }] } } } }] }, play()], { limit: 1 });

  it.each([
    [{}, null],
    [{ latestReviewUpdate: null, previousReviews: [] }, false],
    [{ latestReviewUpdate: '' }, false],
    [{ latestReviewUpdate: 0 }, false],
    [{ latestReviewUpdate: { encid: 'u1' } }, true],
    [{ previousReviews: [{ encid: 'p1' }] }, true],
  ])('%j: edited is %s', async (stated, isEdited) => {
    expect((await only({ encid: 'r1', ...stated })).items).toMatchObject([{ isEdited }]);
  });

  it('takes the time with the offset of the place where there is no other, and no words for a date', async () => {
    const { items } = await only({ encid: 'r1', createdAt: { utcDateTime: null, localDateTimeForBusiness: '2026-03-17T13:57:28-07:00' } });
    expect(items).toMatchObject([{ id: 'r1', createdAt: '2026-03-17T20:57:28.000Z', likes: null, rating: null, text: '' }]);
    await expect(only({ encid: 'r1', createdAt: { utcDateTime: 'soon' } })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'createdAt',
    });
  });

  it.each([
    ['new', 'DATE_DESC'],
    ['top', 'RELEVANCE_DESC'],
    ['old', 'DATE_ASC'],
    ['best', 'RATING_DESC'],
    ['controversial', 'RATING_ASC'],
  ] as const)('sorts by %s', async (sort, order) => {
    const run = await read([play({ reviews: { en: 3 } })], { sort });
    expect(variablesOf(run)).toMatchObject([{ sortBy: order, reviewsPerPage: 10, encBizId: BUSINESS_ID, ratings: [5, 4, 3, 2, 1] }]);
  });

  it('asks for no page where the address has the id, and for its language on a regional host', async () => {
    const run = await read([play()], {}, `https://fr.yelp.ca/biz/${BUSINESS_ID}`);
    expect(run.session.urls[0]).toBe(API);
    expect(run.items[0]?.language).toBe('fr');
    expect(run.items).toHaveLength(37);
  });

  it('follows a link of the app', async () => {
    const run = await read([play({ reviews: { en: 3 } })], {}, 'https://yelp.to/AbCd');
    expect([run.items.length, run.session.urls]).toEqual([3, ['https://yelp.to/AbCd', PAGE, API]]);
    await expect(
      read([{ match: '', status: 302, headers: { location: 'https://www.yelp.com/' } }], {}, 'https://yelp.to/x'),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends at an empty page where the answer says nothing of totals', async () => {
    const run = await read([play({ reviews: { en: 12 }, says: 'little' })]);
    expect([run.items.length, run.total, variablesOf(run).length]).toEqual([12, null, 3]);
    expect(run.items[0]?.url).toBe(`https://www.yelp.com/biz/${BUSINESS}?hrid=en-review-0`);
    expect((await read([play({ reviews: {} })])).items).toEqual([]);
  });
});

describe('yelp: doors', () => {
  it('takes the id from other pages where a wall stands before the first', async () => {
    const run = await read([play({ walled: ['biz', 'not_recommended_reviews'], reviews: { en: 3 } })]);
    expect(run.session.urls.map((url) => url.split('/')[3])).toEqual(['biz', 'not_recommended_reviews', 'questions', 'gql']);
    expect(run.items).toHaveLength(3);
  });

  it('asks from inside a page where the API is shut', async () => {
    const run = await read([{ match: API, times: 1, status: 403, body: 'This page is not available' }, play({ reviews: { en: 12 } })]);
    expect([run.items.length, run.doors]).toEqual([12, ['gql, in the browser']]);
  });

  it('tries the older number of the query, then reads that of the scripts', async () => {
    const old = 'ef51f33d1b0eccc958dddbf6cde15739c48b34637a00ebe316441031d4bf7681';
    expect((await read([play({ documentId: old })])).items).toHaveLength(37);
    const run = await read([play({ documentId: 'c0ffee'.repeat(10) + 'beef' })]);
    expect(run.items).toHaveLength(37);
    expect(run.session.urls.filter((url) => !url.startsWith(API)).map((url) => url.split('/').at(-1))).toEqual([
      BUSINESS,
      BUSINESS,
      'module_yelp-frontend_runtime~biz.yji-0123456789abcdef.mjs',
      'biz-reviews.yji-bbbbbbbbbbbbbbbb.chunk.mjs',
      'photos.yji-aaaaaaaaaaaaaaaa.chunk.mjs',
    ]);
  });

  it('knows what a runtime loads', () => {
    expect(
      scriptsNamedIn('12===e?"module_a~b.yji-00.mjs":34===e?"b.mjs":"x"+({1:"c",2:"d"})[e]+".yji-"+({1:"0123456789abcdef"})[e]'),
    ).toEqual(['module_a~b.yji-00.mjs', 'module_b.mjs', 'c.yji-0123456789abcdef.chunk.mjs']);
  });
});

describe('yelp: failure signals', () => {
  const onApi = (answer: Omit<FakeExchange, 'match'>): FakeExchange[] => [{ match: API, ...answer }, play()];
  it.each([
    ['no such business', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['a business removed', [{ match: '', status: 410 }], 'NOT_FOUND'],
    ['walls before all pages', [{ match: '', status: 403, body: WALL_PAGE }], 'BLOCKED'],
    ['a challenge', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    ['pages without the id', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED'],
    ['a number nobody knows', onApi({ status: 403, body: 'Forbidden' }), 'PLATFORM_CHANGED'],
    ['a short ban', onApi({ status: 403, headers: { 'retry-after': '30' } }), 'RATE_LIMITED'],
    ['429', onApi({ status: 429 }), 'RATE_LIMITED'],
    ['a ban', onApi({ status: 403, body: 'This page is not available' }), 'BLOCKED'],
    ['400', onApi({ status: 400, body: 'Bad Request' }), 'PLATFORM_CHANGED'],
    ['a bad id', onApi({ body: [{ data: null, errors: [{ message: 'x', extensions: { code: 'BAD_ENCID' } }] }] }), 'NOT_FOUND'],
    [
      'bad input',
      onApi({ body: [{ data: null, errors: [{ message: 'x', extensions: { code: 'BAD_USER_INPUT' } }] }] }),
      'PLATFORM_CHANGED',
    ],
    ['nothing', onApi({ body: [{ data: { business: null } }] }), 'NOT_FOUND'],
    ['another form', onApi({ body: [{ data: { business: { reviews: { edges: [{ node: {} }] } } } }] }), 'PLATFORM_CHANGED'],
    ['no JSON', onApi({ body: '<html></html>' }), 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    await expect(read([...exchanges])).rejects.toMatchObject({ code });
  });
});
