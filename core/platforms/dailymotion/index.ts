// Dailymotion (dailymotion.com): the comments below its videos, which OpenWeb keeps; the public API for followers, and for comments where
// OpenWeb has none. Fragile: no answer of it was ever recorded; the number of the site at OpenWeb is a constant.
import { definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/dailymotion/address.ts';
import { type CommentsCursor, conversationPage } from '#core/platforms/dailymotion/conversation.ts';
import { type FollowersCursor, followersPage, type ListedCursor, listedPage } from '#core/platforms/dailymotion/public-api.ts';

type Cursor = CommentsCursor | FollowersCursor | ListedCursor;

const FOLLOWERS: ExportRow = { type: 'followers', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'dailymotion',
  name: 'Dailymotion',
  homepage: 'https://www.dailymotion.com',
  description: 'Comments and replies of a video, followers of a channel as far as they are public.',
  category: 'video',
  recorded: null,
  comparedWith: [
    { client: 'GrayjayDailymotion', date: '2024-08-03' },
    { client: 'an unnamed client', date: '2026-08' },
  ],
  targets: [
    target(
      'video',
      { own: { type: 'comments' } },
      ['dailymotion.com/video/<id>', 'dai.ly/<id>', 'dailymotion.com/embed/video/<id>', 'geo.dailymotion.com/player.html?video=<id>'],
      [
        'https://www.dailymotion.com/video/x8abcde?playlist=x6abcd',
        'https://www.dailymotion.com/fr/video/x8abcde_some-words_news',
        'https://dai.ly/x8abcde',
        'https://www.dailymotion.com/embed/video/x8abcde',
        'https://geo.dailymotion.com/player/x1a2b.html?video=x8abcde',
        'https://touch.dailymotion.com/video/x8abcde',
        'https://www.lequipe.fr/video/x8abcde',
      ],
    ),
    target(
      'channel',
      { followers: FOLLOWERS },
      ['dailymotion.com/<channel> (with an option)'],
      ['https://www.dailymotion.com/somebody', 'https://www.dailymotion.com/user/somebody/1'],
    ),
  ],
  options: ['replies'],
  sorts: ['best', 'new', 'old'],
  hosts: ['.dailymotion.com', 'api-2-0.spot.im'],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 2 },

  start({ params }) {
    const { video, channel = '' } = params;
    return [
      {
        role: 'page',
        cursor: video === undefined ? { list: 'followers', channel, page: 1 } : { list: 'comments', video, parent: null, offset: 0 },
      },
    ];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'comments') return conversationPage(cursor, session);
    return cursor.list === 'listed' ? listedPage(cursor, session) : followersPage(cursor, session);
  },
});
