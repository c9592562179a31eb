import { describe, expect, it } from 'vitest';
import { CommentdockError, Stopped } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import target from '#core/platforms/target/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { row, targetSimulator, type TargetParams, TCIN } from '#core/platforms/target/simulator.ts';

const PRODUCT = `https://www.target.com/p/a-thing/-/A-${TCIN}`;
const PAGE = `https://www.target.com/p/-/A-${TCIN}`;
const REVIEW_CALL = 'r2d2.target.com';
const PRODUCT_CALL = 'redsky.target.com';

const play = (params: TargetParams = {}): FakeExchange => ({ match: '', simulator: targetSimulator(params) });
const read = (exchanges: readonly FakeExchange[], options: RunOptions = {}, url = PRODUCT) => readAll(target, url, exchanges, options);
const places = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.split('-').at(-1)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const only = (fields: object): FakeExchange => ({
  match: REVIEW_CALL,
  body: { reviews: { results: [{ ...row(1), ...fields }], total_results: 1, total_pages: 1 } },
});

describe('target: URLs', () => {
  it.each([
    `https://www.target.com/p/apple-earpods-usb-c/-/A-${TCIN}?preselect=1234567#lnk=sametab`,
    `target.com/p/-/A-${TCIN}`,
    `https://www.target.com/p/a-thing/A-${TCIN}#reviews`,
    `https://m.target.com/p/a-thing/-/A-${TCIN}`,
  ])('takes %s', (url) => {
    expect(chooseFor(target, url)).toMatchObject({ target: 'product', params: { tcin: TCIN }, type: 'reviews' });
  });

  it.each([
    'https://www.target.com/',
    'https://www.target.com/c/electronics/-/N-5xtg6',
    'https://www.target.com/p/a-thing/-/A-x',
    'https://tgt.biz/',
    'https://nottarget.com/p/a-thing/-/A-89827259',
  ])('refuses %s', (url) => {
    expect(target.targets.every((each) => each.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('target: the review call', () => {
  it('is asked with the public key where the page does not answer', async () => {
    const run = await read([play()]);
    expect(places(run.items)).toEqual(upTo(120));
    expect(run.session.urls[0]).toBe(PAGE);
    const asked = run.session.urls.slice(1).map((url) => new URL(url).searchParams);
    expect(asked.map((query) => [query.get('page'), query.get('size'), query.get('sortBy'), query.get('ratingFilter')])).toEqual(
      ['0', '1', '2'].map((page) => [page, '50', 'most_relevant', null]),
    );
    expect([run.total, run.gaps, run.notes, run.doors]).toEqual([120, [], [], ['review call']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('is asked with the keys of the page, one after the other', async () => {
    const key = '0123456789abcdef'.repeat(3).slice(0, 40);
    const run = await read([play({ key })], { limit: 3 });
    expect(run.items).toHaveLength(3);
    expect(run.session.urls.slice(1).map((url) => new URL(url).searchParams.get('key'))).toEqual(['a'.repeat(40), key]);
  });

  it.each([
    ['new', 'most_recent'],
    ['best', 'rating_high'],
  ] as const)('has sort %s', async (sort, name) => {
    const { session } = await read([play()], { sort, limit: 5 });
    expect(session.urls[1]).toContain(`sortBy=${name}`);
  });

  it('gives the rest by stars where it turns no further', async () => {
    const run = await read([play({ deepest: 1, reviews: 130 })]);
    expect(places(run.items).toSorted((a, b) => a - b)).toEqual(upTo(130));
    expect(
      run.session.urls.filter((url) => url.includes('ratingFilter=')).map((url) => new URL(url).searchParams.get('ratingFilter')),
    ).toEqual([5, 4, 3, 2, 1].map((stars) => `rating_${stars}`));
    expect([run.total, run.notes]).toEqual([130, [expect.stringContaining('number of stars')]]);
  });

  it('says so where that is not enough', async () => {
    const run = await read([play({ deepest: 1, reviews: 300 })]);
    expect(run.items.length).toBeLessThan(300);
    expect(run.gaps).toEqual(
      [5, 4, 3, 2, 1].map((stars) => ({ cause: 'notServed', count: 0, note: expect.stringContaining(`${stars} stars`) })),
    );
    const refused: FakeExchange = { match: /page=1&/, status: 400 };
    expect((await read([refused, play()])).items).toHaveLength(120);
  });

  it('is done with nothing for a product without reviews', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.doors]).toEqual([[], 0, ['review call']]);
  });

  it('follows short links', async () => {
    expect((await read([play()], { limit: 5 }, 'https://tgt.biz/3abc')).items).toHaveLength(5);
    await expect(read([play()], {}, 'https://tgt.biz/nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('target: the product call', () => {
  it.each([
    ['403', play({ reviewCall: 'shut' })],
    ['nothing of what it counts', play({ reviewCall: 'empty' })],
    ['a page', { match: REVIEW_CALL, body: '<html></html>' }],
    ['429', { match: REVIEW_CALL, status: 429 }],
    ['a wire that breaks', { match: REVIEW_CALL, failure: new CommentdockError('NETWORK') }],
  ])('stands in for a review call that answers %s', async (_what, exchange) => {
    const run = await read([exchange, play()]);
    expect(places(run.items)).toEqual(upTo(8));
    expect([run.total, run.doors, run.gaps]).toEqual([120, ['product call'], [{ cause: 'blocked', count: 112, note: expect.any(String) }]]);
    expect(run.items[1]).toMatchObject({
      rating: 2,
      createdAt: '2026-01-31T11:00:00.447Z',
      author: { name: 'Guest 1', id: '10001' },
      likes: null,
    });
  });

  it('is done with nothing for a product that nobody rated', async () => {
    const body = { data: { product: { ratings_and_reviews: { statistics: { rating: { average: 0, count: 0 } } } } } };
    const run = await read([{ match: REVIEW_CALL, status: 404 }, { match: PRODUCT_CALL, body }, play()]);
    expect([run.items, run.total]).toEqual([[], 0]);
  });

  it.each([
    ['404', 404, {}, 'NOT_FOUND'],
    ['403', 403, {}, 'BLOCKED'],
    ['429', 429, {}, 'RATE_LIMITED'],
    ['no product', 206, { data: { product: null } }, 'NOT_FOUND'],
    ['a product without reviews to read', 200, { data: { product: {} } }, 'PLATFORM_CHANGED'],
    ['no reviews though there are some', 200, { data: { product: { ratings_and_reviews: {} } } }, 'PLATFORM_CHANGED'],
  ] as const)('decides: %s', async (_what, status, body, code) => {
    await expect(
      read([
        { match: REVIEW_CALL, status: 403 },
        { match: PRODUCT_CALL, status, body },
      ]),
    ).rejects.toMatchObject({ code });
  });

  it('is not asked where a later page fails, or the export is stopped', async () => {
    const later = read([{ match: /page=1&/, status: 403 }, play()]);
    await expect(later).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(read([{ match: REVIEW_CALL, failure: new Stopped() }, play()])).rejects.toBeInstanceOf(Stopped);
  });
});

describe('target: fields', () => {
  it('has every one', async () => {
    const { items } = await read([play()], { limit: 10 });
    expect(items[1]).toMatchObject({
      id: '00000000-0000-4000-8000-000000000001',
      kind: 'review',
      author: { name: 'Guest 1', id: '10001' },
      title: 'Title & 1',
      text: 'Sounds fine.\nTwice 1 <3',
      createdAt: '2026-01-31T11:00:00.447Z',
      createdAtPrecision: 'second',
      rating: 2,
      ratingScale: 5,
      likes: 1,
      dislikes: 1,
      media: [{ type: 'image', url: 'https://target.example/1' }],
      ownerReply: { text: 'Thank you.', createdAt: '2026-02-01T09:00:00.000Z' },
    });
    expect(items[1]?.extra).toEqual({
      verifiedPurchase: true,
      recommended: true,
      syndicated: true,
      syndicatedFrom: 'maker.example',
      secondaryRatings: { Quality: 4 },
      ownerReplyBy: 'Maker',
    });
    expect(items[3]).toMatchObject({ text: null });
    expect(items[3]?.extra).not.toHaveProperty('recommended');
    expect(items[2]).toMatchObject({ title: null, ownerReply: null, media: [] });
  });

  it('takes stars that are sent as text', async () => {
    expect((await read([only({ Rating: '4.0' })])).items).toMatchObject([{ rating: 4 }]);
    expect((await read([only({ Rating: undefined, rating: { value: '3' } })])).items).toMatchObject([{ rating: 3 }]);
  });

  it('takes other forms of the same', async () => {
    const { items } = await read([
      only({
        Rating: undefined,
        rating: 4,
        photos: ['https://x.example/1'],
        client_responses: undefined,
        ClientResponses: [{ Response: 'Hi' }],
      }),
    ]);
    expect(items[0]).toMatchObject({ rating: 4, media: [{ url: 'https://x.example/1' }], ownerReply: { text: 'Hi', createdAt: null } });
    const bare = { match: REVIEW_CALL, body: { reviews: { results: [{ id: 7, author: { external_id: '' } }], total_results: 1 } } };
    expect((await read([bare])).items[0]).toMatchObject({
      id: '7',
      author: { id: null },
      text: null,
      rating: null,
      createdAt: null,
      likes: null,
      extra: {},
    });
  });
});
