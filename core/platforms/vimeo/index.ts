// Vimeo (vimeo.com): its API with the token that its own site hands out. Written from its interface description, its own clients and what its
// pages read; never proven by a recording.
// Fragile: the token lives for minutes, and may be refused to visitors without a login.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/vimeo/address.ts';
import { type CommentsCursor, commentsPage, type PeopleCursor, peoplePage } from '#core/platforms/vimeo/lists.ts';

type Cursor = CommentsCursor | PeopleCursor;

const FOLLOWERS: ExportRow = { type: 'followers', order: 'served' };
const FOLLOWING: ExportRow = { type: 'following', order: 'served' };
const LIKES: ExportRow = { type: 'likes', order: 'served' };
const OF_PROFILE = { followers: FOLLOWERS, following: FOLLOWING, likes: LIKES } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'vimeo',
  name: 'Vimeo',
  homepage: 'https://vimeo.com',
  description: 'Comments, replies and likers of a video; followers, followings and liked videos of a person.',
  category: 'video',
  recorded: null,
  comparedWith: [{ client: 'yt-dlp', date: '2026-08-20' }],
  targets: [
    target(
      'video',
      { own: { type: 'comments' }, likes: LIKES },
      [
        'vimeo.com/<id>',
        'vimeo.com/<id>/<hash of an unlisted video>',
        'player.vimeo.com/video/<id>?h=<hash>',
        'vimeo.com/channels/<name>/<id>',
        'vimeo.com/groups/<name>/videos/<id>',
        'vimeo.com/showcase/<id>/video/<id>',
        'vimeo.com/ondemand/<name>/<id>',
        'vimeo.com/<person>/review/<id>/<hash>',
      ],
      [
        'https://vimeo.com/258684937',
        'https://vimeo.com/258684937/0a1b2c3d4e',
        'https://vimeo.com/258684937#comment_12345',
        'https://player.vimeo.com/video/258684937?h=0a1b2c3d4e',
        'https://vimeo.com/channels/staffpicks/258684937',
        'https://vimeo.com/groups/shortfilms/videos/258684937',
        'https://vimeo.com/album/1234/video/258684937',
        'https://vimeo.com/showcase/1234/video/258684937',
        'https://vimeo.com/ondemand/somefilm/258684937',
        'https://vimeo.com/manage/videos/258684937',
        'https://vimeo.com/user123/review/258684937/0a1b2c3d4e',
      ],
    ),
    target(
      'profile',
      OF_PROFILE,
      ['vimeo.com/<person>', 'vimeo.com/user<number>'],
      ['https://vimeo.com/staff', 'https://vimeo.com/user152184', 'https://vimeo.com/staff/videos'],
    ),
    target('followers', { own: FOLLOWERS, ...OF_PROFILE }, ['vimeo.com/<person>/followers'], ['https://vimeo.com/staff/followers']),
    target('following', { own: FOLLOWING, ...OF_PROFILE }, ['vimeo.com/<person>/following'], ['https://vimeo.com/staff/following']),
    target('likes', { own: LIKES, ...OF_PROFILE }, ['vimeo.com/<person>/likes'], ['https://vimeo.com/staff/likes']),
  ],
  options: ['replies'],
  sorts: ['new', 'old'],
  hosts: ['.vimeo.com'],
  cookies: {
    need: 'optional',
    domains: ['.vimeo.com'],
    names: ['vimeo'],
    aliases: { sessionid: 'vimeo', auth_token: 'vimeo' },
    login: 'https://vimeo.com/log_in',
    hint: 'Needed in practice: since July 2025 Vimeo shows visitors less and less. Log in at vimeo.com and copy the cookie vimeo from the developer tools (Application, Cookies).',
  },
  whenRefused: 'browser',
  pace: { perSecond: 4, concurrency: 4 },

  start(target) {
    return [{ role: 'page', cursor: firstCursor(target) }];
  },

  async fetchPage(cursor, session) {
    return cursor.list === 'comments' ? commentsPage(cursor, session) : peoplePage(cursor, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { video, hash = null, user = '' } = params;
  if (video === undefined) return { list: type === 'followers' || type === 'following' ? type : 'liked', of: user, hash: null, page: 1 };
  if (type === 'likes') return { list: 'likers', of: video, hash, page: 1 };
  return { list: 'comments', video, hash, parent: null, page: 1 };
}
