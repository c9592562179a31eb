import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import facebook from '#core/platforms/facebook/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { facebookSimulator, type FacebookParams } from '#core/platforms/facebook/simulator.ts';
import { formerAd, PAGE_ID } from '#core/platforms/facebook/simulator/answers.ts';

const LIBRARY = 'https://www.facebook.com/ads/library/';
const SEARCH = `${LIBRARY}?active_status=all&ad_type=all&country=DE&q=shoes&media_type=all`;
const UUID = /^[\da-f-]{36}$/;
const play = (url: string, params: FacebookParams = {}, options: RunOptions = {}) =>
  readAll(facebook, url, [{ match: '', simulator: facebookSimulator(params) }], options);
const codeOf = (exchanges: readonly FakeExchange[], url = SEARCH): Promise<unknown> =>
  readAll(facebook, url, exchanges).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const asyncly = (ads: readonly object[], more: object = {}): FakeExchange => ({
  match: 'search_ads',
  body: { payload: { results: ads.map((ad) => [ad]), isResultComplete: true, totalCount: ads.length, ...more } },
});
const only = async (ad: object) => {
  const { items } = await readAll(facebook, SEARCH, [asyncly([ad])]);
  const [item] = items;
  if (item === undefined) throw new Error('no item');
  return itemSchema.strict().parse(item);
};
const withSnapshot = (more: object) => ({ ...formerAd(1), snapshot: { ...formerAd(1).snapshot, ...more } });

describe('facebook: doors of the Ads Library', () => {
  it('reads the page, and goes on by its query', async () => {
    const run = await play(SEARCH);
    expect(run.items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 25 }, (_, index) => 7000 + index));
    expect([run.total, run.doors, run.session.urls.length]).toEqual([25, ['library page', 'library query'], 3]);
    expect(run.session.urls[0]).toBe(SEARCH);
    const form = new URLSearchParams(run.session.sent[1]?.body);
    expect(JSON.parse(form.get('variables') ?? '')).toMatchObject({
      activeStatus: 'ALL',
      adType: 'ALL',
      countries: ['DE'],
      cursor: 'a10',
      queryString: 'shoes',
      searchType: 'keyword_unordered',
      viewAllPageID: '0',
      sessionID: expect.stringMatching(UUID) as unknown,
    });
  });

  it('goes from door to door', async () => {
    const second = await play(SEARCH, { adDoors: ['query'] });
    expect([second.items.length, second.doors, second.total]).toEqual([25, ['library query'], 25]);
    const third = await play(SEARCH, { adDoors: ['search'] });
    expect([third.items.length, third.doors, third.total]).toEqual([25, ['library search of 2024'], 25]);
    const asked = third.session.sent.filter(({ url }) => url.includes('search_ads')).map(({ url }) => new URL(url).searchParams);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      q: 'shoes',
      session_id: expect.stringMatching(UUID) as unknown,
      count: '30',
      active_status: 'all',
      ad_type: 'all',
      'countries[0]': 'DE',
      media_type: 'all',
      search_type: 'keyword_unordered',
    });
    expect(Object.fromEntries(asked[1] ?? [])).toMatchObject({ forward_cursor: 'f10', collation_token: 'together' });
    expect(asked[1]?.get('session_id')).toBe(asked[0]?.get('session_id'));
  });

  it('knows an empty search from doors that are shut', async () => {
    expect(await codeOf([asyncly([])])).toBe('0 items');
    expect(await codeOf([])).toBe('PLATFORM_CHANGED');
    expect(await codeOf([{ match: 'graphql', body: { error: 1357054 } }])).toBe('BLOCKED');
    expect(await codeOf([{ match: 'search_ads', body: 'for (;;);{"error":1357004}' }])).toBe('LOGIN_REQUIRED');
    expect(await codeOf([{ match: 'search_ads', body: { payload: null } }])).toBe('PLATFORM_CHANGED');
  });

  it('stops where Facebook asks to slow down', async () => {
    expect(await codeOf([{ match: LIBRARY, status: 429, body: '' }, asyncly([formerAd(1)])])).toBe('RATE_LIMITED');
    expect(
      await codeOf([{ match: 'graphql', body: { errors: [{ message: 'Rate limit exceeded', code: 1675004 }] } }, asyncly([formerAd(1)])]),
    ).toBe('RATE_LIMITED');
  });

  it('says where the count ends', async () => {
    const { notes, total } = await readAll(facebook, SEARCH, [asyncly([formerAd(1)], { totalCount: 50_001 })]);
    expect([notes[0], total]).toEqual([expect.stringContaining('50,001'), 50_001]);
  });
});

describe('facebook: searches of the Ads Library', () => {
  it('takes all ads of a page by its address', async () => {
    const run = await play('https://www.facebook.com/example.page', { adDoors: ['search'] }, { facebookAds: true });
    expect(run.items).toHaveLength(25);
    expect(run.session.urls[1]).toBe(
      `${LIBRARY}?active_status=active&ad_type=all&country=ALL&view_all_page_id=${PAGE_ID}&search_type=page&media_type=all`,
    );
    const variables = new URLSearchParams(run.session.sent[2]?.body).get('variables') ?? '';
    expect(JSON.parse(variables)).toMatchObject({ viewAllPageID: PAGE_ID, searchType: 'page', queryString: '', countries: ['ALL'] });
    const asked = new URL(run.session.urls[3] ?? '').searchParams;
    expect([asked.get('view_all_page_id'), asked.get('search_type'), asked.get('q')]).toEqual([PAGE_ID, 'page', '']);
  });

  it('takes them by an address of the Library, too', async () => {
    const url = `${LIBRARY}?view_all_page_id=${PAGE_ID}&country=ALL`;
    const run = await play(url, { adDoors: ['search'] });
    expect(run.session.urls[0]).toBe(url);
    expect(new URL(run.session.urls[2] ?? '').searchParams.get('search_type')).toBe('page');
  });

  it('keeps one ad of those that its id finds', async () => {
    const run = await play(`${LIBRARY}?id=7003`);
    expect([run.items.map(({ id }) => id), run.total, run.session.urls.length]).toEqual([['7003'], null, 1]);
    const last = await play(`${LIBRARY}?id=7003`, { adDoors: ['search'] });
    expect(last.items).toHaveLength(1);
    expect(new URL(last.session.urls[2] ?? '').searchParams.get('q')).toBe('7003');
    expect(await codeOf([{ match: '', simulator: facebookSimulator({ listed: 3 }) }], `${LIBRARY}?id=7009`)).toBe('NOT_FOUND');
  });

  it('goes through the countries that are asked for', async () => {
    const run = await play(SEARCH, { listed: 3 }, { countries: ['fr', 'DE', 'FR'] });
    expect(run.session.urls.map((url) => new URL(url).searchParams.get('country'))).toEqual(['FR', 'DE']);
    expect(run.items).toHaveLength(3);
  });
});

describe('facebook: an ad', () => {
  it('has every field', async () => {
    const { items } = await play(SEARCH, { listed: 2 });
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: '7001',
      kind: 'ad',
      author: {
        name: 'Example Page',
        id: PAGE_ID,
        url: 'https://www.facebook.com/example.page',
        avatarUrl: 'https://scontent.example/page.jpg',
      },
      title: 'Ad 7001',
      text: 'Buy 7001',
      createdAt: '2026-08-01T10:03:19.000Z',
      url: `${LIBRARY}?id=7001`,
      media: [{ type: 'image', url: 'https://scontent.example/ad7001.jpg' }],
      extra: {
        endDate: '2026-08-01T12:00:00.000Z',
        isActive: true,
        platforms: ['FACEBOOK', 'INSTAGRAM'],
        ctaText: 'Shop now',
        collationCount: 1,
        collationId: '7001',
      },
    });
  });

  it('has the words of 2024 made plain', async () => {
    const html = '  First  line <br /> <br> &nbsp;{{product.name}} <b>&amp;</b> <3 <span class="x">more</span><br/>';
    expect(await only(withSnapshot({ body: { markup: { __html: html } } }))).toMatchObject({
      text: 'First  line\n\n{{product.name}} & <3 more',
      title: null,
    });
    expect((await only(withSnapshot({ body: { markup: { __html: 'one<br />\n<br />\r\ntwo\nthree' } } }))).text).toBe('one\n\ntwo\nthree');
    expect((await only(withSnapshot({ body: null }))).text).toBe('');
  });

  it('has pictures, then films, then cards', async () => {
    const cards = [
      { video_hd_url: 'https://v.example/card.mp4', resized_image_url: 'https://s.example/x.jpg' },
      { original_image_url: 'https://s.example/card.jpg' },
      {},
    ];
    const snapshot = {
      images: [{ original_image_url: '', resized_image_url: 'https://s.example/small.jpg' }],
      videos: [{ video_hd_url: 'https://v.example/hd.mp4', video_sd_url: 'https://v.example/sd.mp4' }],
      cards,
    };
    expect((await only(withSnapshot(snapshot))).media).toEqual([
      { type: 'image', url: 'https://s.example/small.jpg' },
      { type: 'video', url: 'https://v.example/hd.mp4' },
      { type: 'video', url: 'https://v.example/card.mp4' },
      { type: 'image', url: 'https://s.example/card.jpg' },
    ]);
  });

  it('needs an id and no more', async () => {
    expect(await only({ ad_archive_id: 12 })).toMatchObject({ id: '12', author: { name: null }, text: '', createdAt: null, media: [] });
    const long = await readAll(facebook, SEARCH, [
      { match: 'search_ads', body: '{"payload":{"results":[[{"adArchiveID":"1","collationID":24922295957467453}]]}}' },
    ]);
    expect(long.items[0]?.extra).toEqual({});
    expect(await codeOf([asyncly([{ pageName: 'x' }])])).toBe('PLATFORM_CHANGED');
  });
});
