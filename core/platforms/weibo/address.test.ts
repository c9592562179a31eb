import { describe, expect, it } from 'vitest';
import weibo from '#core/platforms/weibo/index.ts';
import { midOf } from '#core/platforms/weibo/mblog-id.ts';
import { readWrittenTime } from '#core/platforms/weibo/written-time.ts';
import { claimIn } from '#test/platforms/read-all.ts';

const claimOf = (url: string) => claimIn(weibo, url);

describe('addresses', () => {
  const uid = '1669879400';
  const post = 'J5cVGuUNq';
  const mid = '4512413447368168';
  it.each([
    [`https://weibo.com/${uid}/${post}?type=comment#_rnd1`, ['post', { post, uid }]],
    [`https://www.weibo.com/${uid}/${mid}`, ['post', { post: mid, uid }]],
    [`https://weibo.com/detail/${mid}`, ['post', { post: mid }]],
    [`https://weibo.com/detail/${post}`, ['post', { post }]],
    [`https://m.weibo.cn/detail/${mid}`, ['mobile-post', { post: mid }]],
    [`https://m.weibo.cn/status/${post}`, ['mobile-post', { post }]],
    [`https://m.weibo.cn/${uid}/${mid}`, ['mobile-post', { post: mid, uid }]],
    [`https://weibo.cn/comment/${post}?page=3`, ['plain-post', { post }]],
    [`https://weibo.cn/comment/hot/${post}?rl=1`, ['plain-post', { post }]],
    [`https://weibo.cn/repost/${post}`, ['plain-reposts', { post }]],
    [`https://weibo.cn/attitude/${post}`, ['plain-likes', { post }]],
    [`https://weibo.com/u/${uid}`, ['profile', { uid }]],
    [`https://weibo.com/${uid}`, ['profile', { uid }]],
    ['https://weibo.com/somename', ['profile', { name: 'somename' }]],
    ['https://weibo.com/n/某人', ['profile', { nick: '某人' }]],
    [`https://m.weibo.cn/u/${uid}?x=1`, ['mobile-profile', { uid }]],
    [`https://m.weibo.cn/profile/${uid}`, ['mobile-profile', { uid }]],
    [`https://weibo.cn/u/${uid}`, ['plain-profile', { uid }]],
    [`https://weibo.cn/${uid}/profile`, ['plain-profile', { uid }]],
    [`https://weibo.cn/${uid}`, ['plain-profile', { uid }]],
    ['https://weibo.cn/somename', null],
    ['https://weibo.com/ttarticle/p/show?id=230940', null],
    ['https://weibo.com/tv/show/1034:4512', null],
    ['https://weibo.com/hot', null],
    ['https://weibo.com/', null],
    ['https://t.cn/A6Lftj1K', null],
    ['https://passport.weibo.com/visitor', null],
    [`https://weibo.cn/${uid}/follow`, null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('the number of a post', () => {
  it.each([
    ['J5cVGuUNq', '4512413447368168'],
    ['z0JH2lOMb', '3501756485200075'],
    ['4512413447368168', '4512413447368168'],
  ])('%s', (name, mid) => {
    expect(midOf(name)).toBe(mid);
  });
});

describe('times as they are written', () => {
  const now = new Date('2026-01-02T04:00:00Z');
  it.each([
    ['2026-01-01 20:56:29\u00a0来自来自河南   ', '2026-01-01T12:56:29.000Z', 'second', null, '来自来自河南'],
    ['2020-06-03 00:00', '2020-06-02T16:00:00.000Z', 'minute', null, null],
    ['12月31日 23:10', '2025-12-31T15:10:00.000Z', 'minute', null, null],
    ['01月03日 11:00', '2026-01-03T03:00:00.000Z', 'minute', null, null],
    ['01月03日 13:00', '2025-01-03T05:00:00.000Z', 'minute', null, null],
    ['今天 12:00 网页', '2026-01-02T04:00:00.000Z', 'minute', '今天 12:00', '网页'],
    ['昨天 11:59', '2026-01-01T03:59:00.000Z', 'minute', '昨天 11:59', null],
    ['5分钟前', '2026-01-02T03:55:00.000Z', 'minute', '5分钟前', null],
    ['3小时前', '2026-01-02T01:00:00.000Z', 'hour', '3小时前', null],
    ['刚刚', '2026-01-02T04:00:00.000Z', 'minute', '刚刚', null],
    ['08-29', '2025-08-28T16:00:00.000Z', 'day', null, null],
    ['Sat Aug 29 16:39:44 +0800 2026', '2026-08-29T08:39:44.000Z', 'second', null, null],
    ['sometime', null, null, null, null],
    ['', null, null, null, null],
  ])('%s', (text, createdAt, createdAtPrecision, relativeTime, rest) => {
    expect(readWrittenTime(text, now)).toEqual({ createdAt, createdAtPrecision, relativeTime, rest });
  });
});
