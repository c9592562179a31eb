import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import twitter from '#core/platforms/twitter/index.ts';
import type { FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import {
  add,
  author,
  cursor,
  entry,
  type Json,
  look,
  moduleOf,
  node,
  ofUser,
  search,
  tweetContent,
  userContent,
} from '#core/platforms/twitter/simulator/wire-forms.ts';
import { POST, twitterSimulator, type TwitterParams } from '#core/platforms/twitter/simulator.ts';

const ANN = author('7', 'Ann')['result'];
const HOME: FakeExchange = { match: '/home', status: 404 };
const play = (url: string, params: TwitterParams = {}, options: RunOptions = {}) =>
  readAll(twitter, url, [{ match: '', simulator: twitterSimulator(params) }], options);
const read = (url: string, list: Json, options: RunOptions = {}, account: unknown = ANN) =>
  readAll(twitter, url, [HOME, { match: 'UserByScreenName', body: look(account) }, { match: '/graphql/', body: list }], options);
const operations = (session: FakeSession): string[] =>
  session.urls.flatMap((url) => (url.includes('/graphql/') ? [new URL(url).pathname.split('/').at(-1) ?? ''] : []));

describe('twitter: lists of accounts', () => {
  it.each<[string, RunOptions, string, string, number | null]>([
    ['https://x.com/owner', { followers: true }, 'Followers', 'follower', 45],
    ['https://x.com/owner/following', {}, 'Following', 'following', 45],
    ['https://x.com/owner/verified_followers', {}, 'BlueVerifiedFollowers', 'follower', null],
  ])('%s with %o', async (url, options, operation, kind, total) => {
    const run = await play(url, {}, options);
    expect(operations(run.session)).toEqual(['UserByScreenName', operation, operation, operation]);
    expect([run.items.length, run.total, run.items[0]?.kind]).toEqual([45, total, kind]);
  });

  it.each<[string, RunOptions, string, string]>([
    ['likes', {}, 'Favoriters', 'like'],
    ['retweets', {}, 'Retweeters', 'share'],
  ])('%s of a post', async (tab, options, operation, kind) => {
    const run = await play(`https://x.com/owner/status/${POST}/${tab}`, {}, options);
    expect(operations(run.session)).toEqual([operation, operation, operation]);
    expect([run.items.length, run.total, run.items[0]?.kind]).toEqual([45, null, kind]);
  });

  it.each(['mark', 'empty', 'sameCursor'] as const)('ends with %s', async (end) => {
    const run = await play('https://x.com/owner/followers', { end });
    expect([run.items.length, run.gaps]).toEqual([45, []]);
    expect(operations(run.session)).toHaveLength(end === 'mark' ? 4 : end === 'empty' ? 5 : 4);
  });

  it('needs no look-up for an id', async () => {
    const run = await play('https://x.com/i/user/100', {}, { followers: true });
    expect([operations(run.session)[0], run.items.length, run.total]).toEqual(['Followers', 45, null]);
  });

  it.each([2024, 2026] as const)('has every field of an account of %i', async (shape) => {
    const { items } = await play('https://x.com/owner/followers', { shape, listed: 2 });
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: '301',
      kind: 'follower',
      parentId: null,
      author: {
        name: 'Reader 301',
        username: 'reader301',
        id: '301',
        url: 'https://x.com/reader301',
        avatarUrl: 'https://pbs.example/301_normal.jpg',
        verified: true,
      },
      text: 'Reads & writes https://reader.example/301',
      url: 'https://x.com/reader301',
      createdAt: null,
      isAuthorPost: null,
      isPinned: null,
      extra: { accountCreatedAt: '2025-10-04T12:00:00.000Z', followers: 301, following: 301, posts: 9 },
    });
    expect(items[0]?.text).toBeNull();
  });

  it('goes on over accounts that come twice, and counts those that are not shown', async () => {
    const gone = userContent({ __typename: 'UserUnavailable', reason: 'Suspended' });
    const list = ofUser(
      add(entry('user-7', userContent(ANN)), entry('user-8', gone), entry('user-9', userContent({})), cursor('Bottom', 'b')),
    );
    const run = await read('https://x.com/ann/followers', list);
    expect(run.items.map((item) => item.id)).toEqual(['7']);
    expect(run.gaps.slice(0, 2)).toEqual([
      { cause: 'deleted', count: 1 },
      { cause: 'notServed', count: 1 },
    ]);
    const page = await twitter.fetchPage({ list: 'followers', handle: null, user: '7', after: 'a', empty: 0 }, run.session);
    expect(page.mayRepeat).toBe(true);
  });

  it('says why nobody is shown who liked a post', async () => {
    const empty = { data: { favoriters_timeline: { timeline: { instructions: [add(cursor('Top', 't'), cursor('Bottom', 'b'))] } } } };
    const run = await readAll(twitter, `https://x.com/ann/status/${POST}/likes`, [HOME, { match: 'Favoriters', body: empty }]);
    expect([run.items, run.notes, operations(run.session).length]).toEqual([[], [expect.stringContaining('author only')], 1]);
  });
});

describe('twitter: lists of posts', () => {
  it('takes the pinned post and those of the account, also out of conversations', async () => {
    const run = await play('https://x.com/owner');
    expect(operations(run.session)).toEqual(['UserByScreenName', 'UserTweets', 'UserTweets', 'UserTweets']);
    expect(run.items).toHaveLength(46);
    expect(run.items.slice(0, 2).map(({ id, kind, isPinned, isAuthorPost }) => ({ id, kind, isPinned, isAuthorPost }))).toEqual([
      { id: '59999', kind: 'tweet', isPinned: true, isAuthorPost: null },
      { id: '50000', kind: 'tweet', isPinned: false, isAuthorPost: null },
    ]);
    expect(run.items.every((item) => item.author.id === '100')).toBe(true);
    expect(run.total).toBeNull();
  });

  it('with replies names what each of them answers', async () => {
    const { items, session } = await play('https://x.com/owner/with_replies');
    expect(operations(session)[1]).toBe('UserTweetsAndReplies');
    expect(items.find((item) => item.id === '50003')?.parentId).toBe('63');
  });

  it('takes media out of the grid, and out of what is added to it', async () => {
    const grid = ofUser(
      add(moduleOf('profile-grid-0', ['tweet-1', tweetContent(node('1'))]), moduleOf('who-to-follow-1', ['user-8', userContent(ANN)])),
      {
        type: 'TimelineAddToModule',
        moduleEntryId: 'profile-grid-0',
        moduleItems: [{ entryId: 'profile-grid-0-tweet-2', item: tweetContent(node('2')) }],
      },
    );
    const { items, session } = await read('https://x.com/ann/media', grid);
    expect([items.map((item) => item.id), operations(session)[1]]).toEqual([['1', '2'], 'UserMedia']);
  });

  it('writes a repost with the whole text of its original, and counts as the wrapper has them', async () => {
    const original = node(
      '90',
      {
        full_text: 'cut',
        entities: { media: [{ url: 'https://t.co/m' }] },
        extended_entities: { media: [{ type: 'photo', media_url_https: 'https://p.example/1.jpg' }] },
      },
      {
        core: { user_results: author('8', 'Bob') },
        note_tweet: { note_tweet_results: { result: { text: 'The whole & long text', entity_set: { urls: [] } } } },
      },
    );
    const repost = (result: unknown, text = 'RT @bob: The whole &amp; lo…') =>
      node('91', {
        full_text: text,
        created_at: 'Fri Jul 31 21:34:08 +0000 2026',
        favorite_count: 0,
        reply_count: 0,
        retweeted_status_result: { result },
      });
    const list = ofUser(
      add(
        entry('tweet-91', tweetContent(repost(original))),
        entry('tweet-92', tweetContent({ ...repost({ __typename: 'TweetWithVisibilityResults', tweet: original }), rest_id: '92' })),
        entry('tweet-93', tweetContent({ ...repost({ __typename: 'TweetTombstone' }), rest_id: '93' })),
      ),
    );
    const { items } = await read('https://x.com/ann', list);
    expect(items.map(({ id, text, likes, createdAt, media }) => [id, text, likes, createdAt, media])).toEqual([
      ['91', 'RT @bob: The whole & long text', 0, '2026-07-31T21:34:08.000Z', []],
      ['92', 'RT @bob: The whole & long text', 0, '2026-07-31T21:34:08.000Z', []],
      ['93', 'RT @bob: The whole & lo…', 0, '2026-07-31T21:34:08.000Z', []],
    ]);
  });

  it('searches, and finds quotes, by anybody', async () => {
    const run = await play(`https://x.com/owner/status/${POST}/quotes`);
    const asked = JSON.parse(new URL(run.session.urls.at(-1) ?? '').searchParams.get('variables') ?? '{}') as Json;
    expect(asked).toEqual({
      rawQuery: `quoted_tweet_id:${POST}`,
      count: 20,
      querySource: 'typed_query',
      product: 'Latest',
      cursor: 'page-2',
    });
    expect([run.items.length, run.items[0]?.kind, run.items[0]?.isPinned, new Set(run.items.map((item) => item.author.id)).size]).toEqual([
      45,
      'tweet',
      null,
      45,
    ]);
  });

  it('finds the cursor of a search where it replaces the former one', async () => {
    const replaced = { type: 'TimelineReplaceEntry', entry_id_to_replace: 'cursor-bottom-0', entry: cursor('Bottom', 'second') };
    const list = search(add(entry('tweet-1', tweetContent(node('1')))), replaced);
    const run = await readAll(twitter, 'https://x.com/search?q=a', [
      HOME,
      { match: 'second', body: search(add()) },
      { match: '/graphql/', body: list },
    ]);
    expect([run.items.length, operations(run.session).length]).toEqual([1, 2]);
  });

  it('ends with a page that names nothing, though it has a cursor', async () => {
    const run = await read('https://x.com/ann', ofUser(add(cursor('Top', 't'), cursor('Bottom', 'b'))));
    expect([run.items, operations(run.session).length]).toEqual([[], 2]);
  });

  it('says so where X gives no timeline at all', async () => {
    const run = await readAll(twitter, 'https://x.com/i/user/7', [
      HOME,
      { match: 'UserTweets', body: look({ __typename: 'User', timeline: {} }) },
    ]);
    expect(run.gaps).toEqual([{ cause: 'hidden', count: 0, note: expect.stringContaining('protected') }]);
  });
});
