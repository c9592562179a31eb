// PeerTube: the REST API of whatever host the URL names, without login. Fragile: the same video has other comments on every server, and how
// much of a thread an answer holds is up to the server's version.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/peertube/address.ts';
import {
  type RepliesCursor,
  repliesPage,
  type ThreadCursor,
  threadPage,
  type ThreadsCursor,
  threadsPage,
  type VideosCursor,
  videosPage,
} from '#core/platforms/peertube/lists.ts';

type Cursor = ThreadsCursor | ThreadCursor | RepliesCursor | VideosCursor;

const COMMENTS: ExportRow = { type: 'comments', totalCountsReplies: true };
const POSTS: ExportRow = { type: 'posts', order: 'served' };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'peertube',
  name: 'PeerTube',
  homepage: 'https://joinpeertube.org',
  description: 'Comments of a video, videos of an account or a channel, on any server.',
  category: 'video',
  recorded: '2025-07-12',
  comparedWith: [{ client: 'NewPipeExtractor', date: '2026-05-10' }],
  targets: [
    target(
      'video',
      { own: COMMENTS },
      ['<server>/w/<id>', '<server>/videos/watch/<id>', '<server>/videos/embed/<id>'],
      [
        'https://framatube.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d',
        'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv;threadId=34293',
        'https://framatube.org/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d?start=1m2s',
        'https://framatube.org/videos/embed/1717',
      ],
    ),
    target(
      'account',
      { own: POSTS, tweets: POSTS },
      ['<server>/a/<name>', '<server>/a/<name>@<server>', '<server>/accounts/<name>'],
      [
        'https://framatube.org/a/framasoft',
        'https://peertube.example/a/framasoft@framatube.org/videos',
        'https://framatube.org/a/framasoft/video-channels',
        'https://framatube.org/accounts/framasoft/videos',
      ],
    ),
    target(
      'channel',
      { own: POSTS, tweets: POSTS },
      ['<server>/c/<name>/videos', '<server>/video-channels/<name>'],
      [
        'https://framatube.org/c/joinpeertube/videos',
        'https://peertube.example/c/joinpeertube@framatube.org/video-playlists',
        'https://framatube.org/video-channels/joinpeertube/videos',
      ],
    ),
  ],
  options: ['replies'],
  sorts: ['new', 'old', 'top'],
  sortAliases: { best: 'top' },
  hosts: [],
  pastedHosts: ({ host = '' }) => [host],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 4, concurrency: 4 },

  start(chosen) {
    return [{ cursor: firstCursor(chosen), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'threads') return threadsPage(cursor, session);
    if (cursor.list === 'thread') return threadPage(cursor, session);
    return cursor.list === 'replies' ? repliesPage(cursor, session) : videosPage(cursor, session);
  },
});

function firstCursor({ target: kind, params }: ChosenTarget): Cursor {
  const { host = '', video = '', name = '' } = params;
  if (kind === 'video') return { list: 'threads', host, isOrigin: false, video, start: 0, owner: null };
  return { list: 'videos', host, of: kind === 'account' ? 'accounts' : 'video-channels', name, start: 0 };
}
