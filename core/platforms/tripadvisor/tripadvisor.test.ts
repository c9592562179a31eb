import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import tripadvisor from '#core/platforms/tripadvisor/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { PLACE, PLACE_PATH, tripadvisorSimulator, type TripadvisorParams } from '#core/platforms/tripadvisor/simulator.ts';

const PAGE = `https://www.tripadvisor.com${PLACE_PATH}`;
const API = 'https://www.tripadvisor.com/data/graphql/ids';
const WALL = { status: 403, body: { url: 'https://geo.captcha-delivery.com/captcha/?initialCid=x' } };

const play = (params: TripadvisorParams = {}): FakeExchange => ({ match: '', simulator: tripadvisorSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PAGE) => readAll(tripadvisor, url, exchanges, options);
const asked = ({ session }: Awaited<ReturnType<typeof read>>) =>
  session.sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body) as [{ variables: Record<string, unknown>; extensions: object }])[0]);

describe('tripadvisor: URLs', () => {
  it.each([
    [
      'https://www.tripadvisor.com/Hotel_Review-g1-d22-Reviews-or10-A_Hotel-Rome.html?m=1#REVIEWS',
      '22',
      '/Hotel_Review-g1-d22-Reviews-A_Hotel-Rome.html',
      'en',
    ],
    [
      'tripadvisor.de/Restaurant_Review-g1-d22-Reviews-Caf%C3%A9-Berlin.html',
      '22',
      '/Restaurant_Review-g1-d22-Reviews-Caf%C3%A9-Berlin.html',
      'de',
    ],
    ['https://www.tripadvisor.com.br/Attraction_Review-g1-d22-Reviews-X.html', '22', '/Attraction_Review-g1-d22-Reviews-X.html', 'pt'],
    ['https://www.tripadvisor.jp/AttractionProductReview-g1-d22-X.html', '22', '/AttractionProductReview-g1-d22-X.html', 'ja'],
    ['https://fr.tripadvisor.ch/VacationRentalReview-g1-d22-X.html', '22', '/VacationRentalReview-g1-d22-X.html', 'fr'],
    ['https://www.tripadvisor.in/Airline_Review-d22-Reviews-Lufthansa', '22', '/Airline_Review-d22-Reviews-Lufthansa', 'en'],
    ['https://www.tripadvisor.ca/Hotel_Review-g1-d22-Reviews-A%2FB%3F.html', '22', '/Hotel_Review-g1-d22-Reviews-A%2FB%3F.html', 'en'],
    ['https://cn.tripadvisor.com/Hotel_Review-g1-d22', '22', '/Hotel_Review-g1-d22', 'zhCN'],
  ])('takes %s', (url, place, path, language) => {
    expect(chooseFor(tripadvisor, url)).toMatchObject({ target: 'place', params: { place, path, language }, type: 'reviews' });
  });

  it('takes one review, and short links', () => {
    const review = chooseFor(tripadvisor, 'https://www.tripadvisor.es/ShowUserReviews-g1-d22-r333-X.html');
    expect(review).toMatchObject({ target: 'review', params: { place: '22', review: '333', language: 'es' } });
    expect(chooseFor(tripadvisor, 'https://www.tripadvisor.com/aB3dE5gH')).toMatchObject({
      target: 'short',
      params: { address: 'https://www.tripadvisor.com/aB3dE5gH' },
    });
  });

  it.each([
    'https://www.tripadvisor.com/Profile/Valentina',
    'https://www.tripadvisor.com/ShowTopic-g1-i2-k3-X.html',
    'https://www.tripadvisor.com/UserReviewEdit-g1-d22-X.html',
    'https://www.tripadvisor.com/UserReview-g1-d22-X.html',
    'https://www.tripadvisor.com/Tourism-g190327-Sliema.html',
    'https://www.tripadvisor.com/Hotels-g190327-Sliema.html',
    'https://www.tripadvisor.com/Hotel_Review-g190327',
    'https://www.tripadvisor.com/Airlines',
    'https://www.tripadvisor.com/',
    'https://nottripadvisor.com/Hotel_Review-g1-d22-X.html',
    'https://tripadvisor.com.evil.example/Hotel_Review-g1-d22-X.html',
  ])('refuses %s', (url) => {
    expect(tripadvisor.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('tripadvisor: reviews', () => {
  it('asks the API straight away, ten at a time, in the language of the host', async () => {
    const run = await read([play()], {}, PAGE.replace('.com/', '.it/').replace('Reviews-', 'Reviews-or30-'));
    expect(run.session.urls).toEqual([API, API, API, API]);
    expect(asked(run)[1]).toEqual({
      variables: {
        locationId: Number(PLACE),
        filters: [],
        limit: 10,
        offset: 10,
        sortType: null,
        sortBy: 'DATE',
        language: 'it',
        doMachineTranslation: true,
        photosPerReviewLimit: 3,
      },
      extensions: { preRegisteredQueryId: 'ef1a9f94012220d3' },
    });
    expect(run.session.sent[0]?.headers).toMatchObject({ referer: PAGE });
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([34, 34, [], ['graphql']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
    expect(asked(await read([play()], { sort: 'top', limit: 1 }))).toMatchObject([{ variables: { sortBy: 'SERVER_DETERMINED' } }]);
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[31]).toMatchObject({
      id: '1000000031',
      kind: 'review',
      parentId: null,
      author: {
        name: 'Guest 7',
        username: 'Guest7',
        id: '19EF31',
        url: 'https://www.tripadvisor.com/Profile/Guest7',
        avatarUrl: 'https://media.example/avatar31.jpg',
      },
      title: 'Stay 31',
      text: 'Room 31 & more <3\n\nAgain.',
      createdAt: '2025-12-31T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 2,
      ratingScale: 5,
      likes: 3,
      language: 'en',
      url: `https://www.tripadvisor.com/ShowUserReviews-g190327-d${PLACE}-r1000000031-Some_Hotel.html`,
      media: [
        { type: 'image', url: 'https://media.example/photo31.jpg' },
        { type: 'image', url: 'https://media.example/l.jpg' },
      ],
      ownerReply: { text: 'Dear guest 31,\nthank you.', createdAt: '2026-01-01T00:00:00.000Z' },
      extra: {
        location: 'Bari, Italy',
        originalLanguage: 'it',
        translationType: 'MACHINE',
        authorReviewCount: 31,
        tripType: 'FAMILY',
        stayDate: '2025-12-01',
        ownerReplyRole: 'Owner',
      },
    });
    expect(items[29]?.extra).toMatchObject({ ratings: { Location: 4 } });
    expect(items[1]).toMatchObject({ createdAt: '2026-01-27T00:00:00.000Z', author: { name: null, url: null } });
  });

  it('takes addresses as they are, the earlier date where there is no other, and no words for one', async () => {
    const route = (url: string) => ({ reviewDetailPageWrapper: { reviewDetailPageRoute: { url } } });
    const answer = (...reviews: object[]) => ({
      match: API,
      body: [{ data: { ReviewsProxy_getReviewListPageForLocation: [{ totalCount: reviews.length, reviews }] } }],
    });
    const { items } = await read([
      answer(
        { id: 1, publishedDate: '', createdDate: '2026-01-02', ...route('/ShowUserReviews-d1-r1-Café.html') },
        { id: 2, ...route('https://www.tripadvisor.com/x') },
      ),
    ]);
    expect(items).toMatchObject([
      { id: '1', createdAt: '2026-01-02T00:00:00.000Z', url: 'https://www.tripadvisor.com/ShowUserReviews-d1-r1-Café.html' },
      { id: '2', createdAt: null, createdAtPrecision: null, text: '', url: 'https://www.tripadvisor.com/x' },
    ]);
    await expect(read([answer({ id: 3, publishedDate: 'yesterday' })])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'publishedDate',
    });
  });

  it('finds one review among those of its place', async () => {
    const url = `https://www.tripadvisor.com/ShowUserReviews-g190327-d${PLACE}-r1000000012-X.html`;
    const run = await read([play()], {}, url);
    expect([run.items.map(({ id }) => id), run.total, run.session.urls.length]).toEqual([['1000000012'], null, 2]);
    await expect(read([play()], {}, url.replace('r1000000012', 'r5'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('follows a link of the app', async () => {
    const run = await read([play({ reviews: 3 })], {}, 'https://tripadvisor.app.link/place');
    expect([run.items.length, run.session.urls]).toEqual([3, ['https://tripadvisor.app.link/place', API]]);
    const elsewhere = [{ match: '', status: 302, headers: { location: 'https://www.tripadvisor.com/' } }];
    await expect(read(elsewhere, {}, 'https://tripadvisor.app.link/x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is done with nothing where there are no reviews', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total]).toEqual([[], 0]);
  });
});

describe('tripadvisor: doors', () => {
  it('asks from inside the page of the place once a wall stands before the API', async () => {
    const run = await read([{ match: API, times: 1, failure: new PlatformRefusal('CAPTCHA') }, play()]);
    expect([run.items.length, run.doors]).toEqual([34, ['graphql, in the browser']]);
  });

  it('reads the list by the older query too', async () => {
    const run = await read([play({ query: '8793c5d897e589a1', shape: 'locations' })]);
    expect([run.items.length, run.total, run.session.urls.length]).toEqual([34, 34, 5]);
  });

  it('watches the page for the present query where no known one is left', async () => {
    const query = '0123456789abcdef';
    const operation = (id: string) => ({
      variables: { locationId: Number(PLACE), limit: 10, offset: 0, sortBy: 'DATE', language: 'en' },
      extensions: { preRegisteredQueryId: id },
    });
    const asks = [{ url: API, method: 'POST' as const, json: [operation('fedcba9876543210'), operation(query)] }];
    const page: FakeExchange = { match: PAGE, asks, body: '<html></html>' };
    expect((await read([page, play({ query })])).items).toHaveLength(34);
    await expect(read([{ ...page, asks: [] }, play({ query })])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('tripadvisor: failure signals', () => {
  const list = (value: unknown) => ({ match: API, body: [{ data: { ReviewsProxy_getReviewListPageForLocation: value } }] });
  it.each([
    ['an unknown place', [play()], 'NOT_FOUND', PAGE.replace(PLACE, '1')],
    ['no list', [list([null])], 'NOT_FOUND', PAGE],
    ['a wall before both doors', [{ match: API, ...WALL }], 'BLOCKED', PAGE],
    ['a challenge before both doors', [{ match: API, failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA', PAGE],
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND', PAGE],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED', PAGE],
    ['errors for every query', [{ match: '', body: [{ errors: [{ message: 'no' }] }] }], 'PLATFORM_CHANGED', PAGE],
    ['another form', [list([{ totalCount: 1, reviews: [{}] }])], 'PLATFORM_CHANGED', PAGE],
    ['no JSON', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED', PAGE],
  ] as const)('%s', async (_what, exchanges, code, url) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });
});
