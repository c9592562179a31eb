import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platforms/pasted-url.ts';
import playstore from '#core/platforms/playstore.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';
import { playStoreSimulator, type PlayStoreParams } from '#test/world/simulators/playstore.ts';

const URL_OF_APP = 'https://play.google.com/store/apps/details?id=com.example.app';
const CALL = '/_/PlayStoreUi/data/batchexecute';
const DETAILS = '/store/apps/details?';

const play = (params: PlayStoreParams = {}): FakeExchange[] => [{ match: '', simulator: playStoreSimulator(params) }];
const frame = (payload: string | null, status: unknown = null): string =>
  `)]}'\n\n${JSON.stringify([['wrb.fr', 'UsvDTd', payload, null, null, status, 'generic']])}`;
const answer = (payload: unknown): string => frame(JSON.stringify(payload));
const asked = (body: string): unknown =>
  JSON.parse((JSON.parse(decodeURIComponent(body.replace('f.req=', ''))) as string[][][])[0]?.[0]?.[1] ?? '');
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
    'https://play.google.com/store/apps/details?id=../../etc',
  ])('refuses %s', (url) => {
    expect(playstore.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('playstore: requests', () => {
  it('asks for 150 at a time, follows the token, and stops without one', async () => {
    const run = await readAll(playstore, `${URL_OF_APP}&hl=de&gl=AT`, play());
    expect(run.items.map((item) => item.id)).toEqual(Array.from({ length: 400 }, (_, index) => `review-${index}`));
    expect(run.session.urls).toEqual(Array(3).fill(`https://play.google.com${CALL}?hl=de&gl=AT`));
    expect(run.session.sent.map(({ method, body }) => [method, asked(body)])).toEqual(
      [null, 'token-150', 'token-300'].map((token) => ['POST', [null, null, [2, 2, [150, null, token], null, []], ['com.example.app', 7]]]),
    );
    expect(run.session.sent[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect(run.total).toBeNull();
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
    const first = playstore.start(chooseFor(playstore, URL_OF_APP), { ...run.session.options, sort: 'top' })[0];
    expect((await playstore.fetchPage(first!.cursor, run.session)).dateOrder).toBeUndefined();
    expect((await playstore.fetchPage({ ...first!.cursor, sort: 2 }, run.session)).dateOrder).toBe('newestFirst');
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
      { match: CALL, body: answer([[two], [null, 't'], []]) },
    ]);
    expect(run.items.map((item) => item.id)).toEqual(['a', 'b']);
    expect(run.session.sent).toHaveLength(2);
  });

  it('ends at a page without reviews, also where it has a token', async () => {
    const run = await readAll(playstore, URL_OF_APP, [
      { match: CALL, times: 1, body: answer([[['a', ['A'], 5]], [null, 't']]) },
      { match: CALL, body: answer([[], [null, 'u']]) },
    ]);
    expect(run.session.urls.filter((url) => url.includes(DETAILS))).toEqual([]);
    expect(run.session.sent).toHaveLength(2);
  });
});

describe('playstore: values', () => {
  it('has every field of a review, its reply and its texts as they were written', async () => {
    const avatar = [null, 2, null, [null, null, 'https://play-lh.example/a=mo']];
    const record = [
      'id-1',
      ['Ann', avatar],
      4,
      null,
      ' A &amp; B \r\n\r\n\r\n 🎉',
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
      id: 'id-1',
      kind: 'review',
      parentId: null,
      title: null,
      language: null,
      text: ' A &amp; B \n\n\n 🎉',
      author: { name: 'Ann', id: '110', avatarUrl: 'https://play-lh.example/a=mo', username: null, url: null, verified: null },
      createdAt: '2026-07-06T13:55:24.077Z',
      createdAtPrecision: 'second',
      likes: 12,
      rating: 4,
      ratingScale: 5,
      isEdited: null,
      url: 'https://play.google.com/store/apps/details?id=com.example.app&reviewId=id-1',
      ownerReply: { text: 'Thanks ', createdAt: '2026-07-06T13:55:25.000Z' },
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
    const broken = readAll(playstore, URL_OF_APP, [
      {
        match: CALL,
        body: answer([
          [
            ['id-1', null, 1],
            ['id-2', null, 'five'],
          ],
        ]),
      },
    ]);
    await expect(broken).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'UsvDTd.reviews.1.rating' });
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
