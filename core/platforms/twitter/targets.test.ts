import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import twitter from '#core/platforms/twitter/index.ts';
import { chooseFor, type RunOptions } from '#test/platforms/read-all.ts';

const ID = '1649191520250245121';
const start = (url: string, options: RunOptions = {}): unknown =>
  twitter.start(chooseFor(twitter, url, options), {
    replies: options.replies ?? false,
    sort: options.sort ?? null,
    limit: 10,
    minTimestamp: null,
    maxTimestamp: null,
    countries: [],
  })[0]?.cursor;

describe('twitter: URLs', () => {
  it.each([
    [`https://x.com/user/status/${ID}`],
    [`https://twitter.com/user/status/${ID}?s=20&t=abc#x`],
    [`https://mobile.twitter.com/user/status/${ID}`],
    [`https://m.twitter.com/user/statuses/${ID}/`],
    [`https://www.x.com/i/status/${ID}`],
    [`https://x.com/i/web/status/${ID}`],
    [`twitter.com/statuses/${ID}`],
    [`https://x.com/user/status/${ID}/photo/1`],
    [`https://x.com/user/status/${ID}/video/1`],
    [`https://fxtwitter.com/user/status/${ID}`],
    [`https://vxtwitter.com/user/status/${ID}`],
    [`https://fixupx.com/user/status/${ID}`],
    [`https://nitter.net/user/status/${ID}#m`],
    [`https://twstalker.com/user/status/${ID}`],
  ])('takes %s for a post', (url) => {
    expect(chooseFor(twitter, url)).toMatchObject({ target: 'post', type: 'comments', params: { post: ID } });
  });

  it.each([
    [`https://x.com/user/status/${ID}/likes`, 'likes'],
    [`https://x.com/user/status/${ID}/retweets`, 'shares'],
    [`https://twitter.com/user/status/${ID}/reposts`, 'shares'],
    [`https://x.com/user/status/${ID}/quotes`, 'posts'],
    [`https://twitter.com/user/status/${ID}/retweets/with_comments`, 'posts'],
    ['https://x.com/user', 'posts'],
    ['https://twitter.com/@user?lang=de', 'posts'],
    ['https://x.com/i/user/42', 'posts'],
    ['https://twitter.com/intent/user?screen_name=user', 'posts'],
    ['https://twitter.com/intent/user?user_id=42', 'posts'],
    ['https://x.com/user/with_replies', 'posts'],
    ['https://x.com/user/media', 'posts'],
    ['https://x.com/user/followers', 'followers'],
    ['https://x.com/user/verified_followers', 'followers'],
    ['https://x.com/user/following', 'following'],
    ['https://x.com/search?q=open%20data&src=typed_query', 'posts'],
    ['https://x.com/hashtag/opendata?src=hashtag_click', 'posts'],
    ['https://t.co/AbC123dEf4', 'comments'],
  ])('reads %s as %s', (url, type) => {
    expect(chooseFor(twitter, url).type).toBe(type);
  });

  it.each([
    'https://x.com/',
    'https://x.com/home',
    'https://x.com/settings/account',
    'https://x.com/user/articles',
    'https://x.com/i/lists/123',
    'https://x.com/i/communities/123',
    'https://x.com/i/user/name',
    'https://x.com/search?q=',
    'https://x.com/search',
    'https://x.com/user/status/abc',
    `https://x.com/user/status/${ID}/analytics`,
    'https://developer.x.com/en',
    'https://help.twitter.com/user',
    'https://notx.com/user',
    'https://x.com.evil.example/user',
    'https://t.co/',
  ])('refuses %s', (url) => {
    expect(twitter.targets.filter((target) => target.match(parsePastedUrl(url)) !== null)).toEqual([]);
  });
});

describe('twitter: what an option chooses', () => {
  const of = (list: string) => ({ list, handle: 'user', user: null, after: null, empty: 0 });

  it.each<[string, RunOptions, object]>([
    ['https://x.com/user', {}, of('posts')],
    ['https://x.com/user', { tweets: true }, of('posts')],
    ['https://x.com/user', { replies: true }, of('posts')],
    ['https://x.com/user', { tweets: true, replies: true }, of('postsAndReplies')],
    ['https://x.com/user/with_replies', {}, of('postsAndReplies')],
    ['https://x.com/user/with_replies', { tweets: true }, of('postsAndReplies')],
    ['https://x.com/user/media', { tweets: true, replies: true }, of('media')],
    ['https://x.com/user', { followers: true }, of('followers')],
    ['https://x.com/user/media', { followers: true }, of('followers')],
    ['https://x.com/user/verified_followers', {}, of('verifiedFollowers')],
    ['https://x.com/user/verified_followers', { followers: true }, of('verifiedFollowers')],
    ['https://x.com/user/followers', { following: true }, of('following')],
    ['https://x.com/user/following', { tweets: true }, of('posts')],
    ['https://x.com/i/user/42', { following: true }, { ...of('following'), handle: null, user: '42' }],
    [`https://x.com/user/status/${ID}`, { likes: true, shares: true }, { list: 'likes', post: ID, after: null, empty: 0 }],
    [`https://x.com/user/status/${ID}/likes`, { shares: true }, { list: 'reposts', post: ID, after: null, empty: 0 }],
    [
      `https://x.com/user/status/${ID}/quotes`,
      { replies: true },
      { list: 'search', words: `quoted_tweet_id:${ID}`, product: 'Latest', after: null, empty: 0 },
    ],
    ['https://x.com/search?q=a%26b', {}, { list: 'search', words: 'a&b', product: 'Latest', after: null, empty: 0 }],
    ['https://x.com/search?q=a&f=top', {}, { list: 'search', words: 'a', product: 'Top', after: null, empty: 0 }],
    ['https://x.com/search?q=a&f=live', { sort: 'top' }, { list: 'search', words: 'a', product: 'Top', after: null, empty: 0 }],
    ['https://x.com/hashtag/Äpfel', {}, { list: 'search', words: '#Äpfel', product: 'Latest', after: null, empty: 0 }],
  ])('%s with %o', (url, options, cursor) => {
    expect(start(url, options)).toEqual(cursor);
  });
});
