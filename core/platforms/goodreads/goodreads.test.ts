import { describe, expect, it } from 'vitest';
import { PlatformRefusal, Stopped } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import goodreads from '#core/platforms/goodreads/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { platformRegistry } from '#core/platforms/registry.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { goodreadsSimulator, type GoodreadsParams } from '#core/platforms/goodreads/simulator.ts';

const BOOK = 'https://www.goodreads.com/book/show/7-x';
const API = 'https://kxbwmqov6jgg3daaamb744ycu4.appsync-api.us-east-1.amazonaws.com/graphql';

const SCRIPT = 'https://www.goodreads.com/_next/static/chunks/pages/_app-1f.js';
const ISBN = 'https://www.goodreads.com/book/isbn/9780132350884';

const NO_BOOK: FakeExchange = { match: ({ body }) => body.includes('getBookByLegacyId'), body: { data: { getBookByLegacyId: null } } };

const play = (params: GoodreadsParams = {}): FakeExchange => ({ match: '', simulator: goodreadsSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = BOOK) => readAll(goodreads, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.split('.').at(-1)));

describe('goodreads: URLs', () => {
  it.each([
    ['https://www.goodreads.com/book/show/18759843-bumi?ref=x#CommunityReviews', 'book', '/book/show/18759843-bumi'],
    ['goodreads.com/book/show/3735293.Clean_Code/reviews', 'book', '/book/show/3735293.Clean_Code'],
    ['https://www.goodreads.com/book/show/3735293/reviews/', 'book', '/book/show/3735293'],
    ['https://www.goodreads.com/en/book/show/211721806-dungeon-crawler-carl', 'book', '/en/book/show/211721806-dungeon-crawler-carl'],
    ['https://www.goodreads.com/book/isbn/9780132350884', 'book', '/book/isbn/9780132350884'],
    ['https://www.goodreads.com/book/show/1.A_B,_C%27s:D/', 'book', '/book/show/1.A_B,_C%27s:D'],
    ['https://www.goodreads.com/work/76027608-dungeon', 'work', '/work/76027608-dungeon'],
    ['https://www.goodreads.com/work/editions/76027608', 'work', '/work/editions/76027608'],
  ])('takes %s', (url, target, path) => {
    expect(chooseFor(goodreads, url)).toMatchObject({ target, params: { path }, type: 'reviews' });
  });

  it.each(['likes', 'shares', 'followers', 'live'] as const)('give their reviews with "%s" too', (selector) => {
    const { target } = platformRegistry([goodreads as never]).choose(BOOK, { [selector]: true });
    expect(target).toMatchObject({ type: 'reviews', selector: 'own' });
  });

  it.each([
    'https://www.goodreads.com/review/show/836115237',
    'https://www.goodreads.com/user/show/10113893-erma',
    'https://www.goodreads.com/review/list/10113893',
    'https://www.goodreads.com/author/show/1-x',
    'https://www.goodreads.com/list/show/1.Best',
    'https://www.goodreads.com/work/quotes/1',
    'https://www.goodreads.com/book/show/bumi',
    'https://www.goodreads.com/',
    'https://notgoodreads.com/book/show/1',
    'https://goodreads.com.evil.example/book/show/1',
  ])('refuses %s', (url) => {
    expect(goodreads.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('goodreads: the API', () => {
  it('names the work of a book, and turns the pages', async () => {
    const run = await read([play()], {}, `${BOOK}/reviews?x=1`);
    expect(numbers(run.items)).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(run.session.urls).toEqual([API, API, API, API]);
    expect(run.session.sent[0]?.body).toContain('getBookByLegacyId(legacyId: 7)');
    expect(run.session.sent.slice(1).map(({ body }) => (JSON.parse(body) as { variables: unknown }).variables)).toMatchObject([
      { filters: { resourceType: 'WORK', sort: 'NEWEST' }, pagination: { limit: 100 } },
      { pagination: { after: '100' } },
      { pagination: { after: '200' } },
    ]);
    expect([run.total, run.gaps, run.doors]).toEqual([250, [], ['API']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('ends at an empty token', async () => {
    const list = { totalCount: 1, edges: [{ node: { id: 'kca://review:goodreads/1' } }], pageInfo: { nextPageToken: '' } };
    const run = await read([{ match: ({ body }) => body.includes('getReviews'), body: { data: { getReviews: list } } }, play()]);
    expect([run.items.length, run.session.urls]).toEqual([1, [API, API]]);
  });

  it('sorts', async () => {
    expect(numbers((await read([play()], { sort: 'old' })).items)[0]).toBe(249);
    const top = await read([play()], { sort: 'top', limit: 5 });
    expect(top.session.sent[1]?.body).not.toContain('"sort"');
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[1]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: {
        name: 'Reader 101',
        id: '101',
        url: 'https://www.goodreads.com/user/show/101-reader',
        avatarUrl: 'https://img.example/101.jpg',
      },
      text: 'Words & 1\n\nwith more of them',
      createdAt: '2026-01-01T11:00:00.000Z',
      createdAtPrecision: 'second',
      rating: 1,
      ratingScale: 5,
      likes: 1,
      replyCount: 1,
      isEdited: null,
      url: 'https://www.goodreads.com/review/show/5001',
      extra: { spoiler: true, shelf: 'read', tags: ['favourites'], lastRevisionAt: '2026-01-01T11:01:00.000Z' },
    });
    expect(items[3]).toMatchObject({ text: '' });
    expect(items[2]?.author).toMatchObject({ id: '102', url: 'https://www.goodreads.com/author/show/102.Reader' });
    expect(items[6]).toMatchObject({ rating: null });
  });

  it('needs no page of a book, where a firewall stands', async () => {
    const run = await read([play({ isWalled: true })]);
    expect([run.items.length, run.total, run.doors, run.gaps]).toEqual([250, 250, ['API'], []]);
    const key = await read([play({ isWalled: true, key: 'da2-another' })]);
    expect([key.items.length, key.doors, key.gaps]).toEqual([250, ['API'], []]);
    expect(key.session.urls.slice(0, 4)).toEqual([API, 'https://www.goodreads.com/giveaway', SCRIPT, API]);
    expect(key.session.sent.slice(3).map(({ headers }) => headers['x-api-key'])).toEqual(Array(4).fill('da2-another'));
  });

  it('has the work of a book named by its page where it does not know the address', async () => {
    const run = await read([play()], {}, ISBN);
    expect([run.items.length, run.session.urls]).toEqual([250, [ISBN, API, API, API]]);
    const unknown = await read([NO_BOOK, play()]);
    expect([unknown.items.length, unknown.session.urls.slice(0, 3)]).toEqual([250, [API, BOOK, API]]);
  });

  it("takes the key of the page's script where the public one is refused", async () => {
    const run = await read([play({ key: 'da2-another' })], {}, ISBN);
    expect([run.items.length, run.doors]).toEqual([250, ['API']]);
    expect(run.session.urls.slice(0, 4)).toEqual([ISBN, API, SCRIPT, API]);
    const stageless = `"da2-another","endpoint":"${API}"`;
    expect((await read([{ match: SCRIPT, body: stageless }, play({ key: 'da2-another' })])).doors).toEqual(['API']);
  });

  it('follows a link of the app', async () => {
    const run = await read([play({ reviews: 3 })], {}, 'https://goodreads.app.link/book');
    expect([run.items.length, run.session.urls]).toEqual([3, ['https://goodreads.app.link/book', API, API]]);
  });
});

describe('goodreads: comments under reviews', () => {
  const withReplies = (params: GoodreadsParams = {}) => read([play({ reviews: 150, ...params })], { replies: true });

  it('are read on request, from the reviews that have some, before the next page', async () => {
    expect((await read([play({ reviews: 150 })])).session.sent).toHaveLength(3);
    const run = await withReplies();
    const replies = run.items.filter(({ kind }) => kind === 'reply');
    expect(replies.map(({ parentId }) => Number(parentId?.split('.').at(-1)))).toEqual([1, 2, 2, 4, 5, 5]);
    const asked = run.session.sent.slice(1).map(({ body }) => (JSON.parse(body) as { operationName: string }).operationName);
    expect(asked).toEqual(['getReviews', ...Array(4).fill('getComments'), 'getReviews']);
    expect([run.items.length, run.gaps, run.doors]).toEqual([156, [], ['API', 'API, comments']]);
    expect(itemSchema.parse(replies[1])).toMatchObject({
      id: 'kca://comment:goodreads/2-0',
      text: 'Comment 0\non 2 & more',
      createdAt: '2026-01-01T12:00:00.000Z',
      author: { name: 'Reader 100', id: '100', url: 'https://www.goodreads.com/user/show/100-reader' },
      rating: null,
    });
    expect((await withReplies({ commentsAtOnce: 1 })).items).toHaveLength(156);
  });

  it('are a gap where the API refuses them or the page stands in for it', async () => {
    const refused = await read([{ match: ({ body }) => body.includes('getComments'), status: 401 }, play({ reviews: 3 })], {
      replies: true,
    });
    expect([refused.items.length, refused.gaps.length]).toEqual([3, 2]);
    const shown = await read([{ match: API, status: 404 }, play({ reviews: 3 })], { replies: true });
    expect(shown.gaps).toEqual([{ cause: 'blocked', count: 3, note: expect.stringContaining('comments') }]);
  });
});

describe('goodreads: the reviews within the page', () => {
  it.each([
    ['404', { status: 404 }],
    ['403', { status: 403, body: 'Forbidden' }],
    ['null', { body: { data: { getReviews: null }, errors: [{ message: 'no' }] } }],
    ['another form', { body: { data: { getReviews: { edges: [{ node: {} }] } } } }],
    ['a throttled API', { status: 429 }],
  ])('stand in for an API that answers %s', async (_what, answer) => {
    const run = await read([{ match: API, ...answer }, play()]);
    expect(numbers(run.items)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    expect([run.total, run.doors, run.gaps]).toEqual([250, ['page'], [{ cause: 'blocked', count: 220, note: expect.any(String) }]]);
  });

  it('are done with nothing for a book without any, and fail where there should be some', async () => {
    const none = await read([play({ reviews: 0, key: 'none' })]);
    expect([none.items, none.total, none.gaps]).toEqual([[], 0, []]);
    await expect(read([{ match: API, status: 403 }, play({ hasShown: false })])).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(read([{ match: API, failure: new Stopped() }, play()])).rejects.toBeInstanceOf(Stopped);
  });
});

describe('goodreads: failure signals', () => {
  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['a number that nobody knows', [NO_BOOK, { match: BOOK, status: 404 }, play()], 'NOT_FOUND'],
    ['202', [{ match: '', status: 202 }], 'BLOCKED'],
    ['503', [{ match: '', status: 503 }], 'BLOCKED'],
    ['a challenge', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['no data', [{ match: '', body: '<html></html>' }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    await expect(read([...exchanges])).rejects.toMatchObject({ code });
  });

  it('opens the page in the browser where a wall stands before it', async () => {
    const run = await read([{ match: BOOK, times: 1, status: 202 }, play({ reviews: 3 })]);
    expect(run.items).toHaveLength(3);
  });

  it('is too fast where a later page is refused', async () => {
    const later: FakeExchange = { match: ({ body }) => body.includes('"after"'), status: 403, body: 'Forbidden' };
    await expect(read([later, play()])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('names the place', async () => {
    const page = (state: unknown) =>
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { apolloState: state } } })}</script>`;
    const path = (state: unknown) =>
      read([{ match: '', body: page(state) }], {}, ISBN).catch((error: { path?: string; code: string }) => error.path ?? error.code);
    expect(await path({ ROOT_QUERY: {} })).toBe('apolloState.ROOT_QUERY.getBookByLegacyId');
    expect(await path({ ROOT_QUERY: { 'getBookByLegacyId({})': null } })).toBe('NOT_FOUND');
    expect(await path({ ROOT_QUERY: { 'getBookByLegacyId({})': { __ref: 'Book:1' } }, 'Book:1': {} })).toBe('apolloState.Book:1.work');
  });
});
