import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import glassdoor from '#core/platforms/glassdoor/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { glassdoorSimulator, type GlassdoorParams } from '#core/platforms/glassdoor/simulator.ts';

const SITE = 'https://www.glassdoor.com';
const LIST = `${SITE}/Reviews/The-Shop-Reviews-E7853.htm`;
const ANY_NAME = `${SITE}/Reviews/-E7853.htm`;
const CALL = `${SITE}/bff/employer-profile-mono/employer-reviews`;

const OPTIONS = new FakeSession([]).options;

const play = (params: GlassdoorParams = {}): FakeExchange => ({ match: '', simulator: glassdoorSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(glassdoor, LIST, exchanges, options, cookies);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id) - 1_000);
const list = (fields: object): FakeExchange => ({ match: CALL, body: { data: { employerReviews: fields } } });
const bare = (reviewId: number | string) => ({ reviewId });

describe('glassdoor: URLs', () => {
  it.each([
    [`${LIST}?sort.sortType=RD&filter.iso3Language=eng`, LIST],
    ['glassdoor.com/Reviews/eBay-Reviews-E7853_P2.htm', 'https://glassdoor.com/Reviews/eBay-Reviews-E7853_P2.htm'],
    [`${SITE}/Reviews/eBay-Reviews-E7853_IP3.htm`, `${SITE}/Reviews/eBay-Reviews-E7853_IP3.htm`],
    ['https://www.glassdoor.de/Bewertungen/eBay-Bewertungen-E7853.htm', 'https://www.glassdoor.de/Bewertungen/eBay-Bewertungen-E7853.htm'],
    [
      'https://www.glassdoor.com.mx/Reseñas/eBay-Reseñas-E7853.htm',
      'https://www.glassdoor.com.mx/Rese%C3%B1as/eBay-Rese%C3%B1as-E7853.htm',
    ],
    ['https://fr.glassdoor.ch/Avis/eBay-Avis-E7853.htm', 'https://fr.glassdoor.ch/Avis/eBay-Avis-E7853.htm'],
    [`${SITE}/Overview/Working-at-eBay-EI_IE7853.11,15.htm`, ANY_NAME],
    [`${SITE}/Reviews/eBay-Software-Engineer-Reviews-EI_IE7853.0,4_KO5,22.htm`, ANY_NAME],
    [`${SITE}/Salary/eBay-Salaries-E7853.htm`, ANY_NAME],
    [`${SITE}/Salary/eBay-Engineer-Salaries-E7853_D_KO5,13.htm`, ANY_NAME],
    ['https://www.glassdoor.co.uk/Jobs/eBay-Jobs-E7853.htm', ANY_NAME],
    ['https://www.glassdoor.co.in/Interview/eBay-Interview-Questions-E7853_P4.htm', ANY_NAME],
  ])('takes %s', (url, address) => {
    expect(chooseFor(glassdoor, url)).toMatchObject({ target: 'employer', params: { employer: '7853' }, type: 'reviews' });
    expect(glassdoor.start(chooseFor(glassdoor, url), OPTIONS)[0]?.cursor).toMatchObject({ employer: '7853', address });
  });

  it('takes a single review', () => {
    const url = `${SITE}/Reviews/Employee-Review-eBay-RVW97772209.htm`;
    expect(chooseFor(glassdoor, `${url}?x=1`)).toMatchObject({ target: 'review', params: { review: '97772209' } });
    expect(glassdoor.start(chooseFor(glassdoor, `${url}?x=1`), OPTIONS)[0]?.cursor).toMatchObject({ review: '97772209', address: url });
  });

  it.each([
    `${SITE}/index.htm`,
    `${SITE}/Reviews/index.htm`,
    `${SITE}/job-listing/engineer-JV_IC1147436.htm`,
    `${SITE}/Interview/why-ebay-QTN_123.htm`,
    `${SITE}/Explore/browse-companies.htm`,
    `${SITE}/a/b/eBay-Reviews-E7853.htm`,
    'https://www.glassdoor.com.evil.example/Reviews/eBay-Reviews-E7853.htm',
    'https://www.notglassdoor.com/Reviews/eBay-Reviews-E7853.htm',
  ])('refuses %s', (url) => {
    expect(glassdoor.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('glassdoor: an employer', () => {
  it('reads the ids from the page and turns pages by the call', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(run.session.urls).toEqual([LIST, CALL, CALL, CALL]);
    expect(run.session.sent.slice(1).map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { employerId: 7853, dynamicProfileId: 4711, page: 1, sort: 'DATE', language: 'eng', applyDefaultCriteria: true },
      { page: 2 },
      { page: 3 },
    ]);
    expect([run.total, run.gaps, run.doors]).toEqual([25, [], ['reviews call']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('sorts', async () => {
    const run = await read([play()], { sort: 'top', limit: 3 });
    expect(numbers(run.items)).toEqual([24, 23, 22]);
    expect(run.session.sent[1]?.body).toContain('"sort":"RELEVANCE"');
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[1]).toEqual({
      ...items[1],
      kind: 'review',
      parentId: null,
      author: { name: null, username: null, id: null, url: null, avatarUrl: null, verified: null },
      title: 'Review 1',
      text: 'Pros: Good people & tea\nsince 1\nCons: Long days\nAdvice: Go on',
      createdAt: '2026-01-20T09:00:00.500Z',
      createdAtPrecision: 'second',
      rating: 2,
      ratingScale: 5,
      likes: 1,
      dislikes: 1,
      language: 'eng',
      url: `${SITE}/Reviews/Employee-Review-The-Shop-RVW1001.htm`,
      ownerReply: { text: 'Thank you\nfor 1', createdAt: '2026-01-20T09:00:00.500Z' },
      extra: {
        jobTitle: 'Engineer',
        location: 'San Jose, CA',
        isCurrentJob: false,
        pros: 'Good people & tea\nsince 1',
        cons: 'Long days',
        advice: 'Go on',
        ratingCeo: 'APPROVE',
        ratingRecommendToFriend: 'POSITIVE',
        ratingWorkLifeBalance: 4.5,
        lengthOfEmployment: 1,
        employmentStatus: 'REGULAR',
        featured: false,
        furtherResponses: [{ text: 'Once more', createdAt: '2026-01-20T09:00:00.500Z' }],
      },
    });
    expect(items[4]).toMatchObject({ text: 'Pros: Good people & tea\nsince 4\nCons: Long days', ownerReply: null });
    expect(Object.keys(items[4]?.extra ?? {})).not.toContain('ratingWorkLifeBalance');
  });

  it('keeps what stands within the words of a part', async () => {
    const parts = { reviewId: 1, pros: '\r\n- One \r\n- Two\n', cons: ' ', advice: 'Go' };
    const run = await read([list({ reviews: [parts], numberOfPages: 1 }), play()]);
    expect(run.items[0]).toMatchObject({ text: 'Pros:\n- One\n- Two\n\nAdvice: Go', extra: { pros: '- One\n- Two', advice: 'Go' } });
  });

  it('takes a review that lacks all but its id, and numbers as text', async () => {
    const languages = { languageId: 'eng', originalLanguageId: 'deu', pros: 'Tea', prosOriginal: null };
    const [least, other] = (
      await read([
        list({
          reviews: [bare('9'), { reviewId: 8, ratingOverall: '4', countHelpful: '2', reviewDateTime: '2020-05-01', ...languages }],
          numberOfPages: 1,
        }),
        play(),
      ])
    ).items;
    expect(least).toMatchObject({ id: '9', text: '', title: null, rating: null, createdAt: null, language: null, likes: null, extra: {} });
    expect(other).toMatchObject({ rating: 4, likes: 2, createdAt: '2020-05-01T00:00:00.000Z', createdAtPrecision: 'day' });
    expect(other).toMatchObject({ language: 'eng', text: 'Pros: Tea' });
  });

  it('knows the name from the reviews where the address lacks it', async () => {
    const run = await readAll(glassdoor, `${SITE}/Overview/Working-at-X-EI_IE7853.11,15.htm`, [play()], { limit: 1 });
    expect(run.items[0]?.url).toBe(`${SITE}/Reviews/Employee-Review-The-Shop-RVW1000.htm`);
  });

  it('asks for further languages only where English is not all, and gives what was written', async () => {
    const run = await read([play({ reviews: 4, german: 12 })]);
    expect(run.items).toHaveLength(16);
    expect(run.total).toBe(16);
    const asked = run.session.sent.slice(1).map(({ body }) => (JSON.parse(body) as { language: string; page: number }).language);
    expect(asked).toEqual(['eng', 'deu', 'deu', 'fra', 'spa', 'por', 'nld', 'ita']);
    expect(run.items.find(({ id }) => id === '1506')).toMatchObject({
      title: 'Bewertung 506',
      text: 'Pros: Gute Leute 506\nCons: Long days\nAdvice: Go on',
      language: 'deu',
      extra: { pros: 'Gute Leute 506', translation: { language: 'eng', title: 'Review 506', pros: 'Good people & tea\nsince 506' } },
    });
    expect(run.items.find(({ id }) => id === '1501')).toMatchObject({ language: 'deu', title: 'Review 501' });
  });

  it('reads every language to its end where the answers count no pages', async () => {
    const run = await read([play({ reviews: 24, german: 32, countsPages: false })]);
    expect([run.items.length, run.total, run.gaps]).toEqual([56, 56, []]);
    const asked = run.session.sent.slice(1).map(({ body }) => (JSON.parse(body) as { language: string }).language);
    expect(asked).toEqual([...Array<string>(4).fill('eng'), ...Array<string>(4).fill('deu'), 'fra', 'spa', 'por', 'nld', 'ita']);
  });

  it('takes an empty list for one', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.gaps]).toEqual([[], 0, []]);
  });

  it('does not take a page that is shorter than asked for as the end', async () => {
    const short = (page: number): FakeExchange => ({
      ...list({ reviews: [bare(page)], numberOfPages: 2, currentPage: page, allReviewsCount: 2 }),
      match: ({ body }) => body.includes(`"page":${page},`),
    });
    expect((await read([short(1), short(2), play()])).items.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

describe('glassdoor: pages behind a login', () => {
  it('ends where a page before it comes again, and says how many are behind', async () => {
    const run = await read([play({ reviews: 45, openPages: 2 })]);
    expect(run.items).toHaveLength(20);
    expect(run.gaps).toEqual([{ cause: 'login', count: 25, note: expect.stringContaining('page 3') }]);
    const member = await read([play({ reviews: 45, openPages: 2 })], {}, { at: 'x' });
    expect(member.gaps).toMatchObject([{ cause: 'notServed', count: 25 }]);
  });

  it.each([true, false])('says so where an early page is empty, whether pages are counted or not (%s)', async (countsPages) => {
    const empty: FakeExchange = {
      ...list({ reviews: [], currentPage: 2, filteredReviewsCount: 50, allReviewsCount: 50, ...(countsPages ? { numberOfPages: 5 } : {}) }),
      match: ({ body }: { body: string }) => body.includes('"page":2,'),
    };
    const run = await read([empty, play({ reviews: 50, countsPages })]);
    expect([run.items.length, run.gaps]).toEqual([10, [{ cause: 'login', count: 40, note: expect.any(String) }]]);
  });

  it('keeps the reviews of a page that says it is another one', async () => {
    const first = await read([{ ...list({ reviews: [bare(1)], numberOfPages: 1, currentPage: 0 }), times: 1 }, play()]);
    expect([first.items.length, first.gaps]).toEqual([1, []]);
    const second: FakeExchange = {
      ...list({ reviews: [bare(901)], numberOfPages: 5, currentPage: 1 }),
      match: ({ body }: { body: string }) => body.includes('"page":2,'),
    };
    const run = await read([second, play({ reviews: 50 })]);
    expect([run.items.length, run.gaps.map(({ cause }) => cause)]).toEqual([11, ['login']]);
  });

  it.each([
    ['an early empty page', list({ reviews: [], numberOfPages: 5, currentPage: 2 })],
    ['a 401', { match: CALL, status: 401 }],
    ['a redirect to the login', { match: CALL, failure: new PlatformRefusal('LOGIN_REQUIRED') }],
  ] as const)('takes %s for a login too', async (_, exchange) => {
    const second = { ...exchange, match: ({ body }: { body: string }) => body.includes('"page":2,') };
    const run = await read([second, play({ reviews: 50 })]);
    expect([run.items.length, run.gaps.map(({ cause }) => cause)]).toEqual([10, ['login']]);
  });
});

describe('glassdoor: a wall', () => {
  const WALL = new PlatformRefusal('CAPTCHA');

  it.each([
    ['the page', { match: LIST, times: 1, failure: WALL }, [LIST, LIST, CALL, CALL, CALL]],
    ['the call', { match: CALL, times: 1, status: 403, body: '<html>' }, [LIST, CALL, CALL, CALL, CALL]],
  ] as const)('before %s is left to the browser, for the rest of the export', async (_, wall, urls) => {
    const run = await read([wall, play()]);
    expect(run.items).toHaveLength(25);
    expect(run.session.urls).toEqual(urls);
    expect(run.doors).toEqual(['reviews call, in the browser']);
  });

  it('is the reason where the browser does not get there', async () => {
    const missing: FakeExchange = { match: LIST, failure: new CommentdockError('BROWSER_MISSING') };
    await expect(read([{ match: LIST, times: 1, failure: WALL }, missing])).rejects.toBe(WALL);
    await expect(read([{ match: CALL, status: 403, body: '<html>' }, play()])).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});

describe('glassdoor: failure signals', () => {
  it.each([
    ['no such employer', [{ match: LIST, status: 404 }], 'NOT_FOUND'],
    [
      'an employer that is gone',
      [
        { match: LIST, status: 302, headers: { location: '/Reviews/index.htm' } },
        { match: 'index.htm', body: '<html>' },
      ],
      'NOT_FOUND',
    ],
    ['ids of nobody', [{ match: CALL, status: 400, body: {} }, play()], 'NOT_FOUND'],
    ['a login before the first page', [{ match: CALL, status: 401 }, play()], 'LOGIN_REQUIRED'],
    ['429', [{ match: CALL, status: 429 }, play()], 'RATE_LIMITED'],
    ['502', [{ match: CALL, status: 502 }, play()], 'NETWORK'],
    ['a list with nothing in it', [list({ reviews: [], numberOfPages: 3, currentPage: 1, allReviewsCount: 30 }), play()], 'BLOCKED'],
    ['a page without ids', [{ match: LIST, body: '<html>' }], 'PLATFORM_CHANGED'],
    ['errors instead of data', [{ match: CALL, body: { errors: [{ message: 'no' }], data: null } }, play()], 'PLATFORM_CHANGED'],
    ['no JSON', [{ match: CALL, body: '<html>' }, play()], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_, exchanges, code) => {
    await expect(read([...exchanges])).rejects.toMatchObject({ code });
  });

  it('names the place that changed', async () => {
    const broken = read([list({ reviews: [{ reviewId: 1, ratingOverall: 'many' }] }), play()]);
    await expect(broken).rejects.toMatchObject({ path: 'data.employerReviews.reviews.0.ratingOverall' });
  });
});

describe('glassdoor: one review', () => {
  const address = `${SITE}/Reviews/Employee-Review-The-Shop-RVW1003.htm`;

  it('reads it from the data of its page', async () => {
    const run = await readAll(glassdoor, address, [play()]);
    expect(run.items).toHaveLength(1);
    expect(run.items[0]).toMatchObject({ id: '1003', title: 'Review 3', url: address, extra: { jobTitle: 'Engineer' } });
    expect(run.session.urls).toEqual([address]);
  });

  it('says what is wrong', async () => {
    await expect(readAll(glassdoor, address, [{ match: '', status: 404 }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(glassdoor, address, [{ match: '', body: '<html>' }])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
