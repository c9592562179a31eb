import { describe, expect, it } from 'vitest';
import { Stopped } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import imdb from '#core/platforms/imdb/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { imdbSimulator, type ImdbParams, REVIEW, UNKNOWN } from '#core/platforms/imdb/simulator.ts';

const TITLE = 'https://www.imdb.com/title/tt7/';
const API = 'https://api.graphql.imdb.com/';

const play = (params: ImdbParams = {}): FakeExchange => ({ match: '', simulator: imdbSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = TITLE) => readAll(imdb, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(2)) - 5_000_000);
const firstTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('imdb: URLs', () => {
  it.each([
    ['https://www.imdb.com/title/tt0111161/', 'tt0111161'],
    ['imdb.com/title/tt0111161', 'tt0111161'],
    ['https://www.imdb.com/title/tt0111161/reviews/?sort=helpfulnessScore&rating=1&spoilers=EXCLUDE', 'tt0111161'],
    ['https://www.imdb.com/title/tt0111161/ratings/?ref_=tt_ov_rt', 'tt0111161'],
    ['https://m.imdb.com/title/tt10872600/', 'tt10872600'],
    ['https://www.imdb.com/de/title/tt0903747/', 'tt0903747'],
    ['https://www.imdb.com/es-es/title/tt0903747/episodes/?season=2', 'tt0903747'],
  ])('takes %s', (url, title) => {
    expect(chooseFor(imdb, url)).toMatchObject({ target: 'title', params: { title }, type: 'reviews' });
  });

  it('takes a review and a short link', () => {
    expect(chooseFor(imdb, 'https://www.imdb.com/review/rw6606154/?ref_=tt_urv')).toMatchObject({ params: { review: 'rw6606154' } });
    expect(chooseFor(imdb, 'https://www.imdb.com/fr/review/rw6606154/')).toMatchObject({ target: 'review' });
    expect(chooseFor(imdb, 'https://imdb.to/3xAmPle')).toMatchObject({ target: 'short', params: { code: '3xAmPle' } });
  });

  it.each([
    'https://www.imdb.com/user/ur1234567/reviews/',
    'https://www.imdb.com/user/p.abc/reviews/',
    'https://www.imdb.com/name/nm0000209/',
    'https://www.imdb.com/list/ls012345678/',
    'https://www.imdb.com/title/0111161/',
    'https://www.imdb.com/search/title/',
    'https://www.imdb.com/',
    'https://imdb.to/',
    'https://notimdb.com/title/tt0111161/',
    'https://imdb.com.evil.example/title/tt0111161/',
  ])('refuses %s', (url) => {
    expect(imdb.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('imdb: the API', () => {
  it('turns pages to the end', async () => {
    const run = await read([play()], {}, `${TITLE}reviews/`);
    expect(numbers(run.items)).toEqual(firstTo(120));
    expect([run.total, run.gaps, run.doors]).toEqual([120, [], ['GraphQL']]);
    expect(run.session.urls).toEqual([API, API, API]);
    const queries = run.session.sent.map(({ body }) => (JSON.parse(body) as { query: string }).query);
    expect(queries[0]).toContain('title(id: "tt7") { reviews(first: 50, sort: {by: SUBMISSION_DATE, order: DESC})');
    expect(queries[2]).toContain('reviews(first: 50, after: "after-100", sort:');
    expect(run.session.sent[0]?.headers).toMatchObject({
      'x-imdb-user-country': 'US',
      'x-imdb-client-name': 'imdb-web-next',
      origin: 'https://www.imdb.com',
      referer: 'https://www.imdb.com/',
    });
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['new', 'SUBMISSION_DATE'],
    ['top', 'HELPFULNESS_SCORE'],
    ['best', 'AUTHOR_RATING'],
    ['controversial', 'TOTAL_VOTES'],
    ['old', 'SUBMISSION_DATE'],
  ] as const)('sorts by %s', async (sort, order) => {
    const run = await read([play()], { sort, limit: 1 });
    expect(run.session.sent[0]?.body).toContain(order);
  });

  it('has every field, and nulls for those that are not there', async () => {
    const { items } = await read([play()]);
    expect(items[2]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: { name: 'Viewer 2', username: 'viewer2', id: 'ur2', url: 'https://www.imdb.com/user/ur2/' },
      title: 'Title & 2',
      text: 'Line one & 2\n\nLine two',
      createdAt: '2026-01-29T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 3,
      ratingScale: 10,
      likes: 2,
      dislikes: 1,
      language: 'en',
      url: 'https://www.imdb.com/review/rw5000002/',
      extra: { spoiler: true },
    });
    expect(items[3]).toMatchObject({
      author: { name: 'viewer3', username: 'viewer3', id: null, url: null },
      createdAt: null,
      createdAtPrecision: null,
      rating: null,
      ratingScale: 10,
      likes: null,
      dislikes: null,
    });
  });

  it('ends where a mark repeats, and is done with nothing for a title without reviews', async () => {
    const node = { id: 'rw1' };
    const reviews = { edges: [{ node }], pageInfo: { hasNextPage: true, endCursor: 'x' } };
    const run = await read([{ match: API, body: { data: { title: { reviews } } } }]);
    expect([run.items.length, run.session.sent.length, run.total]).toEqual([1, 2, null]);
    const none = await read([play({ reviews: 0 })]);
    expect([none.items, none.total, none.gaps]).toEqual([[], 0, []]);
  });

  it('follows a short link', async () => {
    const run = await read([play({ reviews: 3 })], {}, 'https://imdb.to/title');
    expect([run.items.length, run.session.urls]).toEqual([3, ['https://imdb.to/title', API]]);
    await expect(read([play()], {}, 'https://imdb.to/person')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('imdb: the page of the title', () => {
  it.each([
    ['404', { status: 404 }],
    ['403', { status: 403 }],
    ['429', { status: 429 }],
    ['errors without data', { body: { errors: [{ message: 'Cannot query field' }] } }],
    ['a page', { body: '<html></html>' }],
    ['another form', { body: { data: { title: { reviews: { edges: [{ node: {} }] } } } } }],
    ['no reviews', { body: { data: { title: { reviews: null } }, errors: [{ message: 'no' }] } }],
  ])('stands in for an API that answers %s', async (_what, answer) => {
    const run = await read([{ match: API, ...answer }, play()]);
    expect(numbers(run.items)).toEqual(firstTo(5));
    expect([run.total, run.doors, run.gaps]).toEqual([120, ['page'], [{ cause: 'blocked', count: 115, note: expect.any(String) }]]);
  });

  it('gives nothing where there is nothing, and the reason of the API where there should be something', async () => {
    const none = await read([play({ reviews: 0, api: 'gone' })]);
    expect([none.items, none.total, none.gaps]).toEqual([[], 0, []]);
    const bare = (mainColumnData: object): FakeExchange => ({
      match: TITLE,
      body: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { mainColumnData } } })}</script>`,
    });
    const shut: FakeExchange = { match: API, status: 403 };
    await expect(read([shut, bare({})])).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(read([shut, bare({ featuredReviews: { edges: [] }, reviews: { total: 9 } })])).rejects.toMatchObject({ code: 'BLOCKED' });
    expect((await read([shut, bare({ featuredReviews: { edges: [] } })])).items).toEqual([]);
  });

  it('is opened in the browser where a wall stands before it', async () => {
    const run = await read([{ match: TITLE, times: 1, status: 202 }, play({ api: 'gone' })]);
    expect([run.items.length, run.doors]).toEqual([5, ['page, in the browser']]);
  });
});

describe('imdb: one review', () => {
  it('is found wherever its page carries it', async () => {
    const run = await read([play()], {}, `https://www.imdb.com/review/${REVIEW}/`);
    expect([numbers(run.items), run.doors]).toEqual([[3], ['page']]);
  });
});

describe('imdb: failure signals', () => {
  const page = (answer: Omit<FakeExchange, 'match'>): FakeExchange[] => [
    { match: API, status: 503 },
    { match: '', ...answer },
  ];

  it.each([
    ['202', page({ status: 202 }), 'CAPTCHA'],
    ['405', page({ status: 405 }), 'CAPTCHA'],
    ['403', page({ status: 403 }), 'CAPTCHA'],
    ['404', page({ status: 404 }), 'NOT_FOUND'],
    ['429', page({ status: 429 }), 'RATE_LIMITED'],
    ['503', page({ status: 503 }), 'NETWORK'],
    ['no data', page({ body: '<html></html>' }), 'PLATFORM_CHANGED'],
    ['a title unknown to the API', [play()], 'NOT_FOUND'],
    [
      'a sign-in',
      [
        { match: API, status: 404 },
        { match: 'signin', body: '<html></html>' },
        { match: '', status: 302, headers: { location: '/registration/signin' } },
      ],
      'LOGIN_REQUIRED',
    ],
  ] as const)('%s', async (what, exchanges, code) => {
    const url = what.startsWith('a title') ? `https://www.imdb.com/title/${UNKNOWN}/` : TITLE;
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('fails where a later page is refused, and goes through no other door', async () => {
    const later = (answer: Omit<FakeExchange, 'match'>): FakeExchange => ({ match: ({ body }) => body.includes('after:'), ...answer });
    await expect(read([later({ status: 429 }), play()])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const error = await read([later({ body: { errors: [{ message: 'no' }] } }), play()]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'PLATFORM_CHANGED', path: 'errors' });
    const odd = { edges: [{ node: { id: 'rw1', submissionDate: 'soon' } }] };
    const path = await read([{ match: API, body: { data: { title: { reviews: odd } } } }]).catch(
      (thrown: { path?: string }) => thrown.path,
    );
    expect(path).toBe('reviews.node.submissionDate');
    await expect(read([{ match: API, failure: new Stopped() }, play()])).rejects.toBeInstanceOf(Stopped);
  });
});
