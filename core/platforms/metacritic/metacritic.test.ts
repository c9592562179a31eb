import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import metacritic from '#core/platforms/metacritic/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { metacriticSimulator, type MetacriticParams, UNKNOWN } from '#core/platforms/metacritic/simulator.ts';

const GAME = 'https://www.metacritic.com/game/a-game/';
const MOVIE = 'https://www.metacritic.com/movie/a-film/user-reviews/';
const LISTS = 'https://backend.metacritic.com/reviews/metacritic/';

const play = (params: MetacriticParams = {}): FakeExchange => ({ match: '', simulator: metacriticSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = GAME) => readAll(metacritic, url, exchanges, options);
/** The lists that were asked for, each page as `list offset`. */
const lists = (urls: readonly string[]): string[] =>
  urls
    .filter((url) => url.startsWith(LISTS))
    .map(
      (url) => `${new URL(url).pathname.slice('/reviews/metacritic/'.length, -'/web'.length)} ${new URL(url).searchParams.get('offset')}`,
    );

describe('metacritic: URLs', () => {
  it.each([
    [GAME, 'user', { path: 'games/a-game' }],
    ['metacritic.com/game/a-game', 'user', { path: 'games/a-game' }],
    [`${GAME}user-reviews/?platform=pc`, 'user', { path: 'games/a-game', platform: 'pc' }],
    [`${GAME}critic-reviews/?platform=nintendo-switch-2`, 'critic', { path: 'games/a-game', platform: 'nintendo-switch-2' }],
    ['https://www.metacritic.com/game/playstation-4/god-of-war', 'user', { path: 'games/god-of-war', platform: 'playstation-4' }],
    ['https://www.metacritic.com/game/switch/a-game/user-reviews?page=0', 'user', { path: 'games/a-game', platform: 'nintendo-switch' }],
    ['https://www.metacritic.com/game/pc/a-game/critic-reviews', 'critic', { path: 'games/a-game', platform: 'pc' }],
    [MOVIE, 'user', { path: 'movies/a-film' }],
    ['https://www.metacritic.com/movie/a-film/critic-reviews/?platform=pc', 'critic', { path: 'movies/a-film' }],
    ['https://www.metacritic.com/tv/a-series/', 'user', { path: 'shows/a-series' }],
    ['https://www.metacritic.com/tv/a-series/season-2/user-reviews/', 'user', { path: 'shows/a-series/seasons/season-2' }],
    ['https://www.metacritic.com/tv/a-series/season-2/critic-reviews/', 'critic', { path: 'shows/a-series/seasons/season-2' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(metacritic, url)).toMatchObject({ target, params, type: 'reviews' });
    expect(chooseFor(metacritic, url).params).toEqual(params);
  });

  it.each([
    'https://www.metacritic.com/',
    'https://www.metacritic.com/game/',
    'https://www.metacritic.com/game/a-game/details/',
    'https://www.metacritic.com/music/an-album/somebody/',
    'https://www.metacritic.com/user/somebody/',
    'https://www.metacritic.com/browse/game/',
    'https://www.metacritic.com/publication/a-paper/',
    'https://www.metacritic.com/tv/a-series/season-2/episode-1/',
    'https://backend.metacritic.com/game/a-game/',
    'https://notmetacritic.com/game/a-game/',
  ])('refuses %s', (url) => {
    expect(metacritic.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('metacritic: lists', () => {
  it('turns pages of a film, however many come', async () => {
    const run = await read([play()], {}, MOVIE);
    expect([run.items.length, run.total, run.doors]).toEqual([45, 45, ['review list']]);
    expect(lists(run.session.urls)).toEqual(['user/movies/a-film 0', 'user/movies/a-film 20', 'user/movies/a-film 40']);
    expect(Object.fromEntries(new URL(run.session.urls[0] ?? '').searchParams)).toEqual({
      apiKey: expect.stringMatching(/^\w{32}$/),
      offset: '0',
      limit: '100',
      filterBySentiment: 'all',
      sort: 'date',
      componentName: 'user-reviews',
      componentDisplayName: 'user Reviews',
      componentType: 'ReviewList',
    });
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('reads every platform of a game in turn, and counts what they share once', async () => {
    const run = await read([play()]);
    expect([run.items.length, run.total]).toEqual([85, 90]);
    expect(lists(run.session.urls)).toEqual(
      ['pc', 'playstation-5'].flatMap((platform) => [0, 20, 40].map((offset) => `user/games/a-game/platform/${platform} ${offset}`)),
    );
    expect(run.session.urls[0]).toContain('https://backend.metacritic.com/games/metacritic/a-game/web?');
  });

  it('reads one platform where the address names it, and the joint list where nobody knows the platforms', async () => {
    const one = await read([play()], {}, `${GAME}user-reviews/?platform=pc`);
    expect([one.items.length, lists(one.session.urls)[0], one.session.urls.length]).toEqual([45, 'user/games/a-game/platform/pc 0', 3]);
    const joint = await read([play({ platforms: 'nobody' })]);
    expect([joint.items.length, lists(joint.session.urls)[0]]).toEqual([45, 'user/games/a-game 0']);
  });

  it('takes the key of the front page where the known one is refused', async () => {
    const key = 'a'.repeat(32);
    const run = await read([play({ key })]);
    expect([run.items.length, run.gaps, run.doors]).toEqual([85, [], ['review list']]);
    expect(run.session.urls.filter((url) => url === 'https://www.metacritic.com/')).toHaveLength(1);
    expect(run.session.urls.slice(2).every((url) => url.includes(`apiKey=${key}`))).toBe(true);
    const gone = [{ match: /^https:\/\/www\.metacritic\.com\/$/, body: '<html></html>' }, play({ key })];
    await expect(read(gone, {}, MOVIE)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('passes over a platform without a list', async () => {
    const middle = await read([play({ platforms: ['pc', 'wii', 'playstation-5'] })]);
    expect([middle.items.length, middle.total]).toEqual([85, 90]);
    const last = await read([play({ platforms: ['pc', 'wii'] })]);
    expect([last.items.length, last.total]).toEqual([45, 45]);
  });

  it('sorts, and stops at the limit and at the time', async () => {
    expect((await read([play()], { sort: 'top', limit: 1 }, MOVIE)).session.urls[0]).toContain('sort=score');
    expect((await read([play()], { limit: 20 })).session.urls).toHaveLength(2);
    const late = await read([play()], { minTimestamp: Date.parse('2026-02-02T00:00:00Z') / 1000 });
    expect(lists(late.session.urls).slice(0, 2)).toEqual(['user/games/a-game/platform/pc 0', 'user/games/a-game/platform/playstation-5 0']);
  });

  it('is done with nothing for a work without reviews', async () => {
    const run = await read([play({ reviews: 0 })], {}, MOVIE);
    expect([run.items, run.total]).toEqual([[], 0]);
  });

  it('ends at an empty page where no total is stated', async () => {
    const body = (items: object[]) => ({ data: { items } });
    const page = (offset: number, items: object[]): FakeExchange => ({ match: `offset=${offset}&`, body: body(items) });
    const run = await read([page(0, [{ id: 7, author: 'A' }]), page(1, [])], {}, MOVIE);
    expect([run.items.map(({ id }) => id), run.total]).toEqual([['7'], null]);
  });
});

describe('metacritic: fields', () => {
  it('of users', async () => {
    const { items } = await read([play()], {}, `${GAME}user-reviews/?platform=pc`);
    expect(items[5]).toMatchObject({
      id: 'uuid-5',
      kind: 'review',
      parentId: null,
      author: { name: 'Player 5', username: 'player-5', id: 'player-5', url: 'https://www.metacritic.com/user/player-5/' },
      text: 'Words of 5\nand more',
      createdAt: '2026-01-26T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 5,
      ratingScale: 10,
      likes: 5,
      dislikes: 1,
      url: null,
      extra: { platform: 'PC', spoiler: true },
    });
    expect(items[7]).toMatchObject({ text: '' });
  });

  it('of critics', async () => {
    const { items } = await read([play()], {}, `${GAME}critic-reviews/?platform=pc`);
    expect(items[1]).toMatchObject({
      id: expect.stringMatching(/^paper-1:2026-01-30:pc:[0-9a-f]{12}$/),
      author: { name: 'Writer 1', username: null, url: null },
      text: 'An excerpt 1',
      rating: 99,
      ratingScale: 100,
      url: 'https://paper.example/1',
      extra: { platform: 'PC', publication: 'Paper 1', publicationSlug: 'paper-1', idIsMadeUp: true },
    });
    expect(items[2]).toMatchObject({
      id: expect.stringMatching(/^paper-2::pc:[0-9a-f]{12}$/),
      author: { name: 'Paper 2' },
      createdAt: null,
      createdAtPrecision: null,
      rating: null,
    });
  });

  it('of critics who write about a series more than once on a day', async () => {
    const series = 'https://www.metacritic.com/tv/a-series/critic-reviews/';
    const { items, total } = await read([play()], {}, series);
    expect([items.length, total]).toEqual([45, 45]);
    expect(items[4]).toMatchObject({ author: { name: 'Writer 0' }, url: null, extra: { season: 'Season 2', idIsMadeUp: true } });
    const byWords = (all: typeof items) => new Map(all.flatMap(({ id, text }) => (text ? [[text, id] as const] : [])));
    expect(byWords((await read([play()], { sort: 'top' }, series)).items)).toEqual(byWords(items));
  });

  it('of critics who write about one film in two papers, or of two seasons on one page', async () => {
    const review = { author: 'A', authorSlug: 'a', quote: 'Same', date: '2013-07-17', url: 'https://a.example/', publicationSlug: 'one' };
    const others = [
      { publicationSlug: 'two' },
      { url: 'https://a.example/2' },
      { reviewedProduct: { id: 5 } },
      { reviewedProduct: { id: 6 } },
    ];
    const rows = [review, ...others.map((other) => ({ ...review, ...other }))];
    const run = await read(
      [{ match: '', body: { data: { totalResults: rows.length, items: rows } } }],
      {},
      MOVIE.replace('user', 'critic'),
    );
    expect(run.items).toHaveLength(rows.length);
  });

  it('of other forms', async () => {
    const item = async (review: object) =>
      (await read([{ match: '', body: { data: { totalResults: '1', items: [review] } } }], {}, `${GAME}?platform=pc`)).items[0];
    expect(await item({ author: 'A', authorSlug: 'a', date: '2024-05-01T10:00:00Z', score: '8.5', platform: 'PC' })).toMatchObject({
      id: expect.stringMatching(/^a:2024-05-01:pc:[0-9a-f]{12}$/),
      rating: 8.5,
      createdAt: '2024-05-01T00:00:00.000Z',
      extra: { platform: 'PC' },
    });
    expect(await item({ author: 'A' })).toMatchObject({ id: expect.stringMatching(/^A::pc:[0-9a-f]{12}$/), extra: { platform: 'pc' } });
  });
});

describe('metacritic: failure signals', () => {
  it.each([
    ['404', [play()], 'NOT_FOUND'],
    ['403', [{ match: '', status: 403 }], 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['a page', [{ match: '', body: '<html></html>' }], 'BLOCKED'],
    ['errors', [{ match: '', body: { errors: [{ message: 'bad type' }] } }], 'PLATFORM_CHANGED'],
    ['another form', [{ match: '', body: { data: {} } }], 'PLATFORM_CHANGED'],
    ['a date that is none', [{ match: '', body: { data: { items: [{ id: 'a', date: 'soon' }] } } }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (what, exchanges, code) => {
    const slug = what === '404' ? UNKNOWN : 'a-game';
    await expect(read([...exchanges], {}, `https://www.metacritic.com/game/${slug}/`)).rejects.toMatchObject({ code });
    await expect(read([...exchanges], {}, `https://www.metacritic.com/movie/${slug}/`)).rejects.toMatchObject({ code });
  });

  it('asks from within the browser where plain requests are refused', async () => {
    const run = await read([{ match: LISTS, times: 1, status: 403 }, play()], {}, MOVIE);
    expect([run.items.length, run.doors]).toEqual([45, ['review list, in the browser']]);
  });
});
