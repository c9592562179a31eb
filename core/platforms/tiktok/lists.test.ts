import { describe, expect, it } from 'vitest';
import tiktok from '#core/platforms/tiktok/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { OWNER, SEC_UID, tiktokSimulator, type TikTokParams } from '#core/platforms/tiktok/simulator.ts';

const PROFILE = 'https://www.tiktok.com/@owner';

function world(params: TikTokParams = {}): FakeExchange[] {
  return [{ match: /./, simulator: tiktokSimulator(params) }];
}

describe('posts of a profile', () => {
  it('are read to the end, pinned ones once', async () => {
    const { items, total, session } = await readAll(tiktok, PROFILE, world());
    expect(items).toHaveLength(80);
    expect(total).toBe(80);
    const asked = session.urls.slice(1).map((url) => new URL(url));
    expect(asked.map(({ pathname }) => pathname)).toEqual(Array.from({ length: 3 }, () => '/api/post/item_list/'));
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      aid: '1988',
      secUid: SEC_UID,
      count: '35',
      cursor: '0',
      post_item_list_request_type: '0',
      needPinnedItemIds: 'true',
    });
  });

  it('have every field', async () => {
    const { items } = await readAll(tiktok, PROFILE, world({ posts: 4 }));
    expect(items[0]?.isPinned).toBe(true);
    expect(items[1]).toMatchObject({
      id: '6829267836783910000',
      kind: 'post',
      author: { name: 'The Owner', username: 'owner', id: OWNER, url: PROFILE, avatarUrl: 'https://cdn.example/o.jpeg', verified: true },
      text: 'Post 0 #tag &amp;',
      createdAt: '2025-10-09T08:53:20.000Z',
      likes: 2_000_456,
      replyCount: 1_000_123,
      url: `${PROFILE}/video/6829267836783910000`,
      media: [{ type: 'video', url: 'https://cdn.example/v0.mp4' }],
      isPinned: null,
      extra: { playCount: 3_000_789, shareCount: 4 },
    });
    expect(items[2]).toMatchObject({
      likes: 2_000_000,
      url: `${PROFILE}/photo/6829267836783910001`,
      media: [{ type: 'image', url: 'https://cdn.example/p1.jpeg' }],
    });
  });

  it('are found through the call for the profile, and from inside a page', async () => {
    const { items, total, session } = await readAll(tiktok, PROFILE, world({ hasProfileData: false }));
    expect([items.length, total]).toEqual([80, 80]);
    expect(new URL(session.urls[1] ?? '').pathname).toBe('/api/user/detail/');
    const inPage = await readAll(tiktok, PROFILE, world({ plain: false }));
    expect(inPage.items).toHaveLength(80);
    expect(inPage.doors).toEqual(['web API in a page']);
  });

  it('come from beside a video where the list of them is signed, without a browser', async () => {
    const { items, total, doors, session, gaps } = await readAll(tiktok, PROFILE, world({ plain: false, besideVideos: 'open' }));
    const whole = await readAll(tiktok, PROFILE, world());
    expect(items.map(({ id }) => id).toSorted()).toEqual(whole.items.map(({ id }) => id).toSorted());
    expect([total, doors, gaps]).toEqual([80, ['web API, posts beside a video'], []]);
    const asked = session.urls.map((url) => new URL(url).pathname);
    expect(asked).toEqual(['/@owner', '/api/post/item_list/', ...Array<string>(6).fill('/api/creator/item_list/')]);
    expect(session.sent.at(-1)?.headers).toMatchObject({ referer: 'https://www.tiktok.com/' });
  });

  it('are looked for beside a video behind weeks without any, and not for ever', async () => {
    const paused = await readAll(tiktok, PROFILE, world({ plain: false, besideVideos: 'paused' }));
    expect([paused.items.length, paused.gaps]).toEqual([80, []]);
    const endless: FakeExchange = {
      match: ({ url }) => url.includes('/api/creator/') && Number(new URL(url).searchParams.get('cursor')) < 1_760_000_000_000,
      body: { statusCode: 0, itemList: [], hasMorePrevious: true },
    };
    const run = await readAll(tiktok, PROFILE, [endless, ...world({ plain: false, besideVideos: 'open' })]);
    expect(run.items).toHaveLength(16);
    expect(run.gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('a whole year') }]);
  });

  it('are asked for in a page where that call is shut too', async () => {
    const refused: FakeExchange = { match: '/api/creator/', body: { statusCode: 10201 } };
    const { items, doors } = await readAll(tiktok, PROFILE, [refused, ...world({ plain: false, besideVideos: 'open' })]);
    expect([items.length, doors]).toEqual([80, ['web API in a page']]);
  });

  it('that are counted and not shown are in the ledger', async () => {
    const { items, gaps } = await readAll(tiktok, PROFILE, [
      { match: '/api/post/', body: { statusCode: 0, hasMore: false } },
      ...world({ posts: 7 }),
    ]);
    expect(items).toEqual([]);
    expect(gaps).toMatchObject([{ cause: 'hidden', count: 7 }]);
  });
});

describe.each([
  ['followers', 'follower', '67'],
  ['following', 'following', '21'],
] as const)('%s of a profile', (list, kind, scene) => {
  it('are read to the end', async () => {
    const { items, total, session, gaps } = await readAll(tiktok, PROFILE, world(), { [list]: true });
    expect(items).toHaveLength(70);
    expect(total).toBe(70);
    expect(gaps).toEqual([]);
    const asked = session.urls.slice(1).map((url) => new URL(url).searchParams);
    expect(asked.map((query) => [query.get('scene'), query.get('minCursor')])).toEqual([
      [scene, '0'],
      [scene, '1759998200'],
      [scene, '1759996400'],
    ]);
    expect(items[0]).toMatchObject({
      id: `${scene}0000000000010000`,
      kind,
      author: { name: 'User 0', username: `${scene}user0`, url: `https://www.tiktok.com/@${scene}user0`, verified: true },
      text: 'About 0',
      url: `https://www.tiktok.com/@${scene}user0`,
      extra: { followers: 0 },
    });
    expect(items[1]?.text).toBeNull();
  });

  it('that are cut short are in the ledger', async () => {
    const { items, gaps } = await readAll(tiktok, PROFILE, world({ listed: 500, truncatedAt: 60 }), { [list]: true });
    expect(items).toHaveLength(60);
    expect(gaps).toMatchObject([{ cause: 'hidden' }]);
  });

  it('that end without a login are in the ledger', async () => {
    const body = { statusCode: 0, userList: [{ user: { id: '1', uniqueId: 'a' } }], hasMore: false, total: 9 };
    const exchanges = [{ match: '/api/user/list/', body }, ...world()];
    expect((await readAll(tiktok, PROFILE, exchanges, { [list]: true })).gaps).toMatchObject([{ cause: 'login' }]);
    expect((await readAll(tiktok, PROFILE, exchanges, { [list]: true }, { sessionid: 'x' })).gaps).toEqual([]);
  });

  it('are private where TikTok says so', async () => {
    const hidden = { match: '/api/user/list/', body: { statusCode: 10222, statusMsg: 'private' } };
    await expect(readAll(tiktok, PROFILE, [hidden, ...world()], { [list]: true })).rejects.toMatchObject({ code: 'PRIVATE' });
    const none = { match: '/api/user/list/', body: { statusCode: 0, userList: [], hasMore: false } };
    const account = world({ user: { privateAccount: true } });
    await expect(readAll(tiktok, PROFILE, [none, ...account], { [list]: true })).rejects.toMatchObject({ code: 'PRIVATE' });
  });
});

describe('profiles that are not there', () => {
  it('are NOT_FOUND', async () => {
    await expect(readAll(tiktok, 'https://www.tiktok.com/@nobody', world())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const gone = { __DEFAULT_SCOPE__: { 'webapp.user-detail': { statusCode: 10221, userInfo: {} } } };
    const body = `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify(gone)}</script>`;
    await expect(readAll(tiktok, PROFILE, [{ match: '/@owner', body }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are asked for by an id in the address where nothing else names one', async () => {
    const page = (user: object) =>
      `<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify({ __DEFAULT_SCOPE__: { 'webapp.user-detail': { userInfo: { user } } } })}</script>`;
    const exchanges = [{ match: '/@owner', body: page({ id: '1' }) }, ...world({ posts: 3 })];
    const { items } = await readAll(tiktok, `${PROFILE}?sec_uid=${SEC_UID}`, exchanges);
    expect(items).toHaveLength(3);
  });
});
