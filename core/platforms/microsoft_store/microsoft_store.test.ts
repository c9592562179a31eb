import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import store from '#core/platforms/microsoft_store/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { microsoftStoreSimulator, type MicrosoftStoreParams, PRODUCT } from '#core/platforms/microsoft_store/simulator.ts';

const SITE = 'https://apps.microsoft.com';
const DETAIL = `${SITE}/detail/${PRODUCT}`;
const CALL = `${SITE}/api/products/getReviews/${PRODUCT}`;
const CATALOG = 'https://displaycatalog.mp.microsoft.com/v7.0/products';

const play = (params: MicrosoftStoreParams = {}): FakeExchange => ({ match: '', simulator: microsoftStoreSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = DETAIL) => readAll(store, url, exchanges, options);
const asked = (page: number, gl = 'US', hl = 'en-us'): string => `${CALL}?pgNo=${page}&noItems=25&hl=${hl}&gl=${gl}`;
const lookedUp = (gl = 'US', hl = 'en-us'): string => `${CATALOG}?bigIds=${PRODUCT}&market=${gl}&languages=${hl}`;
const call = (body: unknown): FakeExchange => ({ match: CALL, body });

describe('microsoft_store: URLs', () => {
  it.each([
    [`${SITE}/detail/9wzdncrfj3tj`, {}],
    [`${SITE}/detail/9wzdncrfj3tj?hl=de-DE&gl=AT`, { hl: 'de-de', gl: 'at' }],
    [`${SITE}/store/detail/an-app/9WZDNCRFJ3TJ?hl=fr-fr`, { hl: 'fr-fr', gl: 'fr' }],
    ['https://www.microsoft.com/de-de/p/an-app/9wzdncrfj3tj?activetab=x', { hl: 'de-de', gl: 'de' }],
    ['https://www.microsoft.com/en-us/store/p/an-app/9wzdncrfj3tj', { hl: 'en-us', gl: 'us' }],
    ['https://www.microsoft.com/store/apps/9WZDNCRFJ3TJ', {}],
    ['https://www.microsoft.com/store/productId/9WZDNCRFJ3TJ', {}],
    ['https://www.xbox.com/en-GB/games/store/a-game/9WZDNCRFJ3TJ/0010', { hl: 'en-gb', gl: 'gb' }],
    ['ms-windows-store://pdp/?ProductId=9wzdncrfj3tj&mode=mini', {}],
    ['ms-windows-store://review/?productid=9WZDNCRFJ3TJ', {}],
  ])('takes %s', (url, where) => {
    expect(chooseFor(store, url)).toMatchObject({ target: 'product', type: 'reviews' });
    expect(chooseFor(store, url).params).toEqual({ product: PRODUCT, ...where });
  });

  it('takes desktop apps and short links', () => {
    expect(chooseFor(store, `${SITE}/detail/xp8bt8dw290mpq`).params).toEqual({ product: 'XP8BT8DW290MPQ' });
    expect(chooseFor(store, 'https://aka.ms/an-app')).toMatchObject({ target: 'short', params: { name: 'an-app' } });
  });

  it.each([
    `${SITE}/home`,
    `${SITE}/detail/123`,
    'https://www.microsoft.com/en-us/store/productivity',
    'https://www.microsoft.com/en-us/windows/9WZDNCRFJ3TJ',
    'https://learn.microsoft.com/store/9WZDNCRFJ3TJ',
    'https://www.xbox.com/en-US/games/all-games',
    'ms-windows-store://home',
    'ms-windows-store://pdp/?PFN=x',
    'https://aka.ms/',
    'https://apps.microsoft.com.evil.example/detail/9WZDNCRFJ3TJ',
  ])('refuses %s', (url) => {
    expect(store.targets.every((target) => target.match(parsePastedUrl(url, [store])) === null)).toBe(true);
  });
});

describe('microsoft_store: one country', () => {
  it('asks the call for page after page, and the catalog for the number of ratings', async () => {
    const run = await read([play()]);
    expect(run.items.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => `us-${index}`));
    expect(run.session.urls).toEqual([asked(1), lookedUp(), asked(2), asked(3)]);
    expect([run.total, run.gaps, run.doors]).toEqual([600, [], ['reviews call']]);
    expect(run.notes).toEqual(['The store of "us" counts 600 ratings, with and without words.']);
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('asks in the language and country of the address', async () => {
    const run = await read([play({ reviews: { at: 5 } })], {}, `${DETAIL}?hl=de-de&gl=AT`);
    expect(run.session.urls).toEqual([asked(1, 'AT', 'de-de'), lookedUp('AT', 'de-de')]);
    expect(run.items[0]?.extra).toMatchObject({ country: 'at' });
  });

  it('has every field, by the names of the web, of the app and of Xbox', async () => {
    const { items } = await read([play()]);
    expect(items[0]).toMatchObject({
      kind: 'review',
      parentId: null,
      author: { name: 'Reader 0' },
      title: 'Review 0',
      text: 'Good 0',
      createdAt: '2026-01-01T12:00:00.000Z',
      rating: 1,
      ratingScale: 5,
      likes: 0,
      dislikes: 0,
      isEdited: null,
      url: null,
      extra: { device: 'Windows.Xbox', country: 'us' },
    });
    expect(items[1]).toMatchObject({
      id: 'us-1',
      author: { name: 'Reader 1' },
      title: 'Review 1',
      text: 'Good & 1\nend',
      createdAt: '2026-01-01T11:00:00.000Z',
      likes: 1,
      dislikes: 1,
      isEdited: true,
      language: 'en-us',
      ownerReply: { text: 'Thank you 1', createdAt: '2026-01-01T11:00:00.000Z' },
      extra: { appVersion: '1.2.3', device: 'Windows.Desktop', osVersion: '10.0.26100', market: 'US', country: 'us' },
    });
    expect(items[2]).toMatchObject({ title: 'Review 2', text: '', createdAt: '2026-01-01T10:00:00.000Z', likes: 2, dislikes: null });
    expect(items[9]).toMatchObject({ ownerReply: { text: 'Thank you 9' } });
  });

  it('ends with an empty page where nobody says that it is the last', async () => {
    const of = (page: number, items: object[]): FakeExchange => ({ match: asked(page), body: { items } });
    const run = await read([of(1, [{ reviewId: 'a', rating: 5 }]), of(2, []), play()]);
    expect(run.items).toMatchObject([{ id: 'a', text: '', title: null, createdAt: null, ownerReply: null, likes: null }]);
  });

  it('is empty where nobody wrote a review', async () => {
    const run = await read([call({ items: [], hasMorePages: false }), play()]);
    expect([run.items, run.total, run.notes.length]).toEqual([[], 600, 1]);
    const withoutList = await read([call({ items: null, hasMorePages: false }), play()]);
    expect(withoutList.items).toEqual([]);
  });

  it('does without the catalog', async () => {
    const run = await read([{ match: CATALOG, status: 403 }, play()]);
    expect([run.items.length, run.total, run.notes]).toEqual([60, null, []]);
  });

  it('follows a short link', async () => {
    const run = await read([play({ reviews: { de: 3 } })], {}, 'https://aka.ms/an-app');
    expect(run.session.urls).toEqual(['https://aka.ms/an-app', asked(1, 'DE', 'de-de'), lookedUp('DE', 'de-de')]);
    const elsewhere = [{ match: 'learn.microsoft.com', body: '<html>' }, play()];
    await expect(read(elsewhere, {}, 'https://aka.ms/other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('microsoft_store: several countries', () => {
  it('reads one after the other, and says where the product is not', async () => {
    const run = await read([play({ reviews: { us: 30, de: 4 } })], { countries: ['FR', 'US', 'DE', 'us', 'jp'] });
    expect(run.items).toHaveLength(34);
    expect([...new Set(run.items.map(({ extra }) => extra['country']))]).toEqual(['us', 'de']);
    expect(run.gaps.map(({ cause, note }) => [cause, note])).toEqual([
      ['notServed', expect.stringContaining('"fr"')],
      ['notServed', expect.stringContaining('"jp"')],
    ]);
    expect(run.total).toBeNull();
    expect(run.notes).toHaveLength(2);
  });

  it('fails where none has it', async () => {
    await expect(read([play()], { countries: ['fr', 'de'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('fr, de'),
    });
  });
});

describe('microsoft_store: the call is shut', () => {
  const fromPage = (page: number): string => `${asked(page)}&fromPage=1`;
  const page = (asks: readonly string[]): FakeExchange => ({ match: `${SITE}/detail/`, body: '<html>', asks });
  const shut = play({ hasCall: false });

  it('takes what the page receives in the browser', async () => {
    const summary = `${SITE}/api/Products/GetReviewsSummary/${PRODUCT}`;
    const run = await read([page([summary, fromPage(1), fromPage(2), fromPage(3)]), shut]);
    expect(run.items).toHaveLength(60);
    expect(run.total).toBe(600);
    expect(run.doors).toEqual(['page, in the browser']);
  });

  it.each([
    ['there is no browser', { match: `${SITE}/detail/`, failure: new CommentdockError('BROWSER_MISSING') }],
    ['the page receives nothing', page([])],
  ] as const)('says what the call said where %s', async (_, exchange) => {
    await expect(read([exchange, shut])).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it.each([
    ['429', { match: CALL, status: 429 }, 'RATE_LIMITED'],
    ['502', { match: CALL, status: 502 }, 'NETWORK'],
    ['no JSON', call('<html>'), 'PLATFORM_CHANGED'],
    ['a review of another form', call({ items: [{ reviewId: 'a', rating: 'good' }] }), 'PLATFORM_CHANGED'],
    ['a date of another form', call({ items: [{ reviewId: 'a', rating: 1, reviewDate: 'soon' }] }), 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_, exchange, code) => {
    await expect(read([exchange, page([]), play()])).rejects.toMatchObject({ code });
  });

  it('fails on a later page as the call says', async () => {
    await expect(read([{ match: asked(2), status: 403 }, play()])).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('knows no product that the catalog does not know', async () => {
    await expect(read([play()], {}, `${SITE}/detail/9NBLGGH4NNS1`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      read([
        { match: CATALOG, status: 404 },
        { match: CALL, status: 404 },
      ]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const desktop = read(
      [
        { match: CATALOG, body: { Products: [] } },
        { match: 'getReviews', body: { items: [] } },
      ],
      {},
      `${SITE}/detail/XP8BT8DW290MPQ`,
    );
    expect((await desktop).items).toEqual([]);
  });
});
