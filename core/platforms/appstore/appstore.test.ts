import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import appstore from '#core/platforms/appstore/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { appStoreSimulator, type AppStoreParams } from '#core/platforms/appstore/simulator.ts';

const APP = '123456789';
const PASTED = `https://apps.apple.com/us/app/an-app/id${APP}`;
const FEED = 'https://itunes.apple.com/us/rss/customerreviews/page=';
const CATALOG = `https://apps.apple.com/api/apps/v1/catalog/us/apps/${APP}/reviews?platform=iphone&offset=`;
const LOOKUP = `https://itunes.apple.com/lookup?id=${APP}&country=us`;

const play = (params: AppStoreParams = {}): FakeExchange => ({ match: '', simulator: appStoreSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}) => readAll(appstore, PASTED, exchanges, options);
const feed = (page: number, form = 'json', order = 'mostrecent'): string => `${FEED}${page}/id=${APP}/sortby=${order}/${form}`;
const outcomeOf = (exchanges: FakeExchange[]): Promise<unknown> =>
  read(exchanges).then(
    (run) => run.items.length,
    (error: { code: string }) => error.code,
  );

describe('appstore: URLs', () => {
  it.each([
    ['https://apps.apple.com/de/app/some-app/id12?platform=ipad&see-all=reviews#x', { app: '12', country: 'de' }],
    ['apps.apple.com/app/id12', { app: '12' }],
    ['https://apps.apple.com/JP/app/id12', { app: '12', country: 'jp' }],
    ['https://apps.apple.com/us/app/id99/id12', { app: '12', country: 'us' }],
    ['https://apps.apple.com/us/app/developer/id12', { app: '12', country: 'us' }],
    ['https://apps.apple.com/us/mac/app/x/id12', { app: '12', country: 'us' }],
    ['https://itunes.apple.com/fr/app/x/id12?mt=8', { app: '12', country: 'fr' }],
    ['https://geo.itunes.apple.com/fr/app/id12', { app: '12', country: 'fr' }],
    ['itms-apps://itunes.apple.com/app/id12', { app: '12' }],
    ['https://itunes.apple.com/us/review?id=12&type=Purple%20Software', { app: '12', country: 'us' }],
    ['https://itunes.apple.com/us/review?id=12&type=Purple+Software', { app: '12', country: 'us' }],
    ['https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=12&cc=jp', { app: '12', country: 'jp' }],
    ['https://itunes.apple.com/gb/rss/customerreviews/page=1/id=12/sortby=mostrecent/json', { app: '12', country: 'gb' }],
  ])('takes %s', (url, params) => {
    expect(chooseFor(appstore, url)).toMatchObject({ target: 'app', params, type: 'reviews' });
  });

  it.each([
    'https://podcasts.apple.com/us/podcast/x/id12',
    'https://itunes.apple.com/us/podcast/x/id12',
    'https://books.apple.com/us/book/x/id12',
    'https://itunes.apple.com/us/book/x/id12',
    'https://music.apple.com/us/album/x/12',
    'https://itunes.apple.com/us/album/x/id12',
    'https://apps.apple.com/us/developer/x/id12',
    'https://itunes.apple.com/us/review?id=12&type=Podcast',
    'https://apps.apple.com/us/app/x',
    'https://apps.apple.com/us/story/id12',
    'https://apps.apple.com/us/app-bundle/x/id12',
    'https://apps.apple.com.evil.org/us/app/id12',
    'https://notapps.apple.com/us/app/id12',
    'https://apple.co/',
    'https://appsto.re/x',
    'https://www.apple.com/us/app/id12',
  ])('refuses %s', (url) => {
    expect(appstore.targets.every((target) => target.match(parsePastedUrl(url, [appstore])) === null)).toBe(true);
  });
});

describe('appstore: the feed', () => {
  it('is read page by page until one has no review', async () => {
    const run = await read([play({ reviews: 120 })]);
    expect(run.items).toHaveLength(120);
    expect(run.session.urls).toEqual([1, 2, 3, 4].map((page) => feed(page)));
    expect([run.total, run.gaps, run.doors]).toEqual([null, [], ['feed json']]);
  });

  it('goes on in XML where JSON is shut, and both forms give the same items', async () => {
    const xml = await read([play({ reviews: 70, feed: ['xml'] })]);
    expect(xml.session.urls).toEqual([feed(1), feed(1, 'xml'), feed(2, 'xml'), feed(3, 'xml')]);
    expect(xml.items).toEqual((await read([play({ reviews: 70 })])).items);
    expect((await read([{ match: '/json', body: '<html>' }, play({ reviews: 70 })])).items).toHaveLength(70);
    expect((await read([{ match: '/json', body: { nothing: 1 } }, play({ reviews: 70 })])).items).toHaveLength(70);
  });

  it('sorts by helpfulness on request; only the other order runs by date', async () => {
    const run = await read([play({ reviews: 1 })], { sort: 'top' });
    expect(run.session.urls[0]).toBe(feed(1, 'json', 'mosthelpful'));
    const dateOrder = async (sort: 'top' | 'best' | null) => {
      const [first] = appstore.start(chooseFor(appstore, PASTED), { ...run.session.options, sort });
      return (await appstore.fetchPage(first!.cursor, run.session)).dateOrder;
    };
    expect([await dateOrder('top'), await dateOrder(null), await dateOrder('best')]).toEqual([undefined, 'newestFirst', 'newestFirst']);
  });

  it('reads on in the catalog after ten full pages, from its beginning, and in the other order', async () => {
    const run = await read([play({ reviews: 530, ratings: 9_000 })]);
    expect(run.items).toHaveLength(530);
    const other = Array.from({ length: 10 }, (_, page) => feed(page + 1, 'json', 'mosthelpful'));
    const catalog = Array.from({ length: 27 }, (_, page) => `${CATALOG}${page * 20}&limit=20`);
    expect(run.session.urls.slice(9)).toEqual([feed(10), ...catalog, ...other, LOOKUP]);
    expect(run.doors).toEqual(['feed json', 'web catalog', 'feed json, other order']);
    expect((await read([play({ reviews: 530 })], { limit: 500 })).session.urls).toHaveLength(10);
    const page = await appstore.fetchPage({ door: 'catalog', app: APP, country: 'us', offset: 0, afterFeed: true }, run.session);
    expect(page.mayRepeat).toBe(true);
  });

  it('gets past 500 by the other order, and says how many ratings there are, which are no reviews', async () => {
    const run = await read([play({ reviews: 700, catalogReviews: 40, ratings: 9_000 })]);
    expect(run.items.length).toBeGreaterThan(600);
    expect(new Set(run.items.map((item) => item.id)).size).toBe(run.items.length);
    expect([run.total, run.notes]).toEqual([
      null,
      [expect.stringMatching(/"us" counts 9000 ratings, with and without words; .*no number of reviews/)],
    ]);
    const top = await read([play({ reviews: 700, catalogReviews: 40 })], { sort: 'top' });
    expect([top.items.length, top.notes]).toEqual([run.items.length, [expect.stringContaining('does not say how many')]]);
  });

  it('asks for nothing of that below ten full pages, nor below the wanted dates', async () => {
    expect((await read([play({ reviews: 450 })])).session.urls).toHaveLength(10);
    const cursor = { door: 'feed', app: APP, country: 'us', order: 'mostrecent', form: 'json', page: 10, afterFeed: false } as const;
    const { session } = await read([play({ reviews: 530 })], { limit: 1, minTimestamp: Date.parse('2026-01-01T00:00:00Z') / 1000 });
    expect((await appstore.fetchPage(cursor, session)).next).toEqual([]);
  });

  it.each([
    [403, 'BLOCKED'],
    [404, 'NOT_FOUND'],
    [429, 'RATE_LIMITED'],
  ])('does not fail where catalog and other order then refuse with %d', async (status, code) => {
    const run = await read([{ match: CATALOG, status }, { match: 'mosthelpful', status }, play({ reviews: 530 })]);
    expect(run.items).toHaveLength(500);
    const refused = (what: string) => ({ cause: 'notServed', count: 0, note: expect.stringMatching(`${what}.*${code}`) });
    expect(run.gaps).toEqual([refused('older reviews'), refused('other order')]);
  });

  it('keeps a door that has given items to its end', async () => {
    await expect(read([play({ reviews: 120, missingPages: [2] })])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([{ match: feed(2), status: 403 }, play({ reviews: 120 })])).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('has every field of a review, skips the app itself, and takes a lone entry', async () => {
    const review = {
      id: { label: '14' },
      author: { name: { label: 'Ann' }, uri: { label: 'https://itunes.apple.com/us/reviews/id77' } },
      title: { label: 'T' },
      content: { label: 'A &amp; B\r\n\n\nC', attributes: { type: 'text' } },
      updated: { label: '2026-07-30T09:13:05-07:00' },
      'im:rating': { label: '4' },
      'im:version': { label: '1.2' },
      'im:voteSum': { label: '3' },
      'im:voteCount': { label: '5' },
      link: { attributes: { href: 'https://itunes.apple.com/us/review?id=1' } },
    };
    const {
      items: [item],
    } = await read([{ match: feed(1), body: { feed: { entry: [{ 'im:name': { label: 'The app' } }, review] } } }], { limit: 1 });
    expect(itemSchema.parse(item)).toMatchObject({
      id: '14',
      kind: 'review',
      author: { name: 'Ann', id: '77', url: 'https://itunes.apple.com/us/reviews/id77' },
      title: 'T',
      text: 'A &amp; B\n\n\nC',
      createdAt: '2026-07-30T16:13:05.000Z',
      createdAtPrecision: 'second',
      rating: 4,
      ratingScale: 5,
      likes: 3,
      url: 'https://itunes.apple.com/us/review?id=1',
      isEdited: null,
      ownerReply: null,
      extra: { appVersion: '1.2', voteCount: 5, country: 'us' },
    });
    const lone = { id: { label: '15' }, author: { name: { label: '  ' } }, 'im:rating': { label: '1' }, content: { label: '' } };
    const {
      items: [least],
    } = await read([{ match: feed(1), body: { feed: { entry: lone } } }], { limit: 1 });
    expect(itemSchema.parse(least)).toMatchObject({
      id: '15',
      text: '',
      createdAt: null,
      author: { name: null, id: null, url: null },
      title: null,
      likes: null,
      url: null,
    });
    expect(least?.extra).toEqual({ country: 'us' });
  });

  it('names the field that changed, on a later page', async () => {
    const broken = [{ id: { label: '1' }, 'im:rating': { label: 'five' } }];
    await expect(read([{ match: feed(2), body: { feed: { entry: broken } } }, play()])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'feed.entry.0.im:rating',
    });
    const undated = [{ id: { label: '1' }, 'im:rating': { label: '5' }, updated: { label: 'yesterday' } }];
    await expect(read([{ match: feed(2), body: { feed: { entry: undated } } }, play()])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'feed.entry.updated',
    });
  });
});

describe('appstore: the catalog', () => {
  it('is read where the feed has no review, with the answers of the developer', async () => {
    const run = await read([play({ reviews: 45, feed: [] })]);
    expect(run.session.urls).toEqual([feed(1), feed(1, 'xml'), ...[0, 20, 40].map((offset) => `${CATALOG}${offset}&limit=20`)]);
    expect(run.session.sent[2]?.headers).toEqual({
      origin: 'https://apps.apple.com',
      referer: 'https://apps.apple.com/',
      accept: 'application/json',
    });
    expect(itemSchema.parse(run.items[1])).toMatchObject({
      title: 'Review 1',
      rating: 2,
      ratingScale: 5,
      isEdited: false,
      url: null,
      likes: null,
      createdAt: '2026-01-01T11:00:00.000Z',
      author: { name: 'Reader 1', id: null },
      ownerReply: { text: 'Thank you! We answered review 1.', createdAt: '2026-01-01T11:00:00.000Z' },
      extra: { country: 'us' },
    });
    expect(run.items[3]).toMatchObject({ text: '', ownerReply: null });
  });

  it('comes straight after an empty feed, also one that holds only the app', async () => {
    const onlyTheApp = { feed: { entry: { 'im:name': { label: 'The app' } } } };
    const run = await read([{ match: feed(1), body: onlyTheApp }, play({ reviews: 5 })]);
    expect([run.items.length, run.session.urls]).toEqual([5, [feed(1), `${CATALOG}0&limit=20`]]);
  });

  it('ends where the offset does not grow or data is empty', async () => {
    const data = [{ id: '1', attributes: { rating: 5 } }];
    const stuck = await read([{ match: CATALOG, body: { data, next: '/v1/x?offset=0' } }]);
    expect(stuck.items).toHaveLength(1);
    expect(
      (
        await read([
          { match: `${CATALOG}0`, body: { data, next: '/v1/x?offset=2' } },
          { match: CATALOG, body: { data: [], next: '/v1/x?offset=4' } },
        ])
      ).session.urls,
    ).toHaveLength(4);
  });

  it('costs an odd row alone, unless there is no other', async () => {
    const odd = { id: '2', attributes: {} };
    const { items, gaps } = await read([{ match: CATALOG, body: { data: [{ id: '1', attributes: { rating: 5 } }, odd] } }]);
    expect(items.map(({ id }) => id)).toEqual(['1']);
    expect(gaps).toMatchObject([{ cause: 'unreadable', count: 1, note: 'A row had an unknown form (at data.1.attributes.rating).' }]);
    await expect(read([{ match: CATALOG, body: { data: [odd] } }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

describe('appstore: when no door has reviews', () => {
  const empty = { match: '/json', body: { feed: {} } };
  const noData = { match: CATALOG, body: { data: [] } };
  const known = { match: LOOKUP, body: '{"resultCount":1}' };

  it('asks the look-up, which knows an app without reviews from none', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.gaps, run.notes, run.session.urls.at(-1)]).toEqual([[], [], [], LOOKUP]);
    const rated = await read([play({ reviews: 0, ratings: 12 })]);
    expect([rated.items, rated.notes]).toEqual([[], [expect.stringContaining('counts 12 ratings and gave no review')]]);
    await expect(read([play({ app: '1' })])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([play({ countries: ['jp'] })])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps in the ledger that a door refused', async () => {
    const run = await read([empty, { match: CATALOG, status: 403 }, known]);
    expect([run.items, run.gaps]).toEqual([[], [{ cause: 'blocked', count: 0, note: expect.stringContaining('BLOCKED') }]]);
  });

  it.each([
    ['all answer 404', [], 'NOT_FOUND'],
    ['the last refuses', [empty, noData, { match: LOOKUP, status: 403 }], 'BLOCKED'],
    ['the last one but 404 refuses', [{ match: '/xml', status: 403 }], 'BLOCKED'],
    ['the last is down', [empty, { match: CATALOG, status: 404 }, { match: LOOKUP, status: 503 }], 'NETWORK'],
    ['the last does not parse', [empty, noData, { match: LOOKUP, body: '<html>' }], 'PLATFORM_CHANGED'],
    [
      'a refusal stands before a body that does not parse',
      [
        { match: '/json', status: 403 },
        { match: CATALOG, body: 'cut' },
      ],
      'PLATFORM_CHANGED',
    ],
    ['the rest is empty and the look-up gone', [empty, noData], 0],
    ['all slow down', [{ match: '', status: 429 }], 'RATE_LIMITED'],
  ] as const)('%s', async (_what, exchanges, outcome) => {
    expect(await outcomeOf([...exchanges])).toBe(outcome);
  });
});

describe('appstore: storefronts', () => {
  it('reads the wanted ones in turn, each once', async () => {
    const run = await read([play({ reviews: 60, countries: ['de', 'jp'] })], { countries: ['DE', 'jp', 'de'] });
    expect(run.items.map((item) => item.extra['country'])).toEqual([...Array(60).fill('de'), ...Array(60).fill('jp')]);
    expect(run.gaps).toEqual([]);
  });

  it('leaves out those without the app', async () => {
    const run = await read([play({ reviews: 10, countries: ['jp'] })], { countries: ['de', 'jp', 'fr'] });
    expect(run.items).toHaveLength(10);
    expect(run.gaps.map((gap) => [gap.cause, gap.note])).toEqual([
      ['notServed', expect.stringContaining('"de"')],
      ['notServed', expect.stringContaining('"fr"')],
    ]);
  });

  it('finds nothing only where none has the app', async () => {
    await expect(read([play({ countries: ['us'] })], { countries: ['de', 'fr'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('counts the limit over all', async () => {
    const run = await read([play({ reviews: 30, countries: ['de', 'jp'] })], { countries: ['de', 'jp'], limit: 40 });
    expect(run.items).toHaveLength(40);
  });

  it('is the one of the USA where the address names none', async () => {
    expect((await readAll(appstore, `https://apps.apple.com/app/id${APP}`, [play()], { limit: 1 })).session.urls).toEqual([feed(1)]);
  });
});

describe('appstore: short links', () => {
  it('takes one request to find the app and its storefront', async () => {
    const run = await readAll(appstore, 'https://apple.co/short', [play({ countries: ['de'], reviews: 3 })]);
    expect([run.items.length, run.items[0]?.extra['country']]).toEqual([3, 'de']);
    expect(run.session.urls[0]).toBe('https://apple.co/short');
    const old = await readAll(appstore, 'https://appsto.re/jp/x.i', [
      { match: 'appsto.re', status: 301, headers: { location: `https://itunes.apple.com/app/id${APP}` } },
      play({ countries: ['jp'], reviews: 3 }),
    ]);
    expect(old.items).toHaveLength(3);
    const wanted = await readAll(appstore, 'https://apple.co/short', [play({ countries: ['de', 'jp'], reviews: 3 })], {
      countries: ['jp', 'de'],
    });
    expect(wanted.items.map((item) => item.extra['country'])).toEqual(['jp', 'jp', 'jp', 'de', 'de', 'de']);
  });

  it('is NOT_FOUND where it leads elsewhere', async () => {
    const elsewhere = [{ match: 'apple.co', status: 301, headers: { location: 'https://www.apple.com/music' } }];
    await expect(readAll(appstore, 'https://apple.co/x', elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(appstore, 'https://apple.co/x', [play()])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
