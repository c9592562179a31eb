// Xiaohongshu (RedNote): what the page of a note asks for by itself, heard while it is scrolled in the owner's browser; nothing is signed by us.
// Fragile: a note is shown by a link with its pass alone, and visitors see the first comments at most.
import { definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/xiaohongshu/address.ts';
import { commentsPage, shortPage, threadPage } from '#core/platforms/xiaohongshu/comments.ts';
import { firstCursor, type XiaohongshuCursor } from '#core/platforms/xiaohongshu/cursor.ts';
import { postsPage } from '#core/platforms/xiaohongshu/posts.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const NO_LISTS = {
  likes: 'Xiaohongshu shows how many people liked a note, and not who they are.',
  followers: 'Xiaohongshu shows nobody who follows an account.',
  following: 'Xiaohongshu shows nobody whom an account follows.',
} as const;

const OWN_HOST = /(?:^|\.)(?:xiaohongshu|rednote)\.com$/;

const target = targetsOf(placeAt);

export default definePlatform<XiaohongshuCursor>({
  id: 'xiaohongshu',
  name: 'Xiaohongshu',
  homepage: 'https://www.xiaohongshu.com',
  description: 'Comments and replies of a note; notes of an account.',
  category: 'social',
  recorded: '2024-09-18',
  comparedWith: [],
  withoutTotal: ['posts'],
  targets: [
    target(
      'note',
      { own: COMMENTS },
      [
        'xiaohongshu.com/explore/<note>?xsec_token=<token>',
        'xiaohongshu.com/discovery/item/<note>?xsec_token=<token>',
        'xiaohongshu.com/user/profile/<user>/<note>?xsec_token=<token>',
        'rednote.com/explore/<note>?xsec_token=<token>',
      ],
      [
        'https://www.xiaohongshu.com/explore/66696f98000000000d00f289?xsec_token=AB2ngtDge1SBYqsH8NXPJ25gSUhp6t8636t7_R6HlT7dI%3D&xsec_source=pc_search',
        'https://www.xiaohongshu.com/discovery/item/66696f98000000000d00f289',
        'https://xiaohongshu.com/search_result/66696f98000000000d00f289',
        'https://www.xiaohongshu.com/note/66696f98000000000d00f289',
        'https://www.xiaohongshu.com/user/profile/611f57d7000000000100982a/66696f98000000000d00f289',
        'https://www.rednote.com/explore/66696f98000000000d00f289',
      ],
      NO_LISTS,
    ),
    target(
      'profile',
      { own: { type: 'posts', order: 'served' } },
      ['xiaohongshu.com/user/profile/<user>'],
      [
        'https://www.xiaohongshu.com/user/profile/611f57d7000000000100982a',
        'https://www.rednote.com/user/profile/611f57d7000000000100982a',
      ],
      NO_LISTS,
    ),
    target(
      'short',
      { own: COMMENTS },
      ['xhslink.com/<code>'],
      ['https://xhslink.com/AbCdEf', 'http://xhslink.com/a/AbCdEf123', 'https://xhslink.com/m/AbCdEf123'],
      NO_LISTS,
    ),
  ],
  // What the app copies: its link among words.
  written: {
    forms: [
      { pattern: '^(?!https?:)[\\s\\S]*?https?://(xhslink\\.com/[\\w/-]+)[\\s\\S]*$', address: 'https://$1' },
      { pattern: '^https?://(xhslink\\.com/[\\w/-]+)[^\\w/?#-][\\s\\S]*$', address: 'https://$1' },
    ],
  },
  options: ['replies'],
  hosts: ['.xiaohongshu.com', '.rednote.com', '.xhslink.com'],
  walls: {
    addresses: [
      {
        kind: 'challenge',
        by: 'Xiaohongshu',
        host: OWN_HOST,
        path: /^\/website-login\/captcha/,
        source: 'its captcha page',
      },
    ],
    statuses: [
      { kind: 'challenge', by: 'Xiaohongshu', statuses: [461, 471], host: OWN_HOST, source: 'its calls, where a check is wanted' },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.xiaohongshu.com', '.rednote.com'],
    names: ['web_session'],
    login: 'https://www.xiaohongshu.com/explore',
    hint: 'Without a login the site shows the first comments at most. A window of Commentdock is best: a session that is copied to another browser is asked for a check soon. Else copy web_session, a1 and webId from the developer tools (F12), Application (Storage in Firefox), Cookies.',
  },
  pace: { perSecond: 0.7, concurrency: 1 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'comments':
        return commentsPage(cursor, session);
      case 'thread':
        return threadPage(cursor, session);
      case 'posts':
        return postsPage(cursor, session);
      default:
        return shortPage(cursor, session);
    }
  },
});
