import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import reddit from '#core/platforms/reddit/index.ts';
import { chooseFor } from '#test/platforms/read-all.ts';

describe('the URLs of Reddit', () => {
  const post = { post: '3hahrw' };
  const comment = { post: '3hahrw', comment: 'cu5pebp' };
  it.each([
    ['https://www.reddit.com/r/funny/comments/3hahrw/ba_dum_tsss/', 'thread', post],
    ['https://old.reddit.com/r/funny/comments/3hahrw', 'thread', post],
    ['https://de.reddit.com/comments/3HAHRW/?utm_source=x', 'thread', post],
    ['https://np.reddit.com/user/spez/comments/3hahrw/x/', 'thread', post],
    ['https://www.reddit.com/u/spez/comments/3hahrw/', 'thread', post],
    ['https://www.reddit.com/gallery/3hahrw', 'thread', post],
    ['https://redd.it/3hahrw', 'thread', post],
    ['https://www.reddit.com/r/funny/comments/3hahrw/ba_dum_tsss/cu5pebp/?context=3', 'thread', comment],
    ['https://www.reddit.com/r/funny/comments/3hahrw/comment/cu5pebp/', 'thread', comment],
    ['https://www.reddit.com/comments/3hahrw/_/cu5pebp', 'thread', comment],
    ['https://www.reddit.com/comments/3hahrw//cu5pebp', 'thread', comment],
    ['https://www.reddit.com/r/redditdev/s/WNauetbiNG?x=1', 'share', { path: '/r/redditdev/s/WNauetbiNG' }],
    ['https://reddit.com/u/spez/s/WNauetbiNG', 'share', { path: '/u/spez/s/WNauetbiNG' }],
    ['https://www.reddit.com/user/spez/s/WNauetbiNG/', 'share', { path: '/user/spez/s/WNauetbiNG' }],
    ['https://www.reddit.com/r/popular/', 'listing', { path: '/r/popular/hot' }],
    ['https://www.reddit.com/r/a+b/top/?t=week&x=1', 'listing', { path: '/r/a+b/top', t: 'week' }],
    ['https://www.reddit.com/r/a/top/?t=never', 'listing', { path: '/r/a/top' }],
    ['https://www.reddit.com/user/spez/m/news/', 'listing', { path: '/user/spez/m/news/hot' }],
    ['https://www.reddit.com/user/spez/m/news/rising', 'listing', { path: '/user/spez/m/news/rising' }],
    ['https://www.reddit.com/user/spez/', 'user', { user: 'spez' }],
    ['https://www.reddit.com/u/sp-ez', 'user', { user: 'sp-ez' }],
    ['https://www.reddit.com/user/spez/submitted/', 'user', { user: 'spez' }],
    ['https://www.reddit.com/user/spez/comments/', 'userComments', { user: 'spez' }],
  ])('%s is claimed', (url, target, params) => {
    const claims = reddit.targets.filter((candidate) => candidate.match(parsePastedUrl(url)));
    expect(claims.map((claim) => claim.name)).toEqual([target]);
    expect(chooseFor(reddit, url).params).toEqual(params);
  });

  it.each([
    'https://www.reddit.com/',
    'https://www.reddit.com/r/funny/wiki/index',
    'https://www.reddit.com/r/funny/hot/more',
    'https://www.reddit.com/user/spez/saved/',
    'https://www.reddit.com/comments/not-an-id/',
    'https://www.reddit.com/r/funny/comments/3hahrw/title/not-an-id/',
    'https://i.redd.it/abc.jpg',
    'https://v.redd.it/abc',
    'https://redd.it/3hahrw/x',
    'https://notreddit.com/r/funny/',
    'https://reddit.com.evil.org/r/funny/',
  ])('%s is not', (url) => expect(reddit.targets.filter((target) => target.match(parsePastedUrl(url)))).toEqual([]));

  it('reads posts of a user where tweets are asked for', () => {
    expect(chooseFor(reddit, 'https://www.reddit.com/user/spez/comments/', { tweets: true }).type).toBe('posts');
    expect(chooseFor(reddit, 'https://www.reddit.com/user/spez/comments/').type).toBe('comments');
  });
});
