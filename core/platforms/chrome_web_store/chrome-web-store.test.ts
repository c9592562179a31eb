import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import chromeWebStore from '#core/platforms/chrome_web_store/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { chromeWebStoreSimulator, type ChromeWebStoreParams, UNKNOWN_ITEM } from '#core/platforms/chrome_web_store/simulator.ts';

const ID = 'aliiafckfmihheljnphnkpfhlnnjmkgk';
const ITEM = `https://chromewebstore.google.com/detail/some-item/${ID}`;
const CALL = 'https://chromewebstore.google.com/_/ChromeWebStoreConsumerFeUi/data/batchexecute?rpcids=x1DgCd&hl=en&rt=c';

const play = (params: ChromeWebStoreParams = {}): FakeExchange => ({ match: '', simulator: chromeWebStoreSimulator(params) });
const read = (exchanges: FakeExchange[], options: RunOptions = {}, url = ITEM) => readAll(chromeWebStore, url, exchanges, options);
const numbers = (items: readonly { id: string }[]): number[] => items.map(({ id }) => Number(id.slice(-12)));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const forAll = (size: number, sort = 2): unknown => [ID, [size], sort, null, null, null, 0];
const argumentsOf = (body = ''): unknown => {
  const [[[, inner = '']]] = JSON.parse(new URLSearchParams(body).get('f.req') ?? '') as [[string[]]];
  return JSON.parse(inner) as unknown;
};

describe('chrome_web_store: URLs', () => {
  it.each([
    [`${ITEM}/reviews?hl=de&utm_source=x`, { id: ID, slug: 'some-item' }],
    [`https://chromewebstore.google.com/detail/${ID}`, { id: ID }],
    [`https://chromewebstore.google.com/detail/${ID}/reviews`, { id: ID }],
    [`https://chrome.google.com/webstore/detail/%E5%90%8D/${ID}/reviews`, { id: ID, slug: '名' }],
    [`chrome.google.com/webstore/detail/${ID}`, { id: ID }],
  ])('takes %s', (url, params) => {
    expect(chooseFor(chromeWebStore, url)).toMatchObject({ target: 'item', params, type: 'reviews' });
  });

  it.each([
    'https://chromewebstore.google.com/',
    'https://chromewebstore.google.com/category/extensions',
    'https://chromewebstore.google.com/detail/some-item/aliiafckfmihheljnphnkpfhlnnjmkgz',
    `https://chrome.google.com/detail/${ID}`,
    `https://microsoftedge.microsoft.com/addons/detail/some-item/${ID}`,
    `https://chromewebstore.google.com.evil.example/detail/${ID}`,
  ])('refuses %s', (url) => {
    expect(chromeWebStore.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
  });
});

describe('chrome_web_store: reviews', () => {
  it('takes the newest from the page and all others from the call behind it', async () => {
    const run = await read([play()]);
    expect(numbers(run.items)).toEqual(upTo(25));
    expect([run.session.urls, run.total, run.gaps, run.doors]).toEqual([
      [`${ITEM}/reviews`, CALL],
      25,
      [],
      ['reviews page', 'review call'],
    ]);
    expect(argumentsOf(run.session.sent[1]?.body)).toEqual(forAll(25));
    expect(run.items.every((item) => itemSchema.safeParse(item).success)).toBe(true);
  });

  it('asks for no more than are wanted', async () => {
    expect((await read([play()], { limit: 10 })).session.urls).toHaveLength(1);
    expect((await read([play({ reviews: 7 })])).session.urls).toHaveLength(1);
    expect(argumentsOf((await read([play()], { limit: 12 })).session.sent[1]?.body)).toEqual(forAll(12));
    expect(argumentsOf((await read([play()], { limit: 12, maxTimestamp: 1 })).session.sent[1]?.body)).toEqual(forAll(25));
  });

  it('asks for the other languages, which the list of one says nothing of, until there are as many as ratings', async () => {
    const run = await read([play({ reviews: 30, others: { de: 7, 'pt-BR': 5 } })]);
    expect([run.items.length, run.total, run.gaps]).toEqual([42, 42, []]);
    const languages = run.session.urls.slice(1).map((url) => new URL(url).searchParams.get('hl'));
    expect(languages).toEqual(['en', 'es', 'pt-BR', 'ru', 'de']);
    const one = await read([play({ reviews: 7, others: { de: 7 } })], { sort: 'top' });
    expect([one.items.length, one.total]).toEqual([14, 14]);
  });

  it('asks for every language where ratings have no words, and takes none for another', async () => {
    const run = await read([play({ reviews: 30, others: { sw: 2 }, ratings: 100 })]);
    expect([run.items.length, run.total, run.gaps]).toEqual([32, 32, []]);
    expect(run.session.urls.length).toBeLessThan(60);
    expect((await read([play({ ratings: 100 })], { limit: 25 })).session.urls).toHaveLength(2);
    const many = await read([play({ reviews: 3, others: { es: 501 } })]);
    expect(many.gaps).toEqual([{ cause: 'notServed', count: 1, note: expect.stringContaining('"es"') }]);
  });

  it('sorts by help through the call alone', async () => {
    const run = await read([play()], { sort: 'top' });
    expect(numbers(run.items)).toEqual(upTo(25).toReversed());
    expect(argumentsOf(run.session.sent[1]?.body)).toEqual(forAll(25, 1));
  });

  it('takes the name of the call from the page', async () => {
    const run = await read([play({ rpc: 'aB3' })]);
    expect([run.items.length, run.session.urls[1]]).toEqual([25, CALL.replace('x1DgCd', 'aB3')]);
  });

  it('has every field', async () => {
    const { items } = await read([play()], {}, `https://chromewebstore.google.com/detail/${ID}`);
    expect(items[1]).toEqual({
      ...items[1],
      id: '0e714621-2985-48ba-827c-000000000001',
      kind: 'review',
      parentId: null,
      author: { ...items[1]?.author, name: 'Reader 1', avatarUrl: 'https://lh3.googleusercontent.com/1=s32', url: null },
      text: 'Words <b> &amp; 1',
      title: null,
      createdAt: '2026-01-01T11:00:00.984Z',
      createdAtPrecision: 'second',
      isEdited: null,
      likes: 1,
      rating: 2,
      ratingScale: 5,
      language: 'en',
      url: `https://chromewebstore.google.com/detail/${ID}/reviews`,
      ownerReply: { text: 'Thanks 1,\nbye', createdAt: '2026-01-01T11:01:00.500Z' },
      extra: { appVersion: '3.4.29' },
    });
    expect(items[3]).toMatchObject({ text: '' });
    expect(items[2]).toMatchObject({ ownerReply: null, extra: {} });
  });

  it('may have its numbers as text', async () => {
    const review = ['a', ['R', null], '4', 'x', null, ['1774966045', 984833637], '3'];
    const body = `<script>AF_initDataCallback({key: 'ds:1', hash: '2', data:${JSON.stringify([[], [review], '1'])}, sideChannel: {}});</script>`;
    const { items, total } = await read([{ match: '/detail/', body }, play({ reviews: 0 })]);
    expect([total, items[0]?.rating, items[0]?.likes, items[0]?.createdAt]).toEqual([1, 4, 3, '2026-03-31T14:07:25.984Z']);
  });

  it('is done with nothing for an item without reviews', async () => {
    expect(await read([play({ reviews: 0 })])).toMatchObject({ items: [], total: 0, gaps: [] });
  });

  it('goes by the call where the page is shut', async () => {
    const run = await read([play({ hasPage: false })]);
    expect([run.items.length, run.total, run.doors]).toEqual([25, 25, ['review call']]);
    const many = await read([play({ hasPage: false, reviews: 510 })]);
    expect([many.items.length, many.session.urls.filter((url) => url === CALL).length]).toEqual([510, 2]);
  });
});

describe('chrome_web_store: failure signals', () => {
  const sorry = { status: 302, headers: { location: 'https://www.google.com/sorry/index' } };

  it.each([
    ['404', [{ match: '', status: 404 }], 'NOT_FOUND'],
    ['the front of the store', [play()], 'NOT_FOUND'],
    ['a lasting 429', [{ match: '', status: 429 }], 'RATE_LIMITED'],
    [
      'a captcha before the page',
      [
        { match: 'detail', failure: new PlatformRefusal('CAPTCHA') },
        { match: '', status: 403 },
      ],
      'CAPTCHA',
    ],
    ['a captcha before the call', [{ match: 'batchexecute', ...sorry }, play()], 'CAPTCHA'],
    ['another redirect of the call', [{ match: 'batchexecute', status: 302, headers: { location: '/' } }, play()], 'BLOCKED'],
    ['500 and an empty call', [{ match: 'detail', status: 500 }, play({ reviews: 0 })], 'NETWORK'],
    ['a page of another form', [{ match: '', body: "AF_initDataCallback({key: 'ds:1', hash: '2', data:[[],[[1]],1]" }], 'PLATFORM_CHANGED'],
    ['none of many', [{ match: '', body: "AF_initDataCallback({key: 'ds:1', hash: '2', data:[[],[],9]" }], 'PLATFORM_CHANGED'],
    [
      'a refused call',
      [{ match: 'batchexecute', body: ')]}\'\n\n60\n[["er",null,null,null,null,400,null,null,null,3]]' }, play()],
      'PLATFORM_CHANGED',
    ],
    ['an empty call', [{ match: 'batchexecute', body: ')]}\'\n\n[["wrb.fr","x1DgCd","[null,[],0]"]]' }, play()], 'PLATFORM_CHANGED'],
    ['a failed call', [{ match: 'batchexecute', body: ')]}\'\n\n[["wrb.fr","x1DgCd",null,null,null,[3]]]' }, play()], 'PLATFORM_CHANGED'],
  ] as const)('%s', async (what, exchanges, code) => {
    const url = what === 'the front of the store' ? `https://chromewebstore.google.com/detail/${UNKNOWN_ITEM}` : ITEM;
    await expect(read([...exchanges], {}, url)).rejects.toMatchObject({ code });
  });

  it('names the field', async () => {
    const body = 'AF_initDataCallback({key: \'ds:1\', hash: \'2\', data:[[],[["a",[],"x"]],1]';
    await expect(read([{ match: 'detail', body }])).rejects.toMatchObject({ path: 'ds:1.reviews.0.rating' });
  });
});
