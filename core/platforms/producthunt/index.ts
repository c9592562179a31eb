// Product Hunt: the GraphQL of its own site from inside a page, or the official API where the owner has a token; else what its page holds.
// Written from what others have found out, never proven. Fragile: plain clients meet a wall; the API hides the names of other people.
import { definePlatform } from '#core/platform-api/define.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/producthunt/address.ts';
import { type CommentsCursor, commentsPage, type RepliesCursor, repliesPage } from '#core/platforms/producthunt/comments.ts';
import { type ListCursor, listPage } from '#core/platforms/producthunt/lists.ts';

type Cursor = CommentsCursor | RepliesCursor | ListCursor;

const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_PERSON = { followers: FOLLOWERS, following: FOLLOWING };

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'producthunt',
  name: 'Product Hunt',
  homepage: 'https://www.producthunt.com',
  description: 'Comments of a launch and who upvoted it; reviews of a product; followers and follows of a person.',
  category: 'social',
  recorded: null,
  comparedWith: [{ client: 'phcrawler', date: '2023-11-25' }],
  targets: [
    target(
      'launch',
      { own: { type: 'comments', totalCountsReplies: true }, likes: { type: 'likes' } },
      ['producthunt.com/posts/<slug>', 'producthunt.com/products/<product>/launches/<slug>', 'producthunt.com/r/p/<id>'],
      [
        'https://www.producthunt.com/posts/a-launch',
        'https://www.producthunt.com/posts/a-launch?comment=123#comment-123',
        'https://www.producthunt.com/products/a-product/launches/a-launch?utm_source=other',
        'https://www.producthunt.com/r/p/123456',
      ],
    ),
    target(
      'product',
      { own: { type: 'reviews' } },
      ['producthunt.com/products/<product>', 'producthunt.com/products/<product>/reviews'],
      ['https://www.producthunt.com/products/a-product', 'https://www.producthunt.com/products/a-product/reviews'],
    ),
    target('user', OF_A_PERSON, ['producthunt.com/@<user>'], ['https://www.producthunt.com/@somebody']),
    target(
      'followers',
      { own: FOLLOWERS, ...OF_A_PERSON },
      ['producthunt.com/@<user>/followers'],
      ['https://www.producthunt.com/@somebody/followers'],
    ),
    target(
      'following',
      { own: FOLLOWING, ...OF_A_PERSON },
      ['producthunt.com/@<user>/following'],
      ['https://www.producthunt.com/@somebody/following'],
    ),
  ],
  options: ['replies'],
  sorts: ['top', 'new'],
  sortAliases: { best: 'top' },
  hosts: ['.producthunt.com'],
  cookies: {
    need: 'optional',
    domains: ['.producthunt.com'],
    names: ['_producthunt_session_production'],
    aliases: { sessionid: '_producthunt_session_production', auth_token: '_producthunt_session_production', token: 'developer_token' },
    login: 'https://www.producthunt.com/login',
    hint: 'Log in at producthunt.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://www.producthunt.com, and copy _producthunt_session_production. Without a browser on this machine, make a token at producthunt.com/v2/oauth/applications and give it as developer_token.',
  },
  transport: 'browser',
  pace: { perSecond: 1, concurrency: 2 },

  start({ type, params }) {
    if (type === 'comments') return [{ cursor: { list: 'comments', launch: params, after: null }, role: 'page' }];
    const list = type === 'likes' || type === 'followers' || type === 'following' ? type : 'reviews';
    return [{ cursor: { list, of: params, after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    if (cursor.list === 'comments') return commentsPage(cursor, session);
    return cursor.list === 'replies' ? repliesPage(cursor, session) : listPage(cursor, session);
  },
});
