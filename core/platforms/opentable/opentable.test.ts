import { describe, expect, it } from 'vitest';
import opentable from '#core/platforms/opentable/index.ts';
import { type OpenTableParams, openTableSimulator } from '#core/platforms/opentable/simulator.ts';
import { TransientFailure } from '#core/contract/error.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const PLACE = 'https://www.opentable.com/r/the-cat-london';
const play = (params: OpenTableParams = {}, options: RunOptions = {}, url = PLACE, before: readonly FakeExchange[] = []) =>
  readAll(opentable, url, [...before, { match: '', simulator: openTableSimulator(params) }], options);

describe('addresses', () => {
  it.each([
    ['https://www.opentable.com/r/omakaseed-new-york?page=2#reviews', '/r/omakaseed-new-york'],
    ['http://opentable.com/en-GB/r/a-place/', '/en-GB/r/a-place'],
    ['https://www.opentable.com/restaurant/profile/1238299?corrid=1', '/restaurant/profile/1238299'],
    ['https://www.opentable.com/restaurant/profile/1238299/reserve', '/restaurant/profile/1238299/reserve'],
    ['https://www.opentable.com/alinea', '/alinea'],
    ['https://www.opentable.com/s?term=cats', null],
    ['https://www.opentable.com/s/', null],
    ['https://www.opentable.com/landmark/restaurants-near-x', null],
    ['https://www.opentable.com/metro/new-york-restaurants', null],
    ['https://www.opentable.com/new-york-city-restaurants', null],
    ['https://www.opentable.com/user/cat', null],
    ['https://www.opentable.com/en-GB', null],
    ['https://www.opentable.com/', null],
    ['https://www.opentable.com/r/a/b', null],
    ['https://www.opentable.com/restaurant/profile/12/menu', null],
    ['https://restaurant.opentable.com/r/a-place', null],
    ['https://www.opentable.org/r/a-place', null],
  ])('%s', (url, path) =>
    expect(claimIn(opentable, url)).toEqual(path === null ? null : ['restaurant', { address: `https://www.opentable.com${path}` }]),
  );

  it.each(['co.uk', 'ca', 'com.au', 'de', 'es', 'ie', 'it', 'nl', 'fr', 'jp', 'com.mx', 'sg', 'hk', 'ae', 'co.th'])('of %s', (ending) => {
    const address = `https://www.opentable.${ending}/r/a-place`;
    expect(claimIn(opentable, address)).toEqual(['restaurant', { address }]);
  });
});

describe('the page of a restaurant', () => {
  it.each(['text', 'object'] as const)('has all reviews where they fill one page: state as %s', async (state) => {
    const { items, total, doors, gaps, session } = await play({ reviews: 9, state });
    expect([items.length, total, doors, gaps, session.urls]).toEqual([9, 9, ['page of the restaurant'], [], [PLACE]]);
    expect(items[1]).toEqual(
      wholeItem({
        id: 'OT-77-1-13017651',
        kind: 'review',
        author: { name: 'Cat1' },
        text: 'Review 1: it\'s <3 "so" good\nsecond line',
        createdAt: '2022-09-05T18:13:24.000Z',
        createdAtPrecision: 'second',
        rating: 4,
        ratingScale: 5,
        media: [
          { type: 'image', url: 'https://images.example/1.jpg' },
          { type: 'image', url: 'https://images.example/2.jpg' },
        ],
        extra: {
          food: 5,
          service: 4,
          ambience: 3,
          value: 2,
          noise: 'ENERGETIC',
          dinedAt: '2022-09-04T18:13:24.000Z',
          isVip: false,
          authorReviewCount: 1,
          type: 'OPENTABLEVERIFIED',
        },
      }),
    );
    expect(items[0]).toMatchObject({
      author: { name: null },
      ownerReply: { text: 'Thanks, 0!', createdAt: '2022-09-07T18:13:24.000Z' },
      extra: { metro: 'London', isVip: true },
    });
    expect(items[2]?.extra['fromPreviousConcept']).toBe(true);
    expect(items[4]?.ownerReply).toBeNull();
    expect(items[7]?.text).toBe('');
  });

  it.each(['https://www.opentable.com/restaurant/profile/77/reserve', 'https://www.opentable.com/the-cat-london'])(
    'is found from %s',
    async (url) => expect((await play({}, {}, url)).items).toHaveLength(24),
  );

  it('is sorted by us where it holds all', async () => {
    const { items, session } = await play({ reviews: 9 }, { sort: 'top' });
    expect([items[0]?.rating, items.at(-1)?.rating, session.urls]).toEqual([5, 1, [PLACE]]);
  });

  it('is opened in the browser where it is refused, hangs or has no state', async () => {
    const before = async (first: Partial<FakeExchange>) =>
      (await play({ reviews: 9 }, {}, PLACE, [{ match: PLACE, times: 1, ...first }])).doors;
    const inBrowser = ['page of the restaurant, in the browser'];
    expect(await before({ status: 403 })).toEqual(inBrowser);
    expect(await before({ body: '<html></html>' })).toEqual(inBrowser);
    expect(await before({ times: 4, failure: new TransientFailure() })).toEqual(inBrowser);
  });

  it('may have none', async () => {
    expect(await play({ reviews: 0 })).toMatchObject({ items: [], total: 0, gaps: [] });
    expect(await play({ isClosed: true })).toMatchObject({ items: [], total: 24 });
  });
});

describe('further pages', () => {
  const heard = (page: number) => ({
    url: 'https://www.opentable.com/dapi/fe/gql?optype=query&opname=ReviewSearchResults',
    method: 'POST' as const,
    headers: { 'x-csrf-token': 'x' },
    json: { operationName: 'ReviewSearchResults', variables: { page, sortBy: 'newestReview' } },
  });
  const other = { ...heard(1), url: 'https://www.opentable.com/dapi/fe/gql?optype=query&opname=Experiences' };
  const turned = (params: OpenTableParams, pages: readonly number[], options: RunOptions = {}) =>
    play(params, options, PLACE, [
      { match: /\/r\/the-cat-london$/, simulator: openTableSimulator(params), asks: [other, ...pages.map(heard)] },
    ]);

  it('are heard while the page turns them', async () => {
    const { items, doors, gaps } = await turned({ reviews: 34 }, [2, 3, 4]);
    expect([new Set(items.map(({ id }) => id)).size, doors.length, gaps]).toEqual([34, 2, []]);
    expect(doors[1]).toBe('what the page of the restaurant asks for, in the browser');
  });

  it('are turned from the first one again where they are many', async () => {
    const pages = Array.from({ length: 24 }, (_, place) => place + 2);
    const { items, gaps } = await turned({ reviews: 245 }, pages);
    expect([items.length, gaps]).toEqual([245, []]);
  });

  it('that do not come are told', async () => {
    const { items, gaps } = await turned({ reviews: 34 }, [2]);
    expect([items.length, gaps]).toEqual([20, [expect.objectContaining({ cause: 'notServed' })]]);
  });

  it('begin with the first where that comes late', async () => {
    expect((await turned({ reviews: 24, isLate: true }, [1, 2, 3])).items).toHaveLength(24);
  });

  it('have addresses of their own where nothing is heard', async () => {
    const { items, total, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([24, 24, ['page of the restaurant', 'addresses of further pages']]);
    expect(session.urls.slice(2)).toEqual([2, 3].map((page) => `${PLACE}?page=${page}&sortBy=newestReview`));
  });

  it('are asked for in the order of the best', async () => {
    const { items, session } = await play({}, { sort: 'top' });
    expect([items.length, items[0]?.rating, items.at(-1)?.rating]).toEqual([24, 5, 1]);
    expect(session.urls.slice(2)).toEqual([1, 2, 3].map((page) => `${PLACE}?page=${page}&sortBy=highestRating`));
    // What is asked for in another order is not what is wanted.
    expect((await turned({}, [2, 3], { sort: 'top' })).doors.at(-1)).toBe('addresses of further pages');
  });

  it('are not sorted where the site does not', async () => {
    const { notes } = await play({ hasAddresses: false, reviews: 12 }, { sort: 'top' });
    expect(notes).toEqual([expect.stringContaining('sort had no effect')]);
  });

  it('without a state end the list', async () => {
    const { items, gaps } = await play({}, {}, PLACE, [{ match: 'page=2', body: '<html></html>' }]);
    expect([items.length, gaps]).toEqual([10, [expect.objectContaining({ cause: 'notServed' })]]);
  });
});

describe('refusals', () => {
  it.each([
    [403, '<H1>Access Denied</H1>', 'BLOCKED'],
    [404, '', 'NOT_FOUND'],
    [410, '', 'NOT_FOUND'],
    [429, '', 'RATE_LIMITED'],
    [503, '', 'NETWORK'],
    [200, '<html></html>', 'PLATFORM_CHANGED'],
    [200, '<script>window.__INITIAL_STATE__={"other":1}</script>', 'PLATFORM_CHANGED'],
    [200, '<script>window.__INITIAL_STATE__=JSON.parse("{', 'PLATFORM_CHANGED'],
  ])('%s %s', async (status, body, code) => {
    await expect(readAll(opentable, PLACE, [{ match: '', status, body }])).rejects.toMatchObject({ code });
  });

  it('may lead away', async () => {
    await expect(play({}, {}, 'https://www.opentable.com/r/gone-place')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
