import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import wildberries from '#core/platforms/wildberries/index.ts';
import { cardFiles, feedbackHosts, keyedFile, numberedPhoto } from '#core/platforms/wildberries/shards.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { IMT, NEW_NM, NM, OTHER_NM, UNKNOWN, wildberriesSimulator, type WildberriesParams } from '#core/platforms/wildberries/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PRODUCT = `https://www.wildberries.ru/catalog/${NM}/detail.aspx`;
const CARD = `https://card.wb.ru/cards/v4/detail?appType=1&curr=rub&dest=-1257786&spp=30&lang=ru&nm=${NM}`;
const list = (host: 1 | 2, door: 'v1' | 'v2', query = ''): string => `https://feedbacks${host}.wb.ru/feedbacks/${door}/${IMT}${query}`;
const more = (skip: number, nm = NM): string => list(1, 'v2', `?take=30&skip=${skip}&order=dateDesc&nm=${nm}`);

const play = (params: WildberriesParams = {}): FakeExchange => ({ match: '', simulator: wildberriesSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = PRODUCT) => readAll(wildberries, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(2)));
const sorted = (items: readonly { id: string }[]): number[] => numbers(items).toSorted((a, b) => a - b);
const firstTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('wildberries: URLs', () => {
  it.each([
    ['https://www.wildberries.ru/catalog/110275182/detail.aspx?targetUrl=MI', { nm: '110275182' }],
    ['wildberries.ru/catalog/12345/detail.aspx', { nm: '12345' }],
    ['https://www.wildberries.kz/catalog/1234567890/feedbacks', { nm: '1234567890' }],
    ['https://www.wildberries.ru/catalog/110275182/feedbacks?imtId=201962923&size=1', { nm: '110275182', imt: '201962923' }],
    ['https://www.wildberries.am/hy/catalog/110275182/detail.aspx', { nm: '110275182' }],
    ['https://global.wildberries.ru/product?card=110275182', { nm: '110275182' }],
    ['https://digital.wildberries.ru/catalog/110275182', { nm: '110275182' }],
    ['https://www.wildberries.ru/catalog/0/search.aspx?nm=110275182', { nm: '110275182' }],
    ['https://wb.ru/catalog/110275182/detail.aspx', { nm: '110275182' }],
    ['https://www.wildberries.ge/feedbacks?imtId=201962923', { imt: '201962923' }],
  ])('takes %s', (url, params) => {
    const chosen = chooseFor(wildberries, url);
    expect([chosen.target, chosen.params, chosen.type]).toEqual(['product', params, 'reviews']);
  });

  it.each([
    'https://www.wildberries.ru/',
    'https://www.wildberries.ru/catalog/0/search.aspx?search=x',
    'https://www.wildberries.ru/catalog/elektronika',
    'https://www.wildberries.ru/brands/some-brand',
    'https://www.wildberries.ru/seller/12345',
    'https://www.wildberries.ru/catalog/1234/detail.aspx',
    'https://www.wildberries.com/catalog/110275182/detail.aspx',
    'https://wildberries.ru.evil.example/catalog/110275182/detail.aspx',
    'https://notwb.ru/catalog/110275182',
  ])('refuses %s', (url) => {
    expect(wildberries.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('wildberries: where things lie', () => {
  it('finds the host of a group', () => {
    expect(feedbackHosts(String(IMT))[0]).toBe('feedbacks1.wb.ru');
    expect(new Set(['1', '2', '3', '777', '123456789'].map((imt) => feedbackHosts(imt)[0])).size).toBe(2);
  });

  it('builds the addresses of photos, videos and cards', () => {
    expect(numberedPhoto(142539816)).toBe('https://feedback04.wbbasket.ru/vol1425/part142539/142539816/photos/fs.webp');
    expect(numberedPhoto(227460774)).toContain('https://feedback06.');
    expect(numberedPhoto(999999999)).toContain('https://feedback11.');
    expect(keyedFile('photo', '6/0a-1b')).toBe('https://mow-feedback-uuid-06-cdn-06.geobasket.ru/0a-1b/fs.webp');
    expect(keyedFile('video', '10/0a')).toBe('https://mow-videofeedback-10-cdn-10.geobasket.ru/0a/index.m3u8');
    expect(keyedFile('photo', 'odd')).toBeNull();
    expect(cardFiles('569741805')[0]).toBe('https://basket-29.wbbasket.ru/vol5697/part569741/569741805/info/ru/card.json');
  });

  it('looks for a card around the host of the table, and beyond its end', () => {
    const hosts = (nm: number) => cardFiles(String(nm)).map((url) => Number(/basket-(\d+)\./.exec(url)?.[1]));
    expect(hosts(569741805)).toEqual([29, 30, 28, 31, 27, 32, 26, 33, 25]);
    expect(hosts(1)).toEqual([1, 2, 3, 4, 5]);
    expect([hosts(960600000)[0], hosts(1003700000)[0], hosts(1003800000)[0]]).toEqual([41, 41, 42]);
    expect(hosts(NEW_NM)).toHaveLength(9);
  });
});

describe('wildberries: the file of a group', () => {
  it('is all there is to ask for', async () => {
    const run = await read([play()]);
    expect([run.items.length, run.total, run.doors]).toEqual([80, 80, ['feedbacks v1']]);
    expect(numbers(run.items).slice(0, 3)).toEqual([1, 3, 5]);
    expect(run.session.urls).toEqual([CARD, list(1, 'v1')]);
    expect(run.session.sent[1]?.headers).toMatchObject({ referer: 'https://www.wildberries.ru/' });
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('needs no card where the address names the group', async () => {
    const run = await read([play()], {}, `https://www.wildberries.ru/catalog/${NM}/feedbacks?imtId=${IMT}`);
    expect(run.session.urls).toEqual([list(1, 'v1')]);
  });

  it('is put in order of time for who wants that', async () => {
    expect(numbers((await read([play()], { sort: 'new' })).items)).toEqual(firstTo(80));
  });

  it('has every field, and nulls for those that are not there', async () => {
    const { items } = await read([play()]);
    const [full, bare] = [items.find(({ id }) => id === 'fb21'), items.find(({ id }) => id === 'fb4')];
    expect(full).toEqual(
      wholeItem({
        id: 'fb21',
        kind: 'review',
        author: { name: 'Покупатель 21', username: null, id: '5021' },
        text: 'Хороший товар 21 & дождь',
        createdAt: '2026-01-30T15:00:00.000Z',
        createdAtPrecision: 'second',
        likes: 0,
        dislikes: 1,
        rating: 2,
        ratingScale: 5,
        media: [{ type: 'image', url: 'https://feedback06.wbbasket.ru/vol2050/part205072/205072518/photos/fs.webp' }],
        ownerReply: { text: 'Спасибо!', createdAt: '2026-02-01T10:00:00.000Z' },
        extra: {
          pros: 'Тёплый',
          nmId: NM,
          color: 'черный',
          size: 'универсальный',
          location: 'ru',
          matchingSize: 'ok',
          statusId: 16,
          purchase: 'bought',
          tags: ['Тепло'],
          supplierId: 39825,
        },
      }),
    );
    expect(bare).toMatchObject({ text: null, author: { name: null, id: '9004' }, ownerReply: null, media: [], rating: 5 });
  });

  it('takes a row that has little', async () => {
    const feedback = {
      id: 7,
      globalUserId: '',
      parentFeedbackId: '',
      bables: [{ id: 1 }],
      productValuation: 0,
      createdDate: '0001-01-01T00:00:00Z',
    };
    const { items } = await read([{ match: '/v1/', body: { feedbacks: [feedback] } }, play()]);
    expect(items).toMatchObject([
      { id: '7', author: { id: null }, text: null, createdAt: null, rating: null, likes: null, extra: { tags: [{ id: 1 }] } },
    ]);
  });

  it('takes photos and videos of every form', async () => {
    const media = async (feedback: object) => {
      const body = { feedbackCount: 1, feedbacks: [{ id: 'a', ...feedback }] };
      return (await read([{ match: '/v1/', body }, play()])).items[0]?.media.map(({ url }) => url);
    };
    expect(await media({ photos: [{ fullSizeUri: 'feedbacks/1/2/x_fs.jpg' }] })).toEqual([
      'https://feedbackphotos.wbstatic.net/feedbacks/1/2/x_fs.jpg',
    ]);
    expect(await media({ photo: [1], photos: [{ key: '5/0a' }], video: { id: '7/0b', durationSec: 3 } })).toEqual([
      'https://mow-feedback-uuid-05-cdn-05.geobasket.ru/0a/fs.webp',
      'https://mow-videofeedback-07-cdn-07.geobasket.ru/0b/index.m3u8',
    ]);
    expect(await media({ video: { link: 'https://example.com/v.m3u8' } })).toEqual(['https://example.com/v.m3u8']);
    expect(await media({ photo: ['142539816'], video: { id: 7 } })).toEqual([numberedPhoto(142539816)]);
  });

  it('is on the other host where the rule is wrong, and in the newer list where there is no file', async () => {
    const other = await read([play({ host: 2 })]);
    expect([other.items.length, other.session.urls.slice(1)]).toEqual([80, [list(1, 'v1'), list(2, 'v1')]]);
    const newer = await read([play({ hasFile: false, reviews: 40 })]);
    expect([sorted(newer.items), newer.doors]).toEqual([firstTo(40), ['feedbacks v2']]);
    expect(newer.session.urls.slice(3, 5)).toEqual([more(0), more(27)]);
  });

  it('is empty for a product that nobody reviewed', async () => {
    const none = await read([play({ reviews: 0 })]);
    expect([none.items, none.total, none.session.urls.length]).toEqual([[], 0, 5]);
  });

  it("is found by the product's own file where the card is gone, and by an older card", async () => {
    const run = await read([play({ cardRefuses: 404 })]);
    expect([run.items.length, run.session.urls[1]]).toEqual([80, cardFiles(String(NM))[0]]);
    const older = await read([{ match: 'card.wb.ru', body: { data: { products: [{ root: IMT }] } } }, play()]);
    expect(older.items).toHaveLength(80);
  });
});

it('wildberries: a group whose number is none is a change of the platform', async () => {
  const cards = { products: [{ root: '{{{' }] };
  await expect(read([{ match: 'card.wb.ru', body: cards }, play()])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
});

describe('wildberries: a card whose host refuses programs', () => {
  it.each([403, 498] as const)("with %i is stood in for by the product's own file, colours too", async (cardRefuses) => {
    const run = await read([play({ cardRefuses, reviews: 100, inFile: 20 })]);
    expect([sorted(run.items), run.total, run.gaps]).toEqual([firstTo(100), 100, []]);
    const named = await read(
      [play({ cardRefuses, reviews: 40, inFile: 2 })],
      {},
      `${PRODUCT.replace('detail.aspx', 'feedbacks')}?imtId=${IMT}`,
    );
    expect(sorted(named.items)).toEqual(firstTo(40));
  });

  it('finds the file of a product newer than the table of hosts', async () => {
    const run = await read([play({ cardRefuses: 403 })], {}, `https://www.wildberries.ru/catalog/${NEW_NM}/detail.aspx`);
    expect(run.items).toHaveLength(80);
  });
});

describe('wildberries: the newer list', () => {
  it('follows for each colour where the file does not hold all', async () => {
    const run = await read([play({ reviews: 100, inFile: 20 })]);
    expect([sorted(run.items), run.total, run.gaps]).toEqual([firstTo(100), 100, []]);
    expect(run.session.urls.slice(2)).toEqual([
      more(0),
      more(30),
      more(60),
      more(67),
      more(0, OTHER_NM),
      more(30, OTHER_NM),
      more(33, OTHER_NM),
    ]);
  });

  it('asks for the colours where the address had named the group', async () => {
    const run = await read([play({ reviews: 40, inFile: 2 })], {}, `https://www.wildberries.ru/catalog/${NM}/feedbacks?imtId=${IMT}`);
    expect(sorted(run.items)).toEqual(firstTo(40));
    expect(run.session.urls.filter((url) => url === CARD)).toHaveLength(1);
  });

  it('is not asked for past the limit or the wanted time, and may be missing', async () => {
    expect((await read([play({ reviews: 100, inFile: 20 })], { limit: 20 })).session.urls).toHaveLength(2);
    const late = await read([play({ reviews: 100, inFile: 20 })], { minTimestamp: Date.parse('2026-02-01T00:00:00Z') / 1000 });
    expect(late.session.urls.slice(2)).toEqual([more(0), more(0, OTHER_NM)]);
    const gone = await read([{ match: '/v2/', status: 404 }, play({ reviews: 100, inFile: 20 })]);
    expect([gone.items.length, gone.total, gone.session.urls.length]).toEqual([20, 100, 3]);
  });

  it('turns no further where it is given the same page again', async () => {
    const body = { feedbackCount: 2221, feedbacks: [{ id: 'a' }, { id: 'b' }] };
    const whole = await read([{ match: '/v1/', body }, { match: '/v2/', body }, play()]);
    expect([whole.items.length, whole.session.urls.filter((url) => url.includes('/v2/')).length]).toEqual([2, 4]);
    const newer = await read([{ match: '/v1/', status: 404 }, { match: '/v2/', body }, play()]);
    expect([newer.items.length, newer.session.urls.filter((url) => url.includes('/v2/')).length]).toEqual([2, 4]);
  });

  it('ends where the platform gives no more of a product', async () => {
    const run = await read([play({ reviews: 3200, inFile: 1 })], {}, `https://www.wildberries.ru/catalog/${NM}/feedbacks?imtId=${IMT}`);
    expect(run.gaps.map(({ cause }) => cause)).toEqual(['notServed', 'notServed']);
    expect(run.items.length).toBeLessThan(2200);
  });
});

describe('wildberries: failure signals', () => {
  it.each([
    ['429', [{ match: 'feedbacks', status: 429 }, play()], 'RATE_LIMITED'],
    ['403', [{ match: 'feedbacks', status: 403 }, play()], 'BLOCKED'],
    ['498', [{ match: 'feedbacks', status: 498 }, play()], 'BLOCKED'],
    ['498 at the card, and no file', [{ match: 'basket', status: 404 }, play({ cardRefuses: 498 })], 'BLOCKED'],
    ['403 at the card, and no file', [{ match: 'basket', status: 403 }, play({ cardRefuses: 403 })], 'BLOCKED'],
    ['429 at the card', [{ match: 'card.wb.ru', status: 429 }, play()], 'RATE_LIMITED'],
    ['an unknown product', [play()], 'NOT_FOUND'],
    ['an unknown group', [{ match: 'feedbacks', status: 404 }, play()], 'NOT_FOUND'],
    ['a card that is gone everywhere', [{ match: 'basket', status: 404 }, play({ cardRefuses: 404 })], 'NOT_FOUND'],
    [
      'a page in place of the card',
      [
        { match: 'card.wb.ru', body: '<html></html>' },
        { match: 'basket', status: 404 },
      ],
      'PLATFORM_CHANGED',
    ],
    ['a count without rows', [{ match: '/v', body: { feedbackCount: 9, feedbacks: null } }, play()], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (what, exchanges, code) => {
    const url = what === 'an unknown product' ? `https://www.wildberries.ru/catalog/${UNKNOWN}/detail.aspx` : PRODUCT;
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('names the place', async () => {
    const path = (body: unknown) => read([{ match: '/v1/', body }, play()]).catch((error: { path?: string }) => error.path);
    expect(await path({ feedbacks: [{ id: 'a', votes: 3 }] })).toBe('feedbacks.0.votes');
    expect(await path({ feedbackCount: 1 })).toBe('feedbacks');
    expect(await path({ feedbacks: [{ id: 'a', createdDate: 'soon' }] })).toBe('feedbacks.createdDate');
  });
});
