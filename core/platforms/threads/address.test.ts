import { describe, expect, it } from 'vitest';
import { platformRegistry } from '#core/platforms/registry.ts';
import threads from '#core/platforms/threads/index.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { CODE, threadsSimulator } from '#core/platforms/threads/simulator.ts';

const registry = platformRegistry([threads as never]);

const claimOf = (url: string) => claimIn(threads, url);

describe('threads: addresses', () => {
  it.each([
    [`https://www.threads.com/@some.body_1/post/${CODE}`, ['post', { code: CODE, user: 'some.body_1' }]],
    [`https://threads.net/@some.body_1/post/${CODE}?xmt=AQGz&igshid=x`, ['post', { code: CODE, user: 'some.body_1' }]],
    [`https://www.threads.net/@a/post/${CODE}/media?slof=1`, ['post', { code: CODE, user: 'a' }]],
    [`threads.com/t/${CODE}/`, ['post', { code: CODE }]],
    [`https://www.threads.com/@a/post/${CODE}abcdefghijklmnopqrstuvwxyz`, ['post', { code: CODE, user: 'a' }]],
    ['https://www.threads.com/share/BAbCd_-1/', ['share', { share: 'BAbCd_-1' }]],
    ['https://www.threads.com/share/p/BAbCd_-1', ['share', { share: 'p/BAbCd_-1' }]],
    ['https://www.threads.com/@some.body_1', ['profile', { user: 'some.body_1' }]],
    ['https://www.threads.com/@a/?hl=de', ['profile', { user: 'a' }]],
    ['https://www.threads.com/@a/replies', ['profile-tab', { user: 'a', tab: 'replies' }]],
    ['https://www.threads.net/@a/media', ['profile-tab', { user: 'a', tab: 'media' }]],
    ['https://www.threads.com/@a/reposts', ['profile-tab', { user: 'a', tab: 'reposts' }]],
    ['https://www.threads.com/', null],
    ['https://www.threads.com/search?q=cats', null],
    ['https://www.threads.com/custom_feed/1', null],
    ['https://www.threads.com/login', null],
    ['https://www.threads.com/zuck', null],
    ['https://www.threads.com/@a/post/', null],
    ['https://www.threads.com/@a/unknown', null],
    ['https://www.threads.com/t/', null],
    [`https://threads.org/@a/post/${CODE}`, null],
    [`https://help.threads.com/@a/post/${CODE}`, null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));

  it.each([
    [`https://www.threads.com/@a/post/${CODE}`, {}, 'comments'],
    [`https://www.threads.com/@a/post/${CODE}`, { likes: true }, 'likes'],
    ['https://www.threads.com/@a', {}, 'posts'],
    ['https://www.threads.com/@a', { tweets: true }, 'posts'],
    ['https://www.threads.com/@a', { following: true }, 'following'],
    ['https://www.threads.com/@a/replies', { followers: true, following: true, tweets: true }, 'followers'],
  ])('%s with %j gives %s', (url, options, type) => {
    expect(registry.choose(url, options).target.type).toBe(type);
  });

  it.each([
    [`https://www.threads.com/@a/post/${CODE}`, { followers: true }],
    [`https://www.threads.com/@a/post/${CODE}`, { shares: true }],
    ['https://www.threads.com/@a', { likes: true }],
    ['https://www.threads.com/@a', { live: true }],
  ])('%s with %j is refused', (url, options) => {
    expect(() => registry.choose(url, options)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });

  it('ask for a post by its address, or by its code alone', async () => {
    const world = [{ match: /./, simulator: threadsSimulator({ replies: 3 }) }];
    const { session } = await readAll(threads, `https://www.threads.net/@owner/post/${CODE}?xmt=1`, world);
    expect(session.urls).toEqual([`https://www.threads.com/@owner/post/${CODE}`]);
    const short = await readAll(threads, `https://www.threads.com/t/${CODE}`, world);
    expect([short.session.urls, short.items.length]).toEqual([[`https://www.threads.com/t/${CODE}`], 3]);
  });

  it.each([
    [`/@owner/post/${CODE}?xmt=1`, '3 items'],
    ['/@owner', 'NOT_FOUND'],
    ['https://example.org/', 'NOT_FOUND'],
  ])('share links that lead to %s: %s', async (location, expected) => {
    const world = [
      { match: '/share/', status: 302, headers: { location } },
      { match: /./, simulator: threadsSimulator({ replies: 3 }) },
    ];
    const outcome = await readAll(threads, 'https://www.threads.com/share/BAbCd', world).then(
      ({ items }) => `${items.length} items`,
      (error: { code: string }) => error.code,
    );
    expect(outcome).toBe(expected);
  });
});
