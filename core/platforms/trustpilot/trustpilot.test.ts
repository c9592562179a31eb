import { describe, expect, it } from 'vitest';
import { TransientFailure } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import trustpilot from '#core/platforms/trustpilot/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { trustpilotSimulator, type TrustpilotParams } from '#core/platforms/trustpilot/simulator.ts';

const SITE = 'https://www.trustpilot.com';
const COMPANY = `${SITE}/review/www.shop.example`;
const HEX = '65718f1ba9549dd90f396b4a';
const CHALLENGE = '<html><script src="https://x.awswaf.com/a/challenge.js"></script><script>window.gokuProps = {}</script></html>';

const play = (params: TrustpilotParams = {}): FakeExchange => ({ match: '', simulator: trustpilotSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}) => readAll(trustpilot, COMPANY, exchanges, options);
const codeOf = (exchanges: FakeExchange[]): Promise<unknown> =>
  read(exchanges).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const data = (page: number): string =>
  `/_next/data/businessunitprofile-consumersite-2.1.0/review/www.shop.example.json?businessUnit=www.shop.example&languages=all&page=${page}&sort=recency`;
const html = (pageProps: unknown, buildId?: string): string =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps }, buildId })}</script>`;
const bare = (id: string): object => ({ id, rating: 3, dates: { publishedDate: '2026-01-01T00:00:00.000Z' } });

describe('trustpilot: URLs', () => {
  it.each([
    ['https://www.trustpilot.com/review/www.shop.example?page=2&stars=1&languages=all#x', 'company', { domain: 'www.shop.example' }],
    ['https://de.trustpilot.com/review/shop.example', 'company', { domain: 'shop.example' }],
    ['nl-be.trustpilot.com/review/shop.example', 'company', { domain: 'shop.example' }],
    ['https://trustpilot.com/review/shop.example/', 'company', { domain: 'shop.example' }],
    ['https://www.trustpilot.com/review/shop.example%2Fen?languages=all', 'company', { domain: 'shop.example/en' }],
    ['https://de.trustpilot.com/review/shop.example%2fen', 'company', { domain: 'shop.example/en' }],
    ['https://www.trustpilot.com/review/shop.example/en/', 'company', { domain: 'shop.example/en' }],
    ['https://www.trustpilot.com/review/shop.example%2F100%-wool', 'company', { domain: 'shop.example/100%-wool' }],
    [`https://uk.trustpilot.com/reviews/${HEX}`, 'review', { review: HEX }],
    [`https://www.trustpilot.com/users/${HEX}`, 'person', { person: HEX }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(trustpilot, url)).toMatchObject({ target, params, type: 'reviews' });
  });

  it.each([
    'https://www.trustpilot.com/categories/shop',
    'https://www.trustpilot.com/search?query=shop',
    'https://www.trustpilot.com/evaluate/shop.example',
    'https://www.trustpilot.com/review',
    'https://www.trustpilot.com/review/shop.example/location/berlin',
    'https://www.trustpilot.com/review/shop.example%2Fen/location/berlin',
    'https://www.trustpilot.com/review/shop.example/en/location/berlin',
    'https://www.trustpilot.com/review/shop.example/transparency',
    'https://www.trustpilot.com/reviews/123',
    'https://www.trustpilot.com/users/connect',
    'https://business.trustpilot.com/review/shop.example',
    'https://trustpilot.com.evil.org/review/shop.example',
    'https://nottrustpilot.com/review/shop.example',
    'https://www.trustpilot.com/',
  ])('refuses %s', (url) => {
    expect(trustpilot.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('trustpilot: a company', () => {
  it('reads the first page as HTML and turns pages by data, up to the last', async () => {
    const run = await read([play({ reviews: 50 })]);
    expect(run.items.map((item) => Number.parseInt(item.id, 16))).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(run.session.urls).toEqual([`${COMPANY}?languages=all&sort=recency`, `${SITE}${data(2)}`, `${SITE}${data(3)}`]);
    expect(run.session.sent[1]?.headers).toMatchObject({ 'x-nextjs-data': '1' });
    expect([run.total, run.gaps, run.doors]).toEqual([50, [], ['page', 'data page']]);
  });

  it('takes the HTML page where the data page is shut, and the new build id with it', async () => {
    const run = await read([{ match: data(2), times: 1, status: 404 }, play({ reviews: 60 })]);
    expect(run.items).toHaveLength(60);
    expect(run.session.urls.slice(1)).toEqual([`${SITE}${data(2)}`, `${COMPANY}?languages=all&page=2&sort=recency`, `${SITE}${data(3)}`]);
    expect((await read([play({ reviews: 60, hasDataPages: false })])).items).toHaveLength(60);
    expect((await read([{ match: '/_next/', failure: new TransientFailure() }, play({ reviews: 60 })])).items).toHaveLength(60);
  });

  it('uses the canonical name that a redirect gives, with its own query', async () => {
    const run = await readAll(trustpilot, 'https://de.trustpilot.com/review/shop.example?languages=de', [play({ reviews: 30 })]);
    expect(run.session.urls).toEqual([
      `${SITE}/review/shop.example?languages=all&sort=recency`,
      `${COMPANY}?languages=all&sort=recency`,
      `${SITE}${data(2)}`,
    ]);
  });

  it.each(['shop.example%2Fen', 'shop.example%2fen', 'shop.example/en'])('encodes the slash in the name of a company: %s', async (name) => {
    const world = play({ reviews: 30, domain: 'www.shop.example/en' });
    const encoded = 'www.shop.example%2Fen';
    const { items, session } = await readAll(trustpilot, `${SITE}/review/${name}`, [world]);
    expect(items).toHaveLength(30);
    expect(session.urls).toEqual([
      `${SITE}/review/shop.example%2Fen?languages=all&sort=recency`,
      `${SITE}/review/${encoded}?languages=all&sort=recency`,
      `${SITE}${data(2).replaceAll('www.shop.example', encoded)}`,
    ]);
  });

  it('goes on where the name that a redirect gives is no encoded text', async () => {
    const list = { pageProps: { reviews: [bare('a')], filters: { pagination: { totalPages: 2 } } } };
    const { session } = await read([
      { match: '/_next/', body: { pageProps: { reviews: [] } } },
      { match: '/review/%E0%A4', body: html(list.pageProps, 'b1') },
      { match: '/review/', status: 301, headers: { location: '/review/%E0%A4' } },
    ]);
    expect(session.urls.at(-1)).toContain('/_next/data/b1/review/%25E0%25A4.json?');
  });

  it('sorts by relevance on request; only the other order runs by date', async () => {
    const run = await read([play({ reviews: 10 })], { sort: 'top' });
    expect(run.session.urls).toEqual([`${COMPANY}?languages=all&sort=relevance`]);
    const cursor = (sort: 'top' | null) => trustpilot.start(chooseFor(trustpilot, COMPANY), { ...run.session.options, sort })[0]!.cursor;
    expect((await trustpilot.fetchPage(cursor('top'), run.session)).dateOrder).toBeUndefined();
    expect((await trustpilot.fetchPage(cursor(null), run.session)).dateOrder).toBe('newestFirst');
  });

  it('goes on without a page count until a page is empty', async () => {
    const run = await read([
      { match: 'page=2', body: { pageProps: { reviews: [bare('b')] } } },
      { match: 'page=3', body: { pageProps: { reviews: [] } } },
      { match: '/review/', body: html({ reviews: [bare('a')] }, 'b1') },
    ]);
    expect([run.items.map((item) => item.id), run.gaps, run.total]).toEqual([['a', 'b'], [], null]);
  });

  it('is done with nothing for a company without reviews', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.gaps]).toEqual([[], 0, []]);
  });

  it('has every field of a review', async () => {
    const review = {
      ...bare('r1'),
      title: 'T',
      text: ' A &amp; B  \r\n\n\nC ',
      likes: '2',
      language: 'en',
      filtered: true,
      pending: false,
      isPending: true,
      dates: {
        experiencedDate: '2026-01-02T00:00:00.000Z',
        publishedDate: '2026-01-03T04:05:06Z',
        updatedDate: '2026-01-04T00:00:00.000Z',
      },
      consumer: { id: 'c1', displayName: 'Ann', imageUrl: '//img.example/a.png', countryCode: 'DE', numberOfReviews: 7, isVerified: true },
      labels: { verification: { isVerified: true, verificationLevel: 'invited' } },
      reply: { message: 'Thanks\nAll of us', publishedDate: '2026-01-05T00:00:00.000Z' },
    };
    const {
      items: [full, least],
    } = await read(
      [{ match: '', body: html({ reviews: [review, { ...bare('r2'), title: '', text: null, consumer: { imageUrl: '' } }] }) }],
      { limit: 2 },
    );
    expect(itemSchema.parse(full)).toMatchObject({
      id: 'r1',
      kind: 'review',
      parentId: null,
      title: 'T',
      text: 'A &amp; B\n\n\nC',
      likes: 2,
      language: 'en',
      rating: 3,
      ratingScale: 5,
      isEdited: true,
      author: { name: 'Ann', id: 'c1', url: `${SITE}/users/c1`, avatarUrl: 'https://img.example/a.png', verified: true },
      createdAt: '2026-01-03T04:05:06.000Z',
      createdAtPrecision: 'second',
      url: `${SITE}/reviews/r1`,
      ownerReply: { text: 'Thanks\nAll of us', createdAt: '2026-01-05T00:00:00.000Z' },
    });
    expect(full?.extra).toEqual({
      country: 'DE',
      authorReviewCount: 7,
      experiencedAt: '2026-01-02',
      verified: true,
      verificationLevel: 'invited',
      filtered: true,
      pending: true,
    });
    expect(itemSchema.parse(least)).toMatchObject({
      text: '',
      title: null,
      isEdited: false,
      ownerReply: null,
      likes: null,
      author: { name: null, avatarUrl: null, verified: null },
    });
    expect(least?.extra).toEqual({});
  });
});

describe('trustpilot: pages behind a login', () => {
  it('ends the list at a redirect to the login, and says how many are behind it', async () => {
    const run = await read([play({ reviews: 300, openPages: 10 })]);
    expect(run.items).toHaveLength(200);
    expect(run.gaps).toEqual([{ cause: 'login', count: 100, note: expect.stringContaining('page 11') }]);
    expect(run.session.urls.slice(-2)).toEqual([`${SITE}${data(11)}`, `${COMPANY}?languages=all&page=11&sort=recency`]);
    expect(run.session.urls.some((url) => url.includes('/users/connect'))).toBe(false);
  });

  it('knows the redirect of a data page that is written in its body', async () => {
    const inBody = { pageProps: { __N_REDIRECT: '/users/connect?redirect=x', __N_REDIRECT_STATUS: 307 } };
    const run = await read([{ match: '/_next/', body: inBody }, { match: 'page=2', status: 404 }, play({ reviews: 60 })]);
    expect([run.items.length, run.gaps[0]?.cause]).toEqual([20, 'login']);
  });

  const refused = (page: number, body = 'no'): FakeExchange[] => [{ match: `page=${page}`, status: 403, body }, play({ reviews: 300 })];

  it('takes a 403 for a login after page 10 only, without cookies, and without a challenge', async () => {
    const run = await read(refused(11));
    expect([run.items.length, run.gaps[0]?.cause]).toEqual([200, 'login']);
    await expect(read(refused(10))).rejects.toMatchObject({ code: 'BLOCKED' });
    const page11 = {
      list: 'company',
      domain: 'www.shop.example',
      sort: 'recency',
      page: 11,
      buildId: null,
      pages: null,
      listed: null,
    } as const;
    await expect(trustpilot.fetchPage(page11, new FakeSession(refused(11), { cookies: { jwt: 'x' } }))).rejects.toMatchObject({
      code: 'BLOCKED',
    });
    await expect(read(refused(11, CHALLENGE))).rejects.toMatchObject({ code: 'CAPTCHA' });
  });

  it('takes an early empty page for a login too', async () => {
    const empty = { pageProps: { reviews: [], filters: { pagination: { totalPages: 5, totalCount: 100 } } } };
    const run = await read([{ match: data(3), body: empty }, play({ reviews: 100 })]);
    expect([run.items.length, run.gaps]).toEqual([40, [{ cause: 'login', count: 60, note: expect.any(String) }]]);
  });

  it('fails on a later page as both doors say', async () => {
    await expect(read([play({ reviews: 100, missingPages: [3] })])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([{ match: 'page=2', status: 503 }, play({})])).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

describe('trustpilot: failure signals of the first page', () => {
  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['410', [{ match: '', status: 410 }], 'NOT_FOUND'],
    ['401', [{ match: '', status: 401 }], 'LOGIN_REQUIRED'],
    ['a redirect to the login', [{ match: '', status: 302, headers: { location: '/users/connect?redirect=x' } }], 'LOGIN_REQUIRED'],
    ['403', [{ match: '', status: 403, body: 'Forbidden' }], 'BLOCKED'],
    ['403 with a challenge', [{ match: '', status: 403, body: CHALLENGE }], 'CAPTCHA'],
    ['403 of Cloudflare', [{ match: '', status: 403, body: '<div id="cf-chl-widget"></div>' }], 'CAPTCHA'],
    ['202', [{ match: '', status: 202, body: '' }], 'CAPTCHA'],
    ['200 with a challenge', [{ match: '', body: CHALLENGE }], 'CAPTCHA'],
    ['200 without data', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED'],
    ['data without reviews', [{ match: '', body: html({ businessUnit: {} }) }], 'PLATFORM_CHANGED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['502', [{ match: '', status: 502 }], 'NETWORK'],
    ['redirects in a circle', [{ match: '', status: 301, headers: { location: '?again=1' } }], 'PLATFORM_CHANGED'],
    ['a redirect to another site', [{ match: '', status: 301, headers: { location: 'https://evil.example/' } }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    expect(await codeOf([...exchanges])).toBe(code);
  });

  it('opens the page in the browser where a wall stands before it', async () => {
    const wall: FakeExchange = { match: COMPANY, times: 1, status: 403, body: CHALLENGE };
    const run = await read([wall, play({ reviews: 50 })]);
    expect([run.items.length, run.total]).toEqual([50, 50]);
    const first = `${COMPANY}?languages=all&sort=recency`;
    expect(run.session.urls).toEqual([first, first, `${SITE}${data(2)}`, `${SITE}${data(3)}`]);
    const passed: FakeExchange = { match: COMPANY, times: 1, status: 202, body: html({ reviews: [bare('a')] }) };
    expect((await read([wall, passed], { limit: 1 })).items).toHaveLength(1);
  });

  it('takes no words for a date', async () => {
    const odd = { ...bare('a'), dates: { publishedDate: 'yesterday' } };
    await expect(read([{ match: '', body: html({ reviews: [odd] }) }])).rejects.toMatchObject({ path: 'dates.publishedDate' });
  });

  it('names the place that changed', async () => {
    const broken = read([{ match: '', body: html({ reviews: [{ id: 'x', rating: 'many', dates: {} }] }) }]);
    await expect(broken).rejects.toMatchObject({ path: '__NEXT_DATA__.props.pageProps.reviews.0.rating' });
  });
});

describe('trustpilot: one review, one person', () => {
  it('exports a single review', async () => {
    const run = await readAll(trustpilot, `${SITE}/reviews/${'1'.padStart(24, '0')}`, [play()]);
    expect(run.items).toHaveLength(1);
    expect(run.items[0]).toMatchObject({ title: 'Review 1', ownerReply: { text: 'Thank you!\nWe answered review 1.' } });
    expect(run.session.urls).toEqual([`${SITE}/reviews/000000000000000000000001`]);
    await expect(readAll(trustpilot, `${SITE}/reviews/${HEX}`, [{ match: '', body: html({}) }])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: '__NEXT_DATA__.props.pageProps.review',
    });
  });

  it('exports what a person wrote until a page is empty, and knows the person', async () => {
    const nameless = { match: '/users/', times: 1, body: html({ reviews: [bare('a')] }) };
    const run = await readAll(trustpilot, `${SITE}/users/${HEX}`, [nameless, play({ reviews: 30 })]);
    expect(run.items).toHaveLength(11);
    expect(run.items[0]?.author).toMatchObject({ id: HEX, url: `${SITE}/users/${HEX}`, name: null });
    expect(run.session.urls).toEqual([`${SITE}/users/${HEX}`, `${SITE}/users/${HEX}?page=2`, `${SITE}/users/${HEX}?page=3`]);
    await expect(readAll(trustpilot, `${SITE}/users/${HEX}`, [{ match: '', body: html({ person: {} }) }])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });
});
