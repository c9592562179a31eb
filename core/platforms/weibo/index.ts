// Weibo: three front ends, as the pasted address chooses: the calls of weibo.com and of m.weibo.cn, and the plain pages of weibo.cn.
// Fragile: without a login weibo.com shows a visitor little, and the other two show nothing; counts include what is filtered.
import { definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/weibo/address.ts';
import { commentsPage, oldCommentsPage, threadPage } from '#core/platforms/weibo/comments.ts';
import { firstCursor, type WeiboCursor } from '#core/platforms/weibo/cursor.ts';
import { accountsPage, plainPage, postsPage, reactionsPage } from '#core/platforms/weibo/lists.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const LIKES: ExportRow = { type: 'likes', order: 'served' };
const SHARES: ExportRow = { type: 'shares', order: 'served' };
const OF_POST = { likes: LIKES, shares: SHARES } as const;
const OF_PROFILE = {
  own: POSTS,
  tweets: POSTS,
  followers: { type: 'followers', order: 'served' },
  following: { type: 'following', order: 'served' },
} as const;
const NOT_HERE = 'weibo.cn is read for posts only: paste the address of the account at weibo.com or m.weibo.cn.';

const target = targetsOf(placeAt);

export default definePlatform<WeiboCursor>({
  id: 'weibo',
  name: 'Weibo',
  homepage: 'https://weibo.com',
  description: 'Comments and replies, likes and reposts of a post; posts, followers and following of an account.',
  category: 'social',
  recorded: '2025-09-20',
  comparedWith: [
    { client: 'weibo-crawler', date: '2026-06-24' },
    { client: 'gallery-dl', date: '2026-03-30' },
    { client: 'MediaCrawler', date: '2026-08-14' },
  ],
  withoutTotal: ['shares'],
  targets: [
    target(
      'post',
      { own: COMMENTS, ...OF_POST },
      ['weibo.com/<uid>/<id>', 'weibo.com/detail/<id>'],
      ['https://weibo.com/1669879400/J5cVGuUNq', 'https://www.weibo.com/detail/4512413447368168?cid=1'],
    ),
    target(
      'mobile-post',
      { own: COMMENTS, ...OF_POST },
      ['m.weibo.cn/detail/<id>', 'm.weibo.cn/status/<id>'],
      ['https://m.weibo.cn/detail/4512413447368168', 'https://m.weibo.cn/status/J5cVGuUNq?from=page'],
    ),
    target(
      'plain-post',
      { own: COMMENTS, ...OF_POST },
      ['weibo.cn/comment/<id>'],
      ['https://weibo.cn/comment/J5cVGuUNq?uid=1669879400&rl=0#cmtfrm'],
    ),
    target('plain-reposts', { own: SHARES, ...OF_POST }, ['weibo.cn/repost/<id>'], ['https://weibo.cn/repost/J5cVGuUNq']),
    target('plain-likes', { own: LIKES, ...OF_POST }, ['weibo.cn/attitude/<id>'], ['https://weibo.cn/attitude/J5cVGuUNq']),
    target(
      'profile',
      OF_PROFILE,
      ['weibo.com/u/<uid>', 'weibo.com/<uid>', 'weibo.com/<name>', 'weibo.com/n/<nickname>'],
      [
        'https://weibo.com/u/1669879400',
        'https://weibo.com/1669879400',
        'https://weibo.com/baidudilraba',
        'https://weibo.com/n/北京绿色阳光',
      ],
    ),
    target(
      'mobile-profile',
      OF_PROFILE,
      ['m.weibo.cn/u/<uid>', 'm.weibo.cn/profile/<uid>'],
      ['https://m.weibo.cn/u/1669879400', 'https://m.weibo.cn/profile/1669879400'],
    ),
    target(
      'plain-profile',
      { own: POSTS, tweets: POSTS },
      ['weibo.cn/u/<uid>', 'weibo.cn/<uid>/profile'],
      ['https://weibo.cn/u/1669879400', 'https://weibo.cn/1669879400/profile?page=2'],
      { followers: NOT_HERE, following: NOT_HERE },
    ),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hasOwnOrder: true,
  hosts: ['.weibo.com', '.weibo.cn', '.sina.com.cn', '.sina.cn'],
  walls: {
    addresses: [
      { kind: 'login', by: 'Weibo', host: /^(?:passport\.weibo\.(?:com|cn)|login\.sina\.com\.cn)$/, source: 'its visitor system' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.weibo.com', '.weibo.cn'],
    names: ['SUB'],
    aliases: { sessionid: 'SUB', auth_token: 'SUB' },
    login: 'https://weibo.com/login',
    hint:
      'Needed for m.weibo.cn and weibo.cn, and at weibo.com for all but a little: log in at weibo.com (weibo.cn for its plain pages), open the developer ' +
      'tools (F12), Application (Storage in Firefox), Cookies, and copy SUB and, if you like, SUBP and XSRF-TOKEN.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target, options) {
    return [{ cursor: firstCursor(target, options), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'old-comments':
        return oldCommentsPage(cursor, session);
      case 'thread':
        return threadPage(cursor, session);
      case 'likes':
      case 'shares':
        return reactionsPage(cursor, session);
      case 'plain':
        return plainPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      default:
        return accountsPage({ ...cursor, list: cursor.list }, session);
    }
  },
});
