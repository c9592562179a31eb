import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import playstore from '#core/platforms/playstore/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { playStoreSimulator, type PlayStoreParams } from '#core/platforms/playstore/simulator.ts';

const URL_OF_APP = 'https://play.google.com/store/apps/details?id=com.example.app';
const CALL = '/_/PlayStoreUi/data/batchexecute';
const DETAILS = '/store/apps/details?';

const play = (params: PlayStoreParams = {}): FakeExchange[] => [{ match: '', simulator: playStoreSimulator(params) }];
const frame = (payload: string | null, status: unknown = null): string =>
  `)]}'\n\n${JSON.stringify([['wrb.fr', 'UsvDTd', payload, null, null, status, 'generic']])}`;
const answer = (payload: unknown): string => frame(JSON.stringify(payload));
const STORE = 'https://play.google.com';
const asked = (body: string): unknown =>
  JSON.parse((JSON.parse(decodeURIComponent(body.replace('f.req=', ''))) as string[][][])[0]?.[0]?.[1] ?? '');
/** How many reviews a call asks for; undefined for another request. */
const sizeOf = (body: string): unknown =>
  body === ''
    ? undefined
    : /\[(\d+),null,/
        .exec(JSON.stringify(asked(body)))
        ?.slice(1)
        .map(Number)[0];
const codeOf = (exchanges: FakeExchange[]): Promise<unknown> =>
  readAll(playstore, URL_OF_APP, exchanges).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

describe('playstore: URLs', () => {
  const params = (url: string): unknown => chooseFor(playstore, url).params;

  it.each([
    [URL_OF_APP, { app: 'com.example.app' }],
    [`${URL_OF_APP}&hl=de&gl=AT&pli=1&showAllReviews=true&reviewId=x`, { app: 'com.example.app', hl: 'de', gl: 'AT' }],
    ['play.google.com/store/apps/details/Some_Title?id=com.example.app', { app: 'com.example.app' }],
    ['https://play.google.com/store/apps/details/?id=com.example.app', { app: 'com.example.app' }],
    ['https://play.google.com/store/games/details?id=com.example.app', { app: 'com.example.app' }],
    ['https://play.google.com/work/apps/details?id=com.example.app', { app: 'com.example.app' }],
    ['market://details?id=com.example.app', { app: 'com.example.app' }],
    ['intent://details?id=com.example.app#Intent;scheme=market;package=com.android.vending;end', { app: 'com.example.app' }],
    ['intent://play.google.com/store/apps/details?id=com.example.app#Intent;scheme=https;end', { app: 'com.example.app' }],
    [`https://play.app.goo.gl/?link=${encodeURIComponent(`${URL_OF_APP}&hl=de`)}&ddl=1`, { app: 'com.example.app', hl: 'de' }],
    ['https://g.co/play/app', { short: 'https://g.co/play/app' }],
  ])('takes %s', (url, expected) => {
    expect(params(url)).toEqual(expected);
  });

  it.each([
    'https://play.google.com/store/apps/dev?id=5700313618786177705',
    'https://play.google.com/store/apps/developer?id=Google+LLC',
    'https://play.google.com/store/books/details/T?id=abc',
    'https://play.google.com/store/movies/details?id=abc',
    'https://play.google.com/store/apps/details',
    'https://play.google.com.evil.org/store/apps/details?id=com.example.app',
    'https://notplay.google.com/store/apps/details?id=com.example.app',
    'https://play.google.com/store/apps/detailsx?id=com.example.app',
    'market://search?q=app',
    'intent://search?q=app#Intent;scheme=market;end',
    'https://play.app.goo.gl/?link=https%3A%2F%2Fplay.app.goo.gl%2F%3Flink%3Dx',
    'https://play.app.goo.gl/?link=mailto%3Aa%40site.example',
    'https://play.app.goo.gl/AbCd',
    'https://g.co/kgs/AbCd',
    'https://play.google.com/store/apps/details?id=../../etc',
  ])('refuses %s', (url) => {
    expect(playstore.targets.every((target) => target.match(parsePastedUrl(url, [playstore])) === null)).toBe(true);
  });
});

describe('playstore: requests', () => {
  it('asks for 150, then for more at once, follows the token, and stops without one', async () => {
    const run = await readAll(playstore, `${URL_OF_APP}&hl=de&gl=AT`, play({ reviews: 6_000, stated: 6_000 }));
    expect(run.items.map((item) => item.id)).toEqual(Array.from({ length: 6_000 }, (_, index) => `review-${index}`));
    expect(run.session.urls).toEqual([...Array(4).fill(`${STORE}${CALL}?hl=de&gl=AT`), `${STORE}${DETAILS}id=com.example.app&hl=de&gl=AT`]);
    const calls = run.session.sent.slice(0, 4);
    const pages = [
      [150, null],
      [600, 'token-150'],
      [2_400, 'token-750'],
      [4_500, 'token-3150'],
    ];
    expect(calls.map(({ method, body }) => [method, asked(body)])).toEqual(
      pages.map(([size, token]) => ['POST', [null, null, [2, 2, [size, null, token], null, []], ['com.example.app', 7]]]),
    );
    expect(calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect([run.total, run.notes]).toEqual([null, []]);
  });

  it('never asks for more than the limit leaves', async () => {
    const sizes = async (limit: number) =>
      (await readAll(playstore, URL_OF_APP, play({ reviews: 3_000 }), { limit })).session.sent.map(({ body }) => sizeOf(body));
    expect([await sizes(300), await sizes(500), await sizes(900)]).toEqual([
      [150, 150],
      [150, 350],
      [150, 600, 150],
    ]);
  });

  it('goes back to 150 for good where more is refused', async () => {
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 500, mostAtOnce: 150, stated: 500 }));
    expect(run.items).toHaveLength(500);
    expect(run.session.sent.slice(0, 5).map(({ body }) => sizeOf(body))).toEqual([150, 600, 150, 150, 150]);
  });

  it('reads chunked envelopes just as well', async () => {
    expect((await readAll(playstore, URL_OF_APP, play({ isChunked: true }))).items).toHaveLength(400);
  });

  it.each([
    ['new', 2],
    ['top', 1],
    ['best', 3],
    ['controversial', 2],
    [null, 2],
  ] as const)('sort %s is %d', async (sort, code) => {
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 1 }), { sort });
    expect(asked(run.session.sent[0]?.body ?? '')).toEqual([null, null, [2, code, [150, null, null], null, []], ['com.example.app', 7]]);
  });

  it('says that the list runs in date order only where it does', async () => {
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 10 }), { limit: 1 });
    expect((await playstore.fetchPage({ ...OWN_LIST, sort: 1 }, run.session)).dateOrder).toBeUndefined();
    expect((await playstore.fetchPage(OWN_LIST, run.session)).dateOrder).toBe('newestFirst');
  });

  it('takes the first country as store, and English in the USA without a word', async () => {
    expect((await readAll(playstore, `${URL_OF_APP}&gl=AT`, play(), { countries: ['DE', 'FR'], limit: 1 })).session.urls[0]).toContain(
      '?hl=en&gl=de',
    );
    expect((await readAll(playstore, URL_OF_APP, play(), { limit: 1 })).session.urls[0]).toContain('?hl=en&gl=us');
  });

  it('goes on after a short page that has a token, and ends at the same token', async () => {
    const [one, two] = [
      ['a', ['A']],
      ['b', ['B']],
    ].map(([id, author]) => [id, author, 5]);
    const run = await readAll(playstore, URL_OF_APP, [
      { match: CALL, times: 1, body: answer([[one], [null, 't']]) },
      { match: CALL, times: 1, body: answer([[two], [null, 't'], []]) },
      ...play({ stated: 2 }),
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['a', 'b']);
    expect(run.session.urls.slice(2)).toEqual([`${STORE}${DETAILS}id=com.example.app&hl=en&gl=us`]);
  });

  it('ends at a page without reviews, also where it has a token', async () => {
    const run = await readAll(playstore, URL_OF_APP, [
      { match: CALL, times: 1, body: answer([[['a', ['A'], 5]], [null, 't']]) },
      { match: CALL, times: 1, body: answer([[], [null, 'u']]) },
      ...play({ stated: 1 }),
    ]);
    expect([run.items.length, run.session.sent.length]).toEqual([1, 3]);
  });

  it('ends where the list runs in a circle, and then looks for the rest', async () => {
    const page = (id: string, token: string) => ({ match: CALL, times: 1, body: answer([[[id, ['A'], 5]], [null, token]]) });
    const circle = [page('a', 't1'), page('b', 't2'), page('a', 't3'), page('c', 't1')];
    const run = await readAll(playstore, URL_OF_APP, [...circle, ...play({ reviews: 3, stated: 4 })]);
    expect(run.items.map((item) => item.id)).toEqual(['a', 'b', 'c']);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('did not come to its end') }]);
    expect(run.session.urls[4]).toContain(DETAILS);
    expect((await playstore.fetchPage(OWN_LIST, run.session)).mayRepeat).toBe(true);
    expect((await playstore.fetchPage({ ...OWN_LIST, isFurther: true }, run.session)).mayRepeat).toBeUndefined();
  });

  it('asks nothing further of a list of one page, nor of one that ended at the wanted dates', async () => {
    expect((await readAll(playstore, URL_OF_APP, play({ reviews: 150 }))).session.sent).toHaveLength(1);
    const { session } = await readAll(playstore, URL_OF_APP, play(), { limit: 1, minTimestamp: Date.parse('2026-01-01T00:00:00Z') / 1000 });
    const page = await playstore.fetchPage({ ...OWN_LIST, token: 'token-300', read: 300 }, session);
    expect(page.next).toEqual([]);
  });
});

const OWN_LIST = {
  list: 'reviews',
  app: 'com.example.app',
  hl: 'en',
  gl: 'us',
  country: null,
  isFurther: false,
  sort: 2,
  score: null,
  token: null,
  size: 150,
  read: 0,
  onTop: false,
} as const;

describe('playstore: lists that end early', () => {
  const world = { reviews: 900, listEnd: 300, stated: 1_000 };

  it('gets further by the other orders and by each rating, and says what the page states', async () => {
    const run = await readAll(playstore, URL_OF_APP, play(world));
    expect(run.items).toHaveLength(900);
    expect(new Set(run.items.map((item) => item.id)).size).toBe(900);
    expect(run.items.slice(0, 300).map((item) => item.id)).toEqual(Array.from({ length: 300 }, (_, index) => `review-${index}`));
    expect([run.total, run.gaps, run.doors]).toEqual([null, [], ['review call', 'review call, one rating']]);
    expect(run.notes).toEqual([
      expect.stringMatching(/states 1000 reviews and 9000 ratings, with and without words, over all languages\. .* those in "en"/),
    ]);
    const narrowed = run.session.sent.map(({ body }) => body).filter((body) => body.includes('oCPfdb'));
    expect(asked(narrowed[0] ?? '')).toEqual([
      null,
      [2, 2, [150, null, null], null, [null, 1, null, null, null, null, null, null, null]],
      ['com.example.app', 7],
    ]);
  });

  it('does not fail where those lists are refused, or the page says nothing', async () => {
    const isOfRest = ({ body }: { body: string }): boolean => body.includes('oCPfdb') || /%5B2%2C(?:1|3)%2C/.test(body);
    const refused = await readAll(playstore, URL_OF_APP, [
      { match: isOfRest, status: 403 },
      { match: DETAILS, status: 302 },
      ...play(world),
    ]);
    expect(refused.items).toHaveLength(300);
    expect(refused.gaps).toHaveLength(7);
    expect(refused.gaps[2]).toEqual({ cause: 'notServed', count: 0, note: 'A further list (rating 1) was refused: BLOCKED.' });
    expect(refused.notes).toEqual([expect.stringContaining('does not say how many reviews')]);
  });
});

describe('playstore: stores of several countries', () => {
  const inStores = (run: { items: readonly { extra: Record<string, unknown> }[] }) =>
    new Set(run.items.map(({ extra }) => extra['country']));

  it('reads one list for each, and says in each review which store it was read in', async () => {
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 100 }), { countries: ['DE', 'jp', 'de'] });
    expect(run.session.urls).toEqual(['de', 'jp'].map((gl) => `${STORE}${CALL}?hl=en&gl=${gl}`));
    expect([run.items.length, ...inStores(run)]).toEqual([100, 'de']);
    expect([...inStores(await readAll(playstore, URL_OF_APP, play({ reviews: 1 })))]).toEqual([undefined]);
  });

  it('leaves out those without the app', async () => {
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 10, countries: ['jp'] }), { countries: ['de', 'jp', 'fr'] });
    expect([run.items.length, ...inStores(run)]).toEqual([10, 'jp']);
    expect(run.gaps.map(({ note }) => note)).toEqual(['de', 'fr'].map((code) => `The app is not in the storefront "${code}".`));
    const none = readAll(playstore, URL_OF_APP, play({ countries: ['us'] }), { countries: ['de', 'fr'] });
    await expect(none).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('de, fr') });
  });
});

describe('playstore: short links', () => {
  it('takes one request to find the app', async () => {
    const run = await readAll(playstore, 'https://g.co/play/app', play({ reviews: 3 }));
    expect([run.items.length, run.session.urls]).toEqual([3, ['https://g.co/play/app', `${STORE}${CALL}?hl=en&gl=us`]]);
    const elsewhere = readAll(playstore, 'https://g.co/play/x', [
      { match: 'g.co', status: 302, headers: { location: `${STORE}/store/books` } },
    ]);
    await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('playstore: values', () => {
  it('has every field of a review and its reply, with blanks gone at the ends of lines alone', async () => {
    const avatar = [null, 2, null, [null, null, 'https://play-lh.example/a=mo']];
    const record = [
      'gp:id-1',
      ['Ann', avatar],
      4,
      null,
      ' A  &amp; B \r\n\r\n\r\n 🎉',
      [1_783_346_124, 77_999_999],
      12,
      ['An app', 'Thanks ', [1_783_346_125]],
      null,
      ['110', 'Ann'],
      '10.24',
      null,
      [[['vaf_stability', [2]]]],
    ];
    const {
      items: [item],
    } = await readAll(playstore, URL_OF_APP, [{ match: CALL, body: answer([[record]]) }]);
    expect(itemSchema.parse(item)).toMatchObject({
      id: 'gp:id-1',
      kind: 'review',
      parentId: null,
      title: null,
      language: null,
      text: 'A  &amp; B\n\n\n 🎉',
      author: { name: 'Ann', id: '110', avatarUrl: 'https://play-lh.example/a=mo', username: null, url: null, verified: null },
      createdAt: '2026-07-06T13:55:24.077Z',
      createdAtPrecision: 'second',
      likes: 12,
      rating: 4,
      ratingScale: 5,
      isEdited: null,
      url: 'https://play.google.com/store/apps/details?id=com.example.app&reviewId=gp:id-1',
      ownerReply: { text: 'Thanks', createdAt: '2026-07-06T13:55:25.000Z' },
      extra: { appVersion: '10.24', criterias: [['vaf_stability', [2]]] },
    });
  });

  it('keeps a rating without words, and makes nothing up', async () => {
    const {
      items: [item],
    } = await readAll(playstore, URL_OF_APP, [{ match: CALL, body: answer([[['id-2', null, 1]]]) }]);
    expect(itemSchema.parse(item)).toMatchObject({
      text: '',
      createdAt: null,
      likes: null,
      ownerReply: null,
      author: { name: null, id: null },
      extra: {},
    });
  });

  it('names the field that changed', async () => {
    const odd = ['id-2', null, 'five'];
    const readRows = (rows: readonly unknown[]) => readAll(playstore, URL_OF_APP, [{ match: CALL, body: answer([rows]) }]);
    await expect(readRows([odd])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'UsvDTd.reviews.0.rating' });
    const { items, gaps } = await readRows([['id-1', null, 1], odd]);
    expect(items.map(({ id }) => id)).toEqual(['id-1']);
    expect(gaps).toMatchObject([{ cause: 'unreadable', count: 1, note: 'A row had an unknown form (at UsvDTd.0.1.rating).' }]);
  });
});

describe('playstore: what can go wrong', () => {
  it('asks the details page only where the first answer has no review, and tells an unknown app by it', async () => {
    await expect(readAll(playstore, `${URL_OF_APP}2`, play())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const run = await readAll(playstore, URL_OF_APP, play({ reviews: 0 }));
    expect([run.items, run.notes]).toEqual([[], []]);
    expect(run.session.urls[1]).toBe(`https://play.google.com${DETAILS}id=com.example.app&hl=en&gl=us`);
  });

  it('notes where the details page does not tell', async () => {
    const run = await readAll(playstore, URL_OF_APP, [
      { match: CALL, body: frame(null) },
      { match: DETAILS, status: 302, headers: { location: 'https://consent.google.com/ml' } },
    ]);
    expect(run.notes).toHaveLength(1);
    expect(run.session.sent).toHaveLength(2);
  });

  it.each([
    [
      'an unknown app told by its code',
      [
        { match: CALL, body: frame(null, [5]) },
        { match: DETAILS, status: 404 },
      ],
      'NOT_FOUND',
    ],
    ['a malformed call', [{ match: CALL, body: frame(null, [3]) }], 'PLATFORM_CHANGED'],
    ['a removed call', [{ match: CALL, body: `)]}'\n\n[["er",null,null,null,null,400]]` }], 'PLATFORM_CHANGED'],
    ['a payload of another kind', [{ match: CALL, body: answer({}) }], 'PLATFORM_CHANGED'],
    ['HTML', [{ match: CALL, body: '<html></html>' }], 'PLATFORM_CHANGED'],
    ['429', [{ match: CALL, status: 429 }], 'RATE_LIMITED'],
    [
      '503 with the page about traffic',
      [{ match: CALL, status: 503, body: '<h1>Sorry...</h1> unusual traffic from your network' }],
      'RATE_LIMITED',
    ],
    [
      'a redirect to that page',
      [{ match: CALL, status: 302, headers: { location: 'https://www.google.com/sorry/index?continue=x' } }],
      'RATE_LIMITED',
    ],
    [
      'a gateway error inside 200',
      [{ match: CALL, body: frame(null, [8, null, [['type.googleapis.com/com.google.play.gateway.proto.PlayGatewayError']]]) }],
      'RATE_LIMITED',
    ],
    ['503', [{ match: CALL, status: 503, body: 'down' }], 'NETWORK'],
    ['403', [{ match: CALL, status: 403 }], 'BLOCKED'],
    ['451', [{ match: CALL, status: 451 }], 'GEO_BLOCKED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    expect(await codeOf([...exchanges])).toBe(code);
  });

  it('is not alarmed by a review that speaks of the gateway error', async () => {
    const text = 'I saw com.google.play.gateway.proto.PlayGatewayError';
    expect(await codeOf([{ match: CALL, body: answer([[['id-1', ['A'], 1, null, text]]]) }])).toBe('done');
  });
});
