// Pinterest: the resource API of its own site, without login. Written from what others read (docs/peers.md), never run here. Fragile: comments
// hang on an id that all copies of a pin share; the lists of comments and replies have two names each; without a session they may end early.
import { PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { matcherOf } from '#core/platform-kit/place.ts';
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

const matching = matcherOf(placeAt);

export default definePlatform<Cursor>({
  id: 'pinterest',
  name: 'Pinterest',
  homepage: 'https://www.pinterest.com',
  description: 'Comments of a pin; pins, followers and follows of a person; pins of a board or of one of its sections.',
  category: 'social',
  tier: 'all',
  recorded: null,
  comparedWith: [
    { client: 'gallery-dl', date: '2026-02-17' },
    { client: 'an unnamed client', date: '2026-08' },
  ],
  targets: [
    {
      name: 'pin',
      patterns: ['pinterest.<tld>/pin/<id>', '<country>.pinterest.com/pin/<slug>--<id>'],
      examples: [
        'https://www.pinterest.com/pin/1234567890123456/',
        'https://www.pinterest.co.uk/pin/a-slug-of-words--1234567890123456/',
        'https://de.pinterest.com/pin/1234567890123456/sent/?invite_code=x',
        'https://www.pinterest.com/amp/pin/1234567890123456/',
      ],
      match: matching('pin'),
      exports: { own: COMMENTS },
    },
    {
      name: 'short',
      patterns: ['pin.it/<code>'],
      examples: ['https://pin.it/1AbCdEfGh'],
      match: matching('short'),
      exports: { own: COMMENTS },
    },
    {
      name: 'user',
      patterns: ['pinterest.<tld>/<user>', 'pinterest.<tld>/<user>/_saved', 'pinterest.<tld>/<user>/pins'],
      examples: [
        'https://www.pinterest.com/somebody/',
        'https://www.pinterest.fr/somebody/_saved/',
        'https://www.pinterest.com/somebody/pins/',
      ],
      match: matching('user'),
      exports: { own: POSTS, ...OF_A_PERSON },
    },
    {
      name: 'created',
      patterns: ['pinterest.<tld>/<user>/_created'],
      examples: ['https://www.pinterest.com/somebody/_created/'],
      match: matching('created'),
      exports: { own: POSTS, ...OF_A_PERSON },
    },
    {
      name: 'followers',
      patterns: ['pinterest.<tld>/<user>/_followers'],
      examples: ['https://www.pinterest.com/somebody/_followers/'],
      match: matching('followers'),
      exports: { own: FOLLOWERS, ...OF_A_PERSON },
    },
    {
      name: 'following',
      patterns: ['pinterest.<tld>/<user>/_following'],
      examples: ['https://www.pinterest.com/somebody/_following/'],
      match: matching('following'),
      exports: { own: FOLLOWING, ...OF_A_PERSON },
    },
    {
      name: 'board',
      patterns: ['pinterest.<tld>/<user>/<board>'],
      examples: ['https://www.pinterest.com/somebody/a-board/'],
      match: matching('board'),
      exports: { own: POSTS },
    },
    {
      name: 'section',
      patterns: ['pinterest.<tld>/<user>/<board>/<section>'],
      examples: ['https://www.pinterest.com/somebody/a-board/a-section/'],
      match: matching('section'),
      exports: { own: POSTS },
    },
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
  transport: 'http',
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
