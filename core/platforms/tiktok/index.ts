// TikTok: the calls of its own web page, unsigned over plain HTTP while that is answered, else from inside a page, whose script signs them.
// Fragile: both doors judge who asks; an answer without a body is a refusal.
import { definePlatform, type ExportRow, type Target } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/tiktok/address.ts';
import { commentsPage, shortPage, threadPage } from '#core/platforms/tiktok/comments.ts';
import { creatorPage } from '#core/platforms/tiktok/creator.ts';
import { firstCursor, type TikTokCursor } from '#core/platforms/tiktok/cursor.ts';
import { accountsPage, postsPage } from '#core/platforms/tiktok/lists.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const COUNTS_ONLY: Target['refuses'] = {
  likes: 'TikTok shows how many people liked a video, and not who they are.',
  shares: 'TikTok shows how often a video was shared, and not by whom.',
};

const target = targetsOf(placeAt);

export default definePlatform<TikTokCursor>({
  id: 'tiktok',
  name: 'TikTok',
  homepage: 'https://www.tiktok.com',
  description: 'Comments and replies of a video, photo post or story; posts, followers and following of an account.',
  category: 'video',
  tier: 'major',
  recorded: '2026-09-29',
  comparedWith: [
    { client: 'yt-dlp', date: '2026-08-20' },
    { client: 'TikTok-Api', date: '2026-05-09' },
    { client: 'an unnamed client', date: '2026-09-29' },
  ],
  targets: [
    target(
      'video',
      { own: COMMENTS },
      ['tiktok.com/@<user>/video/<id>', 'tiktok.com/@<user>/photo/<id>', 'tiktok.com/embed/v2/<id>', 'm.tiktok.com/v/<id>.html'],
      [
        'https://www.tiktok.com/@tiff.picks/video/7560802497552567582',
        'https://www.tiktok.com/@scout2015/photo/7351463127265379626?is_from_webapp=1',
        'https://m.tiktok.com/v/6718335390845095173.html',
        'https://www.tiktok.com/embed/v2/6718335390845095173',
        'https://www.tiktok.com/player/v1/6718335390845095173',
        'https://us.tiktok.com/@/video/6718335390845095173',
      ],
      COUNTS_ONLY,
    ),
    target(
      'short-link',
      { own: COMMENTS },
      ['vm.tiktok.com/<code>', 'vt.tiktok.com/<code>', 'tiktok.com/t/<code>'],
      ['https://vm.tiktok.com/ZMJxYzAbC/', 'https://vt.tiktok.com/ZSd1AbCdE/', 'https://www.tiktok.com/t/ZTdAbCdEf/'],
      COUNTS_ONLY,
    ),
    target(
      'profile',
      {
        own: { type: 'posts', order: 'served' },
        followers: { type: 'followers', order: 'served' },
        following: { type: 'following', order: 'served' },
      },
      ['tiktok.com/@<user>'],
      ['https://www.tiktok.com/@therock', 'https://m.tiktok.com/@scout2015?lang=en'],
      COUNTS_ONLY,
    ),
  ],
  options: ['replies'],
  ignores: ['advanced'],
  hosts: ['.tiktok.com'],
  cookies: {
    need: 'optional',
    domains: ['.tiktok.com'],
    names: ['sessionid'],
    aliases: { auth_token: 'sessionid' },
    login: 'https://www.tiktok.com/login',
    hint: 'Only for followers and following beyond the first page: log in at tiktok.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy sessionid.',
  },
  pace: { perSecond: 2, concurrency: 2 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'thread':
        return threadPage(cursor, session);
      case 'short':
        return shortPage(cursor, session);
      case 'creator':
        return creatorPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      default:
        return accountsPage({ ...cursor, list: cursor.list }, session);
    }
  },
});
