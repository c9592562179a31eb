import { describe, expect, it } from 'vitest';
import applePodcasts from '#core/platforms/apple_podcasts/index.ts';
import { type ApplePodcastsParams, applePodcastsSimulator } from '#core/platforms/apple_podcasts/simulator.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const ID = '1200361736';
const SHOW = `https://podcasts.apple.com/us/podcast/purring-cats/id${ID}`;
const PAGE = `https://podcasts.apple.com/us/podcast/id${ID}`;
const play = (params: ApplePodcastsParams = {}, options: RunOptions = {}, url = SHOW) =>
  readAll(applePodcasts, url, [{ match: '', simulator: applePodcastsSimulator(params) }], options);
const feed = (page: number, form = 'json', order = 'mostrecent', country = 'us') =>
  `https://itunes.apple.com/${country}/rss/customerreviews/page=${page}/id=${ID}/sortby=${order}/${form}`;
const catalog = (offset: number) =>
  `https://amp-api.podcasts.apple.com/v1/catalog/us/podcasts/${ID}/reviews?l=en-US&offset=${offset}&limit=20`;

describe('addresses', () => {
  it.each([
    ['https://podcasts.apple.com/us/podcast/purring-cats/id12', { show: '12', country: 'us' }],
    ['https://podcasts.apple.com/DE/podcast/x/id12?i=1000&see-all=reviews', { show: '12', country: 'de' }],
    ['https://podcasts.apple.com/podcast/id12', { show: '12' }],
    ['https://podcasts.apple.com/us/podcast/id12', { show: '12', country: 'us' }],
    ['https://itunes.apple.com/gb/podcast/x/id12?mt=2', { show: '12', country: 'gb' }],
    ['itms-podcasts://itunes.apple.com/gb/podcast/x/id12', { show: '12', country: 'gb' }],
    ['pcast://podcasts.apple.com/podcast/id12', { show: '12' }],
    ['https://podcasts.apple.com/us/channel/x/id12', null],
    ['https://podcasts.apple.com/us/artist/x/id12', null],
    ['https://podcasts.apple.com/us/charts', null],
    ['https://podcasts.apple.com/us/podcast/x', null],
    ['https://itunes.apple.com/us/app/x/id12', null],
    ['https://music.apple.com/us/podcast/x/id12', null],
    ['https://podcasts.apple.com.evil.example/us/podcast/x/id12', null],
  ])('%s', (url, params) => expect(claimIn(applePodcasts, url)).toEqual(params === null ? null : ['show', params]));
});

describe('reviews', () => {
  it('come from the feed, page by page', async () => {
    const { items, total, session, doors } = await play();
    expect(session.urls).toEqual([1, 2, 3, 4].map((page) => feed(page)));
    expect([items.length, total, doors]).toEqual([120, null, ['feed json']]);
    expect(items[2]).toEqual(
      wholeItem({
        id: '8999999998',
        kind: 'review',
        author: { name: 'Listener 2', id: '999998', url: 'https://itunes.apple.com/us/reviews/id999998' },
        title: 'Review 2',
        text: 'I listen & purr 2 times.\nEvery day.',
        createdAt: '2026-01-20T10:00:00.000Z',
        createdAtPrecision: 'second',
        rating: 3,
        ratingScale: 5,
        likes: 2,
        url: `https://itunes.apple.com/us/review?id=${ID}&type=Podcast`,
        extra: { voteCount: 3, country: 'us' },
      }),
    );
    expect(items[3]?.text).toBe('');
  });

  it('come in XML where JSON is shut, and both say the same', async () => {
    const xml = await play({ reviews: 60, feed: ['xml'] });
    expect(xml.session.urls).toEqual([feed(1), ...[1, 2, 3].map((page) => feed(page, 'xml'))]);
    expect(xml.items).toEqual((await play({ reviews: 60 })).items);
  });

  it('come by help where that is asked for', async () => {
    const { items, session } = await play({ reviews: 10 }, { sort: 'top' });
    expect([session.urls[0], items[0]?.likes]).toEqual([feed(1, 'json', 'mosthelpful'), 3]);
  });

  it('beyond the feed come from the catalog', async () => {
    const { items, session, gaps } = await play({ reviews: 530 });
    expect([items.length, new Set(items.map(({ id }) => id)).size, gaps]).toEqual([530, 530, []]);
    expect(session.urls.slice(9, 13)).toEqual([feed(10), PAGE, catalog(0), catalog(20)]);
    expect(items[529]).toMatchObject({ author: { name: 'Listener 529', id: null }, likes: null, url: null, isEdited: false });
  });

  it.each([[{ key: 'nowhere' }], [{ catalogStatus: 403 }]] as const)(
    'are as many as the feed has where the catalog is shut: %o',
    async (shut) => {
      const { items, gaps } = await play({ reviews: 530, ...shut });
      expect([items.length, gaps.map(({ cause }) => cause)]).toEqual([500, ['notServed']]);
    },
  );

  it.each(['meta', 'script'] as const)('come from the catalog where the feed is dark, with the key in the %s', async (key) => {
    const { items, session, doors } = await play({ reviews: 30, isFeedDark: true, key });
    const script = key === 'script' ? ['https://podcasts.apple.com/assets/index-1a2b3c.js'] : [];
    expect(session.urls).toEqual([feed(1), PAGE, ...script, catalog(0), catalog(20)]);
    expect([items.length, doors]).toEqual([30, ['web catalog']]);
  });

  it('are those of the page where nothing else gives any', async () => {
    const { items, gaps, doors } = await play({ isFeedDark: true, key: 'nowhere', hasPageReviews: true });
    expect([items.length, gaps.map(({ cause }) => cause), doors]).toEqual([10, ['notServed'], ['page']]);
    expect(items[0]).toMatchObject({ createdAt: null, relativeTime: '20 janv. 2026', text: 'I listen & purr 0 times.\nEvery day.' });
    expect(items[1]).toMatchObject({
      createdAt: '2026-01-20T00:00:00.000Z',
      createdAtPrecision: 'day',
      rating: 2,
      title: 'Review 1',
      url: null,
    });
    expect(items[3]?.text).toBe('');
    expect(items.every(({ id }) => /^[0-9a-f]{16}$/.test(id))).toBe(true);
  });

  it('nobody has written are none', async () => {
    const { items, doors } = await play({ reviews: 0 });
    expect([items, doors]).toEqual([[], ['look-up']]);
  });

  it('come from one storefront after another, without those that have no such show', async () => {
    const { items, gaps } = await play({ reviews: 4, countries: ['de', 'fr'] }, { countries: ['US', 'de', 'fr'] });
    expect([items.length, gaps.map(({ note }) => note)]).toEqual([4, ['The podcast is not in the storefront "us".']]);
  });
});

describe('refusals', () => {
  it.each([
    [{ countries: ['de'] }, 'NOT_FOUND'],
    [{ status: 404 }, 'NOT_FOUND'],
    [{ status: 403 }, 'BLOCKED'],
    [{ status: 429 }, 'RATE_LIMITED'],
    [{ status: 503 }, 'NETWORK'],
  ] as const)('%o', async (params, code) => {
    await expect(play(params)).rejects.toMatchObject({ code });
  });
});
