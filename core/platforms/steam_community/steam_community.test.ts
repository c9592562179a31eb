import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/steam_community/address.ts';
import steamCommunity from '#core/platforms/steam_community/index.ts';
import { type SteamCommunityParams, steamCommunitySimulator } from '#core/platforms/steam_community/simulator.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const SITE = 'https://steamcommunity.com';
const FILE = `${SITE}/sharedfiles/filedetails/?id=2881031511`;
const TOPIC = `${SITE}/app/1806330/discussions/0/599658915298442665/?ctp=3#c1`;
const play = (url: string, params: SteamCommunityParams = {}, options: RunOptions = {}) =>
  readAll(steamCommunity, url, [{ match: '', simulator: steamCommunitySimulator(params) }], options);

describe('addresses', () => {
  const file = { path: '/sharedfiles/filedetails/?id=12', link: '/sharedfiles/filedetails/comments/12' };
  const topic = (path: string) => ({ kind: 'topic', params: { path, link: path } });
  it.each([
    ['/sharedfiles/filedetails/?id=12&searchtext=x', { kind: 'file', params: file }],
    ['/workshop/filedetails/?id=12', { kind: 'file', params: file }],
    ['/sharedfiles/filedetails/comments/12', { kind: 'file', params: file }],
    ['/app/10/discussions/0/34/?ctp=2', topic('/app/10/discussions/0/34/')],
    ['/groups/cats/discussions/1/34', topic('/groups/cats/discussions/1/34/')],
    ['/gid/1035/discussions/0/34/', topic('/gid/1035/discussions/0/34/')],
    ['/app/10/tradingforum/34/', topic('/app/10/tradingforum/34/')],
    ['/app/10/eventcomments/34', topic('/app/10/eventcomments/34/')],
    ['/workshop/filedetails/discussion/12/34/', topic('/workshop/filedetails/discussion/12/34/')],
    ['/id/cat/', { kind: 'profile', params: { path: '/id/cat/allcomments', link: '/id/cat/' } }],
    [
      '/profiles/76561198000000007/allcomments',
      { kind: 'profile', params: { path: '/profiles/76561198000000007/allcomments', link: '/profiles/76561198000000007/' } },
    ],
    ['/groups/cats/comments', { kind: 'group', params: { path: '/groups/cats/comments', link: '/groups/cats/' } }],
    ['/app/10/discussions/0/', null],
    ['/app/10/discussions/', null],
    ['/app/10', null],
    ['/app/10/reviews/', null],
    ['/sharedfiles/filedetails/changelog/12', null],
    ['/sharedfiles/filedetails/', null],
    ['/id/cat/inventory', null],
    ['/id/cat/recommended/10/', null],
    ['/groups/cats/members', null],
  ])('steamcommunity.com%s', (path, place) => expect(placeAt(parsePastedUrl(SITE + path))).toEqual(place));
});

describe('comments', () => {
  it('of a file come from its thread, the newest first', async () => {
    const { items, total, session, doors } = await play(FILE);
    expect([items.length, total, doors]).toEqual([120, 120, ['comment thread']]);
    expect(session.sent.map(({ method, url }) => `${method} ${url.replace(SITE, '')}`)).toEqual([
      'GET /sharedfiles/filedetails/?id=2881031511',
      ...Array.from({ length: 3 }, () => 'POST /comment/PublishedFile_Public/render/76561198000000007/2881031511/'),
    ]);
    expect(session.sent[1]?.body).toBe('start=0&count=50&totalcount=120&feature2=-1&extended_data=%5B%5D');
    expect(session.sent[0]?.headers['cookie']).toBe('birthtime=0; mature_content=1');
    expect(items[9]).toEqual(
      wholeItem({
        id: '4000000000110',
        kind: 'comment',
        author: {
          name: 'Cat 110 & co',
          username: 'cat_110',
          id: '76561197960365838',
          url: 'https://steamcommunity.com/id/cat_110',
          avatarUrl: 'https://avatars.steam.example/110.jpg',
        },
        text: 'Comment 110 purrs :cat:\nhttps://cats.example/110?a=1',
        title: 'Cat & Mouse',
        createdAt: '2025-01-01T01:50:00.000Z',
        createdAtPrecision: 'second',
        url: `${SITE}/sharedfiles/filedetails/comments/2881031511#c4000000000110`,
        media: [{ type: 'image', url: 'https://images.steam.example/110.png' }],
        isAuthorPost: false,
      }),
    );
    expect(items.find(({ id }) => id === '4000000000006')).toMatchObject({ isAuthorPost: true, author: { username: 'cat_6' } });
  });

  it('of a topic are the oldest first, or the newest', async () => {
    const { items, session } = await play(TOPIC);
    expect([items.length, items[0]?.id, items[6]?.isAuthorPost]).toEqual([120, '4000000000000', true]);
    expect(items[0]).toMatchObject({ title: 'Why purr?', url: `${SITE}/app/1806330/discussions/0/599658915298442665/#c4000000000000` });
    expect(new URLSearchParams(session.sent[1]?.body).get('feature2')).toBe('599658915298442665');
    expect(new URLSearchParams(session.sent[1]?.body).get('oldestfirst')).toBe('true');
    expect(session.sent[0]?.headers['cookie']).toContain('wants_mature_content_apps=1806330');
    expect((await play(TOPIC, {}, { sort: 'new' })).items[0]?.id).toBe('4000000000119');
    expect((await play(FILE, {}, { sort: 'old' })).items[0]?.id).toBe('4000000000119');
  });

  it.each([
    [`${SITE}/id/purring_cat`, true],
    [`${SITE}/groups/purring-cats`, null],
  ])('of %s', async (url, isByOwner) => {
    const { items } = await play(url, { comments: 20 });
    expect([items.length, items.find(({ id }) => id === '4000000000006')?.isAuthorPost]).toEqual([20, isByOwner]);
    expect(items[0]).toMatchObject({ title: null, url: `${url}/#c4000000000019` });
  });

  it('nobody has written are none', async () => {
    const { items, total } = await play(FILE, { comments: 0 });
    expect([items, total]).toEqual([[], 0]);
  });
});

describe('refusals', () => {
  it.each([
    [{ page: 'gone' }, 'NOT_FOUND'],
    [{ page: 'private' }, 'PRIVATE'],
    [{ page: 'ageGate' }, 'AGE_RESTRICTED'],
    [{ page: 'closed' }, 'COMMENTS_DISABLED'],
    [{ page: 'other' }, 'PLATFORM_CHANGED'],
    [{ refusal: { success: false, error: 'You do not have permission.' } }, 'PRIVATE'],
    [{ refusal: { success: true, total_count: 5, comments_html: '<p>a new look</p>' } }, 'PLATFORM_CHANGED'],
    [{ refusal: { success: true, total_count: 5 } }, 'PLATFORM_CHANGED'],
  ] as const)('%o', async (params, code) => {
    await expect(play(FILE, params)).rejects.toMatchObject({ code });
  });

  it('a page that is not there is not found', async () => {
    await expect(play(`${SITE}/sharedfiles/filedetails/?id=1`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
