import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal, Stopped } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import letterboxd from '#core/platforms/letterboxd/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { FILM, letterboxdSimulator, type LetterboxdParams } from '#core/platforms/letterboxd/simulator.ts';

const SITE = 'https://letterboxd.com';
const FILM_URL = `${SITE}/film/${FILM}/`;
const ADDED = `${FILM_URL}reviews/by/added/page/`;
const ACTIVITY = `${FILM_URL}reviews/by/activity/page/`;

const play = (params: LetterboxdParams = {}): FakeExchange => ({ match: '', simulator: letterboxdSimulator(params) });
const read = (url: string, params: LetterboxdParams = {}, options: RunOptions = {}) => readAll(letterboxd, url, [play(params)], options);
const listsOf = (urls: readonly string[]): string[] => urls.filter((url) => !url.includes('/s/full-text/'));
const site = (content: string): string => `<html><body><main id="content">${content}</main></body></html>`;
const article = (content: string, own = 'data-viewing-id="1"'): string =>
  site(
    `<div class="viewing-list"><article class="production-viewing" ${own}><a class="context" href="/ann/film/x/"></a>${content}</article></div>`,
  );
const BODY = '<div class="js-review-body"><p>Words</p></div>';
const readBody = (body: string, url = FILM_URL) => readAll(letterboxd, url, [{ match: '', body }]);

describe('letterboxd: URLs', () => {
  it.each([
    ['https://letterboxd.com/film/parasite-2019', 'film', { slug: 'parasite-2019' }],
    ['letterboxd.com/film/parasite-2019/reviews/', 'film', { slug: 'parasite-2019' }],
    ['https://www.letterboxd.com/film/parasite-2019/reviews/rated/.5/page/3/', 'film', { slug: 'parasite-2019' }],
    ['https://letterboxd.com/film/parasite-2019/ratings/', 'film', { slug: 'parasite-2019' }],
    ['https://letterboxd.com/film/parasite-2019/reviews/by/added/', 'film', { slug: 'parasite-2019' }],
    ['https://letterboxd.com/film/parasite-2019/reviews/by/activity/', 'film', { slug: 'parasite-2019', view: 'popular' }],
    ['https://letterboxd.com/film/parasite-2019/reviews/rated/5/by/activity/', 'film', { slug: 'parasite-2019', view: 'popular' }],
    ['https://boxd.it/hTha', 'short', { address: 'https://boxd.it/hTha' }],
    ['https://letterboxd.com/imdb/tt6751668', 'short', { address: 'https://letterboxd.com/imdb/tt6751668/' }],
    ['https://letterboxd.com/tmdb/496243/', 'short', { address: 'https://letterboxd.com/tmdb/496243/' }],
    ['https://letterboxd.com/Some_Body/', 'member', { member: 'Some_Body' }],
    ['https://letterboxd.com/somebody/films/reviews/page/2/', 'member', { member: 'somebody' }],
    ['https://letterboxd.com/somebody/reviews/by/activity/', 'member', { member: 'somebody' }],
    ['https://letterboxd.com/somebody/followers/page/1/', 'followers', { member: 'somebody' }],
    ['https://letterboxd.com/somebody/following/', 'following', { member: 'somebody' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(letterboxd, url)).toMatchObject({ target, params });
  });

  it.each([
    'https://letterboxd.com/',
    'https://letterboxd.com/somebody/film/parasite-2019/',
    'https://letterboxd.com/somebody/film/parasite-2019/1/',
    'https://letterboxd.com/somebody/list/a-list/',
    'https://letterboxd.com/somebody/films/',
    'https://letterboxd.com/film/parasite-2019/likes/',
    'https://letterboxd.com/film/parasite-2019/fans/',
    'https://letterboxd.com/film/parasite-2019/members/',
    'https://letterboxd.com/film/',
    'https://letterboxd.com/films/popular/',
    'https://letterboxd.com/journal/',
    'https://letterboxd.com/imdb/6751668/',
    'https://boxd.it/',
    'https://boxd.it/hTha/x',
    'https://letterboxd.com.evil.example/film/parasite-2019/',
    'https://notboxd.it/hTha',
  ])('refuses %s', (url) => {
    expect(letterboxd.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('letterboxd: reviews of a film', () => {
  it('turns the newest pages to the last', async () => {
    const run = await read(FILM_URL);
    expect(run.items.map((item) => Number(item.id) - 1000)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    expect(listsOf(run.session.urls)).toEqual([`${ADDED}1/`, `${ADDED}2/`, `${ADDED}3/`]);
    expect([run.total, run.gaps, run.doors]).toEqual([null, [], ['page']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('takes the popular ones of its own page for the first page, and none of another section', async () => {
    const run = await read(FILM_URL, {}, { sort: 'top' });
    expect(run.items).toHaveLength(30);
    expect(listsOf(run.session.urls)).toEqual([FILM_URL, `${ACTIVITY}2/`, `${ACTIVITY}3/`]);
    const short = await read(FILM_URL, {}, { sort: 'top', limit: 12 });
    expect([short.items.length, listsOf(short.session.urls)]).toEqual([12, [FILM_URL]]);
    expect(short.items[0]).toMatchObject({ createdAt: null, createdAtPrecision: null });
  });

  it('turns the popular pages from the first where the film page has none of them', async () => {
    const run = await read(FILM_URL, { hasPopular: false }, { sort: 'top' });
    expect([run.items.length, listsOf(run.session.urls)]).toEqual([30, [FILM_URL, `${ACTIVITY}1/`, `${ACTIVITY}2/`, `${ACTIVITY}3/`]]);
  });

  it('sorts as the pasted address does, unless told otherwise; other sorts are the newest', async () => {
    const first = async (url: string, options: RunOptions) => (await read(url, {}, { ...options, limit: 1 })).session.urls[0];
    expect(await first(`${FILM_URL}reviews/by/activity/`, {})).toBe(FILM_URL);
    expect(await first(`${FILM_URL}reviews/by/activity/`, { sort: 'new' })).toBe(`${ADDED}1/`);
    expect(await first(`${FILM_URL}reviews/rated/1/`, {})).toBe(`${ADDED}1/`);
  });

  it('runs by date only where the newest come first', async () => {
    const session = new FakeSession([play()]);
    expect((await letterboxd.fetchPage({ list: 'added', slug: FILM, page: 1 }, session)).dateOrder).toBe('newestFirst');
    expect((await letterboxd.fetchPage({ list: 'activity', slug: FILM, page: 1 }, session)).dateOrder).toBeUndefined();
    expect((await letterboxd.fetchPage({ list: 'popular', slug: FILM, page: 1 }, session)).dateOrder).toBeUndefined();
  });

  it('has every field', async () => {
    const { items } = await read(FILM_URL);
    expect(items[1]).toMatchObject({
      id: '1001',
      kind: 'review',
      parentId: null,
      author: {
        name: 'Reviewer 1 & Co',
        username: 'reviewer1',
        url: `${SITE}/reviewer1/`,
        avatarUrl: 'https://a.example/reviewer1.jpg?a=1&b=2',
      },
      text: 'The start of 1 <3\nand a line\n\nwith a link',
      createdAt: '2026-01-01T11:00:00.000Z',
      createdAtPrecision: 'second',
      relativeTime: null,
      likes: 7,
      replyCount: 1204,
      rating: 2.5,
      ratingScale: 5,
      language: 'en',
      url: `${SITE}/reviewer1/film/${FILM}/`,
      extra: { likedFilm: false, spoiler: true, textTruncated: false },
    });
    expect(items[2]).toMatchObject({ replyCount: 0, extra: { likedFilm: true, spoiler: false } });
    expect(items[5]).toMatchObject({ rating: null, ratingScale: 5, language: 'ko' });
  });

  it('asks for the whole text of a shortened review, and keeps the excerpt where it is not given', async () => {
    const whole = await read(FILM_URL, { reviews: 4 });
    expect(whole.items[3]).toMatchObject({ text: 'The start of 3 <3\nand a line\n\nwith a link', extra: { textTruncated: false } });
    expect(whole.session.urls).toEqual([`${ADDED}1/`, `${SITE}/s/full-text/viewing:1003/`]);
    const cut = { text: 'The start of 3…', extra: { textTruncated: true } };
    expect((await read(FILM_URL, { reviews: 4, hasFullTexts: false })).items[3]).toMatchObject(cut);
    const without = (exchange: Omit<FakeExchange, 'match'>) =>
      readAll(letterboxd, FILM_URL, [{ match: '/s/full-text/', ...exchange }, play({ reviews: 4 })]);
    for (const [exchange, requests] of [
      [{ status: 503 }, 2],
      // A challenge is met by the browser once more.
      [{ failure: new PlatformRefusal('CAPTCHA') }, 3],
      [{ body: '' }, 2],
      [{ body: '<html><body>Sorry</body></html>' }, 2],
    ] as const) {
      const run = await without(exchange);
      expect(run.items[3]).toMatchObject(cut);
      expect(run.session.urls).toHaveLength(requests);
    }
    await expect(without({ failure: new Stopped() })).rejects.toBeInstanceOf(Stopped);
  });

  it.each([
    ['<span class="date"><time datetime="2024-03-02T01:00:00+02:00"></time></span>', '2024-03-01T23:00:00.000Z', 'second', null],
    ['<span class="date"><time datetime="2024-03-02"></time></span>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<span class="date">Watched <span class="_nobr">02 Mar 2024</span></span>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<span class="date"><time datetime="">02 Mar 2024</time></span>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<span class="date"><time datetime="12:30">02 Mar 2024</time></span>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<span class="date"><time datetime="02 Mar">02 Mar 2024</time></span>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<time datetime="3d">3 days ago</time>', '2025-12-29T00:00:00.000Z', 'day', '3 days ago'],
    ['<small class="-date">2 Mar 2024</small>', '2024-03-02T00:00:00.000Z', 'day', null],
    ['<span class="date">3 days ago</span>', '2025-12-29T00:00:00.000Z', 'day', '3 days ago'],
    ['<span class="date">just so</span>', null, null, 'just so'],
    ['', null, null, null],
  ])('reads the date %s', async (date, createdAt, createdAtPrecision, relativeTime) => {
    const { items } = await readBody(article(date + BODY));
    expect(items[0]).toMatchObject({ createdAt, createdAtPrecision, relativeTime });
  });

  it('does without what an answer may lack', async () => {
    const { items } = await readBody(article(BODY));
    expect(items[0]).toMatchObject({
      author: { name: null, username: 'ann', avatarUrl: null },
      likes: null,
      replyCount: 0,
      rating: null,
      language: null,
      approximate: null,
      text: 'Words',
    });
  });

  it('reads the markup that films had before', async () => {
    const older = `<ul><li class="film-detail" data-viewing-id="9"><a class="avatar" href="/bo/"></a><a class="context" href="/bo/film/x/1/">Review by <strong class="displayname">Bo</strong></a>
      <span class="rating -green rated-8">★★★★</span><div class="body-text -prose js-review-body"><p>Old words</p></div></li></ul>`;
    const { items } = await readBody(site(older));
    expect(items[0]).toMatchObject({ id: '9', author: { name: 'Bo', username: 'bo' }, rating: 4, text: 'Old words', replyCount: null });
  });

  it('says that the site may hold back more, at the last page it turns to', async () => {
    const session = new FakeSession([{ match: '', body: article(BODY) }]);
    const last = await letterboxd.fetchPage({ list: 'added', slug: FILM, page: 256 }, session);
    expect(last.gaps).toMatchObject([{ cause: 'notServed', count: 0 }]);
    expect((await letterboxd.fetchPage({ list: 'added', slug: FILM, page: 255 }, session)).gaps).toBeUndefined();
  });
});

describe('letterboxd: short links and other ids', () => {
  it.each(['https://boxd.it/film', `${SITE}/imdb/tt1/`])('%s is asked once', async (url) => {
    const run = await read(url, { reviews: 3 });
    expect([run.items.length, run.session.urls]).toEqual([3, [url, `${ADDED}1/`]]);
    expect((await read(url, { reviews: 3 }, { sort: 'top', limit: 1 })).session.urls).toEqual([url, FILM_URL]);
  });

  it('may lead to a member, and not to a single review', async () => {
    const redirect: FakeExchange = { match: 'boxd.it/m', status: 301, headers: { location: `${SITE}/somebody/` } };
    const run = await readAll(letterboxd, 'https://boxd.it/m', [redirect, play({ reviews: 2 })]);
    expect(run.session.urls).toEqual(['https://boxd.it/m', `${SITE}/somebody/films/reviews/page/1/`]);
    await expect(read('https://boxd.it/review')).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no film') });
    await expect(read('https://boxd.it/gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('letterboxd: members', () => {
  it('exports what a member wrote', async () => {
    const run = await read(`${SITE}/somebody/`);
    expect([run.items.length, listsOf(run.session.urls)]).toEqual([
      30,
      [1, 2, 3].map((page) => `${SITE}/somebody/films/reviews/page/${page}/`),
    ]);
    expect(run.items[1]).toMatchObject({
      author: { username: 'somebody', url: `${SITE}/somebody/` },
      url: `${SITE}/somebody/film/film-1/`,
      extra: { filmTitle: 'Film 1', filmSlug: 'film-1' },
    });
  });

  it('reads the older markup of such lists', async () => {
    const { items } = await read(`${SITE}/somebody/films/reviews/`, { markup: 2024, reviews: 14 });
    expect(items).toHaveLength(14);
    expect(items[1]).toMatchObject({
      id: '1001',
      author: { name: 'Some Body', username: 'somebody', url: `${SITE}/somebody/` },
      text: 'Words 1',
      rating: 1,
      ratingScale: 5,
      createdAt: '2024-03-02T00:00:00.000Z',
      createdAtPrecision: 'day',
      likes: null,
      replyCount: null,
      url: `${SITE}/somebody/film/film-1/`,
      extra: { spoiler: true, textTruncated: false, likedFilm: false, filmTitle: 'Film 1', filmSlug: 'film-1' },
    });
    expect(items[2]).toMatchObject({ createdAt: '2025-12-30T00:00:00.000Z', createdAtPrecision: 'day' });
    expect(items[5]?.rating).toBeNull();
  });

  it.each([
    [`${SITE}/somebody/followers/`, {}, 'follower', 'followers'],
    [`${SITE}/somebody/`, { following: true }, 'following', 'following'],
    [`${SITE}/somebody/followers/`, { following: true }, 'following', 'following'],
    [`${SITE}/somebody/following/`, {}, 'following', 'following'],
  ] as const)('lists the people of %s', async (url, options, kind, tab) => {
    const run = await read(url, {}, options);
    expect([run.items.length, run.session.urls]).toEqual([60, [1, 2, 3].map((page) => `${SITE}/somebody/${tab}/page/${page}/`)]);
    expect(run.items[1]).toMatchObject({
      id: 'person1',
      kind,
      author: { name: 'Person 1', username: 'person1', url: `${SITE}/person1/`, avatarUrl: 'https://a.example/person1.jpg' },
      text: null,
      extra: { followersCount: 1204, followingCount: 2 },
    });
  });

  it.each(['', 'followers/', 'following/'])('nobody has nothing under "%s"', async (tab) => {
    const run = await read(`${SITE}/nobody/${tab}`);
    expect([run.items, run.gaps, run.session.urls.length]).toEqual([[], [], 1]);
  });
});

describe('letterboxd: failure signals', () => {
  const codeOf = (exchanges: FakeExchange[], options: RunOptions = {}): Promise<unknown> =>
    readAll(letterboxd, FILM_URL, exchanges, options).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['the page of an error with 200', [{ match: '', body: '<html><body class="error"></body></html>' }], 'NOT_FOUND'],
    ['403', [{ match: '', status: 403, body: 'Forbidden' }], 'BLOCKED'],
    ['403 of a private account', [{ match: '', status: 403, body: site('This account is private') }], 'PRIVATE'],
    ['200 of a private account', [{ match: '', body: site('<p>This account is private.</p>') }], 'PRIVATE'],
    [
      'a way to the login',
      [
        { match: '/sign-in/', body: site('') },
        { match: '', status: 302, headers: { location: '/sign-in/?x' } },
      ],
      'LOGIN_REQUIRED',
    ],
    ['a challenge, in the browser too', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['an empty body', [{ match: '', body: '' }], 'PLATFORM_CHANGED'],
    ['another site', [{ match: '', body: '<html><body><p>Sign in to the network</p></body></html>' }], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    expect(await codeOf([...exchanges])).toBe(code);
    expect(await codeOf([...exchanges], { sort: 'top' })).toBe(code);
  });

  it('a private member', async () => {
    await expect(read(`${SITE}/hermit/followers/`)).rejects.toMatchObject({ code: 'PRIVATE' });
    await expect(read(`${SITE}/unknown1/`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('asks the browser once a challenge stands before the page, and then for every page', async () => {
    const challenge: FakeExchange = { match: '/page/2/', times: 1, failure: new PlatformRefusal('CAPTCHA') };
    const run = await readAll(letterboxd, FILM_URL, [challenge, play()]);
    expect([run.items.length, run.doors]).toEqual([30, ['page', 'page, in the browser']]);
    expect(listsOf(run.session.urls)).toEqual([`${ADDED}1/`, `${ADDED}2/`, `${ADDED}2/`, `${ADDED}3/`]);
    expect(run.items[27]?.extra).toMatchObject({ textTruncated: false });
  });

  it.each(['BROWSER_MISSING', 'NETWORK'] as const)(
    'says what stood before the page where the browser does not get there: %s',
    async (code) => {
      const exchanges: FakeExchange[] = [
        { match: '', times: 1, failure: new PlatformRefusal('CAPTCHA') },
        { match: '', failure: new CommentdockError(code) },
      ];
      expect(await codeOf(exchanges)).toBe('CAPTCHA');
    },
  );

  it.each([
    ['reviews in another markup', site('<div class="viewing-list"><div class="js-review-body">Words</div></div>'), 'production-viewing'],
    ['reviews without a body', article('<div class="words">Words</div>'), 'production-viewing'],
    ['a further page behind an empty one', site('<a class="next" href="x">Older</a>'), 'a.next'],
    ['a rating of another form', article(`<svg class="-rating" aria-label="4 of 5"></svg>${BODY}`), 'aria-label'],
    ['a date of another form', article(`<span class="date"><time datetime="soon"></time></span>${BODY}`), 'datetime'],
    ['a number of another form', article(`${BODY}<p class="like-link-target" data-count="many"></p>`), 'data-count'],
    ['a review of nobody', article(BODY).replace('/ann/film/x/', '#'), 'a.context'],
    ['a review without an id', article(BODY, 'data-viewing-id=""'), 'data-viewing-id'],
  ])('names the place: %s', async (_what, body, path) => {
    await expect(readBody(body)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: expect.stringContaining(path) });
  });

  it('takes no list of people for empty that says how many there are', async () => {
    const tab = '<ul class="sub-nav"><li class="selected"><a title="8 people">Followers</a></li></ul>';
    await expect(readBody(site(tab), `${SITE}/ann/followers/`)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
    expect((await readBody(site(tab.replace('8', '0')), `${SITE}/ann/followers/`)).items).toEqual([]);
    const row = '<div class="table-person"><div class="person-summary"><b>Ann</b></div></div>';
    await expect(readBody(site(row), `${SITE}/ann/followers/`)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
