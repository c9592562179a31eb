// Pinterest: the resource API of its own site, without login. Written from what others read (docs/peers.md), never run here. Fragile: comments
// hang on an id that all copies of a pin share; the lists of comments and replies have two names each; without a session they may end early.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { leadOfShortLink } from '#core/platform-kit/short-link.ts';
import { placeAt } from '#core/platforms/pinterest/address.ts';
import { type CommentsCursor, commentsPage, firstComments, type RepliesCursor, repliesPage } from '#core/platforms/pinterest/comments.ts';
import { type ListCursor, listPage } from '#core/platforms/pinterest/lists.ts';
import type { Session } from '#core/platform-api/session.ts';

type ShortCursor = { readonly list: 'short'; readonly code: string };
type Cursor = ShortCursor | CommentsCursor | RepliesCursor | ListCursor;

const COMMENTS = { type: 'comments', totalCountsReplies: true } as const;
const POSTS = { type: 'posts', order: 'served' } as const;
const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_PERSON = { tweets: POSTS, followers: FOLLOWERS, following: FOLLOWING };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'pinterest',
  name: 'Pinterest',
  homepage: 'https://www.pinterest.com',
  description: 'Comments of a pin; pins, followers and follows of a person; pins of a board or of one of its sections.',
  category: 'social',
  recorded: null,
  comparedWith: [
    { client: 'gallery-dl', date: '2026-02-17' },
    { client: 'an unnamed client', date: '2026-08' },
  ],
  targets: [
    target(
      'pin',
      { own: COMMENTS },
      ['pinterest.<tld>/pin/<id>', '<country>.pinterest.com/pin/<slug>--<id>'],
      [
        'https://www.pinterest.com/pin/1234567890123456/',
        'https://www.pinterest.co.uk/pin/a-slug-of-words--1234567890123456/',
        'https://de.pinterest.com/pin/1234567890123456/sent/?invite_code=x',
        'https://www.pinterest.com/amp/pin/1234567890123456/',
      ],
    ),
    target('short', { own: COMMENTS }, ['pin.it/<code>'], ['https://pin.it/1AbCdEfGh']),
    target(
      'user',
      { own: POSTS, ...OF_A_PERSON },
      ['pinterest.<tld>/<user>', 'pinterest.<tld>/<user>/_saved', 'pinterest.<tld>/<user>/pins'],
      ['https://www.pinterest.com/somebody/', 'https://www.pinterest.fr/somebody/_saved/', 'https://www.pinterest.com/somebody/pins/'],
    ),
    target(
      'created',
      { own: POSTS, ...OF_A_PERSON },
      ['pinterest.<tld>/<user>/_created'],
      ['https://www.pinterest.com/somebody/_created/'],
    ),
    target(
      'followers',
      { own: FOLLOWERS, ...OF_A_PERSON },
      ['pinterest.<tld>/<user>/_followers'],
      ['https://www.pinterest.com/somebody/_followers/'],
    ),
    target(
      'following',
      { own: FOLLOWING, ...OF_A_PERSON },
      ['pinterest.<tld>/<user>/_following'],
      ['https://www.pinterest.com/somebody/_following/'],
    ),
    target('board', { own: POSTS }, ['pinterest.<tld>/<user>/<board>'], ['https://www.pinterest.com/somebody/a-board/']),
    target(
      'section',
      { own: POSTS },
      ['pinterest.<tld>/<user>/<board>/<section>'],
      ['https://www.pinterest.com/somebody/a-board/a-section/'],
    ),
  ],
  options: ['replies'],
  hosts: ['.pinterest.com', 'pin.it'],
  cookies: {
    need: 'optional',
    domains: ['.pinterest.com'],
    names: ['_pinterest_sess', '_auth'],
    aliases: { sessionid: '_pinterest_sess', auth_token: '_pinterest_sess' },
    login: 'https://www.pinterest.com/login/',
    hint: 'Log in at pinterest.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.pinterest.com, and copy _pinterest_sess and _auth. Without them only the first comments may be shown.',
  },
  pace: { perSecond: 1, concurrency: 2 },

  start({ type, target, params }) {
    const { pin = '', user = '', board = null, section = null, code } = params;
    if (code !== undefined) return [{ cursor: { list: 'short', code }, role: 'page' }];
    if (type === 'comments') return [{ cursor: firstComments(pin), role: 'page' }];
    const posts = target === 'board' || target === 'section' || target === 'created' ? target : 'pins';
    const list = type === 'followers' || type === 'following' ? type : posts;
    return [{ cursor: { list, user, board, section, id: null, bookmark: null }, role: 'page' }];
  },

  async fetchPage(cursor, session): Promise<Page<Cursor>> {
    if (cursor.list === 'short') return shortPage(cursor, session);
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'replies' ? repliesPage(cursor, session) : listPage(cursor, session);
  },
});

async function shortPage({ code }: ShortCursor, session: Session): Promise<Page<Cursor>> {
  const pin = await leadOfShortLink(session, `https://pin.it/${code}`, (url) => placeAt(url)?.params['pin'] ?? null);
  if (pin === null) throw new PlatformRefusal('NOT_FOUND', 'This short link leads to no pin.');
  return commentsPage(firstComments(pin), session);
}
