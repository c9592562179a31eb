// Douyin: the calls of its own web page, unsigned over plain HTTP while that is answered, else from inside a page, whose script signs them, else as
// the page makes them while it is scrolled. Fragile: every door judges who asks; an answer without a body is a refusal.
import { definePlatform, type ExportRow, type Target } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/douyin/address.ts';
import { commentsPage, shortPage, threadPage } from '#core/platforms/douyin/comments.ts';
import { type DouyinCursor, firstCursor } from '#core/platforms/douyin/cursor.ts';
import { heardPage } from '#core/platforms/douyin/heard.ts';
import { accountsPage, postsPage } from '#core/platforms/douyin/lists.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const COUNTS_ONLY: Target['refuses'] = {
  likes: 'Douyin shows how many people liked a video, and not who they are.',
  shares: 'Douyin shows how often a video was shared, and not by whom.',
};

const target = targetsOf(placeAt);

export default definePlatform<DouyinCursor>({
  id: 'douyin',
  name: 'Douyin',
  homepage: 'https://www.douyin.com',
  description: 'Comments and replies of a video or a note; posts, followers and following of an account.',
  category: 'video',
  recorded: '2026-02-05',
  comparedWith: [],
  withoutTotal: ['posts'],
  targets: [
    target(
      'video',
      { own: COMMENTS },
      [
        'douyin.com/video/<id>',
        'douyin.com/note/<id>',
        'douyin.com/<any page>?modal_id=<id>',
        'iesdouyin.com/share/video/<id>',
        'm.douyin.com/share/video/<id>',
      ],
      [
        'https://www.douyin.com/video/7565738211130035491',
        'https://www.douyin.com/note/7565738211130035491',
        'https://www.douyin.com/slides/7565738211130035491',
        'https://www.douyin.com/discover?modal_id=7565738211130035491',
        'https://www.douyin.com/user/MS4wLjABAAAATkPeA8siH123WtftjECwmN3n1aPBJdqb6pfjmFZbWoukJflJTORDb5W0vjPHWO6K?modal_id=7565738211130035491',
        'https://www.iesdouyin.com/share/video/7565738211130035491/?region=CN',
        'https://www.iesdouyin.com/share/note/7565738211130035491',
        'https://m.douyin.com/share/video/7565738211130035491',
      ],
      COUNTS_ONLY,
    ),
    target(
      'short',
      { own: COMMENTS },
      ['v.douyin.com/<code>'],
      ['https://v.douyin.com/iAbCdEf1/', 'https://v.douyin.com/L4FJNR3'],
      COUNTS_ONLY,
    ),
    target(
      'profile',
      {
        own: { type: 'posts', order: 'served' },
        followers: { type: 'followers', order: 'served' },
        following: { type: 'following', order: 'served' },
      },
      ['douyin.com/user/<sec_uid>', 'iesdouyin.com/share/user/<id>?sec_uid=<sec_uid>'],
      [
        'https://www.douyin.com/user/MS4wLjABAAAATkPeA8siH123WtftjECwmN3n1aPBJdqb6pfjmFZbWoukJflJTORDb5W0vjPHWO6K',
        'https://www.iesdouyin.com/share/user/1789644184760174?sec_uid=MS4wLjABAAAATkPeA8siH123WtftjECwmN3n1aPBJdqb6pfjmFZbWoukJflJTORDb5W0vjPHWO6K',
      ],
      COUNTS_ONLY,
    ),
  ],
  // What the app copies: its link among words.
  written: {
    forms: [
      { pattern: '^(?!https?:)[\\s\\S]*?https?://(v\\.douyin\\.com/[\\w-]+)[\\s\\S]*$', address: 'https://$1/' },
      { pattern: '^https?://(v\\.douyin\\.com/[\\w-]+)/?[^\\w/?#-][\\s\\S]*$', address: 'https://$1/' },
    ],
  },
  options: ['replies'],
  ignores: ['advanced'],
  hosts: ['.douyin.com', '.iesdouyin.com'],
  cookies: {
    need: 'optional',
    domains: ['.douyin.com'],
    names: ['sessionid'],
    aliases: { auth_token: 'sessionid' },
    login: 'https://www.douyin.com/',
    hint: 'For followers and following, and where visitors get nothing: log in at douyin.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, and copy sessionid, ttwid and s_v_web_id. A window of Commentdock does as well.',
  },
  pace: { perSecond: 1, concurrency: 1 },

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
      case 'heard':
        return heardPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      default:
        return accountsPage({ ...cursor, list: cursor.list }, session);
    }
  },
});
