// Reddit (www.reddit.com): its own `.json` twins of pages, and `morechildren` for what a page leaves out; the old site's pages where those
// are refused. Fragile: since May 2026 most visitors without a login are; whether strings are HTML-escaped differs between answers.
import { definePlatform } from '#core/platform-api/define.ts';
import { listingAt, shareAt, threadAt, userAt } from '#core/platforms/reddit/address.ts';
import { cursorOf, type RedditCursor } from '#core/platforms/reddit/cursor.ts';
import { fetchListing } from '#core/platforms/reddit/listings.ts';
import { fetchShare } from '#core/platforms/reddit/share.ts';
import { fetchDeeper, fetchMore, fetchThread } from '#core/platforms/reddit/threads.ts';

const OWN_HOST = /(?:^|\.)reddit\.com$/;

export default definePlatform<RedditCursor>({
  id: 'reddit',
  name: 'Reddit',
  homepage: 'https://www.reddit.com',
  description: 'Comments of a post or below one comment; posts of subreddits, multireddits and users; comments of a user.',
  category: 'forum',
  tier: 'major',
  recorded: '2026-04-13',
  comparedWith: [
    { client: 'yt-dlp', date: '2026-08-20' },
    { client: 'gallery-dl', date: '2026-03-23' },
  ],
  targets: [
    {
      name: 'thread',
      patterns: [
        'reddit.com/r/<sub>/comments/<id>/...',
        'reddit.com/comments/<id>',
        'reddit.com/user/<name>/comments/<id>/...',
        'reddit.com/gallery/<id>',
        'reddit.com/r/<sub>/comments/<id>/<title>/<comment>/',
        'redd.it/<id>',
      ],
      examples: [
        'https://www.reddit.com/r/funny/comments/3hahrw/ba_dum_tsss/',
        'https://www.reddit.com/r/funny/comments/3hahrw/comment/cu5pebp/',
        'https://old.reddit.com/comments/3hahrw',
        'https://www.reddit.com/gallery/3hahrw',
        'https://redd.it/3hahrw',
      ],
      match: threadAt,
      exports: { own: { type: 'comments', totalCountsReplies: true } },
    },
    {
      name: 'share',
      patterns: ['reddit.com/r/<sub>/s/<token>', 'reddit.com/u/<name>/s/<token>'],
      examples: ['https://www.reddit.com/r/redditdev/s/WNauetbiNG', 'https://www.reddit.com/u/spez/s/WNauetbiNG'],
      match: shareAt,
      exports: { own: { type: 'comments', totalCountsReplies: true } },
    },
    {
      name: 'listing',
      patterns: ['reddit.com/r/<sub>/', 'reddit.com/r/<sub>+<sub>/<listing>/', 'reddit.com/user/<name>/m/<multi>/'],
      examples: [
        'https://www.reddit.com/r/popular/hot/',
        'https://www.reddit.com/r/node+typescript/top/?t=week',
        'https://www.reddit.com/user/spez/m/news/',
      ],
      match: listingAt,
      exports: { own: { type: 'posts', order: 'served' } },
    },
    {
      name: 'user',
      patterns: ['reddit.com/user/<name>/', 'reddit.com/u/<name>/', 'reddit.com/user/<name>/submitted/'],
      examples: ['https://www.reddit.com/user/spez/', 'https://www.reddit.com/u/spez/submitted/'],
      match: (url) => userAt(url, [undefined, 'submitted']),
      exports: { own: { type: 'posts', order: 'served' }, tweets: { type: 'posts', order: 'served' } },
    },
    {
      name: 'userComments',
      patterns: ['reddit.com/user/<name>/comments/'],
      examples: ['https://www.reddit.com/user/spez/comments/'],
      match: (url) => userAt(url, ['comments']),
      exports: { own: { type: 'comments', order: 'served' }, tweets: { type: 'posts', order: 'served' } },
    },
  ],
  options: ['replies'],
  sorts: ['best', 'top', 'new', 'old', 'controversial'],
  hosts: ['.reddit.com', '.redd.it'],
  walls: {
    addresses: [{ kind: 'age', by: 'Reddit', host: OWN_HOST, path: /^\/over18/, source: 'its question about age' }],
    bodies: [
      {
        kind: 'block',
        by: 'Reddit',
        in: 'words',
        mark: /\bwhoa there, pardner!|\byou've been blocked by network security\b/i,
        status: 'refusing',
        source: 'its block page',
      },
      {
        kind: 'block',
        by: 'Reddit',
        in: 'markup',
        mark: /^\s*<body class=["']?theme-beta\b/,
        status: 'refusing',
        host: OWN_HOST,
        source: 'its block page of 2026: a body without a head',
      },
    ],
  },
  cookies: {
    need: 'optional',
    domains: ['.reddit.com'],
    names: ['reddit_session', 'token_v2'],
    aliases: { sessionid: 'reddit_session' },
    login: 'https://www.reddit.com/login/',
    hint: 'Since May 2026 Reddit refuses most machines that are not logged in: without cookies an export may end as BLOCKED, and gets posts and comments slower, from pages. What is private, quarantined or for adults needs them anyway. Log in at www.reddit.com, open the developer tools, and copy the cookies of that site.',
  },
  // One call of morechildren at a time is what the API's documentation asks for.
  pace: { perSecond: 2, concurrency: 1 },
  walk: 'queue',
  start(target) {
    return [{ role: 'page', cursor: cursorOf(target.target, target.params, target.type) }];
  },
  fetchPage(cursor, session) {
    switch (cursor.at) {
      case 'share':
        return fetchShare(cursor, session);
      case 'thread':
        return fetchThread(cursor, session);
      case 'more':
        return fetchMore(cursor, session);
      case 'deeper':
        return fetchDeeper(cursor, session);
      case 'posts':
      case 'comments':
        return fetchListing(cursor, session);
    }
  },
});
