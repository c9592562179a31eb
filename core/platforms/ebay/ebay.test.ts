import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import ebay from '#core/platforms/ebay/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ebaySimulator, type EbayParams, ITEM, PRODUCT, SELLER } from '#core/platforms/ebay/simulator.ts';

const SITE = 'https://www.ebay.com';
const ITEM_URL = `${SITE}/itm/${ITEM}`;
const SELLER_URL = `${SITE}/usr/${SELLER}`;

const play = (params: EbayParams = {}): FakeExchange => ({ match: '', simulator: ebaySimulator(params) });
const read = (url: string, params: EbayParams = {}, options: RunOptions = {}) => readAll(ebay, url, [play(params)], options);
const html = (content: string): string => `<html><head><title>eBay</title></head><body>${content}</body></html>`;
const list = (row: string, more = ''): FakeExchange => ({
  match: '/fdbk/',
  body: html(`${more}<ul class="fdbk-detail-list"><li class="fdbk-container">${row}</li></ul>`),
});
const review = (content: string): FakeExchange => ({ match: 'pgn=1', body: html(`<div class="ebay-review-section">${content}</div>`) });
const REVIEWS_URL = `${SITE}/urw/A-Thing/product-reviews/${PRODUCT}`;

describe('ebay: URLs', () => {
  it.each([
    [`${SITE}/itm/256?hash=x`, 'item', { site: 'ebay.com', item: '256' }],
    ['https://www.ebay.co.uk/itm/a-thing/256', 'item', { site: 'ebay.co.uk', item: '256' }],
    ['https://m.ebay.de/itm/256', 'item', { site: 'ebay.de', item: '256' }],
    ['https://www.befr.ebay.be/itm/256', 'item', { site: 'befr.ebay.be', item: '256' }],
    ['https://www.cafr.ebay.ca/itm/256', 'item', { site: 'cafr.ebay.ca', item: '256' }],
    ['ebay.com.hk/usr/some-seller_1', 'seller', { site: 'ebay.com.hk', seller: 'some-seller_1' }],
    ['https://www.ebay.com/fdbk/feedback_profile/a.b?filter=x', 'seller', { seller: 'a.b' }],
    ['https://www.ebay.com/fdbk/mweb_profile?item_id=1&username=a.b', 'seller', { seller: 'a.b' }],
    ['https://www.ebay.pl/str/store/Things/_i.html', 'store', { site: 'ebay.pl', store: 'store' }],
    [`${REVIEWS_URL}?pgn=3`, 'product', { product: PRODUCT, path: `/urw/A-Thing/product-reviews/${PRODUCT}` }],
    [`${SITE}/p/${PRODUCT}?iid=1`, 'product', { product: PRODUCT, path: '' }],
    ['https://ebay.us/m/AbC', 'short', { address: 'https://ebay.us/m/AbC' }],
    ['https://ebay.to/3AbC', 'short', { address: 'https://ebay.to/3AbC' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(ebay, url)).toMatchObject({ target, params });
  });

  it.each(['/', '/itm/', '/itm/a-thing', '/usr/', '/fdbk/mweb_profile', '/b/Phones/9355', '/sch/i.html', '/urw/x/reviews/1'])(
    'refuses %s',
    (path) => {
      expect(ebay.targets.every((target) => target.match(parsePastedUrl(SITE + path)) === null)).toBe(true);
    },
  );
});

describe('ebay: feedback', () => {
  it('about an item keeps to that item, whatever the link to the next page asks for', async () => {
    const run = await read(ITEM_URL);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([30, 30, [], ['feedback']]);
    const asked = run.session.urls.map((url) => new URL(url).searchParams);
    expect(run.session.urls[0]).toBe(ITEM_URL);
    for (const [place, query] of asked.slice(1).entries()) {
      expect(Object.fromEntries(query)).toEqual({
        fdbkType: 'FeedbackReceivedAsSeller',
        item_id: ITEM,
        username: SELLER,
        q: ITEM,
        filter: 'feedback_page:RECEIVED_AS_SELLER',
        page_id_item: String(place + 1),
        sort_item: 'RELEVANCEV2',
        filter_image_item: 'false',
        filter_video_item: 'false',
        filter_automated_feedback_item: 'true',
      });
    }
    expect(run.notes).toEqual([expect.stringContaining('by itself')]);
  });

  it('about other items is left out of the list of one', async () => {
    const run = await read(ITEM_URL, { mixes: true });
    expect([run.items.length, run.notes.length]).toEqual([25, 2]);
  });

  it.each([
    [ITEM_URL, 'sort_item=TIME'],
    [SELLER_URL, 'sort=TIME'],
  ])('of %s by date when asked', async (url, part) => {
    expect((await read(url, {}, { sort: 'new', limit: 1 })).session.urls.at(-1)).toContain(part);
  });

  it.each([SELLER_URL, `${SITE}/str/somestore`, 'https://ebay.us/store'])('of a seller is that of all items: %s', async (url) => {
    const run = await read(url);
    expect([run.items.length, run.total, run.notes]).toEqual([60, 60, []]);
  });

  it('is asked for on the site of the country', async () => {
    const run = await read(`https://www.ebay.de/itm/${ITEM}`);
    expect(run.session.urls.every((url) => url.startsWith('https://www.ebay.de/'))).toBe(true);
    expect(run.items).toHaveLength(30);
  });

  it('is found through a short link', async () => {
    expect((await read('https://ebay.us/item')).items).toHaveLength(30);
    await expect(read('https://ebay.us/help')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has every field', async () => {
    const { items } = await read(ITEM_URL);
    expect(items[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      kind: 'review',
      author: { username: 'b***0', name: null },
      text: 'Great & fast 0',
      createdAt: null,
      relativeTime: 'Past month',
      rating: 1,
      ratingScale: null,
      url: null,
      media: [{ type: 'image', url: 'https://i.ebayimg.com/1.jpg' }],
      ownerReply: null,
      extra: { feedback: 'positive', feedbackScore: 1100, itemId: ITEM, itemTitle: 'A thing', verifiedPurchase: true },
    });
    expect(items[1]).toMatchObject({
      rating: 0,
      ownerReply: { text: 'Thank you 1!', createdAt: null },
      media: [],
      extra: { feedback: 'neutral' },
    });
    expect(items[2]).toMatchObject({ rating: -1, extra: { feedback: 'negative' } });
  });

  it('of a profile stands in where the list of a seller is shut', async () => {
    const run = await readAll(ebay, SELLER_URL, [{ match: 'signin.ebay.com', body: html('Sign in') }, play({ hasList: false })]);
    expect([run.items.length, run.doors]).toEqual([30, ['profile']]);
    expect(run.items[3]).toMatchObject({
      id: '5003',
      author: { username: 'b***3' },
      text: 'Great & fast 3',
      relativeTime: 'More than a year ago',
      rating: 1,
      extra: { feedbackScore: 12 },
    });
  });

  it('of a profile is turned by a button, and has its signs by class', async () => {
    const run = await readAll(ebay, SELLER_URL, [{ match: 'signin.ebay.com', body: html('Sign in') }, play({ hasList: false, rows: 450 })]);
    expect(run.items).toHaveLength(450);
    expect(run.items.slice(0, 3).map((item) => item.rating)).toEqual([1, 0, -1]);
    expect(run.items[0]?.extra).toMatchObject({ itemId: ITEM, itemTitle: 'A thing' });
  });

  it.each([
    ['Bewertung: positiv', 1],
    ['Évaluation négative', -1],
    ['Valutazione neutra', 0],
    ['Opinia pozytywna', 1],
    ['Negatieve feedback', -1],
    ['Opinia negatywna', -1],
    ['Valoración negativa', -1],
  ])('reads the sign "%s"', async (label, rating) => {
    const { items } = await readAll(ebay, SELLER_URL, [
      list(`<div class="fdbk-container__details__info__icon"><svg aria-label="${label}"></svg></div>`),
    ]);
    expect(items).toMatchObject([{ rating, text: null, author: { username: null } }]);
  });

  it.each([
    ['12.345', 12_345],
    ['12 345', 12_345],
  ])('reads the score and the total %s as the site writes them', async (written, count) => {
    const row = `<div class="fdbk-container__details__info__username"><span>b***r (${written})</span></div>`;
    const run = await readAll(ebay, 'https://www.ebay.de/usr/a', [
      list(row, `<div class="tabs__item">Dieser Artikel (3)</div><div class="tabs__item">Alle Artikel (${written})</div>`),
    ]);
    expect([run.total, run.items[0]?.extra['feedbackScore']]).toEqual([count, count]);
  });

  it('of a buyer who says the same thrice is there thrice', async () => {
    const idsOf = async (params: EbayParams) => (await read(ITEM_URL, params)).items.map(({ id }) => id);
    const ids = await idsOf({ rows: 24, hasEqualRows: true });
    expect(ids).toHaveLength(24);
    expect(ids.filter((_, place) => place % 3 === 0)).toEqual(
      await idsOf({ rows: 24 }).then((all) => all.filter((_, place) => place % 3 === 0)),
    );
  });

  it.each([
    ['a link', '<a href="/itm/256099999999">Another (#256099999999)</a>'],
    ['words', '<span>Another (#256099999999)</span>'],
  ])('about another item is known by %s', async (_what, about) => {
    const row = `<div class="fdbk-container__details__item-link">${about}</div>`;
    const run = await readAll(ebay, ITEM_URL, [{ ...play(), match: '/itm/' }, list(row)]);
    expect([run.items, run.notes.length]).toEqual([[], 2]);
    expect((await readAll(ebay, SELLER_URL, [list(row)])).items).toMatchObject([
      { extra: { itemId: '256099999999', itemTitle: 'Another' } },
    ]);
  });

  it('of a seller is that of the panel which is shown', async () => {
    const panel = (name: string, attribute: string, next: string): string =>
      `<div role="tabpanel" ${attribute}><ul><li class="fdbk-container"><div class="fdbk-container__details__comment"><span>${name}</span></div></li></ul>${next}</div>`;
    const both = `${panel('Hidden', 'hidden', '<a class="pagination__next" href="?page_id_item=2"></a>')}${panel('Shown', '', '')}`;
    const run = await readAll(ebay, SELLER_URL, [{ match: '/fdbk/', times: 1, body: html(both) }]);
    expect(run.items).toMatchObject([{ text: 'Shown' }]);
  });

  it.each([`/sch/i.html?_ssn=${SELLER}&store_cat=0`, `/sch/${SELLER}/m.html?item=1`])('finds the seller by %s', async (href) => {
    const page: FakeExchange = { match: '/itm/', body: html(`<h1>A thing</h1><a href="https://www.ebay.com${href}">Other items</a>`) };
    expect((await readAll(ebay, ITEM_URL, [page, play()])).items).toHaveLength(30);
  });

  it('may be none', async () => {
    const none: FakeExchange = { match: '/fdbk/', body: html('<div role="tab">All items (0)</div><ul class="fdbk-detail-list"></ul>') };
    const run = await readAll(ebay, SELLER_URL, [none]);
    expect([run.items, run.total]).toEqual([[], 0]);
  });
});

describe('ebay: reviews of a product', () => {
  it.each([REVIEWS_URL, `${SITE}/p/${PRODUCT}`])('are turned to the last page that is linked to: %s', async (url) => {
    const run = await read(url);
    expect(run.items).toHaveLength(14);
    expect(run.session.urls.slice(-2)).toEqual([1, 2].map((page) => `${REVIEWS_URL}?pgn=${page}`));
    expect(run.items[2]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      author: { username: 'person2' },
      title: 'Title 2',
      text: 'Words & more 2',
      createdAt: '2018-03-03T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 4.5,
      ratingScale: 5,
      likes: 2,
      dislikes: 1,
    });
  });

  it.each([
    ['ebay.com', '03/04/2018', '2018-03-04', '4.5 out of 5 stars'],
    ['ebay.co.uk', '03/04/2018', '2018-04-03', '4.5 out of 5 stars'],
    ['ebay.de', '03. Apr. 2018', '2018-04-03', '4,5 von 5 Sternen'],
    ['cafr.ebay.ca', '3 avr. 2018', '2018-04-03', '4,5 étoiles sur 5'],
    ['ebay.pl', '3 kwietnia 2018', '2018-04-03', '4,5 na 5 gwiazdek'],
  ])('have dates and stars as %s writes them', async (site, date, day, stars) => {
    const row = review(`<span class="ebay-star-rating" aria-label="${stars}"></span><span class="review-item-date">${date}</span>`);
    const { items } = await readAll(ebay, `https://www.${site}/urw/x/product-reviews/1`, [
      row,
      { match: '', body: html('<p class="reviews"></p>') },
    ]);
    expect(items).toMatchObject([{ createdAt: `${day}T00:00:00.000Z`, rating: 4.5, likes: null, title: null }]);
  });

  it('are told apart where several say the same', async () => {
    const run = await read(REVIEWS_URL, { hasEqualRows: true });
    // Whoever says the same at the end of a page and at the start of the next is taken for one.
    expect(run.items).toHaveLength(14 - 1);
  });

  it('are turned to a page without any where no pages are linked to', async () => {
    const row = review('<p class="review-item-content">Words</p>');
    const run = await readAll(ebay, REVIEWS_URL, [row, { match: 'pgn=2', body: html('<p class="reviews"></p>') }]);
    expect([run.items.length, run.session.urls.length]).toEqual([1, 2]);
  });

  it.each([
    ['<span itemprop="datePublished" content="2016-07-10">10 Jul, 2016</span>', '<meta itemprop="ratingValue" content="5">', 5],
    ['<span class="review-item-date">10 Jul, 2016</span>', '<span class="star-rating" aria-label="5 stars"></span>', 5],
  ])('have dates and stars in other places: %s', async (date, stars, rating) => {
    const row = review(`${stars}${date}<span class="positive-h-c">1,234</span>`);
    const { items } = await readAll(ebay, REVIEWS_URL, [row, { match: '', body: html('<p class="reviews"></p>') }]);
    expect(items).toMatchObject([{ createdAt: '2016-07-10T00:00:00.000Z', rating, likes: 1234 }]);
  });

  it('are none where the product has no page of them', async () => {
    expect((await readAll(ebay, `${SITE}/p/1`, [{ match: '', body: html('<h1>A thing</h1>') }])).items).toEqual([]);
  });
});

describe('ebay: failure signals', () => {
  const title = (words: string): string => `<html><head><title>${words}</title></head><body><p>Reference #18.1</p></body></html>`;

  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['403', [{ match: '', status: 403 }], 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['Access Denied', [{ match: '', body: title('Access Denied') }], 'BLOCKED'],
    ['Pardon Our Interruption', [{ match: '', body: title('Pardon Our Interruption...') }], 'BLOCKED'],
    [
      'a way to the challenge',
      [
        { match: '/splashui/', body: html('') },
        { match: '', status: 302, headers: { location: '/splashui/challenge?ap=1' } },
      ],
      'BLOCKED',
    ],
    [
      'a way to the captcha',
      [
        { match: '/splashui/', body: html('') },
        { match: '', status: 302, headers: { location: '/splashui/captcha?ap=1' } },
      ],
      'CAPTCHA',
    ],
    ['a security measure', [{ match: '', body: title('Security Measure') }], 'CAPTCHA'],
    ['a captcha that the network knows', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    ['an item that is gone', [{ match: '', body: html('<p>We looked everywhere. Looks like this page is missing.</p>') }], 'NOT_FOUND'],
    ['a page with nothing in it', [{ match: '', body: '' }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    for (const url of [ITEM_URL, SELLER_URL, REVIEWS_URL, `${SITE}/p/${PRODUCT}`])
      await expect(readAll(ebay, url, [...exchanges])).rejects.toMatchObject({ code });
  });

  it('of a seller', async () => {
    await expect(read(`${SITE}/usr/hermit`)).rejects.toMatchObject({ code: 'PRIVATE' });
    await expect(read(`${SITE}/usr/nobody`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const login: FakeExchange = { match: 'signin.ebay.com', body: html('Sign in') };
    const led: FakeExchange = { match: '', status: 302, headers: { location: 'https://signin.ebay.com/x' } };
    await expect(readAll(ebay, SELLER_URL, [login, led])).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('asks the browser once the page is refused', async () => {
    const run = await readAll(ebay, ITEM_URL, [{ match: '', times: 1, status: 403 }, play()]);
    expect([run.items.length, run.doors]).toEqual([30, ['feedback, in the browser']]);
  });

  it.each([
    ['a sign of another form', list('<svg data-test-type="splendid"></svg>'), SELLER_URL, 'icon'],
    [
      'no rows though some are counted',
      { match: '/fdbk/', body: html('<div role="tab">All items (12)</div>') },
      SELLER_URL,
      'fdbk-container',
    ],
    ['a date of another form', review('<span class="review-item-date">once</span>'), REVIEWS_URL, 'date'],
    ['stars of another form', review('<span class="ebay-star-rating" aria-label="many"></span>'), REVIEWS_URL, 'star'],
    ['votes of another form', review('<span class="positive-h-c">many</span>'), REVIEWS_URL, 'positive'],
  ])('names the place: %s', async (_what, exchange, url, path) => {
    await expect(readAll(ebay, url, [exchange])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: expect.stringContaining(path) });
  });
});
