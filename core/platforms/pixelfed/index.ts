// Pixelfed: what the pages of a server ask for themselves, without login; the API with a token. Written from the server's code: no answer of
// one was recorded. Fragile: servers may close what their pages show to visitors.
import { type ChosenTarget, definePlatform, type ExportRow } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/pixelfed/address.ts';
import {
  type AccountsCursor,
  accountsPage,
  type CommentsCursor,
  commentsPage,
  type PostCursor,
  postPage,
  type StatusesCursor,
  statusesPage,
} from '#core/platforms/pixelfed/lists.ts';

type Cursor = PostCursor | CommentsCursor | StatusesCursor | AccountsCursor;

const POSTS: ExportRow = { type: 'posts', order: 'served' };
const OF_A_POST = { own: { type: 'comments' }, likes: { type: 'likes' }, shares: { type: 'shares' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'pixelfed',
  name: 'Pixelfed',
  homepage: 'https://pixelfed.org',
  description: 'Comments of a post and posts of a profile; likes, shares, followers and follows with a token; on any server.',
  category: 'social',
  recorded: null,
  comparedWith: [],
  withoutTotal: ['posts', 'followers', 'following', 'likes', 'shares'],
  targets: [
    target(
      'post',
      OF_A_POST,
      ['<server>/p/<name>/<id>'],
      ['https://pixelfed.social/p/dansup/1234567890123456', 'https://pixelfed.example/p/owner/1000'],
    ),
    target('remote', OF_A_POST, ['<server>/i/web/post/<id>'], ['https://pixelfed.example/i/web/post/1000']),
    target(
      'profile',
      { own: POSTS, tweets: POSTS, followers: { type: 'followers' }, following: { type: 'following' } },
      ['<server>/i/web/profile/<id>'],
      ['https://pixelfed.example/i/web/profile/7'],
    ),
  ],
  options: ['replies'],
  hosts: [],
  pastedHosts: ({ host = '' }) => [host],
  // Those of the job alone, to its own server: an account that is saved for one would go to every other.
  cookies: { need: 'none', domains: [], domainsOf: ({ host = '' }) => [`.${host.replace(/:\d+$/, '')}`] },
  pace: { perSecond: 2, concurrency: 1 },

  start(chosen) {
    return [{ cursor: firstCursor(chosen), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'post') return postPage(cursor, session);
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'statuses' ? statusesPage(cursor, session) : accountsPage(cursor, session);
  },
});

function firstCursor({ type, params }: ChosenTarget): Cursor {
  const { host = '', name = null, id = '' } = params;
  if (type === 'comments') return { list: 'post', host, name, id };
  if (type === 'posts') return { list: 'statuses', host, account: id, below: null };
  return { list: type as AccountsCursor['list'], host, id, next: null };
}
