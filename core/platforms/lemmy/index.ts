// Lemmy and servers with its API: the REST API of whatever host the URL names, v3 first, then v4, without login. Fragile: a tree comes cut
// in depth and at its top, so that branches are asked for again; a server knows only what reached it.
import { definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/lemmy/address.ts';
import { type CommentsCursor, commentsPage, commentsStart } from '#core/platforms/lemmy/comments.ts';
import { type ListCursor, listPage, listStart } from '#core/platforms/lemmy/lists.ts';

type Cursor = CommentsCursor | ListCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;
const POSTS = { type: 'posts', order: 'served' } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'lemmy',
  name: 'Lemmy',
  homepage: 'https://join-lemmy.org',
  description: 'Comments of a post and answers to a comment; posts of a community; posts or comments of a person, on any server.',
  category: 'social',
  recorded: '2026-07-02',
  comparedWith: [{ client: 'lemmy-js-client', date: '2026-07-16' }],
  targets: [
    target(
      'post',
      { own: COMMENTS },
      ['<server>/post/<id>', 'vger.app/posts/<server>/c/<community>/comments/<id>', 'phtn.app/post/<server>/<id>'],
      [
        'https://lemmy.example/post/1234567',
        'https://old.lemmy.example/post/1234567',
        'https://vger.app/posts/lemmy.example/c/cats/comments/1234567',
        'https://phtn.app/post/lemmy.example/1234567',
        'https://lemmyverse.link/lemmy.example/post/1234567',
      ],
    ),
    target(
      'comment',
      { own: COMMENTS },
      ['<server>/comment/<id>', '<server>/post/<id>/<comment>'],
      [
        'https://lemmy.example/comment/7654321',
        'https://lemmy.example/post/1234567/7654321',
        'https://lemmy.example/post/1234567/7654321#comment-7654321',
        'https://vger.app/posts/lemmy.example/c/cats/comments/1234567/0.7654320.7654321/7654321',
      ],
    ),
    target(
      'community',
      { own: POSTS },
      ['<server>/c/<name>', '<server>/c/<name>@<server>'],
      ['https://lemmy.example/c/cats', 'https://lemmy.example/c/cats@other.example', 'https://lemmyverse.link/c/cats@lemmy.example'],
    ),
    target(
      'user',
      { own: POSTS, tweets: POSTS },
      ['<server>/u/<name>', '<server>/u/<name>@<server>'],
      ['https://lemmy.example/u/somebody', 'https://lemmy.example/u/somebody@other.example'],
    ),
  ],
  options: ['replies'],
  sorts: ['best', 'top', 'new', 'old', 'controversial'],
  hosts: [],
  pastedHosts: ({ host = '' }) => [host],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 2, concurrency: 3 },

  start({ target, params }) {
    const { host = '', post, comment, name = '' } = params;
    const isList = target === 'community' || target === 'user';
    return [{ cursor: isList ? listStart(target, host, name) : commentsStart(host, post ?? null, comment ?? null), role: 'page' }];
  },

  fetchPage: (cursor, session) => ('name' in cursor ? listPage(cursor, session) : commentsPage(cursor, session)),
});
