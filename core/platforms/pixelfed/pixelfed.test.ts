import { describe, expect, it } from 'vitest';
import pixelfed from '#core/platforms/pixelfed/index.ts';
import { placeAt } from '#core/platforms/pixelfed/address.ts';
import { type PixelfedParams, pixelfedSimulator } from '#core/platforms/pixelfed/simulator.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const POST = 'https://pixelfed.example/p/owner/1000';
const PROFILE = 'https://pixelfed.example/i/web/profile/7';
const TOKEN = { auth_token: 'simulated-token' };
const play = (options: RunOptions = {}, url = POST, cookies: Record<string, string> = {}, params: PixelfedParams = {}) =>
  readAll(pixelfed, url, [{ match: '', simulator: pixelfedSimulator(params) }], options, cookies);
const codeOf = (exchanges: readonly FakeExchange[], url = POST): Promise<unknown> =>
  readAll(pixelfed, url, exchanges).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const paths = (urls: readonly string[]): readonly string[] => urls.map((url) => url.replace('https://pixelfed.example/api', ''));

describe('pixelfed: addresses', () => {
  const host = 'pix.example.org';
  const id = '1234567890123456789';
  it.each([
    [`https://pix.example.org/p/some.body/${id}?x=1`, { kind: 'post', params: { host, name: 'some.body', id } }],
    [`https://pix.example.org:8443/i/web/post/${id}`, { kind: 'remote', params: { host: 'pix.example.org:8443', id } }],
    ['https://pix.example.org/i/web/profile/7', { kind: 'profile', params: { host, id: '7' } }],
    ...[
      'p/somebody',
      `p/12/${id}`,
      `p/somebody/${id}/x`,
      'somebody',
      'i/web/post/x',
      'i/web/timeline/12',
      'i/web/post',
      'users/somebody',
    ].map((path): [string, null] => [`https://pix.example.org/${path}`, null]),
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));
});

describe('pixelfed: comments', () => {
  it('of a post are its direct ones, the newest first', async () => {
    const { items, total, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([70, 70, ["JSON of the site's own pages"]]);
    expect(paths(session.urls)).toEqual([
      '/v2/profile/owner/status/1000',
      '/v2/comments/7/status/1000?limit=50&page=1',
      '/v2/comments/7/status/1000?limit=50&page=2',
    ]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '500000000000068068',
        kind: 'comment',
        author: {
          name: 'User 7',
          username: 'owner',
          id: '7',
          url: 'https://pixelfed.example/owner',
          avatarUrl: 'https://pixelfed.example/storage/avatars/7.jpg',
        },
        text: 'Words *of* 68 & <more>',
        createdAt: '2024-05-01T01:08:00.000Z',
        createdAtPrecision: 'second',
        likes: 5,
        replyCount: 0,
        url: 'https://pixelfed.example/p/owner/500000000000068068',
        isEdited: false,
        isAuthorPost: true,
        extra: { reblogs: 1, sensitive: false, pfType: 'reply' },
      }),
    );
    expect(items[2]).toMatchObject({ text: 'Words of 67 & more', isAuthorPost: false });
    expect(items[4]?.isEdited).toBe(true);
  });

  it('have their answers of every level', async () => {
    const { items, session } = await play({ replies: true });
    expect(items).toHaveLength(84);
    const ofThread = items.filter(({ id }) => id.startsWith('50000000000006006'));
    expect(ofThread.map(({ id, parentId }) => [id.slice(-5), parentId?.slice(-5) ?? null])).toEqual([
      ['60060', null],
      ['60061', '60060'],
      ['60062', '60061'],
    ]);
    expect(session.urls.filter((url) => url.includes('/status/500'))).toHaveLength(14);
  });

  it('of a post of another server are asked for with a token', async () => {
    const url = 'https://pixelfed.example/i/web/post/1000';
    await expect(play({}, url)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED', message: expect.stringContaining('auth_token') });
    const { items, session } = await play({}, url, TOKEN);
    expect(items).toHaveLength(70);
    expect(session.sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer simulated-token', undefined, undefined]);
  });

  it('may be switched off, or shown to members alone', async () => {
    await expect(play({}, POST, {}, { isSilent: true })).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
    await expect(play({}, POST, {}, { isClosed: true })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('pixelfed: lists', () => {
  it('of posts go on below the smallest id', async () => {
    const { items, total, session } = await play({}, PROFILE);
    expect([items.length, total]).toEqual([100, null]);
    expect(paths(session.urls).slice(0, 2)).toEqual([
      '/pixelfed/v1/accounts/7/statuses?limit=24',
      '/pixelfed/v1/accounts/7/statuses?limit=24&max_id=1977',
    ]);
    expect(items[0]).toMatchObject({
      kind: 'post',
      id: '2000',
      isAuthorPost: null,
      media: [{ type: 'image', url: 'https://pixelfed.example/storage/m/2000.jpg' }],
    });
  });

  it.each([
    ['likes', 'like', POST, 'statuses/1000/favourited_by'],
    ['shares', 'share', POST, 'statuses/1000/reblogged_by'],
    ['followers', 'follower', PROFILE, 'accounts/7/followers'],
    ['following', 'following', PROFILE, 'accounts/7/following'],
  ] as const)('of %s are asked for with a token, to the end of their links', async (selector, kind, url, call) => {
    const { items, session } = await play({ [selector]: true }, url, TOKEN);
    expect(items).toHaveLength(100);
    expect(paths(session.urls)).toEqual([`/v1/${call}?limit=80`, `/v1/${call}?limit=80&cursor=80`]);
    expect(items[2]).toEqual(
      wholeItem({
        id: '202',
        kind,
        author: {
          name: 'User 202',
          username: 'user202@far.example',
          id: '202',
          url: 'https://far.example/user202',
          avatarUrl: 'https://pixelfed.example/storage/avatars/202.jpg',
        },
        text: 'About 202',
        url: 'https://far.example/user202',
        extra: { accountCreatedAt: '2020-01-02T03:04:05.000Z' },
      }),
    );
    await expect(play({ [selector]: true }, url)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('are not followed to another host', async () => {
    const link = '<https://elsewhere.example/api/v1/accounts/7/followers?cursor=2>; rel="next"';
    const exchanges = [{ match: '', headers: { link }, body: [{ id: '1' }] }];
    const { items, session } = await readAll(pixelfed, PROFILE, exchanges, { followers: true }, TOKEN);
    expect([items.length, session.urls.length]).toEqual([1, 1]);
  });
});

describe('pixelfed: what servers refuse', () => {
  it.each([
    [{ status: 404, body: { error: 'x' } }, 'NOT_FOUND'],
    [{ status: 403, body: { error: 'x' } }, 'PRIVATE'],
    [{ status: 403, body: '<html></html>' }, 'BLOCKED'],
    [{ status: 401, body: { error: 'x' } }, 'LOGIN_REQUIRED'],
    [{ status: 302, headers: { location: '/login' } }, 'LOGIN_REQUIRED'],
    [{ status: 302, headers: { location: 'https://elsewhere.example/' } }, 'BLOCKED'],
    [{ status: 429, body: '' }, 'RATE_LIMITED'],
    [{ body: '<html></html>' }, 'BLOCKED'],
    [{ body: { status: {} } }, 'PLATFORM_CHANGED'],
  ])('%j', async (exchange, code) => expect(await codeOf([{ match: '', ...exchange }])).toBe(code));
});
