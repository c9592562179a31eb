// Substack: the JSON API of its own site and reader, without login. Fragile: publications have domains of their own, so that some
// addresses are told by their path alone.
import { type ChosenTarget, definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/substack/address.ts';
import { type CommentsCursor, commentsPage, type RepliesCursor, repliesPage, repliesStart } from '#core/platforms/substack/comments.ts';
import {
  type ArchiveCursor,
  archivePage,
  type NotesCursor,
  notesPage,
  type PostsCursor,
  postsPage,
} from '#core/platforms/substack/lists.ts';

type Cursor = PostsCursor | NotesCursor | ArchiveCursor | CommentsCursor | RepliesCursor;

const POSTS = { type: 'posts', order: 'served' } as const;
const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'substack',
  name: 'Substack',
  homepage: 'https://substack.com',
  description: 'Comments of a post or a note; posts and notes of a person; posts of a publication.',
  category: 'social',
  recorded: '2025-07',
  comparedWith: [{ client: 'browser-harness', date: '2026-04-27' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'profile',
      { own: POSTS, tweets: POSTS },
      ['substack.com/@<handle>', 'substack.com/profile/<id>-<name>'],
      ['https://substack.com/@karozieminski', 'https://substack.com/@karozieminski/posts', 'https://substack.com/profile/27968736-karo'],
    ),
    target(
      'notes',
      { own: POSTS, tweets: POSTS },
      ['substack.com/@<handle>/notes', 'substack.com/profile/<id>-<name>/notes'],
      ['https://substack.com/@angelsant/notes', 'https://substack.com/profile/343074721-angelsant/notes'],
    ),
    target(
      'publication',
      { own: POSTS, tweets: POSTS },
      ['<publication>.substack.com', '<publication>.substack.com/archive'],
      ['https://karozieminski.substack.com/', 'https://karozieminski.substack.com/archive?sort=new'],
    ),
    target(
      'post',
      { own: COMMENTS },
      [
        '<publication>.substack.com/p/<slug>',
        '<publication>.substack.com/p/<slug>/comment/<id>',
        'open.substack.com/pub/<publication>/p/<slug>',
        'substack.com/@<handle>/p-<id>',
        'substack.com/home/post/p-<id>',
      ],
      [
        'https://karozieminski.substack.com/p/founders-heres-what-you-need-to-know',
        'https://karozieminski.substack.com/p/founders-heres-what-you-need-to-know/comments',
        'https://karozieminski.substack.com/p/founders-heres-what-you-need-to-know/comment/125436587',
        'https://open.substack.com/pub/karozieminski/p/founders-heres-what-you-need-to-know?r=1&utm_medium=ios',
        'https://substack.com/home/post/p-165787873',
        'https://substack.com/@karozieminski/p-165787873',
        'https://substack.com/inbox/post/165787873',
      ],
    ),
    target(
      'customPost',
      { own: COMMENTS },
      ['<domain of a publication>/p/<slug>'],
      ['https://newsletter.example.org/p/a-post', 'https://www.example.org/p/a-post/comments'],
    ),
    target(
      'note',
      { own: COMMENTS },
      ['substack.com/@<handle>/note/c-<id>', 'substack.com/profile/<id>-<name>/note/c-<id>', '<publication>.substack.com/note/c-<id>'],
      [
        'https://substack.com/@angelsant/note/c-131661687',
        'https://substack.com/profile/343074721-angelsant/note/c-131661687',
        'https://angelsant.substack.com/note/c-131661687',
      ],
    ),
    target('customNote', { own: COMMENTS }, ['<domain of a publication>/note/c-<id>'], ['https://newsletter.example.org/note/c-131661687']),
  ],
  options: ['replies'],
  sorts: ['best', 'new', 'old'],
  hosts: ['.substack.com'],
  pastedHosts: ({ host }) => (host === undefined ? [] : [host]),
  cookies: {
    need: 'optional',
    domains: ['.substack.com'],
    names: ['substack.sid'],
    aliases: { sessionid: 'substack.sid', auth_token: 'substack.sid' },
    login: 'https://substack.com/sign-in',
    hint: 'Only for posts that paying readers see: log in at substack.com, open the developer tools (F12), Application, Cookies, and copy substack.sid.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start(target) {
    return [{ cursor: firstCursor(target), role: 'page' }];
  },

  async fetchPage(cursor, session) {
    switch (cursor.list) {
      case 'posts':
        return postsPage(cursor, session);
      case 'notes':
        return notesPage(cursor, session);
      case 'archive':
        return archivePage(cursor, session);
      case 'comments':
        return commentsPage(cursor, session);
      case 'replies':
        return repliesPage(cursor, session);
    }
  },
});

function firstCursor({ target, selector, params }: ChosenTarget): Cursor {
  const { uid = null, handle = null, host = null, slug = null, id = null, comment = null, note } = params;
  if (note !== undefined) return repliesStart(note);
  if (target === 'publication') return { list: 'archive', host: host ?? '', offset: 0 };
  if (target === 'notes' && selector === 'own') return { list: 'notes', uid, handle, after: null };
  if (target === 'profile' || target === 'notes') return { list: 'posts', uid, handle, offset: 0 };
  return { list: 'comments', host, slug, id, comment };
}
