import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { SITES } from '#core/platforms/mercadolibre/address.ts';
import mercadolibre from '#core/platforms/mercadolibre/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ITEM, mercadoLibreSimulator, type MercadoLibreParams, PRODUCT } from '#core/platforms/mercadolibre/simulator.ts';

const ITEM_URL = 'https://produto.mercadolivre.com.br/MLB-3856668644-manta-_JM';
const PRODUCT_URL = `https://www.mercadolibre.com.ar/un-telefono/p/${PRODUCT}`;
const LIST = `https://www.mercadolivre.com.br/noindex/catalog/reviews/${ITEM}/search?objectId=${ITEM}&siteId=MLB&isItem=true&order=dateCreated`;

const play = (params: MercadoLibreParams = {}): FakeExchange => ({ match: '', simulator: mercadoLibreSimulator(params) });
const read = (url: string, params: MercadoLibreParams = {}, options: RunOptions = {}) =>
  readAll(mercadolibre, url, [play(params)], options);
const rows = (...reviews: unknown[]): FakeExchange => ({ match: '', body: { reviews } });

describe('mercadolibre: URLs', () => {
  it.each([
    ['https://produto.mercadolivre.com.br/MLB-3856668644-manta-_JM?a=b#c', 'item', { id: 'MLB3856668644', isItem: 'true' }],
    ['https://articulo.mercadolibre.com.ar/MLA-123-una-silla-_JM', 'item', { id: 'MLA123', isItem: 'true' }],
    ['articulo.mercadolibre.cl/mlc-123', 'item', { id: 'MLC123', isItem: 'true' }],
    ['https://auto.mercadolibre.com.uy/MLU-1-un-auto-_JM', 'item', { id: 'MLU1', isItem: 'true' }],
    ['https://www.mercadolibre.com.mx/un-telefono/p/MLM123?wid=MLM9', 'product', { id: 'MLM123', isItem: 'false' }],
    ['https://www.mercadolivre.com.br/p/MLB123/s', 'product', { id: 'MLB123', isItem: 'false' }],
    ['https://www.mercadolibre.com.ar/una-silla/up/MLAU123', 'product', { id: 'MLAU123', isItem: '' }],
    ['https://www.mercadolibre.com.pe/noindex/catalog/reviews/MPE12?noIndex=true', 'reviews', { id: 'MPE12', isItem: '' }],
    ['https://www.mercadolibre.com.pe/noindex/catalog/reviews/MPE12?isItem=true', 'reviews', { id: 'MPE12', isItem: 'true' }],
    ['https://www.mercadolibre.com/sec/1AbC', 'short', { address: 'https://mercadolibre.com/sec/1AbC' }],
    ['https://meli.la/1AbC', 'short', { address: 'https://meli.la/1AbC' }],
  ])('takes %s', (url, target, params) => {
    expect(chooseFor(mercadolibre, url)).toMatchObject({ target, params });
  });

  it.each(Object.entries(SITES))('asks the site of %s', async (site, { domain }) => {
    const { session } = await readAll(mercadolibre, `https://articulo.${domain}/${site}-1-x-_JM`, [rows()]);
    expect(session.urls).toEqual([
      `https://www.${domain}/noindex/catalog/reviews/${site}1/search?objectId=${site}1&siteId=${site}&isItem=true&order=dateCreated&offset=0&limit=15`,
    ]);
  });

  it.each([
    'https://www.mercadolibre.com.ar/',
    'https://www.mercadolibre.com.ar/un-telefono',
    'https://www.mercadolibre.com.ar/un-telefono/p/',
    'https://www.mercadolibre.com.ar/p/XYZ123',
    'https://listado.mercadolibre.com.ar/un-telefono',
    'https://www.mercadolibre.com.ar/ABC-123-x',
    'https://www.mercadolibre.com/sec/',
    'https://meli.la/',
  ])('refuses %s', (url) => {
    expect(mercadolibre.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('mercadolibre: reviews', () => {
  it('are listed until a page is not full', async () => {
    const run = await read(ITEM_URL);
    expect([run.items.length, run.total, run.gaps, run.doors]).toEqual([25, null, [], ['reviews of the site']]);
    expect(run.session.urls).toEqual([`${LIST}&offset=0&limit=15`, `${LIST}&offset=15&limit=15`]);
    expect((await read(PRODUCT_URL)).items).toHaveLength(25);
  });

  it('go on by their stars where the site ends the list, without those that were there', async () => {
    const run = await read(ITEM_URL, { perStars: [310, 3, 0, 2, 16] });
    expect([run.items.length, run.gaps]).toEqual([331, []]);
    const offsets = run.session.urls.map((url) => `${new URL(url).searchParams.get('rating')}@${new URL(url).searchParams.get('offset')}`);
    expect(offsets.slice(18, 22)).toEqual(['null@270', 'null@285', '5@0', '5@15']);
    expect(offsets.filter((offset) => /^[1-4]/.test(offset))).toEqual(['4@0', '3@0', '2@0', '1@0', '1@15']);
  });

  it('say that there may be more where the site ends those of one number of stars', async () => {
    const more: FakeExchange = { match: /rating=5&?.*/, simulator: endless() };
    const run = await readAll(mercadolibre, ITEM_URL, [more, play({ perStars: [330] })]);
    expect(run.gaps).toMatchObject([{ cause: 'notServed', count: 0 }]);
    expect(run.session.urls.filter((url) => url.includes('rating=5'))).toHaveLength(22);
  });

  it('have every field', async () => {
    const { items } = await read(ITEM_URL);
    expect(items.slice(0, 5)).toMatchObject([
      {
        id: '500000',
        kind: 'review',
        author: { name: null },
        title: null,
        text: 'Muy bueno 0',
        createdAt: null,
        relativeTime: 'Há mais de 1 ano',
        rating: 5,
        ratingScale: 5,
        likes: null,
        media: [],
        extra: { variant: null, location: 'Argentina' },
      },
      {
        createdAt: '2025-10-01T00:00:00.000Z',
        createdAtPrecision: 'month',
        relativeTime: 'Há 3 meses',
        media: [{ type: 'image', url: 'https://http2.mlstatic.com/D_1.jpg' }],
        extra: { variant: 'Cor: Azul', location: null },
      },
      { createdAt: '2024-01-01T00:00:00.000Z', createdAtPrecision: 'year', relativeTime: 'Hace 2 años' },
      { createdAt: '2024-01-12T00:00:00.000Z', createdAtPrecision: 'day', relativeTime: '12 ene. 2024', text: null },
      { createdAt: null, relativeTime: null },
    ]);
  });

  it('may say little', async () => {
    const { items } = await readAll(mercadolibre, ITEM_URL, [
      rows(
        { id: '9' },
        { id: 8, comment: null, media: null },
        { id: 7, comment: { content: null } },
        { id: 6, rating: '4', comment: { content: { text: ' Bom &amp; bonito<br>sim ' } } },
      ),
    ]);
    expect(items).toMatchObject([
      { id: '9', rating: null, text: null },
      { id: '8' },
      { id: '7', extra: { variant: null, location: null } },
      { id: '6', rating: 4, text: 'Bom & bonito\nsim' },
    ]);
  });

  it('are looked for of the other kind where the address does not say of what they are', async () => {
    const page = (id: string, host: string) => `https://${host}/noindex/catalog/reviews/${id}?noIndex=true`;
    const item = await read(page(ITEM, 'www.mercadolivre.com.br'));
    expect([item.items.length, item.session.urls.length]).toEqual([25, 3]);
    const product = await read(page(PRODUCT, 'www.mercadolibre.com.ar'));
    expect([product.items.length, product.session.urls.length]).toEqual([25, 2]);
    const none = await readAll(mercadolibre, page(ITEM, 'www.mercadolivre.com.br'), [rows()]);
    expect([none.items, none.session.urls.length]).toEqual([[], 2]);
  });

  it('may be none', async () => {
    const run = await readAll(mercadolibre, ITEM_URL, [rows()]);
    expect([run.items, run.gaps, run.session.urls.length]).toEqual([[], [], 1]);
  });

  it.each(['https://meli.la/item', 'https://mercadolibre.com/sec/product'])('are found through %s', async (url) => {
    expect((await read(url)).items).toHaveLength(25);
  });
});

describe('mercadolibre: the official API', () => {
  const TOKEN = { access_token: 'simulated' };
  const withToken = (url: string, exchanges: readonly FakeExchange[] = [play()]) => readAll(mercadolibre, url, exchanges, {}, TOKEN);
  const API = `https://api.mercadolibre.com/reviews/item/${ITEM}`;

  it('is asked first by who has a token', async () => {
    const run = await withToken(ITEM_URL);
    expect([run.items.length, run.total, run.doors]).toEqual([60, 64, ['official API']]);
    expect(run.gaps).toMatchObject([{ cause: 'notServed', count: 4 }]);
    expect(run.session.urls).toEqual([0, 50].map((offset) => `${API}?limit=50&offset=${offset}`));
    expect(run.session.sent[0]?.headers['authorization']).toBe('Bearer simulated');
    expect(run.items[0]).toMatchObject({
      id: '7000',
      title: 'Muy bueno',
      text: 'Palabras 0',
      createdAt: '2026-01-02T07:04:05.000Z',
      createdAtPrecision: 'second',
      relativeTime: null,
      likes: 0,
      dislikes: 1,
      rating: 4,
      ratingScale: 5,
      media: [{ type: 'video', url: 'https://http2.mlstatic.com/v.mp4' }],
      extra: { status: 'published', boughtAt: '2025-12-24T00:00:00.000Z', variation: [{ name: 'Color', value: 'Azul' }] },
    });
    expect(run.items[1]).toMatchObject({
      title: null,
      media: [{ type: 'image', url: 'https://http2.mlstatic.com/p.jpg' }],
      extra: { status: 'published' },
    });
  });

  it.each(['?pdp_filters=item_id:MLA123', '?wid=MLA123', '#polycard&wid=MLA123&sid=x'])(
    'is asked by the offer that a product is shown with: %s',
    async (part) => {
      const exchange: FakeExchange = { match: 'api.mercadolibre.com', body: { reviews: [] } };
      const run = await withToken(PRODUCT_URL + part, [exchange]);
      expect(run.session.urls).toEqual([
        `https://api.mercadolibre.com/reviews/item/MLA123?limit=50&offset=0&catalog_product_id=${PRODUCT}`,
      ]);
    },
  );

  it('is not asked where the address names no item', async () => {
    expect((await withToken(PRODUCT_URL)).doors).toEqual(['reviews of the site']);
  });

  it.each([401, 403, 404, 400])('leaves the site where it answers with status %i', async (status) => {
    const run = await withToken(ITEM_URL, [{ match: 'api.mercadolibre.com', status }, play()]);
    expect([run.items.length, run.doors, run.notes]).toEqual([25, ['reviews of the site'], [expect.stringContaining('official API')]]);
  });

  it('says when it asks to slow down', async () => {
    await expect(withToken(ITEM_URL, [{ match: 'api.mercadolibre.com', status: 429 }])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('mercadolibre: failure signals', () => {
  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['403', [{ match: '', status: 403 }], 'BLOCKED'],
    ['429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    ['503', [{ match: '', status: 503 }], 'NETWORK'],
    ['an empty shell', [{ match: '', body: '<!DOCTYPE html><html></html>' }], 'BLOCKED'],
    [
      'a check of the client',
      [
        { match: '/gz/', body: '<html></html>' },
        { match: '', status: 302, headers: { location: '/gz/account-verification?go=x' } },
      ],
      'BLOCKED',
    ],
    ['a captcha', [{ match: '', failure: new PlatformRefusal('CAPTCHA') }], 'CAPTCHA'],
    ['another answer', [{ match: '', body: { data: [] } }], 'PLATFORM_CHANGED'],
    ['a review without an id', [rows({ rating: 5 })], 'PLATFORM_CHANGED'],
    ['a rating of another form', [rows({ id: 1, rating: 'five' })], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (_what, exchanges, code) => {
    await expect(readAll(mercadolibre, ITEM_URL, [...exchanges])).rejects.toMatchObject({ code });
  });

  it('of a link', async () => {
    await expect(read('https://meli.la/check')).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(read('https://meli.la/gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('asks within the browser once the site shows a page instead', async () => {
    const run = await readAll(mercadolibre, ITEM_URL, [{ match: '', times: 1, body: '<html></html>' }, play()]);
    expect([run.items.length, run.doors]).toEqual([25, ['reviews of the site, in the browser']]);
  });
});

/** Always a full page of other reviews. */
function endless() {
  return ({ url }: { url: URL }) => {
    const offset = Number(url.searchParams.get('offset'));
    return { body: { reviews: Array.from({ length: 15 }, (_, place) => ({ id: 900_000 + offset + place, rating: 5 })) } };
  };
}
