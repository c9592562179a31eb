// Archive of Our Own: the pages that visitors read, in the markup of the site's open source. Fragile: in times of load the site refuses
// for minutes, and no page shows more than five levels of a thread.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import type { Session } from '#core/platform-api/session.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/ao3/address.ts';
import { SITE } from '#core/platforms/ao3/comment.ts';
import {
  type CommentsCursor,
  commentsPage,
  type KudosCursor,
  kudosPage,
  type ThreadCursor,
  threadPage,
} from '#core/platforms/ao3/lists.ts';

type ChapterCursor = { readonly list: 'chapter'; readonly chapter: string; readonly wanted: 'comments' | 'kudos' };
type Cursor = CommentsCursor | ThreadCursor | KudosCursor | ChapterCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;
const OF_WORK = { own: COMMENTS, likes: { type: 'likes' } } as const;

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'ao3',
  name: 'Archive of Our Own',
  homepage: SITE,
  description: 'Comments and kudos of a work or a news post, and threads of comments.',
  category: 'forum',
  recorded: '2026-06',
  comparedWith: [{ client: 'otwarchive', date: '2026-08' }],
  targets: [
    target(
      'work',
      OF_WORK,
      ['archiveofourown.org/works/<id>', 'archiveofourown.org/works/<id>/chapters/<id>'],
      [
        'https://archiveofourown.org/works/23009290',
        'https://archiveofourown.org/works/424242/chapters/9003?view_adult=true#comments',
        'https://archiveofourown.org/collections/cats2026/works/424242?show_comments=true&view_full_work=true#comment_1002',
        'https://ao3.org/works/424242',
      ],
    ),
    target('post', OF_WORK, ['archiveofourown.org/admin_posts/<id>'], ['https://archiveofourown.org/admin_posts/15103?show_comments=true']),
    target(
      'thread',
      { own: { type: 'comments' } },
      ['archiveofourown.org/comments/<id>'],
      ['https://archiveofourown.org/comments/282123784'],
    ),
    target('chapter', OF_WORK, ['archiveofourown.org/chapters/<id>'], ['https://archiveofourown.org/chapters/9003']),
  ],
  options: ['replies'],
  hosts: ['archiveofourown.org'],
  cookies: {
    need: 'optional',
    domains: ['.archiveofourown.org'],
    names: ['_otwarchive_session', 'user_credentials'],
    aliases: { sessionid: '_otwarchive_session' },
    login: 'https://archiveofourown.org/users/login',
    hint: 'For works that only registered users see. Log in at archiveofourown.org, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://archiveofourown.org, and copy _otwarchive_session and user_credentials.',
  },
  pace: { perSecond: 0.25, concurrency: 1 },

  start({ target: kind, type, params: { path = '', comment = '', chapter = '' } }) {
    if (kind === 'thread') return [{ cursor: { list: 'thread', comment, isCut: false }, role: 'page' }];
    const wanted = type === 'likes' ? 'kudos' : 'comments';
    if (kind === 'chapter') return [{ cursor: { list: 'chapter', chapter, wanted }, role: 'page' }];
    return [{ cursor: firstOf(wanted, path), role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    if (cursor.list === 'thread') return threadPage(cursor, session);
    return cursor.list === 'kudos' ? kudosPage(cursor, session) : chapterPage(cursor, session);
  },
});

function firstOf(wanted: ChapterCursor['wanted'], path: string): CommentsCursor | KudosCursor {
  return wanted === 'kudos' ? { list: 'kudos', path, page: 0 } : { list: 'comments', path, page: 1 };
}

/** A chapter's own address leads to its work. */
async function chapterPage({ chapter, wanted }: ChapterCursor, session: Session): Promise<Page<Cursor>> {
  const answer = await session.fetch({ url: `${SITE}/chapters/${chapter}`, redirect: 'manual', accept: 'any' });
  if (!isRedirect(answer.status) && answer.status !== 200) throw refusalOf(answer);
  const lead = URL.parse(answer.headers['location'] ?? answer.url, SITE);
  if (lead?.pathname.startsWith('/users/login') === true) throw new PlatformRefusal('LOGIN_REQUIRED');
  const place = lead === null ? null : placeAt(parsePastedUrl(lead.href));
  if (place?.kind !== 'work') throw new PlatformRefusal('NOT_FOUND', 'This address leads to no chapter of a work.');
  const first = firstOf(wanted, place.params['path'] ?? '');
  return first.list === 'kudos' ? kudosPage(first, session) : commentsPage(first, session);
}
