// Product Hunt: the GraphQL of its own site from inside a page, or the official API where the owner has a token; else what its page holds.
// Written from what others have found out, never proven. Fragile: plain clients meet a wall; the API hides the names of other people.
import { definePlatform } from '#core/platform-api/define.ts';
import { matcherOf } from '#core/platform-kit/place.ts';
import { placeAt } from '#core/platforms/producthunt/address.ts';
import { type CommentsCursor, commentsPage, type RepliesCursor, repliesPage } from '#core/platforms/producthunt/comments.ts';
import { type ListCursor, listPage } from '#core/platforms/producthunt/lists.ts';

type Cursor = CommentsCursor | RepliesCursor | ListCursor;

const FOLLOWERS = { type: 'followers' } as const;
const FOLLOWING = { type: 'following' } as const;
const OF_A_PERSON = { followers: FOLLOWERS, following: FOLLOWING };

const matching = matcherOf(placeAt);

export default definePlatform<Cursor>({
  id: 'producthunt',
  name: 'Product Hunt',
  homepage: 'https://www.producthunt.com',
  description: 'Comments of a launch and who upvoted it; reviews of a product; followers and follows of a person.',
  category: 'social',
  tier: 'all',
  recorded: null,
  comparedWith: [{ client: 'phcrawler', date: '2023-11-25' }],
  targets: [
    {
      name: 'launch',
      patterns: ['producthunt.com/posts/<slug>', 'producthunt.com/products/<product>/launches/<slug>', 'producthunt.com/r/p/<id>'],
      examples: [
        'https://www.producthunt.com/posts/a-launch',
        'https://www.producthunt.com/posts/a-launch?comment=123#comment-123',
        'https://www.producthunt.com/products/a-product/launches/a-launch?utm_source=other',
        'https://www.producthunt.com/r/p/123456',
      ],
      match: matching('launch'),
      exports: { own: { type: 'comments', totalCountsReplies: true }, likes: { type: 'likes' } },
    },
    {
      name: 'product',
      patterns: ['producthunt.com/products/<product>', 'producthunt.com/products/<product>/reviews'],
      examples: ['https://www.producthunt.com/products/a-product', 'https://www.producthunt.com/products/a-product/reviews'],
      match: matching('product'),
      exports: { own: { type: 'reviews' } },
    },
    {
      name: 'user',
      patterns: ['producthunt.com/@<user>'],
      examples: ['https://www.producthunt.com/@somebody'],
      match: matching('user'),
      exports: OF_A_PERSON,
    },
    {
      name: 'followers',
      patterns: ['producthunt.com/@<user>/followers'],
      examples: ['https://www.producthunt.com/@somebody/followers'],
      match: matching('followers'),
      exports: { own: FOLLOWERS, ...OF_A_PERSON },
    },
    {
      name: 'following',
      patterns: ['producthunt.com/@<user>/following'],
      examples: ['https://www.producthunt.com/@somebody/following'],
      match: matching('following'),
      exports: { own: FOLLOWING, ...OF_A_PERSON },
    },
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
