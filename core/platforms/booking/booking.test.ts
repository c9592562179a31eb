import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import booking from '#core/platforms/booking/index.ts';
import type { Page } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { bookingSimulator, type BookingParams, PROPERTY_PATH } from '#core/platforms/booking/simulator.ts';

const PAGE = `https://www.booking.com${PROPERTY_PATH}.en-gb.html`;
const API = 'https://www.booking.com/dml/graphql?lang=';
const FIREWALL = '<html><body><noscript>JavaScript is disabled</noscript><script src="/x/challenge.js"></script></body></html>';

const play = (params: BookingParams = {}): FakeExchange => ({ match: '', simulator: bookingSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PAGE) => readAll(booking, url, exchanges, options);
const inputs = ({ session }: Awaited<ReturnType<typeof read>>) =>
  session.sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body) as { variables: { input: Record<string, unknown> } }).variables.input);

describe('booking: URLs', () => {
  it.each([
    [
      'https://www.booking.com/hotel/gb/a-hotel.en-gb.html?aid=1&checkin=2026-01-01#tab-reviews',
      { page: '/hotel/gb/a-hotel', language: 'en-gb' },
    ],
    ['booking.com/hotel/de/a-hotel.html', { page: '/hotel/de/a-hotel' }],
    ['https://m.booking.com/hotel/fr/a-hotel.de.html', { page: '/hotel/fr/a-hotel', language: 'de' }],
    ['https://secure.booking.com/hotel/fr/a-hotel.zh-cn.html', { page: '/hotel/fr/a-hotel', language: 'zh-cn' }],
    ['https://www.booking.com/reviews/gb/hotel/a-hotel.html', { page: '/hotel/gb/a-hotel' }],
    ['https://www.booking.com/reviews/gb/hotel/a-hotel.fr.html?page=2', { page: '/hotel/gb/a-hotel', language: 'fr' }],
  ])('takes %s', (url, params) => {
    const chosen = chooseFor(booking, url);
    expect(chosen).toMatchObject({ target: 'property', type: 'reviews' });
    expect(chosen.params).toEqual(params);
  });

  it.each([
    'https://www.booking.com/searchresults.html?ss=London',
    'https://www.booking.com/cars/index.html',
    'https://www.booking.com/attractions/gb/some-tour.html',
    'https://www.booking.com/city/gb/london.html',
    'https://www.booking.com/hotel/gb/index',
    'https://www.booking.com/hotel/gbr/a-hotel.html',
    'https://www.booking.com/',
    'https://notbooking.com/hotel/gb/a-hotel.html',
    'https://booking.com.evil.example/hotel/gb/a-hotel.html',
  ])('refuses %s', (url) => {
    expect(booking.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('booking: reviews', () => {
  it('reads the page for the numbers and the token, then ten reviews at a time', async () => {
    const run = await read([play()], {}, `${PAGE}?aid=1#tab-reviews`);
    expect(run.session.urls).toEqual([PAGE, ...Array.from({ length: 4 }, () => `${API}en-gb`)]);
    expect(inputs(run)[1]).toEqual({
      hotelId: 25732,
      ufi: -2601889,
      hotelCountryCode: 'gb',
      sorter: 'NEWEST_FIRST',
      filters: { text: '' },
      skip: 10,
      limit: 10,
      upsortReviewUrl: '',
      searchFeatures: { destId: -2601889, destType: 'CITY' },
    });
    expect(run.session.sent[1]?.headers).toMatchObject({ 'x-booking-csrf-token': 'token-1', referer: PAGE });
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([33, 33, [], ['graphql']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['new', 'NEWEST_FIRST'],
    ['top', 'MOST_RELEVANT'],
    ['old', 'OLDEST_FIRST'],
    ['best', 'SCORE_DESC'],
    ['controversial', 'SCORE_ASC'],
  ] as const)('sorts by %s', async (sort, sorter) => {
    expect(inputs(await read([play({ reviews: 1 })], { sort }))).toMatchObject([{ sorter }]);
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[28]).toMatchObject({
      id: 'aaaaaaaaaaaaaa1c',
      kind: 'review',
      parentId: null,
      author: { name: 'Guest 28', id: null, url: null, avatarUrl: 'https://media.example/28.png' },
      title: null,
      text: 'Good & quiet 28\nSmall\nroom',
      createdAt: '2025-12-31T08:00:00.000Z',
      rating: 9,
      ratingScale: 10,
      language: 'en',
      likes: 1,
      url: null,
      media: [
        { type: 'image', url: 'https://media.example/max1280x900/28.jpg' },
        { type: 'image', url: 'https://cf.bstatic.com/xdata/images/xphoto/1.jpg' },
      ],
      extra: {
        positiveText: 'Good & quiet 28',
        negativeText: 'Small\nroom',
        country: 'Denmark',
        guestType: 'Couple',
        roomType: 'Double Room',
        nights: 3,
        checkIn: '2025-12-01',
        checkOut: '2025-12-04',
      },
    });
    expect(items[1]).toMatchObject({
      title: 'Stay 1',
      text: 'Small\nroom',
      language: null,
      author: { avatarUrl: null },
      ownerReply: { text: 'Dear guest 1, thank you.', createdAt: null },
    });
    expect(items[6]?.text).toBe('');
  });

  it('takes scores that are sent as text', async () => {
    const list = { reviewsCount: '1', reviewCard: [{ reviewUrl: 'a', reviewScore: '8.5', reviewedDate: '1765748812' }] };
    const run = await read([{ match: API, body: { data: { reviewListFrontend: list } } }, play()]);
    expect([run.items, run.total]).toMatchObject([[{ rating: 8.5, createdAt: '2025-12-14T21:46:52.000Z', text: '' }], 1]);
  });

  it('leaves out what is not approved, and goes on past a page of nothing else', async () => {
    const run = await read([play({ unapproved: Array.from({ length: 12 }, (_, index) => index) })]);
    expect([run.items.length, run.gaps.map(({ cause, count }) => [cause, count])]).toEqual([
      21,
      [
        ['hidden', 10],
        ['hidden', 2],
      ],
    ]);
    expect(await read([play({ reviews: 0 })])).toMatchObject({ items: [], total: 0 });
  });

  it('follows a shared link', async () => {
    const run = await read([play({ reviews: 3 })], {}, 'https://www.booking.com/Share-abc');
    expect(run.session.urls).toEqual(['https://www.booking.com/Share-abc', PAGE.replace('en-gb', 'de'), `${API}de`]);
    const elsewhere = [{ match: '', status: 302, headers: { location: 'https://www.booking.com/' } }];
    await expect(read(elsewhere, {}, 'https://www.booking.com/Share-abc')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('booking: doors', () => {
  it.each([
    ['a firewall', { status: 202, body: FIREWALL }],
    ['a page of the firewall alone', { body: FIREWALL }],
    ['a refusal', { status: 403, body: 'Forbidden' }],
    ['a challenge', { failure: new PlatformRefusal('CAPTCHA') }],
  ])('reads the page in the browser behind %s, and asks from inside it', async (_what, answer) => {
    const run = await read([{ match: PAGE, times: 1, ...answer }, play()]);
    expect([run.items.length, run.doors]).toEqual([33, ['graphql, in the browser']]);
  });

  it('begins with the page again where its token has come to its end', async () => {
    const session = new FakeSession([play({ tokenLasts: 2 })]);
    const [first] = booking.start(chooseFor(booking, PAGE), session.options);
    const ids: string[] = [];
    for (let next = first; next !== undefined;) {
      const ask = (): Promise<Page> => booking.fetchPage(next?.cursor as never, session);
      // The engine asks again for a page that came in an unknown form.
      const page = await ask().catch(ask);
      ids.push(...page.items.map(({ id }) => id));
      next = page.next?.[0] as typeof first;
    }
    expect([new Set(ids).size, session.urls.filter((url) => url === PAGE).length]).toEqual([33, 2]);
  });
});

describe('booking: failure signals', () => {
  const onApi = (answer: Omit<FakeExchange, 'match'>): FakeExchange[] => [{ match: API, ...answer }, play()];
  const list = (value: unknown) => onApi({ body: { data: { reviewListFrontend: value } } });
  it.each([
    ['no such page', [play()], 'NOT_FOUND', PAGE.replace('garden', 'no')],
    ['a property that is gone', [play()], 'NOT_FOUND', 'https://www.booking.com/hotel/gb/gonehotel.html'],
    ['a firewall before both doors', [{ match: '', status: 202, body: FIREWALL }], 'CAPTCHA', PAGE],
    ['403', [{ match: '', status: 403, body: 'Forbidden' }], 'BLOCKED', PAGE],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED', PAGE],
    ['a page without the numbers', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED', PAGE],
    ['an error in the data: 404', list({ statusCode: 404, message: 'x' }), 'NOT_FOUND', PAGE],
    ['an error in the data: 429', list({ statusCode: 429 }), 'RATE_LIMITED', PAGE],
    ['an error in the data: 500', list({ statusCode: 500 }), 'NETWORK', PAGE],
    ['errors', onApi({ body: { errors: [{ message: 'Unknown type' }] } }), 'PLATFORM_CHANGED', PAGE],
    ['nothing', list(null), 'PLATFORM_CHANGED', PAGE],
    ['no list', list({ reviewsCount: 7 }), 'PLATFORM_CHANGED', PAGE],
    ['another form', list({ reviewsCount: 7, reviewCard: [{}] }), 'PLATFORM_CHANGED', PAGE],
  ] as const)('%s', async (_what, exchanges, code, url) => {
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });
});
