import { describe, expect, it } from 'vitest';
import instagram from '#core/platforms/instagram/index.ts';
import { platformRegistry } from '#core/platforms/registry.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { CODE, instagramSimulator, MEDIA } from '#core/platforms/instagram/simulator.ts';

const registry = platformRegistry([instagram as never]);
const LOGGED_IN = { sessionid: '42%3Aabc' };

const claimOf = (url: string) => claimIn(instagram, url);

describe('instagram: addresses', () => {
  it.each([
    [`https://www.instagram.com/p/${CODE}/`, ['post', { code: CODE }]],
    [`https://instagram.com/p/${CODE}?img_index=3&igsh=x#y`, ['post', { code: CODE }]],
    [`https://www.instagram.com/reel/${CODE}/`, ['post', { code: CODE }]],
    [`https://m.instagram.com/reels/${CODE}/`, ['post', { code: CODE }]],
    [`instagram.com/tv/${CODE}`, ['post', { code: CODE }]],
    [`https://www.instagram.com/some.body_1/p/${CODE}/`, ['post', { code: CODE }]],
    [`https://www.instagram.com/some.body_1/reel/${CODE}/`, ['post', { code: CODE }]],
    [`https://www.instagram.com/p/${CODE}/c/17890000000000001/`, ['post', { code: CODE }]],
    [`https://www.instagram.com/p/${CODE}/c/17890000000000001/r/17890000000000002/`, ['post', { code: CODE }]],
    [`https://www.instagram.com/p/${CODE}/embed/captioned/`, ['post', { code: CODE }]],
    [`https://www.instagram.com/p/${CODE}abcdefghijklmnopqrstuvwxyz012345/`, ['post', { code: CODE }]],
    [`https://instagr.am/p/${CODE}`, ['post', { code: CODE }]],
    [`https://www.instagram.com/p/${CODE}/liked_by/`, ['likers', { code: CODE }]],
    ['https://www.instagram.com/share/p/BAbCd_-1', ['share', { share: 'p/BAbCd_-1' }]],
    ['https://www.instagram.com/share/reel/BAbCd_-1/', ['share', { share: 'reel/BAbCd_-1' }]],
    ['https://instagram.com/share/BAbCd_-1', ['share', { share: 'BAbCd_-1' }]],
    ['https://www.instagram.com/some.body_1/', ['profile', { user: 'some.body_1' }]],
    ['https://www.instagram.com/_u/somebody', ['profile', { user: 'somebody' }]],
    ['https://www.instagram.com/somebody/reels/', ['reels', { user: 'somebody' }]],
    ['https://www.instagram.com/somebody/followers', ['followers', { user: 'somebody' }]],
    ['https://www.instagram.com/somebody/following/?hl=de', ['following', { user: 'somebody' }]],
    ['https://www.instagram.com/somebody/tagged/', ['tagged', { user: 'somebody' }]],
    ['https://www.instagram.com/', null],
    ['https://www.instagram.com/p/', null],
    ['https://www.instagram.com/reels/', null],
    ['https://www.instagram.com/reels/audio/123456/', null],
    ['https://www.instagram.com/share/p/', null],
    ['https://www.instagram.com/explore/tags/cats/', null],
    ['https://www.instagram.com/accounts/login/', null],
    ['https://www.instagram.com/stories/somebody/123/', null],
    ['https://www.instagram.com/direct/t/1/', null],
    ['https://www.instagram.com/somebody/saved/', null],
    [`https://www.ddinstagram.com/p/${CODE}/`, null],
    [`https://kkinstagram.com/reel/${CODE}/`, null],
    [`https://help.instagram.com/p/${CODE}/`, null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));

  it.each([
    [`https://www.instagram.com/p/${CODE}/`, {}, 'comments'],
    [`https://www.instagram.com/p/${CODE}/`, { likes: true }, 'likes'],
    [`https://www.instagram.com/p/${CODE}/liked_by/`, {}, 'likes'],
    ['https://www.instagram.com/share/p/BAbCd', { likes: true }, 'likes'],
    ['https://www.instagram.com/a/', {}, 'posts'],
    ['https://www.instagram.com/a/reels/', {}, 'posts'],
    ['https://www.instagram.com/a/reels/', { following: true }, 'following'],
    ['https://www.instagram.com/a/', { followers: true, following: true }, 'followers'],
    ['https://www.instagram.com/a/following/', { followers: true }, 'followers'],
    ['https://www.instagram.com/a/followers/', {}, 'followers'],
    ['https://www.instagram.com/a/', { advanced: true }, 'posts'],
  ])('%s with %j gives %s', (url, options, type) => {
    expect(registry.choose(url, options).target.type).toBe(type);
  });

  it.each([
    [`https://www.instagram.com/p/${CODE}/`, { followers: true }],
    [`https://www.instagram.com/p/${CODE}/`, { following: true }],
    ['https://www.instagram.com/a/', { likes: true }],
    ['https://www.instagram.com/a/followers/', { likes: true }],
    ['https://www.instagram.com/a/', { tweets: true }],
    ['https://www.instagram.com/a/', { shares: true }],
    [`https://www.instagram.com/p/${CODE}/`, { live: true }],
    ['https://www.instagram.com/a/', { facebookAds: true }],
    ['https://www.instagram.com/a/tagged/', {}],
  ])('%s with %j is refused', (url, options) => {
    expect(() => registry.choose(url, options)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });
});

describe('instagram: share links', () => {
  const url = 'https://www.instagram.com/share/reel/BAbCd';
  const lead = (location: string) => [
    { match: '/share/', status: 302, headers: { location } },
    { match: /./, simulator: instagramSimulator({ comments: 5 }) },
  ];

  it.each([
    [`https://www.instagram.com/reel/${CODE}/?igsh=1`],
    [`/share/p/Other`, `/p/${CODE}/`],
    [`https://www.instagram.com/accounts/login/?next=https%3A%2F%2Fwww.instagram.com%2Fp%2F${CODE}%2F`],
  ])('lead to a post: %s', async (...locations) => {
    const hops = locations.map((location) => ({ match: '/share/', status: 302, headers: { location }, times: 1 }));
    const { items, session } = await readAll(
      instagram,
      url,
      [...hops, { match: /./, simulator: instagramSimulator({ comments: 5 }) }],
      {},
      LOGGED_IN,
    );
    expect(items).toHaveLength(5);
    expect(items[0]?.url).toBe(`https://www.instagram.com/p/${CODE}/c/1000/`);
    expect(session.urls[0]).toBe('https://www.instagram.com/share/reel/BAbCd');
  });

  it.each([
    ['/accounts/login/', 'LOGIN_REQUIRED'],
    ['/accounts/login/?next=mailto%3Aa', 'LOGIN_REQUIRED'],
    ['/somebody/', 'NOT_FOUND'],
    ['https://example.org/', 'NOT_FOUND'],
  ])('that lead to %s are %s', async (location, code) => {
    await expect(readAll(instagram, url, lead(location), {}, LOGGED_IN)).rejects.toMatchObject({ code });
  });

  it('give the likers of the post', async () => {
    const { items } = await readAll(instagram, url, lead(`/p/${CODE}/`), { likes: true }, LOGGED_IN);
    expect(items[0]?.kind).toBe('like');
  });
});

describe('instagram: first requests', () => {
  it('ask by the number of the post', async () => {
    const session = new FakeSession([{ match: /./, simulator: instagramSimulator({}) }], { cookies: LOGGED_IN });
    const [first] = instagram.start(registry.choose(`https://www.instagram.com/reel/${CODE}/`, {}).target, session.options);
    expect(first?.cursor).toMatchObject({ list: 'comments', code: CODE, media: MEDIA });
  });
});
