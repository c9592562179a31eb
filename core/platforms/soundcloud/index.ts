// SoundCloud (soundcloud.com): the JSON API of its own site, with the client id that the site's page carries.
// Fragile: the client id changes; a reply does not say what it answers.
import { definePlatform, type ExportRow, type PastedUrl, type TargetParams } from '#core/platform-api/define.ts';
import { type Place, placeAt } from '#core/platforms/soundcloud/address.ts';
import { fetchFirst, fetchNext, listOf, type SoundcloudCursor } from '#core/platforms/soundcloud/lists.ts';

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };
const LIKES: ExportRow = { type: 'likes', order: 'served' };
const SHARES: ExportRow = { type: 'shares', order: 'served' };
const FOLLOWERS: ExportRow = { type: 'followers', order: 'served' };
const FOLLOWING: ExportRow = { type: 'following', order: 'served' };

const OF_TRACK = { likes: LIKES, shares: SHARES } as const;
const OF_USER = { followers: FOLLOWERS, following: FOLLOWING, likes: LIKES } as const;

export default definePlatform<SoundcloudCursor>({
  id: 'soundcloud',
  name: 'SoundCloud',
  homepage: 'https://soundcloud.com',
  description: 'Comments, likers and reposters of a track; tracks, followers, followings and likes of a user.',
  category: 'audio',
  recorded: '2026-04-14',
  comparedWith: [
    { client: 'soundcloud.py', date: '2026-01-07' },
    { client: 'yt-dlp', date: '2026-08-20' },
  ],
  targets: [
    {
      name: 'track',
      patterns: [
        'soundcloud.com/<user>/<track>',
        'soundcloud.com/<user>/<track>/comments',
        'api.soundcloud.com/tracks/<id>',
        'w.soundcloud.com/player/?url=<track>',
      ],
      examples: [
        'https://soundcloud.com/user-722618400/a-real-playa',
        'https://m.soundcloud.com/user-722618400/a-real-playa/comments',
        'https://api.soundcloud.com/tracks/1670147625',
      ],
      match: (url) => matchTab(url, 'track', [null, 'comments']),
      exports: { own: COMMENTS, ...OF_TRACK },
    },
    {
      name: 'shortLink',
      patterns: ['on.soundcloud.com/<code>'],
      examples: ['https://on.soundcloud.com/abc123XYZ'],
      match: (url) => matchTab(url, 'short', [null]),
      exports: { own: COMMENTS, ...OF_TRACK },
    },
    {
      name: 'trackLikes',
      patterns: ['soundcloud.com/<user>/<track>/likes'],
      examples: ['https://soundcloud.com/user-722618400/a-real-playa/likes'],
      match: (url) => matchTab(url, 'track', ['likes']),
      exports: { own: LIKES, ...OF_TRACK },
    },
    {
      name: 'trackReposts',
      patterns: ['soundcloud.com/<user>/<track>/reposts'],
      examples: ['https://soundcloud.com/user-722618400/a-real-playa/reposts'],
      match: (url) => matchTab(url, 'track', ['reposts']),
      exports: { own: SHARES, ...OF_TRACK },
    },
    {
      name: 'user',
      patterns: ['soundcloud.com/<user>', 'soundcloud.com/<user>/tracks', 'api.soundcloud.com/users/<id>'],
      examples: ['https://soundcloud.com/monstercat', 'https://soundcloud.com/hurtbox/tracks', 'https://api.soundcloud.com/users/30854092'],
      match: (url) => matchTab(url, 'user', [null, 'tracks']),
      exports: { own: POSTS, ...OF_USER },
    },
    {
      name: 'userFollowers',
      patterns: ['soundcloud.com/<user>/followers'],
      examples: ['https://soundcloud.com/monstercat/followers'],
      match: (url) => matchTab(url, 'user', ['followers']),
      exports: { own: FOLLOWERS, ...OF_USER },
    },
    {
      name: 'userFollowing',
      patterns: ['soundcloud.com/<user>/following'],
      examples: ['https://soundcloud.com/monstercat/following'],
      match: (url) => matchTab(url, 'user', ['following']),
      exports: { own: FOLLOWING, ...OF_USER },
    },
    {
      name: 'userLikes',
      patterns: ['soundcloud.com/<user>/likes'],
      examples: ['https://soundcloud.com/monstercat/likes'],
      match: (url) => matchTab(url, 'user', ['likes']),
      exports: { own: LIKES, ...OF_USER },
    },
    {
      name: 'userOtherTab',
      patterns: ['soundcloud.com/<user>/sets (with an option)'],
      examples: ['https://soundcloud.com/monstercat/sets', 'https://soundcloud.com/monstercat/reposts'],
      match: (url) => matchTab(url, 'user', ['sets', 'albums', 'reposts', 'comments', 'popular-tracks']),
      exports: OF_USER,
    },
    {
      name: 'set',
      patterns: [],
      examples: ['https://soundcloud.com/monstercat/sets/best-of-2025'],
      match: (url) => matchTab(url, 'set', [null]),
      exports: {},
    },
  ],
  options: ['replies'],
  sorts: ['new', 'old'],
  hosts: ['.soundcloud.com', '.sndcdn.com', 'snd.sc'],
  staticHosts: ['a-v2.sndcdn.com'],
  cookies: {
    need: 'optional',
    domains: ['.soundcloud.com'],
    names: ['oauth_token'],
    aliases: { sessionid: 'oauth_token', auth_token: 'oauth_token' },
    login: 'https://soundcloud.com/signin',
    hint: 'Only for private tracks: log in at soundcloud.com and copy the cookie oauth_token.',
  },
  whenRefused: 'browser',
  pace: { perSecond: 4, concurrency: 2 },
  start({ params, type }) {
    const { owner = '', id = null, url = null, short = null } = params;
    return [{ role: 'page', cursor: { at: 'first', list: listOf(owner === 'user' ? 'user' : 'track', type), id, url, short } }];
  },
  fetchPage(cursor, session) {
    return cursor.at === 'first' ? fetchFirst(cursor, session) : fetchNext(cursor, session);
  },
});

function matchTab(url: PastedUrl, kind: Place['kind'], tabs: readonly (string | null)[]): TargetParams | null {
  const place = placeAt(url);
  if (place?.kind !== kind || !tabs.includes(place.tab)) return null;
  return { ...place.params, owner: kind === 'user' ? 'user' : 'track' };
}
