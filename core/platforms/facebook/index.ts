// Facebook: the calls of its own pages, with the owner's session or, where that is enough, without one. Fragile: the ids of the calls
// change every few weeks and are read anew from the site's scripts; busy accounts are blocked for hours. Proven on recorded answers:
// comments, reactions, the search of the Ads Library. Written from public code alone: replies, posts, reviews, the other two doors of ads.
import { definePlatform, type ExportRow, type Target } from '#core/platform-api/define.ts';
import { META_WALLS } from '#core/platform-kit/families/meta/walls.ts';
import { placeAt } from '#core/platforms/facebook/address.ts';
import { adsPage } from '#core/platforms/facebook/ads.ts';
import { commentsPage, reactorsPage, repliesPage } from '#core/platforms/facebook/comments.ts';
import { type FacebookCursor, firstCursors } from '#core/platforms/facebook/cursor.ts';
import { storiesPage } from '#core/platforms/facebook/stories.ts';
import { targetsOf } from '#core/platform-kit/place.ts';

const POST_EXPORTS: Readonly<Target['exports']> = {
  own: { type: 'comments', totalCountsReplies: true },
  likes: { type: 'likes', order: 'served' },
};
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const ADS: ExportRow = { type: 'ads', order: 'served' };
const REFUSES: Target['refuses'] = {
  shares: 'Facebook shows how often a post was shared, and not by whom.',
  followers: 'Facebook has closed the lists of followers.',
  following: 'Facebook has closed the lists of those whom somebody follows.',
};

const target = targetsOf(placeAt);

export default definePlatform<FacebookCursor>({
  id: 'facebook',
  name: 'Facebook',
  homepage: 'https://www.facebook.com',
  description:
    'Comments, replies and reactions of a post, photo, video or reel; posts and reviews of a page, posts of a group; ads of the Ads Library.',
  category: 'social',
  tier: 'major',
  recorded: '2026-08',
  comparedWith: [
    { client: 'facebook-scraper', date: '2024-06' },
    { client: 'an unnamed client', date: '2026-08' },
  ],
  withoutTotal: ['likes', 'posts', 'reviews'],
  targets: [
    target(
      'post',
      POST_EXPORTS,
      [
        'facebook.com/<page>/posts/<id>',
        'facebook.com/permalink.php?story_fbid=<id>',
        'facebook.com/photo/?fbid=<id>',
        'facebook.com/watch/?v=<id>',
        'facebook.com/<page>/videos/<id>',
        'facebook.com/reel/<id>',
      ],
      [
        'https://www.facebook.com/example.page/posts/pfbid02AbCdEfGhIjKlMnOpQrStUv',
        'https://www.facebook.com/example.page/posts/words-of-a-post/1234567890123456',
        'https://m.facebook.com/story.php?story_fbid=1234567890123456&id=100000000000001',
        'https://www.facebook.com/permalink.php?story_fbid=pfbid0AbC&id=61550000000000&comment_id=998877',
        'https://www.facebook.com/photo/?fbid=1234567890123456&set=a.111222333',
        'https://de-de.facebook.com/example.page/photos/a.111222333/1234567890123456/',
        'https://www.facebook.com/watch/?v=1234567890123456',
        'https://www.facebook.com/watch/live/?v=1234567890123456',
        'https://www.facebook.com/example.page/videos/words/1234567890123456/',
        'https://www.facebook.com/reel/1234567890123456',
        'https://mbasic.facebook.com/100000000000001_1234567890123456',
        'https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.facebook.com%2Fexample.page%2Fposts%2F1234567890123456&h=AT0',
      ],
      REFUSES,
    ),
    target(
      'group-post',
      POST_EXPORTS,
      ['facebook.com/groups/<group>/posts/<id>', 'facebook.com/groups/<group>/permalink/<id>'],
      [
        'https://www.facebook.com/groups/1234567890/posts/9876543210987654/',
        'https://www.facebook.com/groups/example.group/permalink/9876543210987654/?comment_id=55',
        'https://www.facebook.com/groups/example.group/?multi_permalinks=9876543210987654',
      ],
      REFUSES,
    ),
    target(
      'share-link',
      POST_EXPORTS,
      ['facebook.com/share/p/<code>', 'facebook.com/share/v/<code>', 'facebook.com/share/r/<code>', 'fb.watch/<code>', 'fb.me/<code>'],
      [
        'https://www.facebook.com/share/p/1AbCdEfGhI/',
        'https://www.facebook.com/share/v/1AbCdEfGhI/?mibextid=wwXIfr',
        'https://www.facebook.com/share/1AbCdEfGhI/',
        'https://fb.watch/aBcDeFgHiJ/',
        'https://fb.me/aBcDeFg',
      ],
      REFUSES,
    ),
    target(
      'page',
      { own: POSTS, facebookAds: ADS },
      ['facebook.com/<page>', 'facebook.com/profile.php?id=<id>', 'facebook.com/people/<name>/<id>', 'facebook.com/pages/<name>/<id>'],
      [
        'https://www.facebook.com/example.page',
        'https://www.facebook.com/example.page/posts/',
        'https://www.facebook.com/profile.php?id=61550000000000',
        'https://www.facebook.com/people/Some-Body/61550000000000/',
        'https://www.facebook.com/pages/Some-Shop/123456789012345',
        'https://fb.com/example.page',
      ],
      REFUSES,
    ),
    target(
      'reviews',
      { own: { type: 'reviews', order: 'served' } },
      ['facebook.com/<page>/reviews', 'facebook.com/profile.php?id=<id>&sk=reviews'],
      ['https://www.facebook.com/example.page/reviews', 'https://www.facebook.com/profile.php?id=61550000000000&sk=reviews'],
    ),
    target(
      'group',
      { own: POSTS },
      ['facebook.com/groups/<group>'],
      ['https://www.facebook.com/groups/1234567890/', 'https://m.facebook.com/groups/example.group?ref=share'],
    ),
    target(
      'ads-library',
      { own: ADS, facebookAds: ADS },
      ['facebook.com/ads/library/?q=<words>', 'facebook.com/ads/library/?id=<ad>', 'facebook.com/ads/library/?view_all_page_id=<page>'],
      [
        'https://www.facebook.com/ads/library/?active_status=active&ad_type=all&country=DE&q=shoes',
        'https://www.facebook.com/ads/library/?id=1234567890123456',
        'https://www.facebook.com/ads/library/?view_all_page_id=123456789012345&country=ALL',
      ],
    ),
  ],
  options: ['replies', 'countries'],
  sorts: ['new', 'old', 'top'],
  ignores: ['advanced'],
  hosts: ['.facebook.com', '.fbcdn.net', 'fb.watch', 'fb.me', 'fb.com'],
  staticHosts: ['.fbcdn.net'],
  walls: META_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.facebook.com'],
    names: ['xs', 'c_user'],
    aliases: { cookie_user: 'c_user', cookie_xs: 'xs' },
    login: 'https://www.facebook.com/login',
    hint: 'Needed for groups and for reactions, and for all comments of a post: log in at facebook.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.facebook.com, and copy c_user and xs.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target, options) {
    return firstCursors(target, options).map((cursor, index) => ({ cursor, role: index === 0 ? 'page' : 'list' }));
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'replies':
        return repliesPage(cursor, session);
      case 'likes':
        return reactorsPage(cursor, session);
      case 'ads':
        return adsPage(cursor, session);
      default:
        return storiesPage(cursor, session);
    }
  },
});
