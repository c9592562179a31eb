import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import tiktok from '#core/platforms/tiktok/index.ts';
import { claimIn } from '#test/platforms/read-all.ts';

const ID = '7560802497552567582';
const registry = await loadPlatforms();

const claimOf = (url: string) => claimIn(tiktok, url);

describe('addresses', () => {
  it.each([
    [`https://www.tiktok.com/@tiff.picks/video/${ID}`, ['video', { video: ID, user: 'tiff.picks' }]],
    [`tiktok.com/@_/video/${ID}?is_copy_url=1`, ['video', { video: ID, user: '_' }]],
    [`https://www.tiktok.com/@/video/${ID}`, ['video', { video: ID }]],
    [`https://www.tiktok.com/@a_b/photo/${ID}`, ['video', { video: ID, user: 'a_b' }]],
    [`https://www.tiktok.com/@a_b/story/${ID}`, ['video', { video: ID, user: 'a_b' }]],
    [`https://m.tiktok.com/v/${ID}.html`, ['video', { video: ID }]],
    [`https://www.tiktok.com/video/${ID}/`, ['video', { video: ID }]],
    [`https://www.tiktok.com/embed/v2/${ID}`, ['video', { video: ID }]],
    [`https://www.tiktok.com/embed/${ID}`, ['video', { video: ID }]],
    [`https://www.tiktok.com/player/v1/${ID}?autoplay=1`, ['video', { video: ID }]],
    [`https://m.tiktok.com/share/video/${ID}/`, ['video', { video: ID }]],
    [`https://www.tiktok.com/i18n/share/video/${ID}`, ['video', { video: ID }]],
    [`https://us.tiktok.com/@a/video/${ID}`, ['video', { video: ID, user: 'a' }]],
    ['https://vm.tiktok.com/ZMJabc12/', ['short-link', { short: 'https://vm.tiktok.com/ZMJabc12' }]],
    ['https://vt.tiktok.com/ZSabc12', ['short-link', { short: 'https://vt.tiktok.com/ZSabc12' }]],
    ['https://www.tiktok.com/t/ZTabc12/', ['short-link', { short: 'https://www.tiktok.com/t/ZTabc12' }]],
    ['https://www.tiktok.com/@the.rock_1', ['profile', { user: 'the.rock_1' }]],
    ['https://www.tiktok.com/@a?sec_uid=MS4wLjABAAAAabcdefghijk', ['profile', { user: 'a', secUid: 'MS4wLjABAAAAabcdefghijk' }]],
    ['https://www.tiktok.com/@a?sec_uid=x', ['profile', { user: 'a' }]],
    ['https://www.tiktok.com/@a/live', null],
    ['https://www.tiktok.com/@a/playlist/name-123456789', null],
    ['https://www.tiktok.com/@a/video/abc', null],
    ['https://www.tiktok.com/tag/cats', null],
    ['https://www.tiktok.com/music/a-song-6818447895918807041', null],
    ['https://www.tiktok.com/', null],
    ['https://www.tiktok.com/@/', null],
    ['https://vm.tiktok.com/', null],
    [`https://ads.tiktok.com/video/${ID}`, null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));

  it.each([
    [{ likes: true }, 'not who they are'],
    [{ shares: true }, 'not by whom'],
    [{ followers: true }, 'comments without an option'],
    [{ tweets: true }, 'no tweets'],
    [{ live: true }, 'no live'],
    [{ facebookAds: true }, 'no facebookAds'],
  ])('%j of a video is refused with a reason', (options, words) => {
    const url = `https://www.tiktok.com/@a/video/${ID}`;
    expect(() => registry.choose(url, options)).toThrow(CommentdockError);
    expect(() => registry.choose(url, options)).toThrow(words);
  });

  it('takes followers before following, and "advanced" without effect', () => {
    const url = 'https://www.tiktok.com/@owner';
    expect(registry.choose(url, { following: true, followers: true }).target.type).toBe('followers');
    expect(registry.choose(url, { advanced: true }).target.type).toBe('posts');
  });
});
