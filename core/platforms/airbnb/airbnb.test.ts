import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import airbnb from '#core/platforms/airbnb/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { airbnbSimulator, LISTING, PUBLIC_KEY, type AirbnbParams } from '#core/platforms/airbnb/simulator.ts';

const PAGE = `https://www.airbnb.com/rooms/${LISTING}`;
const API = 'https://www.airbnb.com/api/v3/StaysPdpReviewsQuery/';
const OLDER = 'dec1c8061483e78373602047450322fd474e79ba9afa8d3dbbc27f504030f91d';
const PRESENT = 'abcdef0123456789'.repeat(4);

const play = (params: AirbnbParams = {}): FakeExchange => ({ match: '', simulator: airbnbSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PAGE) => readAll(airbnb, url, exchanges, options);
const asked = ({ session }: Awaited<ReturnType<typeof read>>) => session.urls.map((url) => Object.fromEntries(new URL(url).searchParams));

describe('airbnb: URLs', () => {
  it.each([
    ['https://www.airbnb.com/rooms/38817969?adults=2#reviews', '38817969', 'en'],
    ['airbnb.fr/rooms/38817969/reviews', '38817969', 'fr'],
    ['https://www.airbnb.com.br/rooms/plus/38817969', '38817969', 'pt'],
    ['https://www.airbnb.co.jp/luxury/listing/38817969/', '38817969', 'ja'],
    ['https://fr.airbnb.ca/rooms/38817969/photos', '38817969', 'fr'],
    ['https://www.airbnb.com/rooms/38817969/reviews/1234567', '38817969', 'en'],
    ['https://es-l.airbnb.com/rooms/1234567890123456789', '1234567890123456789', 'es'],
  ])('takes %s', (url, listing, language) => {
    expect(chooseFor(airbnb, url)).toMatchObject({ target: 'listing', params: { listing, language }, type: 'reviews' });
  });

  it.each([
    ['https://www.airbnb.de/h/the-house', { address: 'https://www.airbnb.com/h/the-house', language: 'de' }],
    ['https://www.airbnb.com/slink/AbC', { address: 'https://www.airbnb.com/slink/AbC', language: 'en' }],
    ['https://abnb.me/AbC', { address: 'https://abnb.me/AbC' }],
    ['https://airbnb.app.link/AbC', { address: 'https://airbnb.app.link/AbC' }],
  ])('takes the link %s', (url, params) => {
    expect(chooseFor(airbnb, url)).toMatchObject({ target: 'short', params });
  });

  it.each([
    'https://www.airbnb.com/experiences/12345',
    'https://www.airbnb.com/users/show/12345',
    'https://www.airbnb.com/s/Paris/homes',
    'https://www.airbnb.com/rooms/abc',
    'https://www.airbnb.com/rooms',
    'https://www.airbnb.com/',
    'https://abnb.me/',
    'https://notairbnb.com/rooms/1',
    'https://airbnb.com.evil.example/rooms/1',
  ])('refuses %s', (url) => {
    expect(airbnb.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('airbnb: reviews', () => {
  it('asks the API straight away, 24 at a time, in the language of the host', async () => {
    const run = await read([play()], {}, PAGE.replace('.com', '.fr'));
    expect(run.session.urls.every((url) => url.startsWith(API))).toBe(true);
    expect(
      asked(run).map(({ variables }) => (JSON.parse(variables ?? '') as { pdpReviewsRequest: unknown }).pdpReviewsRequest),
    ).toMatchObject([
      { offset: '0', limit: 24, first: 24, sortingPreference: 'MOST_RECENT', fieldSelector: 'for_p3_translation_only' },
      { offset: '24' },
      { offset: '48' },
    ]);
    expect(asked(run)[0]).toMatchObject({ operationName: 'StaysPdpReviewsQuery', locale: 'fr', currency: 'USD' });
    expect(run.session.sent[0]?.headers).toEqual({ 'x-airbnb-api-key': PUBLIC_KEY });
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([53, 53, [], ['API']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['new', 'MOST_RECENT'],
    ['top', 'BEST_QUALITY'],
    ['best', 'RATING_DESC'],
    ['controversial', 'RATING_ASC'],
  ] as const)('sorts by %s', async (sort, order) => {
    expect(asked(await read([play({ reviews: 1 })], { sort }))[0]?.['variables']).toContain(`"sortingPreference":"${order}"`);
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[43]).toMatchObject({
      id: '1000043',
      kind: 'review',
      parentId: null,
      author: {
        name: 'Guest43',
        id: '543',
        url: 'https://www.airbnb.com/users/profile/543',
        avatarUrl: 'https://media.example/43.jpg',
      },
      title: null,
      text: 'Lovely & quiet 43.\n\nWill return.',
      createdAt: '2025-12-30T17:00:00.000Z',
      createdAtPrecision: 'second',
      relativeTime: null,
      rating: 4,
      ratingScale: 5,
      language: 'fr',
      likes: null,
      url: null,
      media: [{ type: 'image', url: 'https://media.example/photo43.jpg' }],
      ownerReply: { text: 'Thank you,\nguest 43!', createdAt: null },
      extra: {
        location: 'Lyon, France',
        highlight: 'Stayed a few nights',
        translation: 'Translated\n43',
        ownerReplyDate: 'January 2026',
        authorIsSuperhost: false,
      },
    });
    expect(items[1]).toMatchObject({ text: '', author: { avatarUrl: 'https://media.example/base1.jpg' } });
    expect(items[2]).toMatchObject({ language: 'en', ownerReply: null });
  });

  it('takes a typed line end beside a break for no second one, and leaves one blank line', async () => {
    const { items } = await read([play({ reviews: 56 })]);
    expect(items[50]?.text).toBe('Lovely & quiet 50.\n\nWill return.');
    expect(items[55]?.ownerReply?.text).toBe('Thank you,\nguest 55!');
  });

  it('goes on to an empty page where no total is given', async () => {
    const run = await read([play({ reviews: 30, isOld: true })]);
    expect([run.items.length, run.total, run.session.urls.length]).toEqual([30, null, 3]);
    expect(await read([play({ reviews: 0 })])).toMatchObject({ items: [], total: 0 });
  });

  it('follows links, and keeps the language of the pasted host', async () => {
    const run = await read([play({ reviews: 3 })], {}, 'https://www.airbnb.de/h/cosy');
    expect([run.items.length, run.session.urls[0], asked(run)[1]?.['locale']]).toEqual([3, 'https://www.airbnb.com/h/cosy', 'de']);
    const shared = await read([play({ reviews: 3 })], {}, 'https://abnb.me/cosy');
    expect([shared.items.length, shared.session.urls.slice(0, 2)]).toEqual([
      3,
      ['https://abnb.me/cosy', 'https://www.airbnb.com/slink/cosy'],
    ]);
    const elsewhere = [{ match: '', status: 302, headers: { location: 'https://www.airbnb.com/s/homes' } }];
    await expect(read(elsewhere, {}, 'https://abnb.me/x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('airbnb: doors', () => {
  it('asks by the older hash where the newest is not known', async () => {
    const run = await read([play({ hash: OLDER })]);
    expect([run.items.length, run.session.urls.length]).toEqual([53, 4]);
    const invalid = { data: null, errors: [{ message: 'x', extensions: { classification: 'ValidationError' } }] };
    expect((await read([{ match: API, times: 1, body: invalid }, play({ hash: OLDER })])).items).toHaveLength(53);
  });

  it('watches the page for the present hash where no known one is left', async () => {
    const page: FakeExchange = {
      match: `${PAGE}/reviews`,
      body: '<html></html>',
      asks: [`${API}${PRESENT}/?operationName=StaysPdpReviewsQuery`],
    };
    expect((await read([page, play({ hash: PRESENT })])).items).toHaveLength(53);
    await expect(read([{ ...page, asks: [] }, play({ hash: PRESENT })])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('takes the key on the page where the public one is refused', async () => {
    const run = await read([play({ key: 'another' })]);
    expect([run.items.length, run.session.urls[1], run.session.urls.length]).toEqual([53, PAGE, 5]);
    const refused = { match: API, status: 400, body: { error_type: 'invalid_key' } };
    await expect(read([refused, play()])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('asks from inside the page of the listing once a wall stands before the API', async () => {
    const run = await read([{ match: API, times: 1, status: 403, body: 'Access Denied' }, play()]);
    expect([run.items.length, run.doors]).toEqual([53, ['API, in the browser']]);
  });
});

describe('airbnb: numbers', () => {
  it('may be sent as text', async () => {
    const reviews = { reviews: [{ id: 1, rating: '4' }], metadata: { reviewsCount: '1' } };
    const run = await read([{ match: API, body: { data: { presentation: { stayProductDetailPage: { reviews } } } } }]);
    expect([run.items, run.total]).toMatchObject([[{ id: '1', rating: 4 }], 1]);
  });
});

describe('airbnb: failure signals', () => {
  const data = (value: unknown) => ({ match: API, body: { data: { presentation: value } } });
  it.each([
    ['an unknown listing', [play()], 'NOT_FOUND', PAGE.replace(LISTING, '1')],
    ['404 for every hash', [{ match: '', status: 404 }], 'NOT_FOUND', PAGE],
    ['410', [{ match: '', status: 410 }], 'NOT_FOUND', PAGE],
    ['no list', [data({ stayProductDetailPage: { reviews: null } })], 'NOT_FOUND', PAGE],
    ['403', [{ match: '', status: 403, body: 'Access Denied' }], 'BLOCKED', PAGE],
    ['420', [{ match: '', status: 420 }], 'BLOCKED', PAGE],
    ['a code of its own', [{ match: '', body: { error_code: 420 } }], 'BLOCKED', PAGE],
    ['a challenge', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA', PAGE],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED', PAGE],
    ['errors', [{ match: '', body: { errors: [{ message: 'Something went wrong' }] } }], 'PLATFORM_CHANGED', PAGE],
    ['another form', [data({ stayProductDetailPage: { reviews: { reviews: [{}] } } })], 'PLATFORM_CHANGED', PAGE],
    [
      'a picture of another form',
      [data({ stayProductDetailPage: { reviews: { reviews: [{ id: '1', reviewPhotoUrls: [7] }] } } })],
      'PLATFORM_CHANGED',
      PAGE,
    ],
    [
      'a date of another form',
      [data({ stayProductDetailPage: { reviews: { reviews: [{ id: '1', createdAt: 'yesterday' }] } } })],
      'PLATFORM_CHANGED',
      PAGE,
    ],
    ['no JSON', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED', PAGE],
  ] as const)('%s', async (_what, exchanges, code, url) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });
});
