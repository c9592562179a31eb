import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import googleReviews from '#core/platforms/google_reviews/index.ts';
import { recordItem } from '#core/platforms/google_reviews/record.ts';
import googleSearch from '#core/platforms/google_search/index.ts';
import { platformRegistry } from '#core/platforms/registry.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { FEATURE, googleReviewsSimulator, type GoogleReviewsParams } from '#core/platforms/google_reviews/simulator.ts';

const PLACE = `https://www.google.com/maps/place/Some+Place/@34.6,33.0,17z/data=!3m1!4b1!4m6!3m5!1s${FEATURE}!8m2!3d34.6!4d33.0`;
const SEARCH_CALL = 'GetLocalBoqProxy';
const MAP_CALL = 'listugcposts';
const MAP_ONLY: GoogleReviewsParams = { shut: ['search'] };

const play = (params: GoogleReviewsParams = {}): FakeExchange => ({ match: '', simulator: googleReviewsSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PLACE, cookies: Record<string, string> = {}) =>
  readAll(googleReviews, url, exchanges, options, cookies);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(2)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('google_reviews: URLs', () => {
  it.each([
    [PLACE, FEATURE],
    ['https://www.google.co.uk/maps/place/X/data=!4m2!3m1!1s0x14e732fd76f0d90d%3A0xe5415928d6702b47', FEATURE],
    ['https://www.google.com/maps?cid=5756952639713714369', '0x0:0x4fe4cdec96e220c1'],
    ['https://maps.google.com/?cid=5756952639713714369&hl=de', '0x0:0x4fe4cdec96e220c1'],
    ['https://maps.google.de/maps?ftid=0x14e732fd76f0d90d:0xe5415928d6702b47', FEATURE],
    ['https://www.google.com/search?q=x&ludocid=5756952639713714369', '0x0:0x4fe4cdec96e220c1'],
    ['https://www.google.fr/search?q=x#lrd=0x14e732fd76f0d90d:0xe5415928d6702b47,1,,,', FEATURE],
    [`https://consent.google.com/m?continue=${encodeURIComponent(PLACE)}&gl=DE`, FEATURE],
    ['https://www.google.com/search?q=x&lrd=0x14e732fd76f0d90d:0xe5415928d6702b47,1', FEATURE],
    ['https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sCi9DQUlR!2m1!1s0x0:0x4fe4cdec96e220c1!3m1', '0x0:0x4fe4cdec96e220c1'],
  ])('takes %s', (url, feature) => {
    expect(chooseFor(googleReviews, url)).toMatchObject({ target: 'place', params: { feature }, type: 'reviews' });
    expect(googleSearch.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });

  it.each([
    ['https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4'],
    ['https://search.google.com/local/reviews?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4'],
    ['https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4'],
  ])('asks the page behind %s for its id', (url) => {
    const page = 'https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4';
    expect(chooseFor(googleReviews, url)).toMatchObject({ target: 'unnamed', params: { page } });
  });

  it.each([
    'https://www.google.com/maps/search/pizza/@34.6,33.0,17z',
    'https://www.google.com/maps/contrib/118210304700470843945/reviews',
    `https://www.google.com/maps/dir/A/B/data=!1s${FEATURE}`,
    'https://www.google.com/maps/@34.6,33.0,17z',
    'https://www.google.com/search?q=pizza',
    'https://www.google.com/',
    'https://goo.gl/AbCdEf',
    'https://consent.google.com/m?continue=https%3A%2F%2Fconsent.google.com%2Fm%3Fcontinue%3Dx',
    'https://consent.google.com/m',
    'https://google.com.evil.example/maps?cid=5756952639713714369',
    'https://notgoogle.com/maps?cid=5756952639713714369',
  ])('refuses %s', (url) => {
    expect(googleReviews.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('google_reviews: options', () => {
  const choose = (options: object) => () => platformRegistry([googleReviews]).choose(PLACE, jobOptionsSchema.parse(options));

  it('are refused where they ask for another list than that of the reviews', () => {
    expect(choose({ followers: true })).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
    expect(choose({ replies: true, countries: ['DE'] })()).toMatchObject({ target: { selector: 'own' } });
  });
});

describe('google_reviews: the search call', () => {
  it('reads all pages', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(upTo(45));
    expect([run.session.urls.length, run.doors, run.gaps, run.total]).toEqual([5, ['search call'], [], null]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('asks by positions', async () => {
    const { session } = await read([play()], { limit: 11 });
    const asked = session.urls.map((url) => JSON.parse(new URL(url).searchParams.get('reqpld') ?? '') as unknown);
    const args = (token: string) => [
      null,
      2,
      ...Array.from({ length: 7 }, () => null),
      10,
      null,
      [FEATURE],
      ...Array.from({ length: 4 }, () => null),
      [1, 1, null, [[3], [4], [5], [6], [7]]],
      null,
      null,
      token,
      ...Array.from({ length: 3 }, () => null),
      0,
    ];
    expect(asked).toEqual(['', btoa('10')].map((token) => [null, [...Array.from({ length: 9 }, () => null), args(token)]]));
    expect(session.urls[0]?.split('reqpld=')[0]).toBe(
      'https://www.google.com/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy?msc=gwsrpc&hl=en&',
    );
  });

  it.each(['usual', 'shifted', 'bare'] as const)('has every field in the %s layout', async (layout) => {
    const { items } = await read([play({ layout })]);
    expect(items[6]).toMatchObject({
      id: 'id6',
      kind: 'review',
      author: {
        name: 'Guest 6',
        id: '1006',
        url: 'https://www.google.com/maps/contrib/1006',
        avatarUrl: 'https://lh3.googleusercontent.com/a/6=s40',
      },
      text: 'Words & 6\ntwo',
      language: layout === 'bare' ? null : 'en',
      createdAt: '2026-01-01T06:00:00.123Z',
      createdAtPrecision: 'second',
      rating: 2,
      ratingScale: 5,
      likes: null,
      url: null,
      isEdited: null,
      media: [{ type: 'image', url: 'https://lh5.googleusercontent.com/p/6=s0' }],
      ownerReply: { text: 'Thanks &\ncome again', createdAt: null },
      extra: { source: 'Google', authorReviewCount: 10, authorPhotoCount: 2 },
    });
    expect(items[3]).toMatchObject({ text: '', media: [], ownerReply: null, createdAt: '2026-01-01T09:00:00.123Z' });
  });

  it.each([
    ['new', 2],
    ['top', 1],
    ['best', 3],
    ['controversial', 4],
    ['old', 2],
  ] as const)('sorts by %s', async (sort, code) => {
    const { session } = await read([play(MAP_ONLY)], { sort, limit: 1 });
    expect(session.urls[0]).toContain(encodeURIComponent(`[null,${code},null`));
    expect(session.urls[1]).toMatch(new RegExp(`!13m1!1e${code}$`));
  });

  it('is kept to the end once it has given reviews', async () => {
    const later: FakeExchange = { match: encodeURIComponent(btoa('10')), status: 404 };
    await expect(read([later, play()])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('google_reviews: the map call', () => {
  it('reads all pages, and says that there may be more with a login', async () => {
    const run = await read([play(MAP_ONLY)]);
    expect(numbers(run.items)).toEqual(upTo(45));
    const url = (token: string) =>
      `https://www.google.com/maps/rpc/listugcposts?authuser=0&hl=en&gl=us&pb=!1m6!1s${FEATURE}!6m4!4m1!1e1!4m1!1e3!2m2!1i20!2s${token}!5m2!1sAAAAAAAAAAAAAAAAAAAAA!7e81!8m9!2b1!3b1!5b1!7b1!12m4!1b1!2b1!4m1!1e1!11m0!13m1!1e2`;
    expect(run.session.urls.slice(1)).toEqual(['', '20', '40'].map(url));
    expect([run.doors, run.gaps]).toEqual([['map call'], [{ cause: 'login', count: 0, note: expect.any(String) }]]);
    expect((await read([play(MAP_ONLY)], {}, PLACE, { SID: 'x' })).gaps).toEqual([]);
  });

  it('has every field', async () => {
    const { items } = await read([play(MAP_ONLY)]);
    expect(items[6]).toMatchObject({
      id: 'id6',
      author: { name: 'Guest 6', id: '1006', url: 'https://www.google.com/maps/contrib/1006' },
      text: 'Λόγια &amp; 6\nδύο',
      language: 'el',
      createdAt: '2026-01-01T06:00:00.123Z',
      isEdited: false,
      rating: 2,
      ratingScale: 5,
      likes: 6,
      url: 'https://www.google.com/maps/reviews/data=!1sid6?hl=en',
      media: [{ type: 'image', url: 'https://lh5.googleusercontent.com/p/6=s0' }],
      ownerReply: { text: 'Thank you 6', createdAt: '2026-01-02T06:00:00.123Z' },
      extra: { source: 'Google', authorReviewCount: 6, authorPhotoCount: 3, translatedText: 'Words 6' },
    });
    expect(items[4]).toMatchObject({ rating: 8.5, ratingScale: 10, isEdited: true, extra: { source: 'Tripadvisor' } });
    expect(items[3]).toMatchObject({ text: '', language: null, likes: null, ownerReply: null });
  });

  it.each([
    [1_767_225_600_000_000, 0, false],
    [1_767_225_600_000_000, 1_767_225_600_000_000, false],
    [1_767_225_600_000_000, 1_767_225_600_000_001, true],
    [1_767_225_600_000_000, undefined, null],
    [0, 1_767_225_600_000_000, null],
  ])('written at %s and changed at %s: edited is %s', (createdAt, editedAt, isEdited) => {
    expect(recordItem({ id: 'id1', createdAt, editedAt })).toMatchObject({ isEdited });
  });

  it('is done with nothing for a place without reviews', async () => {
    expect(await read([play({ ...MAP_ONLY, reviews: 0 })])).toMatchObject({ items: [], gaps: [] });
  });

  it('ends where the same token comes again', async () => {
    const page = (token: string) => `)]}'\n${JSON.stringify([null, token, [[['a', [], [[5]], [], []]]]])}`;
    const run = await read([
      { match: SEARCH_CALL, status: 404 },
      { match: '', body: page('t=') },
    ]);
    expect([run.items.length, run.session.urls.length]).toEqual([1, 3]);
    expect(run.session.urls[2]).toContain('!2st%3D!5m2');
  });
});

describe('google_reviews: the page of a place', () => {
  const shut = ['search', 'map'] as const;

  it('gives a few where both calls are shut, and says so', async () => {
    const run = await read([play({ shut })]);
    expect(numbers(run.items)).toEqual(upTo(8));
    expect([run.session.urls[2], run.doors, run.gaps]).toEqual([
      PLACE,
      ['place page'],
      [{ cause: 'blocked', count: 0, note: expect.any(String) }],
    ]);
  });

  it('is asked for by its number where another address was pasted', async () => {
    const run = await read([play({ shut })], {}, 'https://www.google.com/maps?cid=5756952639713714369');
    expect([run.items.length, run.session.urls[2]]).toEqual([8, 'https://www.google.com/maps?cid=5756952639713714369&hl=en']);
  });

  it.each([
    ['https://maps.app.goo.gl/AbCd', ['https://maps.app.goo.gl/AbCd']],
    ['https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsR', ['https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsR']],
    ['https://www.google.com/maps/place/Kipriakon', ['https://www.google.com/maps/place/Kipriakon']],
  ])('tells the id of %s', async (url, before) => {
    const run = await read([play({ reviews: 5 })], {}, url);
    expect([run.items.length, run.session.urls.slice(0, -1)]).toEqual([5, before]);
    expect(run.session.urls.at(-1)).toContain(encodeURIComponent(JSON.stringify([FEATURE])));
  });

  it.each([
    ['the text itself', (payload: string) => [null, null, null, ['', null, payload]], 1],
    ['a part with a name', (payload: string) => [null, null, null, { xd: [null, null, payload] }], 1],
  ])('is read where its state has %s', async (_what, state, count) => {
    const place = { 4: [...Array.from({ length: 8 }), 516], 175: [...Array.from({ length: 9 }), [[[['a', [], [[5]], [], []]]]]] };
    const payload = `)]}'\n${JSON.stringify([...Array.from({ length: 6 }), Array.from({ length: 176 }, (_, at) => place[at as 4])])}`;
    const body = `window.APP_INITIALIZATION_STATE=${JSON.stringify(state(payload))};`;
    const run = await read([{ match: '/maps/place', body }]);
    expect(run.items).toHaveLength(count);
    const without = body.replace('[[[[\\"a\\"', '[[[],[[\\"a\\"');
    expect(without).not.toBe(body);
    await expect(read([{ match: '/maps/place', body: without }])).rejects.toMatchObject({ path: '6.175.9.0.0' });
  });

  it('follows a short link to a search that shows the place', async () => {
    const hops: FakeExchange[] = [
      { match: 'g.co', status: 302, headers: { location: 'https://www.google.com/search?kgmid=/g/1' } },
      { match: 'kgmid', body: `<div data-fid="${FEATURE}"></div>` },
    ];
    const run = await read([...hops, play({ reviews: 5 })], {}, 'https://g.co/kgs/AbCdEf');
    expect([run.items.length, run.session.urls.length]).toEqual([5, 3]);
  });

  it('is found behind the question about cookies that a short link leads to, and asked for with the answer to it', async () => {
    const consent = `https://consent.google.com/m?continue=${encodeURIComponent(PLACE)}&gl=DE`;
    const link: FakeExchange = { match: 'maps.app', status: 302, headers: { location: consent } };
    const run = await read([link, play({ reviews: 5, shut: ['search', 'map'] })], {}, 'https://maps.app.goo.gl/AbCd');
    expect([run.items.length, run.session.urls.at(-1)]).toEqual([5, PLACE]);
    expect(run.session.sent.at(-1)?.headers['cookie']).toBe('SOCS=CAI');
  });

  it('follows a short link to a page that tells the id', async () => {
    const link: FakeExchange = { match: 'g.page', status: 302, headers: { location: 'https://www.google.com/maps/place/X' } };
    const run = await read([link, play({ reviews: 5 })], {}, 'https://g.page/x');
    expect([run.items.length, run.session.urls[1]]).toEqual([5, 'https://www.google.com/maps/place/X']);
  });
});

describe('google_reviews: failure signals', () => {
  const sorry = { status: 302, headers: { location: 'https://www.google.com/sorry/index?continue=x' } };

  it.each([
    ['404 at every door', [{ match: '', status: 404 }], 'NOT_FOUND'],
    [
      'a captcha page at every door',
      [
        { match: 'cid=', failure: new PlatformRefusal('CAPTCHA') },
        { match: '', ...sorry },
      ],
      'CAPTCHA',
    ],
    [
      'a captcha page at the calls',
      [
        { match: SEARCH_CALL, ...sorry },
        { match: MAP_CALL, ...sorry },
        { match: '', status: 404 },
      ],
      'CAPTCHA',
    ],
    [
      'a question about cookies',
      [
        { match: MAP_CALL, status: 302, headers: { location: 'https://consent.google.com/x' } },
        { match: '', status: 404 },
      ],
      'BLOCKED',
    ],
    ['a lasting 429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    [
      'a bad request',
      [
        { match: MAP_CALL, status: 400 },
        { match: '', status: 404 },
      ],
      'PLATFORM_CHANGED',
    ],
    ['unknown forms', [{ match: '', body: 'x' }], 'PLATFORM_CHANGED'],
    ['a page without reviews', [play({ shut: ['search', 'map', 'page'] })], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    await expect(read([...exchanges], {}, 'https://www.google.com/maps?cid=5756952639713714369')).rejects.toMatchObject({ code });
  });

  it('a place that is gone leads to the map', async () => {
    const gone: FakeExchange[] = [
      { match: /\/maps\/place/, status: 302, headers: { location: 'https://www.google.com/maps' } },
      { match: /\/maps$/, body: '<html></html>' },
    ];
    await expect(read(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read(gone, {}, 'https://www.google.com/maps/place/Kipriakon')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([{ match: '', body: 'x' }], {}, 'https://g.page/x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([{ match: '', status: 403 }], {}, 'https://www.google.com/maps/place/X')).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('names the field', async () => {
    const body = (record: unknown) => `)]}'\n${JSON.stringify([null, null, [[record]]])}`;
    const path = (record: unknown) =>
      read([
        { match: MAP_CALL, body: body(record) },
        { match: '', status: 404 },
      ]).catch((error: { path?: string }) => error.path);
    expect(await path([])).toBe('2.0.id');
    expect(await path(['a', [null, null, 'x']])).toBe('2.0.createdAt');
  });
});
