import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import type { ChosenTarget } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import steam from '#core/platforms/steam/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const STORE =
  'https://store.steampowered.com/appreviews/10?json=1&filter=recent&language=all&review_type=all&purchase_type=all&num_per_page=100&cursor=';
const SERVICE =
  'https://api.steampowered.com/IUserReviewsService/GetAppReviews/v1/?appid=10&filter=1&languages%5B0%5D=all&review_type=0&purchase_type=1&num_per_page=100&cursor=';
const TARGET: ChosenTarget = {
  target: 'app',
  params: { app: '10' },
  type: 'reviews',
  selector: 'own',
  url: 'https://store.steampowered.com/app/10/',
};
const FIRST = { app: '10', order: 'new', door: 'store', cursor: '*' } as const;

const review = (id: number, more: object = {}): object => ({
  recommendationid: String(id),
  author: { steamid: '76561190000000001', playtime_forever: 120 },
  language: 'english',
  review: ' [b]Good[/b] &amp; fun \r\n\r\n\r\nreally  so\n',
  timestamp_created: 1700000000,
  timestamp_updated: 1700000000,
  voted_up: true,
  votes_up: 3,
  votes_funny: '4294967295',
  comment_count: '2',
  steam_purchase: true,
  received_for_free: false,
  written_during_early_access: false,
  ...more,
});
const list = (reviews: readonly object[], cursor?: string, total?: number): object => ({
  success: 1,
  query_summary: { num_reviews: reviews.length, ...(total === undefined ? {} : { total_reviews: total }) },
  reviews,
  cursor,
});

const paramsOf = (text: string): unknown => steam.targets[0]?.match(parsePastedUrl(text)) ?? null;

describe('steam: URLs', () => {
  it('reads the app id from every shape', () => {
    for (const url of [
      'https://store.steampowered.com/app/573170/Fidel_Dungeon_Rescue/?l=english#app_reviews_hash',
      'https://store.steampowered.com/agecheck/app/573170/',
      'https://steamcommunity.com/app/573170',
      'https://steamcommunity.com/app/573170/reviews/?browsefilter=toprated',
      'https://s.team/a/573170',
      'store.steampowered.com/app/573170',
    ])
      expect(paramsOf(url), url).toEqual({ app: '573170' });
  });

  it('leaves everything else alone', () => {
    for (const url of [
      'https://steamcommunity.com/id/someone/recommended/573170/',
      'https://steamcommunity.com/profiles/76561190000000001/recommended/573170/',
      'https://steamcommunity.com/app/573170/discussions/0/12/',
      'https://store.steampowered.com/bundle/232/',
      'https://store.steampowered.com/sub/469/',
      'https://store.steampowered.com/curator/1/app/10',
      'https://store.steampowered.com/app/abc/',
      'https://store.steampowered.com/app/',
      'https://store.steampowered.com/a/573170',
      'https://s.team/app/573170',
      'https://notstore.steampowered.com.evil.org/app/10',
      'https://evilsteamcommunity.com/app/10',
    ])
      expect(paramsOf(url), url).toBeNull();
  });
});

describe('steam: reading', () => {
  it('starts with the newest first, and with the most helpful where that is asked for', () => {
    const options = new FakeSession([]).options;
    expect(steam.start(TARGET, options)).toEqual([{ cursor: FIRST, role: 'page' }]);
    expect(steam.start(TARGET, { ...options, sort: 'top' })[0]?.cursor.order).toBe('top');
    expect(steam.start(TARGET, { ...options, sort: 'old' })[0]?.cursor.order).toBe('new');
  });

  it('turns a review into an item', async () => {
    const full = review(1, {
      author: { steamid: '76561190000000009', personaname: 'Ann', playtime_forever: 120, playtime_at_review: 60 },
      timestamp_updated: 1700000001,
      voted_up: false,
      developer_response: 'Thanks!\n',
      timestamp_dev_responded: 1700000100,
    });
    const session = new FakeSession([
      { match: STORE, body: list([full, review(2, { timestamp_updated: 0, developer_response: '  ' })], 'a+/=', 7) },
    ]);
    const page = await steam.fetchPage(FIRST, session);
    expect(session.urls).toEqual([`${STORE}*`]);
    expect(page).toMatchObject({
      total: 7,
      dateOrder: 'newestFirst',
      door: 'appreviews',
      next: [{ cursor: { ...FIRST, cursor: 'a+/=' }, role: 'page' }],
    });
    const [first, second] = page.items;
    expect(first).toEqual(
      wholeItem({
        id: '1',
        kind: 'review',
        author: { name: 'Ann', id: '76561190000000009', url: 'https://steamcommunity.com/profiles/76561190000000009' },
        text: '[b]Good[/b] &amp; fun\n\n\nreally  so',
        createdAt: '2023-11-14T22:13:20.000Z',
        createdAtPrecision: 'second',
        likes: 3,
        replyCount: 2,
        rating: 0,
        ratingScale: 1,
        language: 'english',
        url: 'https://steamcommunity.com/profiles/76561190000000009/recommended/10/',
        isEdited: true,
        ownerReply: { text: 'Thanks!', createdAt: '2023-11-14T22:15:00.000Z' },
        extra: {
          recommended: false,
          votesFunny: 4294967295,
          playtimeMinutes: 120,
          playtimeAtReviewMinutes: 60,
          steamPurchase: true,
          receivedForFree: false,
          earlyAccess: false,
        },
      }),
    );
    expect(second).toMatchObject({ isEdited: null, ownerReply: null, rating: 1, author: { name: null } });
    for (const item of page.items) expect(itemSchema.parse(item)).toEqual(item);
  });

  it('goes on behind a short page and ends at an empty one, a missing cursor or the same one', async () => {
    const after = async (cursor: string, body: object): Promise<unknown> =>
      (await steam.fetchPage({ ...FIRST, cursor }, new FakeSession([{ match: STORE, body }]))).next;
    expect(await after('b', list([review(1)], 'c'))).toHaveLength(1);
    expect(await after('b', list([], 'c'))).toEqual([]);
    expect(await after('b', list([review(1)]))).toEqual([]);
    expect(await after('b', list([review(1)], 'b'))).toEqual([]);
  });

  it('says the total on the first page only, and that replies are not fetched', async () => {
    const session = new FakeSession([{ match: STORE, body: list([review(1)], 'c', 5) }], { options: { replies: true } });
    expect((await steam.fetchPage(FIRST, session)).notes).toHaveLength(1);
    const later = await steam.fetchPage({ ...FIRST, cursor: 'b' }, session);
    expect(later.notes).toBeUndefined();
    expect(later.total).toBeUndefined();
  });

  it('gives an empty list as one, and an answer without success as NOT_FOUND', async () => {
    const empty = { success: 1, query_summary: { num_reviews: 0, total_reviews: 0 }, reviews: [], cursor: '*' };
    expect(await steam.fetchPage(FIRST, new FakeSession([{ match: STORE, body: empty }]))).toMatchObject({ items: [], next: [], total: 0 });
    await expect(steam.fetchPage(FIRST, new FakeSession([{ match: STORE, body: { success: 2 } }]))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('has a null body asked for again, and names the place of a change', async () => {
    await expect(steam.fetchPage(FIRST, new FakeSession([{ match: STORE, body: null }]))).rejects.toMatchObject({
      name: 'IncompleteAnswer',
    });
    const changed = list([review(1, { voted_up: 'yes' })], 'c');
    await expect(steam.fetchPage(FIRST, new FakeSession([{ match: STORE, body: changed }]))).rejects.toMatchObject({
      name: 'PlatformChanged',
      path: 'reviews.0.voted_up',
    });
  });
});

describe('steam: the second door', () => {
  const served = { response: { query_summary: {}, total_matching: 9, reviews: [review(1)], cursor: 'x+' } };

  it.each([
    { status: 404, body: '' },
    { status: 410, body: {} },
    { status: 200, body: '<!doctype html>' },
    { status: 403, body: '<html>' },
  ])('is taken where the first one answers %o', async (shut) => {
    const session = new FakeSession([
      { match: 'appreviews', ...shut },
      { match: SERVICE, body: served },
    ]);
    const page = await steam.fetchPage(FIRST, session);
    expect(session.urls).toEqual([`${STORE}*`, `${SERVICE}*`]);
    expect(page).toMatchObject({ total: 9, door: 'IUserReviewsService', next: [{ cursor: { ...FIRST, door: 'service', cursor: 'x+' } }] });
    const last = new FakeSession([{ match: SERVICE, body: { response: {} } }]);
    expect(await steam.fetchPage({ ...FIRST, door: 'service', cursor: 'x+' }, last)).toMatchObject({ items: [], next: [] });
    expect(last.urls[0]).toBe(`${SERVICE}x%2B`);
  });

  it('is not taken for another failure, nor in the middle of the list', async () => {
    const rejected = (status: number, cursor: string): Promise<unknown> =>
      steam.fetchPage({ ...FIRST, cursor }, new FakeSession([{ match: 'appreviews', status, body: {} }])).catch((error: unknown) => error);
    expect(await rejected(403, '*')).toMatchObject({ code: 'BLOCKED' });
    expect(await rejected(429, '*')).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await rejected(503, '*')).toMatchObject({ code: 'NETWORK' });
    expect(await rejected(404, 'b')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('decides the failure when it is shut too', async () => {
    const session = new FakeSession([
      { match: 'appreviews', status: 404 },
      { match: 'IUserReviewsService', status: 404 },
    ]);
    await expect(steam.fetchPage(FIRST, session)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
