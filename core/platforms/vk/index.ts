// VK (vk.com, vk.ru): the methods of its public API, with the owner's token, or the anonymous one that VK's own page uses.
// Fragile: what the anonymous token may read is VK's to change.
import { definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/vk/address.ts';
import { commentsPage, threadPage } from '#core/platforms/vk/comments.ts';
import { firstCursor, type VkCursor } from '#core/platforms/vk/cursor.ts';
import { accountsPage, postsPage, reactionsPage, shortPage } from '#core/platforms/vk/lists.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const REACTIONS = { likes: { type: 'likes', order: 'served' }, shares: { type: 'shares', order: 'served' } } as const;
const FOLLOWERS: ExportRow = { type: 'followers', order: 'served' };
const FOLLOWING: ExportRow = { type: 'following', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<VkCursor>({
  id: 'vk',
  name: 'VK',
  homepage: 'https://vk.com',
  description:
    'Comments, likes and shares of a post, video or photo; comments of a topic or product; posts, followers and following of a page.',
  category: 'social',
  recorded: '2023-01',
  comparedWith: [{ client: 'an unnamed client', date: '2026' }],
  targets: [
    target(
      'wall',
      { own: COMMENTS, ...REACTIONS },
      ['vk.com/wall<owner>_<post>', 'vk.com/<page>?w=wall<owner>_<post>', 'vk.ru/wall<owner>_<post>'],
      [
        'https://vk.com/wall270022066_765',
        'https://m.vk.com/wall-1_340364?reply=340365&thread=340364',
        'https://vk.ru/durov?w=wall1_2442097',
      ],
    ),
    target(
      'video',
      { own: COMMENTS, ...REACTIONS },
      ['vk.com/video<owner>_<id>', 'vkvideo.ru/video<owner>_<id>', 'vk.com/clip<owner>_<id>'],
      ['https://vk.com/video1_166481021', 'https://vkvideo.ru/video-220754053_456239017', 'https://vk.com/clip-1_456239017'],
    ),
    target(
      'photo',
      { own: COMMENTS, ...REACTIONS },
      ['vk.com/photo<owner>_<id>', 'vk.com/<page>?z=photo<owner>_<id>'],
      ['https://vk.com/photo1_376599151', 'https://vk.com/id1?z=photo1_376599151%2Falbum1_0'],
    ),
    target('topic', { own: COMMENTS }, ['vk.com/topic-<community>_<id>'], ['https://vk.com/topic-1_21972158']),
    target(
      'market',
      { own: COMMENTS },
      ['vk.com/market-<community>?w=product-<community>_<id>', 'vk.com/product-<community>_<id>'],
      ['https://vk.com/market-124527492?w=product-124527492_1093717', 'https://vk.com/product-124527492_1093717'],
    ),
    target('short-link', { own: COMMENTS, ...REACTIONS }, ['vk.cc/<code>'], ['https://vk.cc/abc123']),
    target(
      'user',
      { own: POSTS, tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING },
      ['vk.com/id<number>'],
      ['https://vk.com/id1'],
    ),
    target(
      'community',
      { own: POSTS, tweets: POSTS, followers: FOLLOWERS },
      ['vk.com/club<number>', 'vk.com/public<number>', 'vk.com/event<number>'],
      ['https://vk.com/club1', 'https://m.vk.ru/public22822305'],
      { following: 'Communities follow nobody.' },
    ),
    target(
      'name',
      { own: POSTS, tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING },
      ['vk.com/<name>'],
      ['https://vk.com/durov', 'https://vk.ru/team'],
    ),
  ],
  options: ['replies'],
  sorts: ['old', 'new', 'top'],
  sortAliases: { best: 'top' },
  hosts: ['.vk.com', '.vk.ru', '.vkvideo.ru', 'vk.cc'],
  walls: {
    addresses: [
      {
        kind: 'challenge',
        by: 'VK',
        host: /(?:^|\.)vk\.(?:com|ru)$/,
        path: /^\/(?:challenge\.html|captcha\.php)/,
        source: 'its check of visitors',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.vk.com', '.vk.ru'],
    names: ['remixsid', 'p'],
    aliases: { sessionid: 'remixsid', auth_token: 'access_token' },
    login: 'https://vk.com/login',
    hint:
      'Walls mostly need a session: log in at vk.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy ' +
      'remixsid of vk.com and p of login.vk.com; or give a token of your own as access_token.',
  },
  pace: { perSecond: 3, concurrency: 3 },

  start(target, options) {
    return [{ cursor: firstCursor(target, options), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'thread':
        return threadPage(cursor, session);
      case 'likes':
      case 'shares':
        return reactionsPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      case 'short':
        return shortPage(cursor, session);
      default:
        return accountsPage({ ...cursor, list: cursor.list }, session);
    }
  },
});
