// Quora: the data in its own pages, and the API that they ask, from inside a page. Further answers, people and short links are written from what
// others have found out, and not proven.
// Fragile: hashes of queries change with every release; a busy machine is refused for an hour and more.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { type Place, placeAt } from '#core/platforms/quora/address.ts';
import { commentsPage, repliesPage } from '#core/platforms/quora/comments.ts';
import { answersPage, type Cursor as ListCursor, personPage } from '#core/platforms/quora/lists.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly code: string };
type Cursor = ShortCursor | ListCursor;

const COMMENTS = { type: 'comments' } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_PERSON = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'quora',
  name: 'Quora',
  homepage: 'https://www.quora.com',
  description: 'Answers to a question with their comments; comments of an answer or a post; answers, followers and follows of a person.',
  category: 'social',
  recorded: '2026-07-15',
  comparedWith: [{ client: 'an unnamed client', date: '2026-08' }],
  withoutTotal: ['posts'],
  targets: [
    target(
      'question',
      { own: COMMENTS },
      ['quora.com/<question>', '<language>.quora.com/<question>', 'quora.com/unanswered/<question>'],
      [
        'https://www.quora.com/What-is-a-good-question',
        'https://es.quora.com/Cu%C3%A1l-es-una-buena-pregunta',
        'https://www.quora.com/unanswered/What-is-a-good-question',
      ],
    ),
    target(
      'entry',
      { own: { type: 'comments', totalCountsReplies: true } },
      ['quora.com/<question>/answer/<author>', 'quora.com/q/<space>/<post>', '<space>.quora.com/<post>'],
      [
        'https://www.quora.com/What-is-a-good-question/answer/Some-Body-1',
        'https://www.quora.com/What-is-a-good-question/answers/123456',
        'https://www.quora.com/q/aspace/A-post-about-it',
        'https://aspace.quora.com/A-post-about-it',
      ],
    ),
    target('short', { own: COMMENTS }, ['qr.ae/<code>'], ['https://qr.ae/pAbCdE']),
    target(
      'user',
      { own: POSTS, ...OF_A_PERSON },
      ['quora.com/profile/<name>'],
      ['https://www.quora.com/profile/Some-Body-1', 'https://www.quora.com/profile/Some-Body-1/answers'],
    ),
    target(
      'followers',
      { own: FOLLOWERS, ...OF_A_PERSON },
      ['quora.com/profile/<name>/followers'],
      ['https://www.quora.com/profile/Some-Body-1/followers'],
    ),
    target(
      'following',
      { own: FOLLOWING, ...OF_A_PERSON },
      ['quora.com/profile/<name>/following'],
      ['https://www.quora.com/profile/Some-Body-1/following'],
    ),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hosts: ['.quora.com', 'qr.ae'],
  cookies: {
    need: 'optional',
    domains: ['.quora.com'],
    names: ['m-b', 'm-s', 'm-login'],
    aliases: { sessionid: 'm-b', auth_token: 'm-b' },
    login: 'https://www.quora.com/',
    hint: 'Log in at quora.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.quora.com, and copy m-b, m-s and m-login. Without them only the first answers may be shown.',
  },
  transport: 'browser',
  pace: { perSecond: 0.3, concurrency: 1 },

  start({ type, target, params }) {
    const { host = '', path = '', name = '', code } = params;
    if (code !== undefined) return [{ cursor: { list: 'short', code }, role: 'page' }];
    if (type === 'comments') return [{ cursor: startOf(target === 'entry' ? 'entry' : 'question', host, path), role: 'page' }];
    const list = type === 'followers' || type === 'following' ? type : 'posts';
    return [{ cursor: { list, host, name, uid: null, after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return shortPage(cursor, session);
    if (cursor.list === 'answers') return answersPage(cursor, session);
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'replies' ? repliesPage(cursor, session) : personPage(cursor, session);
  },
});

function startOf(kind: 'question' | 'entry', host: string, path: string): ListCursor {
  if (kind === 'question') return { list: 'answers', host, path, after: null };
  return { list: 'comments', host, path, of: null, parent: null, owner: null, after: null };
}

async function shortPage({ code }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const place = await leadOfShortLink<Place>(session, `https://qr.ae/${code}`, placeAt);
  const { host = '', path = '' } = place?.params ?? {};
  if (place?.kind === 'entry')
    return commentsPage({ list: 'comments', host, path, of: null, parent: null, owner: null, after: null }, session);
  if (place?.kind === 'question') return answersPage({ list: 'answers', host, path, after: null }, session);
  throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no question and no answer.');
}
