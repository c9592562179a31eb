import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import myanimelist from '#core/platforms/myanimelist/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { myAnimeListSimulator, type MyAnimeListParams, UNKNOWN } from '#core/platforms/myanimelist/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const ANIME = 'https://myanimelist.net/anime/7/A_title';
const SITE = 'https://myanimelist.net/';
const page = (number: number, sort = 'newest'): string => `${SITE}anime/7/_/reviews?p=${number}&spoiler=on&preliminary=on&sort=${sort}`;
const ASKED = '&preliminary=true&spoilers=true';
const mirrored = (number: number, sort = 'newest'): string =>
  `https://api.tenrai.org/v1/anime/7/reviews?page=${number}${ASKED}&sort=${sort}`;
const jikan = (number: number): string => `https://api.jikan.moe/v4/anime/7/reviews?page=${number}${ASKED}`;
/** A review with nothing but what is named. */
const bare = (more = ''): string =>
  `<div id="content"><div class="review-element">${more}<div class="open"><a href="/reviews.php?id=5">x</a></div></div></div>`;

const play = (params: MyAnimeListParams = {}): FakeExchange => ({ match: '', simulator: myAnimeListSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = ANIME) => readAll(myanimelist, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id) - 1000);
const firstTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('myanimelist: URLs', () => {
  it.each([
    [ANIME, { kind: 'anime', id: '7' }],
    ['myanimelist.net/anime/7', { kind: 'anime', id: '7' }],
    [`${ANIME}/reviews?p=2`, { kind: 'anime', id: '7' }],
    [`${ANIME}/episode/3`, { kind: 'anime', id: '7' }],
    ['https://myanimelist.net/manga/2/Berserk/reviews', { kind: 'manga', id: '2' }],
    ['https://myanimelist.net/anime.php?id=7', { kind: 'anime', id: '7' }],
    ['https://myanimelist.net/manga.php?id=2', { kind: 'manga', id: '2' }],
  ])('takes %s', (url, params) => {
    expect(chooseFor(myanimelist, url)).toMatchObject({ target: 'title', params, type: 'reviews' });
  });

  it('takes one review', () => {
    expect(chooseFor(myanimelist, 'https://myanimelist.net/reviews.php?id=123')).toMatchObject({
      target: 'review',
      params: { review: '123' },
    });
  });

  it.each([
    'https://myanimelist.net/profile/somebody/reviews',
    'https://myanimelist.net/forum/?topicid=7',
    'https://myanimelist.net/comments.php?id=7',
    'https://myanimelist.net/reviews.php?t=anime&st=mosthelpful',
    'https://myanimelist.net/anime/season/2025/fall',
    'https://myanimelist.net/anime.php?q=x',
    'https://myanimelist.net/',
    'https://notmyanimelist.net/anime/7',
    'https://myanimelist.net.evil.example/anime/7',
  ])('refuses %s', (url) => {
    expect(myanimelist.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe("myanimelist: the site's pages", () => {
  it('are turned until one is empty', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(firstTo(45));
    expect([run.total, run.doors, run.notes]).toEqual([45, ['page'], []]);
    expect(run.session.urls).toEqual([page(1), page(2), page(3), page(4)]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('are sorted', async () => {
    expect(numbers((await read([play()], { sort: 'old' })).items)[0]).toBe(44);
    expect((await read([play()], { sort: 'top', limit: 1 })).session.urls).toEqual([page(1, 'mostvoted')]);
  });

  it('have every field', async () => {
    const { items } = await read([play()]);
    expect(items[11]).toEqual(
      wholeItem({
        id: '1011',
        kind: 'review',
        author: {
          name: 'viewer11',
          username: 'viewer11',
          url: 'https://myanimelist.net/profile/viewer11',
          avatarUrl: 'https://cdn.example/11.jpg',
        },
        text: 'Words & more 11\n\nThe second line goes on\nto the end.',
        createdAt: '2025-11-24T12:12:00.000Z',
        createdAtPrecision: 'minute',
        likes: 14,
        rating: 2,
        ratingScale: 10,
        url: 'https://myanimelist.net/reviews.php?id=1011',
        extra: {
          tags: ['Recommended', 'Preliminary (11/26 eps)', 'Spoiler'],
          spoiler: true,
          preliminary: true,
          episodesWatched: 11,
          reactions: { overall: 14, nice: 11, loveIt: 1, funny: 2, confusing: 0, informative: 0, wellWritten: 0, creative: 0 },
        },
      }),
    );
    expect(items[4]).toMatchObject({ createdAt: '2025-12-01T00:00:00.000Z', createdAtPrecision: 'day', extra: { spoiler: false } });
  });

  it('may lack what can be done without', async () => {
    const run = await read([{ match: page(1), body: bare() }, play({ reviews: 0 })]);
    expect(run.items).toMatchObject([
      { id: '5', author: { name: null }, text: '', createdAt: null, likes: null, rating: null, ratingScale: 10 },
    ]);
    expect(run.total).toBeNull();
  });

  it.each([
    ['title="5:46 AM"', 'Aug 24, 2008', '2008-08-24T12:46:00.000Z', 'minute'],
    ['title="Aug 24, 2008 5:46 AM"', 'Aug 24, 2008', '2008-08-24T12:46:00.000Z', 'minute'],
    ['', 'Aug 24, 2008', '2008-08-24T00:00:00.000Z', 'day'],
    ['title=""', 'Aug 24, 2008', '2008-08-24T00:00:00.000Z', 'day'],
    ['title="Edited"', 'Aug 24, 2008', '2008-08-24T00:00:00.000Z', 'day'],
  ])('are dated by what shows and by its title: %s %s', async (title, shown, createdAt, createdAtPrecision) => {
    const body = bare(`<div ${title} class="update_at">${shown}</div>`);
    const run = await read([{ match: page(1), body }, play({ reviews: 0 })]);
    expect(run.items).toMatchObject([{ createdAt, createdAtPrecision, relativeTime: null }]);
  });

  it.each([
    ['of here<span class="js-visible">...</span> <span class="js-hidden">and there', 'of here and there'],
    ['of here\n   <span class="js-visible">...</span>\n  <span class="js-hidden">and  there', 'of here and  there'],
    ['of here<br />\n  <span class="js-visible">...</span>\n  <span class="js-hidden">and there', 'of here\nand there'],
    ['of here\n  <span class="js-visible">...</span>\n  <span class="js-hidden"><br />and there', 'of here\nand there'],
    ['of  here... and there<span>', 'of  here... and there'],
  ])('have a text in one piece: %s', async (html, text) => {
    const run = await read([{ match: page(1), body: bare(`<div class="text"> ${html}</span> </div>`) }, play({ reviews: 0 })]);
    expect(run.items[0]?.text?.trim()).toBe(text);
  });

  it('are done with nothing for a title that nobody reviewed', async () => {
    const none = await read([play({ reviews: 0 })]);
    expect([none.items, none.total, none.session.urls]).toEqual([[], 0, [page(1)]]);
  });

  it('add up the verdicts where their sum is not written', async () => {
    const header = '<div class="manga-info-review__header"><strong>1,001</strong><strong>2</strong><strong>3</strong></div>';
    const run = await read([{ match: page(1), body: header + bare() }, play({ reviews: 0 })]);
    expect(run.total).toBe(1006);
  });

  it('show one review', async () => {
    const run = await read([play()], {}, 'https://myanimelist.net/reviews.php?id=1003');
    expect([numbers(run.items), run.items[0]?.extra['reviewed'], run.session.urls]).toEqual([
      [3],
      'A title',
      [`${SITE}reviews.php?id=1003`],
    ]);
    await expect(read([play()], {}, 'https://myanimelist.net/reviews.php?id=9999')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are opened in the browser where plain requests are refused', async () => {
    const run = await read([{ match: SITE, times: 1, status: 405 }, play({ reviews: 3 })]);
    expect([run.items.length, run.doors]).toEqual([3, ['page, in the browser']]);
  });
});

describe('myanimelist: the mirror', () => {
  it.each([
    ['403', { status: 403 }],
    ['404', { status: 404 }],
    ['429', { status: 429 }],
    ['503', { status: 503, body: 'MyAnimeList is down for maintenance.' }],
    ['maintenance with a good status', { body: '<html><body>MyAnimeList is down for maintenance.</body></html>' }],
    ['another form', { body: '<html></html>' }],
    [
      'a count without reviews',
      {
        body: '<div id="content"><div class="filtered-results-box">Filtered Results: <strong>6</strong> / 6</div></div>',
      },
    ],
    ['a review without its id', { body: '<div id="content"><div class="review-element"></div></div>' }],
  ])('stands in for a site that answers %s', async (_what, answer) => {
    const run = await read([{ match: SITE, ...answer }, play()]);
    expect(numbers(run.items)).toEqual(firstTo(45));
    expect([run.doors, run.notes]).toEqual([['Tenrai'], [expect.stringContaining('api.tenrai.org')]]);
    expect(run.session.urls.filter((url) => !url.startsWith(SITE))).toEqual([mirrored(1), mirrored(2), mirrored(3)]);
  });

  it('sorts where it can', async () => {
    const run = await read([play({ refusesWith: 403 })], { sort: 'old', limit: 1 });
    expect([numbers(run.items)[0], run.session.urls.at(-1)]).toEqual([44, mirrored(1, 'oldest')]);
    const top = await read([play({ refusesWith: 403 })], { sort: 'top', limit: 1 });
    expect(top.session.urls.at(-1)).toBe(mirrored(1, 'most_helpful'));
  });

  it('is the next one where the first is down, or knows nothing', async () => {
    const down = await read([play({ refusesWith: 403, mirrors: ['jikan'] })]);
    expect([numbers(down.items), down.doors, down.notes]).toEqual([firstTo(45), ['Jikan'], [expect.stringContaining('api.jikan.moe')]]);
    expect(down.session.urls.slice(-3)).toEqual([jikan(1), jikan(2), jikan(3)]);
    const empty = { match: 'tenrai', body: { data: [], pagination: { has_next_page: false } } };
    expect((await read([empty, play({ refusesWith: 403, mirrors: ['jikan'] })])).doors).toEqual(['Jikan']);
  });

  it('has the same fields', async () => {
    const [fromMirror, fromSite] = await Promise.all([read([play({ refusesWith: 403 })]), read([play()])]);
    const [mirror, site] = [fromMirror.items[2], fromSite.items[2]];
    expect(mirror).toMatchObject({
      id: site?.id,
      author: site?.author,
      createdAt: '2025-12-03T12:12:00.000Z',
      createdAtPrecision: 'second',
      likes: site?.likes,
      rating: site?.rating,
      ratingScale: 10,
      url: site?.url,
      text: 'Words & more 2\n\nThe second line goes on',
      extra: {
        tags: ['Recommended'],
        spoiler: false,
        preliminary: true,
        episodesWatched: 2,
        reactions: { overall: 5, nice: 0, loveIt: 1, funny: 2, confusing: 3, informative: 4, wellWritten: 5, creative: 6 },
      },
    });
  });
});

describe('myanimelist: failure signals', () => {
  const changed = { match: SITE, body: '<html></html>' };
  const dateless = { match: SITE, body: bare('<div class="update_at">some day</div>') };
  const nothing = { match: 'tenrai', body: { data: [], pagination: { has_next_page: false } } };

  it.each<[string, FakeExchange[], string]>([
    ['a title that nobody knows', [play({ mirrors: ['tenrai', 'jikan'] })], 'NOT_FOUND'],
    ['a site that refuses, and no mirror', [play({ refusesWith: 403, mirrors: [] })], 'BLOCKED'],
    [
      'a site that refuses, and mirrors that do not know the title',
      [{ match: '/api.', status: 404 }, play({ refusesWith: 403 })],
      'BLOCKED',
    ],
    ['a site that refuses, and a mirror without reviews', [nothing, play({ refusesWith: 403 })], 'BLOCKED'],
    ['maintenance, and a throttled mirror', [{ match: 'tenrai', status: 429 }, play({ refusesWith: 503 })], 'NETWORK'],
    ['another form of the site, and mirrors that do not know the title', [changed, { match: '', status: 404 }], 'PLATFORM_CHANGED'],
    ['another form of its dates, and mirrors that do not know the title', [dateless, { match: '', status: 404 }], 'PLATFORM_CHANGED'],
    ['another form of the site, and a mirror without reviews', [changed, nothing, play()], 'PLATFORM_CHANGED'],
    ['another form of all of them', [{ match: '/api.', body: {} }, changed], 'PLATFORM_CHANGED'],
  ])('%s', async (what, exchanges, code) => {
    const url = what.startsWith('a title') ? `https://myanimelist.net/anime/${UNKNOWN}` : ANIME;
    await expect(read(exchanges, {}, url)).rejects.toMatchObject({ code });
  });

  it('stays at its door once it is open', async () => {
    await expect(read([{ match: page(2), status: 429 }, play()])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(read([{ match: mirrored(2), status: 429 }, play({ refusesWith: 403 })])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
