import { describe, expect, it } from 'vitest';
import { Stopped } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import amazon from '#core/platforms/amazon/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { type AmazonParams, amazonSimulator } from '#core/platforms/amazon/simulator.ts';

const PRODUCT = 'https://www.amazon.com/dp/B000000001';
const LIST = 'https://www.amazon.com/product-reviews/B000000001';
const LOGIN = { 'session-id': '1', 'at-main': 'x' };

const play = (params: AmazonParams = {}): FakeExchange => ({ match: '', simulator: amazonSimulator(params) });
const read = (url: string, exchanges: FakeExchange[], options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(amazon, url, exchanges, options, cookies);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(6)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('amazon: URLs', () => {
  it.each([
    ['https://www.amazon.com/Some-Thing/dp/B0BBPNPZTC/ref=sr_1_1?th=1#x', 'product', 'amazon.com', 'B0BBPNPZTC'],
    ['amazon.co.uk/dp/b0bbpnpztc', 'product', 'amazon.co.uk', 'B0BBPNPZTC'],
    ['https://www.amazon.de/-/en/dp/product/B0BBPNPZTC', 'product', 'amazon.de', 'B0BBPNPZTC'],
    ['https://www.amazon.com.tr/gp/product/0132350882/', 'product', 'amazon.com.tr', '0132350882'],
    ['https://m.amazon.co.jp/gp/aw/d/B0BBPNPZTC', 'product', 'amazon.co.jp', 'B0BBPNPZTC'],
    ['https://smile.amazon.com/exec/obidos/ASIN/B0BBPNPZTC', 'product', 'amazon.com', 'B0BBPNPZTC'],
    ['https://www.amazon.eg/-/ar/x/product-reviews/B0BBPNPZTC/ref=x?filterByStar=one_star', 'reviews', 'amazon.eg', 'B0BBPNPZTC'],
    ['https://www.amazon.ie/portal/customer-reviews/B0BBPNPZTC', 'reviews', 'amazon.ie', 'B0BBPNPZTC'],
  ])('takes %s', (url, target, domain, asin) => {
    expect(chooseFor(amazon, url)).toMatchObject({ target, params: { domain, asin }, type: 'reviews' });
  });

  it('takes one review and short links', () => {
    const review = 'https://www.amazon.com.be/gp/customer-reviews/RIY0N097PYR7K/ref=cm?ie=UTF8';
    expect(chooseFor(amazon, review)).toMatchObject({ target: 'review', params: { domain: 'amazon.com.be', review: 'RIY0N097PYR7K' } });
    for (const link of ['https://amzn.to/3Ab', 'https://a.co/d/1a2B', 'https://amzn.eu/d/1a2B', 'https://amzn.asia/d/1a2B'])
      expect(chooseFor(amazon, `${link}?s=1`)).toMatchObject({ target: 'short', params: { link } });
  });

  it.each([
    'https://www.amazon.com/',
    'https://www.amazon.com/s?k=soap',
    'https://www.amazon.com/dp/B0BBPN',
    'https://www.amazon.com/gp/customer-reviews/widgets/average-customer-review/popover/',
    'https://www.amazon.cn/dp/B0BBPNPZTC',
    'https://aws.amazon.com/dp/B0BBPNPZTC',
    'https://amazon.com.evil.example/dp/B0BBPNPZTC',
    'https://amzn.to/',
  ])('refuses %s', (url) => {
    expect(amazon.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('amazon: without a login', () => {
  it('gives the reviews of the product page, and says that a login gives more', async () => {
    const run = await read('https://www.amazon.com/Some-Thing/dp/B000000001/ref=x', [play()], { sort: 'new' });
    expect(numbers(run.items)).toEqual(upTo(8));
    expect([run.session.urls, run.total, run.doors]).toEqual([[PRODUCT], 75, ['product page']]);
    expect(run.gaps).toEqual([
      {
        cause: 'login',
        count: 67,
        note: expect.stringMatching(/^amazon\.com shows more reviews only after .* stars without words too\.$/),
      },
    ]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('has every field', async () => {
    const { items } = await read(PRODUCT, [play()]);
    expect(items[1]).toMatchObject({
      id: 'RCOMXX00000001',
      kind: 'review',
      parentId: null,
      author: {
        name: 'Buyer 1',
        id: 'amzn1.account.AE1XYZ',
        url: 'https://www.amazon.com/gp/profile/amzn1.account.AE1XYZ',
        avatarUrl: 'https://avatars.example/1.jpg',
        username: null,
        verified: null,
      },
      title: 'Title & 1',
      text: 'Words 1\n\nand more',
      createdAt: '2025-12-31T00:00:00.000Z',
      createdAtPrecision: 'day',
      likes: 1,
      rating: 4,
      ratingScale: 5,
      url: `https://www.amazon.com/gp/customer-reviews/${items[1]?.id}`,
      media: [{ type: 'image', url: 'https://m.media-amazon.com/images/I/71L.jpg' }],
      ownerReply: null,
    });
    expect(items[1]?.extra).toEqual({ location: 'United States', variant: 'Size: M | Colour: red', country: 'US' });
    expect(items[2]).toMatchObject({ likes: 1234, extra: { verifiedPurchase: true } });
    expect(items[3]).toMatchObject({
      likes: 0,
      text: 'Words 3\n\nand more',
      media: [{ type: 'video', url: 'https://m.media-amazon.com/3.mp4' }],
    });
  });

  it('reads the layout of 2025', async () => {
    const { items } = await read(PRODUCT, [play({ layout: 'new' })]);
    expect(numbers(items)).toEqual(upTo(8));
    expect(items[2]).toMatchObject({
      title: 'Titel 2',
      text: 'Erstens 2\n\nZweitens',
      rating: 3,
      author: { name: 'Buyer 2' },
      extra: { vine: true, verifiedPurchase: true, translatedTitle: 'Title 2' },
    });
  });

  it('leaves out what opens a long text, wherever it stands', async () => {
    const more = '<a href="#"><span class="a-expander-prompt">Leggi di più</span></a>';
    const words = `<div class="a-expander-content">Uno<br>due</div>${more}`;
    const body = `<div id="dp"><div data-hook="review" id="R00000000000"><i class="review-rating a-star-3"></i><span data-hook="review-body">${words}</span></div></div>`;
    expect((await read(PRODUCT, [{ match: '', body }])).items[0]).toMatchObject({ text: 'Uno\ndue' });
  });

  it.each([
    ['amazon.de', '2025-12-30T00:00:00.000Z', 'Deutschland'],
    ['amazon.co.jp', '2025-12-30T00:00:00.000Z', '日本'],
  ])('reads %s', async (domain, createdAt, location) => {
    const { items } = await read(`https://www.${domain}/dp/B000000001`, [play()]);
    expect(items[2]).toMatchObject({ createdAt, rating: 3, extra: { location } });
  });

  it('is done with nothing for a product without reviews', async () => {
    const run = await read(PRODUCT, [play({ reviews: 0 })]);
    expect([run.items, run.total, run.gaps]).toEqual([[], null, []]);
  });

  it('gives one review', async () => {
    const [first] = (await read(PRODUCT, [play()], { limit: 1 })).items;
    const run = await read(first?.url ?? '', [play()]);
    expect(run.items).toEqual([first]);
    expect(run.session.urls).toEqual([first?.url]);
  });

  it('follows short links', async () => {
    const run = await read('https://a.co/d/1a2B3c4', [play()]);
    expect([run.items.length, run.session.urls]).toEqual([8, ['https://a.co/d/1a2B3c4', PRODUCT]]);
  });
});

describe('amazon: with a login', () => {
  it('reads the product page and then all review pages', async () => {
    const run = await read(PRODUCT, [play()], { sort: 'new' }, LOGIN);
    expect(numbers(run.items)).toEqual(upTo(25));
    const page = (number: number) => `${LIST}/?ie=UTF8&reviewerType=all_reviews&pageNumber=${number}&sortBy=recent`;
    expect(run.session.urls).toEqual([PRODUCT, page(1), page(2), page(3)]);
    expect([run.total, run.gaps, run.notes, run.doors]).toEqual([25, [], [], ['product page', 'review pages']]);
  });

  it("reads the site's own order by default", async () => {
    const run = await read(LIST, [play()], {}, LOGIN);
    expect(numbers(run.items)).toEqual(upTo(25).toReversed());
    expect(run.session.urls[0]).toBe(`${LIST}/?ie=UTF8&reviewerType=all_reviews&pageNumber=1`);
  });

  it('asks for more as the button does', async () => {
    const run = await read(LIST, [play({ paging: 'button' })], { sort: 'new' }, LOGIN);
    expect(numbers(run.items)).toEqual(upTo(25));
    const [, second] = run.session.sent;
    expect(second).toMatchObject({
      method: 'POST',
      url: 'https://www.amazon.com/portal/customer-reviews/ajax/reviews/get/ref=cm_cr_getr_d_paging_btm',
      headers: { 'x-requested-with': 'XMLHttpRequest', referer: `${LIST}/`, origin: 'https://www.amazon.com' },
    });
    expect(Object.fromEntries(new URLSearchParams(second?.body))).toMatchObject({
      sortBy: 'recent',
      pageNumber: '2',
      nextPageToken: 'token 2',
      asin: 'B000000001',
      pageSize: '10',
    });
  });

  it('goes by the link to the next page where a page has a button too', async () => {
    const review = (id: string): string => `<div data-hook="review" id="${id}"><i class="review-rating a-star-3"></i></div>`;
    const links = '<li class="a-last"><a href="#">Next</a></li><a data-hook="show-more-button" data-reviews-state-param="{}">More</a>';
    const exchanges: FakeExchange[] = [
      { match: 'pageNumber=2', body: `<div id="cm_cr-review_list">${review('R00000000001')}</div>` },
      { match: '', body: `<div id="cm_cr-review_list">${review('R00000000000')}${links}</div>` },
    ];
    const run = await read(LIST, exchanges, {}, LOGIN);
    expect([run.items.length, run.session.sent.map(({ method }) => method)]).toEqual([2, ['GET', 'GET']]);
  });

  it('reads narrower lists where Amazon ends one after ten pages', async () => {
    const run = await read(LIST, [play({ reviews: 130 })], { sort: 'new' }, LOGIN);
    expect([run.items.length, run.total, run.session.urls.length]).toEqual([130, 130, 10 + 5 * 3]);
    expect(run.session.urls[10]).toBe(`${LIST}/?ie=UTF8&reviewerType=all_reviews&pageNumber=1&sortBy=recent&filterByStar=five_star`);
    expect(run.notes).toEqual([expect.stringContaining('after 10 pages')]);
  });

  it('narrows a list by stars too', async () => {
    const run = await read(LIST, [play({ reviews: 120, stars: 5 })], { sort: 'new' }, LOGIN);
    expect([run.items.length, run.total]).toEqual([120, 120]);
    const queries = new Set(run.session.urls.map((url) => url.replace(/^.*all_reviews|^.*reviewerType=|pageNumber=\d+/g, '')));
    expect([...queries].filter((query) => query.includes('five_star'))).toEqual([
      '&&sortBy=recent&filterByStar=five_star',
      '&&filterByStar=five_star',
      'avp_only_reviews&&sortBy=recent&filterByStar=five_star',
      '&&sortBy=recent&filterByStar=five_star&mediaType=media_reviews_only',
    ]);
  });

  it('ends a list that gives the same page again', async () => {
    const first: FakeExchange = {
      match: '',
      simulator: (request) => {
        request.url.searchParams.set('pageNumber', '1');
        return amazonSimulator({})(request);
      },
    };
    const run = await read(LIST, [first], {}, LOGIN);
    expect([run.items.length, run.session.urls.length, run.notes]).toEqual([10, 2, [expect.stringContaining('page 1 of the list again')]]);
  });

  it('goes to the pasted marketplace alone', () => {
    expect(amazon.cookies.domainsOf?.({ domain: 'amazon.de', asin: 'B000000001' })).toEqual(['.amazon.de']);
    expect(amazon.cookies.domainsOf?.({ link: 'https://amzn.to/x' })).toHaveLength(23);
  });
});

describe('amazon: countries', () => {
  it('reads the product in each marketplace, with the login in the pasted one alone', async () => {
    const run = await read(LIST, [play()], { countries: ['de', 'UK', 'US', 'cn'] }, LOGIN);
    expect(run.session.urls.map((url) => new URL(url).host)).toEqual([
      ...Array.from({ length: 3 }, () => 'www.amazon.com'),
      'www.amazon.de',
      'www.amazon.co.uk',
    ]);
    expect([run.items.length, run.total, run.notes]).toEqual([45, 25, ['Amazon has no marketplace in CN.']]);
    expect(run.gaps.map(({ cause, count }) => [cause, count])).toEqual([
      ['login', 0],
      ['login', 0],
    ]);
    expect(run.items[30]).toMatchObject({
      extra: { country: 'DE' },
      url: expect.stringContaining('https://www.amazon.de/gp/customer-reviews/'),
    });
  });

  it('passes over a marketplace that does not answer', async () => {
    const run = await read(
      PRODUCT,
      [{ match: 'amazon.de', status: 404 }, { match: 'amazon.fr', simulator: amazonSimulator({ layout: 'none' }) }, play()],
      {
        countries: ['DE', 'FR', 'JP'],
      },
    );
    expect(run.items).toHaveLength(16);
    expect(run.gaps.map(({ cause, note }) => `${cause} ${note}`).filter((line) => /amazon\.(?:de|fr): /.test(line))).toEqual([
      expect.stringMatching(/^blocked amazon\.de: /),
      expect.stringMatching(/^login amazon\.fr: /),
    ]);
  });
});

describe('amazon: failure signals', () => {
  const html = (body: string) => `<html><body>${body}</body></html>`;
  const captcha = html('<form action="/errors/validateCaptcha"><button>Continue shopping</button></form>');

  it.each([
    ['a product page that states ratings and shows no review', PRODUCT, play({ layout: 'none' }), 'LOGIN_REQUIRED'],
    ['a redirect to the login', LIST, play({ isLoggedIn: false }), 'LOGIN_REQUIRED'],
    ['a login in place of the page', LIST, { match: '', body: html('<form name="signIn"></form>') }, 'LOGIN_REQUIRED'],
    ['a robot check', PRODUCT, { match: '', body: captcha }, 'CAPTCHA'],
    ['a robot check with 503', PRODUCT, { match: '', status: 503, body: '<!-- contact api-services-support@amazon.com. -->' }, 'CAPTCHA'],
    ['a challenge', PRODUCT, { match: '', status: 202 }, 'CAPTCHA'],
    ['an interstitial', PRODUCT, { match: '', body: html('<script>triggerInterstitialChallenge()</script>') }, 'CAPTCHA'],
    ['the front page for a product', PRODUCT, { match: '', body: html('<title>Amazon.com. Spend less. Smile more.</title>') }, 'BLOCKED'],
    ['the front page for reviews', LIST, { match: '', body: html('<title>Amazon.com. Spend less. Smile more.</title>') }, 'BLOCKED'],
    ['404', PRODUCT, play({}), 'NOT_FOUND'],
    ['another 503', PRODUCT, { match: '', status: 503, body: 'Down' }, 'NETWORK'],
    [
      'a short link that leads nowhere',
      'https://amzn.to/x',
      { match: '', status: 302, headers: { location: 'https://www.amazon.com/' } },
      'NOT_FOUND',
    ],
    ['no review at its address', 'https://www.amazon.com/gp/customer-reviews/R00000000000', play(), 'PLATFORM_CHANGED'],
  ] as const)('%s', async (what, url, exchange, code) => {
    const asked = what === '404' ? 'https://www.amazon.com/dp/B000000404' : url;
    await expect(read(asked, [exchange])).rejects.toMatchObject({ code });
  });

  it('says that there are none where the page says so', async () => {
    const none = html('<div id="cm_cr-review_list"><div data-hook="no-reviews-section">No customer reviews</div></div>');
    expect(await read(LIST, [{ match: '', body: none }], {}, LOGIN)).toMatchObject({ items: [], total: 0, gaps: [] });
  });

  it.each([
    ['<div data-hook="cr-filter-info-review-rating-count">5,849 total ratings, 504 with reviews</div>', 504],
    ['<span data-hook="cr-filter-info-review-count">Visualizzazione di 1-10 di 1.504 recensioni</span>', 1504],
    ['<span data-hook="cr-filter-info-review-count">全1,504件中1～10件目のレビューを表示</span>', 1504],
    ['<div data-hook="total-review-count">3.098 globale Bewertungen</div>', 3098],
    ['<span id="acrCustomerReviewText">(1.2K)</span>', 1200],
  ])('reads how many there are: %s', async (count, total) => {
    const body = html(`<div id="dp">${count}<div data-hook="review" id="R00000000000"><i class="review-rating a-star-3"></i></div></div>`);
    expect((await read(PRODUCT, [{ match: '', body }])).total).toBe(total);
  });

  it('has nothing of a list that should have some', async () => {
    const empty = html('<div id="cm_cr-review_list"></div><div data-hook="total-review-count">12 global ratings</div>');
    await expect(read(LIST, [{ match: '', body: empty }])).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    await expect(read(LIST, [{ match: '', body: empty }], {}, LOGIN)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('ends with expired cookies where the login comes later', async () => {
    const expired: FakeExchange = { match: 'pageNumber=2', body: html('<input id="ap_password">') };
    await expect(read(LIST, [expired, play()], {}, LOGIN)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('passes on that the export was stopped, in further marketplaces too', async () => {
    const stop: FakeExchange = { match: 'amazon.de', failure: new Stopped() };
    await expect(read(PRODUCT, [stop, play()], { countries: ['DE'] })).rejects.toBeInstanceOf(Stopped);
  });

  it.each([
    ['review-date', '<span data-hook="review-date">some day</span><i class="review-rating a-star-3"></i>'],
    ['review-star-rating', ''],
  ])('names %s where it cannot be read', async (path, inner) => {
    const body = html(`<div id="dp"><div data-hook="review" id="R00000000000">${inner}</div></div>`);
    await expect(read(PRODUCT, [{ match: '', body }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path });
  });

  it('names what is odd about the button for more', async () => {
    const list = (inner: string) =>
      html(
        `<div id="cm_cr-review_list"><div data-hook="review" id="R00000000000"><i class="review-rating a-star-3"></i></div>${inner}</div>`,
      );
    const button = (state: string) => `<a data-hook="show-more-button" data-reviews-state-param='${state}'></a>`;
    const path = (body: string) => read(LIST, [{ match: '', body }], {}, LOGIN).catch((error: { path?: string }) => error.path);
    expect(await path(list(button('{}')))).toBe('reviews-state-param.nextPageToken');
    expect(await path(list(button('{"nextPageToken":"x","pageNumber":2}')))).toBe('cr-state-object.reviewsCsrfToken');
    const keys = '<script type="a-state" data-a-state=\'{"key":"review-summary-state"}\'>{"csrfToken":"k"}</script>';
    expect(await path(list(`${button('{"nextPageToken":"x","pageNumber":2}')}${keys}`))).toBe('stream');
  });
});
