import { describe, expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import g2 from '#core/platforms/g2/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { g2Simulator, type G2Params } from '#core/platforms/g2/simulator.ts';

const SITE = 'https://www.g2.com';
const LIST = `${SITE}/products/a-product/reviews`;
const REVIEW = `${LIST}/a-product-review-701`;

const play = (params: G2Params = {}): FakeExchange => ({ match: '', simulator: g2Simulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = LIST) => readAll(g2, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id) - 700);
const address = (page: number, order = 'most_recent'): string => `${LIST}?order=${order}&page=${page}`;
const shows = (cards: string): FakeExchange => ({ match: 'page=1', body: `<section id="reviews">${cards}</section>` });

describe('g2: URLs', () => {
  it.each([
    [`${LIST}?page=2&filters[x]=1#reviews`, { product: 'a-product' }],
    ['g2.com/products/a-product', { product: 'a-product' }],
    [`${SITE}/de/products/a-product/reviews`, { product: 'a-product' }],
    [`${SITE}/pt-BR/products/a-product`, { product: 'a-product' }],
    [`${SITE}/services/a-service/reviews`, { service: 'a-service' }],
  ])('takes %s', (url, params) => {
    expect(chooseFor(g2, url)).toMatchObject({ target: 'product', params, type: 'reviews' });
  });

  it('takes a single review', () => {
    const place = { target: 'review', params: { product: 'a-product', review: 'a-product-review-701' } };
    expect(chooseFor(g2, REVIEW)).toMatchObject(place);
    expect(chooseFor(g2, REVIEW.replace('.com/', '.com/fr/'))).toMatchObject(place);
  });

  it.each([
    `${SITE}/`,
    `${SITE}/sellers/a-seller`,
    `${SITE}/categories/crm`,
    `${SITE}/compare/one-vs-other`,
    `${SITE}/products/a-product/competitors/alternatives`,
    `${SITE}/products/a-product/pricing`,
    `${SITE}/products/a-product/reviews/no-number`,
    `${SITE}/services/a-service`,
    'https://data.g2.com/products/a-product/reviews',
    'https://notg2.com/products/a-product/reviews',
  ])('refuses %s', (url) => {
    expect(g2.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('g2: a product', () => {
  it('turns pages until one has no review', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(run.session.urls).toEqual([1, 2, 3, 4].map((page) => address(page)));
    expect([run.total, run.gaps, run.doors]).toEqual([25, [], ['page']]);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it.each([
    ['top', 'g2_default'],
    ['best', 'highest'],
    ['controversial', 'lowest'],
  ] as const)('sorts by %s', async (sort, order) => {
    expect((await read([play()], { sort, limit: 1 })).session.urls).toEqual([address(1, order)]);
  });

  it('goes on under the new name of a product', async () => {
    const run = await read([play()], {}, `${SITE}/products/old-name/reviews`);
    expect(run.items).toHaveLength(25);
    expect(run.session.urls.slice(0, 3)).toEqual([address(1).replace('a-product', 'old-name'), address(1), address(2)]);
  });

  it('asks for services where they are', async () => {
    const run = await read([play()], { limit: 1 }, `${SITE}/es/services/a-product/reviews`);
    expect(run.session.urls).toEqual([address(1).replace('/products/', '/services/')]);
  });

  it('has every field', async () => {
    const { items } = await read([play()]);
    expect(items[1]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: { name: 'Reader 1 & Co', url: `${SITE}/users/uuid-1`, avatarUrl: 'https://img.example/u.png', verified: true },
      title: 'Review "1" of it',
      text: 'What do you like best about it?\nAll of 1\nand more.\nReally.\n\nWhat do you dislike about it?\nNothing',
      createdAt: '2025-12-31T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 4.5,
      ratingScale: 5,
      likes: 1,
      url: REVIEW,
      media: [{ type: 'image', url: `${SITE}/shot-1.png` }],
      ownerReply: { text: 'Thank you 1', createdAt: null },
      extra: {
        jobTitle: 'Engineer',
        companySize: 'Small-Business (50 or fewer emp.)',
        tags: ['Current User', 'Validated Reviewer', 'Review source: Organic'],
        source: 'Organic',
        answers: [
          { question: 'What do you like best about it?', answer: 'All of 1\nand more.\nReally.' },
          { question: 'What do you dislike about it?', answer: 'Nothing' },
        ],
        ownerReplyBy: 'Ann of The Vendor',
      },
    });
    expect(items[2]).toMatchObject({
      author: { name: 'Verified User in Retail', url: null },
      ownerReply: null,
      extra: { incentivized: true },
    });
    expect(items[2]?.extra).not.toHaveProperty('jobTitle');
  });

  it('reads the older markup', async () => {
    const run = await read([play({ markup: 'microdata', total: 'link' })]);
    expect([run.items.length, run.total]).toEqual([25, 25]);
    expect(run.items[1]).toMatchObject({
      author: { name: 'Reader 1', url: `${SITE}/users/uuid-1`, avatarUrl: 'https://img.example/u.png', verified: true },
      title: 'Review 1',
      text: [
        'What do you like best about it?\nAll of 1\nReally.',
        'What do you dislike about it?\nNothing',
        'What problems is it solving and how is that benefiting you?\nNone',
      ].join('\n\n'),
      createdAt: '2025-12-31T00:00:00.000Z',
      rating: 4.5,
      likes: null,
      url: REVIEW,
      media: [],
      extra: {
        jobTitle: 'Engineer',
        companySize: 'Mid-Market (51-1000 emp.)',
        tags: ['Validated Reviewer', 'Verified Current User', 'Review source: Organic'],
        source: 'Organic',
        answers: [
          { question: 'What do you like best about it?', answer: 'All of 1\nReally.' },
          { question: 'What do you dislike about it?', answer: 'Nothing' },
          { question: 'What problems is it solving and how is that benefiting you?', answer: 'None' },
        ],
      },
    });
  });

  it('reads questions that are headings, and a picture that stands where it belongs', async () => {
    const body = '<div itemprop="reviewBody"><h5>What do you like best?</h5><div><p>All</p></div><h5>And least?</h5><p>None</p></div>';
    const card = `<div itemprop="review"><img class="avatar" src="/u.png"><a href="${REVIEW}"><h3 itemprop="name">&ldquo;A title&rdquo;</h3></a>${body}</div>`;
    const { items } = await read([shows(card), play({ reviews: 0 })]);
    expect(items).toMatchObject([
      { title: 'A title', text: 'What do you like best?\nAll\n\nAnd least?\nNone', author: { avatarUrl: `${SITE}/u.png` } },
    ]);
  });

  it.each([
    ['<meta content="4.5"><meta content="4/9/2025" itemprop="datePublished"><time datetime="4/9/2025">4/9/2025</time>', '2025-04-09'],
    ['<time datetime="9:30 AM">Apr 09, 2025</time>', '2025-04-09'],
    ['<time>Apr 09, 2025</time>', '2025-04-09'],
    ['<span class="x-current-review-date">Apr 09, 2025</span>', '2025-04-09'],
    ['<time datetime="2024-07-01">Jul 01, 2024</time> (Original <time datetime="2024-07-01">Mar 30, 2024</time>)', '2024-07-01'],
    ['<meta content="Ann in April 2025"><time>lately</time>', null],
  ])('reads the day of %s', async (date, day) => {
    const card = `<article><a href="/products/a-product/reviews/a-product-review-5">x</a>${date}</article>`;
    const { items } = await read([shows(card), play({ reviews: 0 })]);
    expect(items[0]).toMatchObject({ createdAt: day && `${day}T00:00:00.000Z`, createdAtPrecision: day && 'day' });
  });

  it('takes a card that lacks all but its link', async () => {
    const run = await read([
      shows('<article><a href="/products/a-product/reviews/a-product-review-5">x</a></article>'),
      play({ reviews: 0 }),
    ]);
    expect(run.items).toMatchObject([
      { id: '5', text: '', title: null, rating: null, createdAt: null, createdAtPrecision: null, likes: null, extra: {} },
    ]);
    expect(run.total).toBeNull();
  });

  it('is empty where nobody reviewed it', async () => {
    const run = await read([play({ reviews: 0 })]);
    expect([run.items, run.total, run.gaps]).toEqual([[], 0, []]);
  });

  it('exports a single review', async () => {
    for (const markup of ['cards', 'microdata'] as const) {
      const run = await read([play({ markup })], {}, REVIEW);
      expect(run.items).toMatchObject([{ id: '701', rating: 4.5 }]);
      expect(run.session.urls).toEqual([REVIEW]);
    }
    const bare = await read([{ match: REVIEW, body: '<article><p>x</p></article>' }], {}, REVIEW);
    expect(bare.items).toMatchObject([{ id: '701', url: null }]);
  });
});

describe('g2: what is not shown', () => {
  it('says how many reviews are behind a login', async () => {
    const run = await read([play({ openPages: 2 })]);
    expect([run.items.length, run.gaps]).toEqual([20, [{ cause: 'login', count: 5, note: expect.stringContaining('page 3') }]]);
    const member = await readAll(g2, LIST, [play({ openPages: 2 })], {}, { user_credentials: 'x' });
    expect(member.gaps).toMatchObject([{ cause: 'notServed', count: 5 }]);
    const led = await read([{ match: 'page=2', failure: new PlatformRefusal('LOGIN_REQUIRED') }, play()]);
    expect([led.items.length, led.gaps[0]?.cause]).toEqual([10, 'login']);
  });

  it('leaves a wall to the browser, for the rest of the export', async () => {
    const wall = new PlatformRefusal('CAPTCHA');
    const run = await read([{ match: 'page=1', times: 1, failure: wall }, play()]);
    expect(run.items).toHaveLength(25);
    expect(run.session.urls).toEqual([1, 1, 2, 3, 4].map((page) => address(page)));
    expect(run.doors).toEqual(['page, in the browser']);
    const missing: FakeExchange = { match: 'page=1', failure: new CommentdockError('BROWSER_MISSING') };
    await expect(read([{ match: 'page=1', times: 1, failure: wall }, missing])).rejects.toBe(wall);
  });

  it.each([
    ['no such product', { match: LIST, status: 404 }, 'NOT_FOUND'],
    ['403 to both', { match: LIST, status: 403, body: 'no' }, 'BLOCKED'],
    ['a login before the first page', { match: LIST, failure: new PlatformRefusal('LOGIN_REQUIRED') }, 'LOGIN_REQUIRED'],
    ['429', { match: LIST, status: 429 }, 'RATE_LIMITED'],
    ['502', { match: LIST, status: 502 }, 'NETWORK'],
    ['another page', { match: LIST, body: '<html><body>Hello</body></html>' }, 'PLATFORM_CHANGED'],
    ['reviews that are counted and not there', play({ openPages: 0 }), 'PLATFORM_CHANGED'],
    ['a card without a link', shows('<article><p>x</p></article>'), 'PLATFORM_CHANGED'],
    [
      'a rating of another form',
      shows('<article><a href="/a-review-5">x</a><i class="elv-star-wrapper__desc__rating">good</i></article>'),
      'PLATFORM_CHANGED',
    ],
  ] as const)('%s', async (_, exchange, code) => {
    await expect(read([exchange])).rejects.toMatchObject({ code });
  });

  it('says where a single review is not there', async () => {
    await expect(read([{ match: REVIEW, status: 404 }], {}, REVIEW)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read([{ match: REVIEW, body: '<html>' }], {}, REVIEW)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
