import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import etsy from '#core/platforms/etsy/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { etsySimulator, type EtsyParams, LISTING, SHOP } from '#core/platforms/etsy/simulator.ts';

const SITE = 'https://www.etsy.com';
const URL_OF_LISTING = `${SITE}/listing/${LISTING}/a-stand?ref=x`;
const URL_OF_SHOP = `${SITE}/shop/${SHOP}`;
const CALL = 'deep_dive_reviews';

const play = (params: EtsyParams = {}): FakeExchange => ({ match: '', simulator: etsySimulator(params) });
const read = (url: string, params: EtsyParams = {}, options: RunOptions = {}) => readAll(etsy, url, [play(params)], options);
const linked = (data: unknown, more = ''): string =>
  `<html><head>${more}<script type="application/ld+json">${JSON.stringify(data)}</script></head></html>`;
const product = (review: unknown) => ({ '@type': 'Product', review });
const readBody = (body: string, url = URL_OF_LISTING) => readAll(etsy, url, [{ match: '', body }]);

describe('etsy: URLs', () => {
  it.each([
    ['https://www.etsy.com/listing/1/a-slug?x=y#z', 'listing', { id: '1', slug: 'a-slug' }],
    ['etsy.com/listing/1', 'listing', { id: '1', slug: '' }],
    ['https://www.etsy.com/uk/listing/1/a', 'listing', { id: '1', slug: 'a' }],
    ['https://www.etsy.com/se-en/listing/1/a', 'listing', { id: '1', slug: 'a' }],
    ['https://www.etsy.com/listing/1/reviews?page=3', 'listing', { id: '1', slug: '' }],
    ['https://someshop.etsy.com/listing/1', 'listing', { id: '1', slug: '' }],
    ['https://www.etsy.com/shop/SomeShop', 'shop', { shop: 'SomeShop' }],
    ['https://www.etsy.com/de/shop/SomeShop/reviews?page=2', 'shop', { shop: 'SomeShop' }],
    ['https://someshop.etsy.com', 'shop', { shop: 'someshop' }],
    ['https://etsy.me/3AbC', 'short', { address: 'https://etsy.me/3AbC' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(etsy, url)).toMatchObject({ target, params });
  });

  it.each(['/', '/market/stands', '/listing/abc', '/shop', '/shop/a/sold', '/c/home', '/people/x', '/uk'])('refuses %s', (path) => {
    for (const host of ['www.etsy.com', 'help.etsy.com'])
      expect(etsy.targets.every((target) => target.match(parsePastedUrl(`https://${host}${path}`)) === null)).toBe(true);
  });
});

describe('etsy: the list of reviews', () => {
  it('is turned to its last page, with the token and the shop of the page', async () => {
    const run = await read(URL_OF_LISTING);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([20, 20, [], ['reviews of the page']]);
    expect(run.session.sent.map(({ method, url }) => `${method} ${url.slice(SITE.length)}`)).toEqual([
      `GET /listing/${LISTING}/a-stand`,
      ...Array.from({ length: 3 }, () => 'POST /api/v3/ajax/bespoke/member/neu/specs/deep_dive_reviews'),
    ]);
    expect(run.session.sent[1]?.headers).toMatchObject({
      'x-csrf-token': '3:1700000000:abc:def',
      'x-requested-with': 'XMLHttpRequest',
      referer: `${SITE}/listing/${LISTING}/a-stand`,
    });
    expect(JSON.parse(run.session.sent[2]?.body ?? '')).toMatchObject({
      specs: {
        deep_dive_reviews: [
          expect.stringMatching(/AsyncApiSpec$/),
          { scope: 'listingReviews', page: 2, sort_option: 'Relevancy', shop_id: 13285848 },
        ],
      },
    });
  });

  it('ends with an empty page where it does not say how many there are', async () => {
    const run = await read(URL_OF_LISTING, { end: 'empty', reviews: 16 });
    expect([run.items.length, run.session.sent.length]).toEqual([16, 4]);
  });

  it('sorts by date when asked', async () => {
    const run = await read(URL_OF_LISTING, {}, { sort: 'new', limit: 1 });
    expect(run.session.sent[1]?.body).toContain('"sort_option":"MostRecent"');
  });

  it('has every field', async () => {
    const { items } = await read(URL_OF_LISTING);
    expect(items[0]).toMatchObject({
      id: '4000000000',
      kind: 'review',
      author: { name: 'Buyer 0', username: 'buyer0', url: `${SITE}/people/buyer0` },
      text: 'Sturdy & well built 0',
      createdAt: '2025-08-19T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 5,
      ratingScale: 5,
      title: null,
      likes: null,
      media: [{ type: 'image', url: 'https://i.etsystatic.com/iusa_75x75.0.jpg?version=0' }],
      ownerReply: { text: 'Thank you, 0!', createdAt: null },
      extra: {},
    });
    expect(items[1]).toMatchObject({ author: { name: 'Buyer 1 on card' }, media: [], ownerReply: null, rating: 4 });
  });

  it('lists all that a shop sells, with what was bought', async () => {
    const run = await read(URL_OF_SHOP);
    expect(run.items).toHaveLength(20);
    expect(run.items[3]?.extra).toEqual({ listingTitle: 'A stand & more', listingUrl: `${SITE}/listing/${LISTING}/a-stand` });
    expect(run.session.sent[1]?.body).toContain('"scope":"shopReviews"');
  });

  it('takes rows that say little', async () => {
    const answer = { jsData: { reviews: [{ transactionId: 'a' }, { transactionId: 'b', reviewInfo: { reviewDate: '19 Aug 2025' } }] } };
    const { items } = await readAll(etsy, URL_OF_LISTING, [
      { match: CALL, times: 1, body: answer },
      { match: CALL, body: { jsData: { reviews: [] } } },
      play(),
    ]);
    expect(items).toMatchObject([
      { id: 'a', text: null, rating: null, createdAt: null, author: { name: null } },
      { id: 'b', createdAt: '2025-08-19T00:00:00.000Z' },
    ]);
  });

  it('takes the day that shows on the card where the row has none', async () => {
    const card = '<div data-review-region="a"><a href="/people/x">X</a><p>X on 19 Aug 2025</p></div>';
    const answer = { output: { deep_dive_reviews: card }, jsData: { reviews: [{ transactionId: 'a', reviewInfo: {} }], totalPages: 1 } };
    const { items } = await readAll(etsy, URL_OF_LISTING, [{ match: CALL, body: answer }, play()]);
    expect(items).toMatchObject([{ id: 'a', createdAt: '2025-08-19T00:00:00.000Z', createdAtPrecision: 'day' }]);
  });

  it.each([
    ['<h4>Response from Mateusz</h4><div>Thank you</div>', { text: 'Thank you', createdAt: null }],
    ['<div class="wt-text-body"><p>Response from the seller was quick</p></div><div>Helpful?</div>', null],
  ])('reads who answered from a card: %s', async (html, ownerReply) => {
    const card = `<div data-review-region="a"><a href="/people/x">X</a>${html}</div>`;
    const answer = { output: { deep_dive_reviews: card }, jsData: { reviews: [{ transactionId: 'a' }], totalPages: 1 } };
    const { items } = await readAll(etsy, URL_OF_LISTING, [{ match: CALL, body: answer }, play()]);
    expect(items).toMatchObject([{ id: 'a', ownerReply }]);
  });

  it('renews a token that has grown old', async () => {
    const run = await read(URL_OF_LISTING, { nextToken: '3:1700000001:new' });
    expect(run.items).toHaveLength(20);
    expect(run.session.urls.filter((url) => url.includes('/listing/'))).toHaveLength(2);
  });

  it.each(['etsy.me/listing', 'etsy.me/shop'])('is found through %s', async (address) => {
    expect((await read(`https://${address}`)).items).toHaveLength(20);
    await expect(read('https://etsy.me/help')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('etsy: other doors', () => {
  it.each([
    ['the page has no token', { hasToken: false }, 1],
    ['the call is refused', { list: 'refuses' }, 2],
    ['the call gives none of those it counts', { list: 'empty' }, 2],
  ] as const)('takes the reviews within the page of a listing where %s', async (_why, params, requests) => {
    const run = await read(URL_OF_LISTING, params);
    expect([run.items.length, run.session.sent.length, run.total, run.doors]).toEqual([4, requests, null, ['reviews within the page']]);
    expect(run.gaps).toMatchObject([{ cause: 'blocked', count: 0, note: expect.stringContaining('Only the few reviews') }]);
    expect(run.items[1]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      author: { name: 'Buyer 1', url: null },
      text: "It's good, 1",
      createdAt: '2025-08-19T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 5,
      ratingScale: 5,
    });
    expect((await read(URL_OF_LISTING, params)).items.map(({ id }) => id)).toEqual(run.items.map(({ id }) => id));
  });

  it.each([
    ['a web page', { body: '<html></html>' }],
    ['something else', { body: { jsData: {} } }],
    ['a captcha', { failure: new PlatformRefusal('CAPTCHA') }],
    ['429', { status: 429 }],
  ])('does so too where the call answers with %s', async (_what, exchange) => {
    expect((await readAll(etsy, URL_OF_LISTING, [{ match: CALL, ...exchange }, play()])).items).toHaveLength(4);
  });

  it('takes the page of reviews of a shop, to the first page without any', async () => {
    const run = await read(URL_OF_SHOP, { list: 'refuses' });
    expect([run.items.length, run.doors, run.notes.length]).toEqual([20, ['page of reviews'], 1]);
    expect(run.session.urls.slice(2)).toEqual([1, 2, 3].map((page) => `${URL_OF_SHOP}/reviews?ref=pagination&page=${page}`));
    expect(run.items[0]).toMatchObject({
      id: '4000000000',
      rating: 5,
      text: 'Sturdy & well built 0',
      ownerReply: { text: 'Thank you, 0!' },
    });
    expect(run.items[1]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      author: { name: 'Buyer 1', username: 'buyer1' },
      text: 'Older words 1 of Jan 1, 2001',
      createdAt: '2024-08-02T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 4.5,
      ownerReply: { text: 'Glad to hear 1', createdAt: null },
    });
  });

  it.each([
    ['within the page of a listing', URL_OF_LISTING, { hasToken: false }, 4],
    ['on cards without a number', URL_OF_SHOP, { list: 'refuses' }, 20],
  ] as const)('tells equal reviews apart %s', async (_where, url, params, count) => {
    const run = await read(url, { ...params, hasEqualRows: true });
    expect(run.items).toHaveLength(count);
    expect((await read(url, { ...params, hasEqualRows: true })).items.map(({ id }) => id)).toEqual(run.items.map(({ id }) => id));
  });

  it('takes the reviews within the page of a shop where that is shut too', async () => {
    const run = await read(URL_OF_SHOP, { hasToken: false, hasCards: false });
    expect([run.items.length, run.total, run.gaps.length]).toEqual([4, 7695, 1]);
  });

  it.each([
    [
      'a single review',
      { author: 'Ann', datePublished: '2024-01-02', reviewBody: 'x', reviewRating: { ratingValue: '4' } },
      { rating: 4, author: { name: 'Ann' } },
    ],
    [
      'an instant',
      [{ datePublished: '2024-01-02T03:04:05+00:00' }],
      { createdAt: '2024-01-02T03:04:05.000Z', createdAtPrecision: 'second', text: null },
    ],
    [
      'nobody',
      [{ author: null, reviewRating: null, reviewBody: 'x' }],
      { author: { name: null }, rating: null, createdAt: null, text: 'x' },
    ],
  ])('reads %s within the page', async (_what, review, expected) => {
    const others = [
      { '@type': 'Organization', name: 'Etsy' },
      { '@type': 'ItemList', itemListElement: [{ '@type': 'Product', name: 'Another' }] },
    ];
    expect((await readBody(linked([...others, product(review)]))).items).toMatchObject([expected]);
  });
});

describe('etsy: the official API', () => {
  const KEY = { api_key: 'simulated' };
  const withKey = (url: string, exchanges: readonly FakeExchange[] = [play({ reviews: 120 })]) => readAll(etsy, url, exchanges, {}, KEY);

  it('is asked by who has a key, for the whole list', async () => {
    const run = await withKey(URL_OF_LISTING);
    expect([run.items.length, run.total, run.doors]).toEqual([120, 120, ['official API']]);
    expect(run.session.urls).toEqual(
      [0, 100].map((offset) => `https://openapi.etsy.com/v3/application/listings/${LISTING}/reviews?limit=100&offset=${offset}`),
    );
    expect(run.session.sent[0]?.headers['x-api-key']).toBe('simulated');
    expect(run.items[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      author: { id: null, name: null },
      text: "It's good, 0",
      createdAt: '2025-08-19T10:00:00.000Z',
      createdAtPrecision: 'second',
      isEdited: false,
      rating: 5,
      ratingScale: 5,
      language: 'en',
      media: [{ type: 'image', url: 'https://i.etsystatic.com/iap_fullxfull.0.jpg' }],
      extra: { listingUrl: `${SITE}/listing/${LISTING}` },
    });
    expect(run.items[1]).toMatchObject({ isEdited: true, media: [], text: null });
  });

  it('tells equal reviews of a listing apart, which have no number', async () => {
    expect((await withKey(URL_OF_LISTING, [play({ reviews: 120, hasEqualRows: true })])).items).toHaveLength(120);
  });

  it('knows a shop by its name', async () => {
    const run = await withKey(URL_OF_SHOP);
    expect([run.items.length, run.session.urls.length]).toEqual([120, 3]);
    expect(run.items[0]).toMatchObject({ id: '4000000000', author: { id: '77' }, text: "It's good, 0" });
    expect(run.items[4]).toMatchObject({ id: '4000000004', author: { id: null } });
    await expect(withKey(`${SITE}/shop/Another`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    [401, 'LOGIN_REQUIRED'],
    [403, 'LOGIN_REQUIRED'],
    [404, 'NOT_FOUND'],
    [429, 'RATE_LIMITED'],
  ])('answers with status %i', async (status, code) => {
    await expect(withKey(URL_OF_LISTING, [{ match: 'openapi.etsy.com', status }])).rejects.toMatchObject({ code });
  });
});

it('etsy: a product of which nobody has written yet has no reviews', async () => {
  const run = await readBody(linked({ '@type': 'ProductGroup', name: 'A stand', aggregateRating: null }));
  expect([run.items, run.total, run.gaps.length]).toEqual([[], null, 1]);
});

describe('etsy: failure signals', () => {
  const codeOf = (exchanges: FakeExchange[], url = URL_OF_LISTING): Promise<unknown> =>
    readAll(etsy, url, exchanges).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['410', [{ match: '', status: 410 }], 'NOT_FOUND'],
    ['a captcha, in the browser too', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    [
      'a captcha and no browser',
      [
        { match: '', times: 1, failure: new PlatformRefusal('CAPTCHA') },
        { match: '', failure: new CommentdockError('BROWSER_MISSING') },
      ],
      'CAPTCHA',
    ],
    ['403', [{ match: '', status: 403 }], 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['an item that is gone', [{ match: '', body: '<h1>Sorry, this item is unavailable</h1>' }], 'NOT_FOUND'],
    ['a page with nothing in it', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    expect(await codeOf([...exchanges])).toBe(code);
    expect(await codeOf([...exchanges], URL_OF_SHOP)).toBe(code);
  });

  it('asks within the browser once a captcha stood before the page', async () => {
    const run = await readAll(etsy, URL_OF_LISTING, [{ match: '/listing/', times: 1, failure: new PlatformRefusal('CAPTCHA') }, play()]);
    expect([run.items.length, run.doors]).toEqual([20, ['reviews of the page, in the browser']]);
    expect(run.session.sent.every(({ headers }) => headers['origin'] === undefined)).toBe(true);
  });

  it('ends with the reason where a later page is refused', async () => {
    let calls = 0;
    const later: FakeExchange = { match: ({ url }) => url.includes(CALL) && (calls += 1) > 1, status: 403 };
    expect(await codeOf([later, play()])).toBe('BLOCKED');
  });

  it.each([
    ['a date of another form', { reviewInfo: { reviewDate: 'long ago' } }, 'reviewDate'],
    ['a rating of another form', { reviewInfo: { rating: 'good' } }, 'rating'],
    ['a review without an id', { transactionId: null }, 'transactionId'],
  ])('names the place: %s', async (_what, review, path) => {
    const body = { jsData: { reviews: [{ transactionId: 1, ...review }] } };
    await expect(readAll(etsy, URL_OF_LISTING, [{ match: CALL, body }, play()])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: expect.stringContaining(path),
    });
  });

  it.each([
    ['a date within the page', product([{ datePublished: 'soon' }]), 'datePublished'],
    ['a rating within the page', product([{ reviewRating: { ratingValue: 'good' } }]), 'ratingValue'],
  ])('names the place: %s', async (_what, data, path) => {
    await expect(readBody(linked(data))).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: expect.stringContaining(path) });
  });
});
