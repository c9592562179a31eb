import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import twitter from '#core/platforms/twitter/index.ts';
import { FakeSession, type FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import {
  add,
  author,
  conversation,
  cursor,
  cursorContent,
  entry,
  focal,
  type Json,
  moduleOf,
  node,
  POST,
  reply,
  tweetContent,
} from '#core/platforms/twitter/simulator/wire-forms.ts';
import { POST as SIMULATED, twitterSimulator, type TwitterParams } from '#core/platforms/twitter/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const URL_OF_POST = `https://x.com/ann/status/${POST}`;
const after =
  (value: string): FakeExchange['match'] =>
  (request) =>
    request.url.includes(encodeURIComponent(`"cursor":"${value}"`));
const read = (pages: readonly Json[], options: RunOptions = {}) =>
  readAll(
    twitter,
    URL_OF_POST,
    [
      { match: '/home', status: 404 },
      ...pages.map((body, index): FakeExchange => ({
        match: index === 0 ? (request) => !request.url.includes('cursor') : after(`c${index}`),
        body,
      })),
    ],
    options,
  );
const thread = (id: string, ...more: readonly [string, Json][]): Json =>
  moduleOf(`conversationthread-${id}`, [`tweet-${id}`, reply(id)], ...more);
const play = (params: TwitterParams = {}, options: RunOptions = {}) =>
  readAll(twitter, `https://x.com/owner/status/${SIMULATED}`, [{ match: '', simulator: twitterSimulator(params) }], options);
const calls = (session: FakeSession): string[] => session.urls.filter((url) => url.includes('/graphql/'));

describe('twitter: replies of a post', () => {
  it('takes top level alone by default, page by page', async () => {
    const run = await play();
    expect(run.items).toHaveLength(50);
    expect(run.items.every((item) => item.kind === 'comment' && item.parentId === null)).toBe(true);
    expect(calls(run.session)).toHaveLength(3);
    expect(run.total).toBeNull();
  });

  it('with replies takes every level, and follows threads that are cut off before the next page', async () => {
    const run = await play({}, { replies: true });
    expect(run.items).toHaveLength(50 + 17 + 10);
    const asked = calls(run.session).map(
      (url) => (JSON.parse(new URL(url).searchParams.get('variables') ?? '{}') as Json)['cursor'] ?? null,
    );
    expect(asked).toEqual([null, 'thread-0', 'thread-10', 'page-1', 'thread-20', 'thread-30', 'page-2', 'thread-40']);
    expect(run.items.find((item) => item.id === '30000')).toMatchObject({ kind: 'reply', parentId: '20000', isAuthorPost: false });
    expect(run.items.find((item) => item.id === '20000')).toMatchObject({ kind: 'reply', parentId: '10000', isAuthorPost: true });
  });

  it('says how many answers to replies are counted and not shown', async () => {
    const shown = await play({ replies: 9 }, { replies: true });
    expect([shown.items.length, shown.gaps]).toEqual([9 + 3 + 2, []]);
    const { items, gaps } = await play({ replies: 9, unshown: 2 }, { replies: true });
    // Those of the thread that goes on are counted with what comes then.
    expect([items.length, gaps]).toEqual([
      14,
      [
        { cause: 'notServed', count: (8 + 2) * 2, note: expect.any(String) },
        { cause: 'notServed', count: 2 * 2, note: expect.any(String) },
      ],
    ]);
    expect((await play({ replies: 9, unshown: 2 })).gaps).toEqual([]);
  });

  it.each(['Bottom', 'ShowMoreThreads', 'ShowMoreThreadsPrompt'])('goes on with a cursor %s', async (cursorType) => {
    expect((await play({ cursorType })).items).toHaveLength(50);
  });

  it('knows the author of the post on later pages too', async () => {
    const { items } = await play();
    expect(items.at(-1)).toMatchObject({ id: '10049', isAuthorPost: true });
    expect(items.at(-2)).toMatchObject({ isAuthorPost: false });
  });

  it('leaves out the post, advertisements, "More posts" and what is above', async () => {
    const advertised = tweetContent(node('9'), { promotedMetadata: { advertiser: 1 } });
    const { items, gaps } = await read([
      conversation(
        add(
          entry('tweet-5', tweetContent(node('5'))),
          focal,
          thread('11', ['promoted-tweet-8', reply('8')]),
          moduleOf('conversationthread-9', ['tweet-9', advertised]),
          moduleOf(`conversationthread-${POST}`, [`tweet-${POST}`, tweetContent(node(POST))]),
          moduleOf('module-1', ['tweet-99', reply('99')]),
          entry('promoted-tweet-3', reply('3')),
        ),
      ),
    ]);
    expect([items.map((item) => item.id), gaps]).toEqual([['11'], []]);
  });

  it('takes later pages that come as further items of a module', async () => {
    const more = {
      type: 'TimelineAddToModule',
      moduleEntryId: 'conversationthread-11',
      moduleItems: [{ entryId: 'conversationthread-11-tweet-12', item: reply('12', '11') }],
    };
    const first = conversation(add(focal, thread('11', ['cursor-showmore-1', cursorContent('ShowMore', 'c1')])));
    const run = await read([first, conversation(more)], { replies: true });
    expect(run.items.map((item) => [item.id, item.parentId])).toEqual([
      ['11', null],
      ['12', '11'],
    ]);
    expect((await read([first, conversation(more)])).items.map((item) => item.id)).toEqual(['11']);
  });

  it('counts what is not shown, by cause', async () => {
    const { items, gaps } = await read([
      conversation(
        add(
          focal,
          thread('11', [
            'tweet-12',
            tweetContent({ __typename: 'TweetTombstone', tombstone: { text: { text: 'This Post is unavailable.' } } }),
          ]),
          moduleOf('conversationthread-13', ['tweet-13', tweetContent({})]),
          moduleOf('conversationthread-14', ['tweet-14', tweetContent({ __typename: 'TweetUnavailable', reason: 'Suspended' })]),
          moduleOf('conversationthread-15', ['tweet-15', tweetContent({ __typename: 'TweetUnavailable', reason: 'Protected' })]),
          moduleOf('conversationthread-16', [
            'tweet-16',
            { itemContent: { itemType: 'TimelineTombstone', tombstoneInfo: { text: 'This Post was deleted by the Post author.' } } },
          ]),
        ),
      ),
    ]);
    expect(items.map((item) => item.id)).toEqual(['11']);
    expect(gaps).toEqual([
      { cause: 'notServed', count: 1 },
      { cause: 'deleted', count: 2 },
      { cause: 'hidden', count: 1 },
    ]);
  });

  it('follows up to three empty pages with new cursors, and no more', async () => {
    expect((await play({ emptyPages: 3 })).items).toHaveLength(50);
    const run = await play({ emptyPages: 4 });
    expect([run.items.length, calls(run.session).length]).toEqual([20, 5]);
  });

  it('ends at a cursor that it has just used', async () => {
    const run = await read([
      conversation(add(focal, thread('11'), cursor('Bottom', 'c1'))),
      conversation(add(thread('12'), cursor('Bottom', 'c1'))),
    ]);
    expect([run.items.map((item) => item.id), calls(run.session).length]).toEqual([['11', '12'], 2]);
  });

  it('leaves isAuthorPost open where the post is not shown', async () => {
    const { items } = await read([conversation(add(thread('11')))]);
    expect(items[0]?.isAuthorPost).toBeNull();
  });

  it('names a ranking only where one is asked for that is not the default', async () => {
    const variables = async (options: RunOptions) => {
      const { session } = await play({ replies: 1 }, options);
      return JSON.parse(new URL(calls(session)[0] ?? '').searchParams.get('variables') ?? '{}') as Json;
    };
    expect(await variables({})).toEqual({
      focalTweetId: SIMULATED,
      referrer: 'tweet',
      with_rux_injections: true,
      includePromotedContent: true,
      withCommunity: true,
      withQuickPromoteEligibilityTweetFields: true,
      withBirdwatchNotes: true,
      withVoice: true,
      withV2Timeline: true,
    });
    expect(await variables({ sort: 'new' })).toHaveProperty('rankingMode', 'Recency');
    expect(await variables({ sort: 'top' })).not.toHaveProperty('rankingMode');
  });
});

describe('twitter: a post', () => {
  const readOne = (result: Json) => read([conversation(add(focal, moduleOf('conversationthread-11', ['tweet-11', tweetContent(result)])))]);
  const itemOf = async (result: Json): Promise<unknown> => itemSchema.strict().parse((await readOne(result)).items[0]);

  it('has every field', async () => {
    const media = [
      { type: 'photo', url: 'https://t.co/own1', media_url_https: 'https://pbs.example/a.jpg' },
      {
        type: 'video',
        url: 'https://t.co/own1',
        media_url_https: 'https://pbs.example/v.jpg',
        video_info: {
          variants: [
            { content_type: 'application/x-mpegURL', url: 'https://video.example/v.m3u8' },
            { content_type: 'video/mp4', bitrate: 832_000, url: 'https://video.example/s.mp4' },
            { content_type: 'video/mp4', bitrate: 2_176_000, url: 'https://video.example/l.mp4' },
          ],
        },
      },
      { type: 'animated_gif', video_info: { variants: [{ content_type: 'video/mp4', bitrate: 0, url: 'https://video.example/g.mp4' }] } },
    ];
    const legacy = {
      full_text: '@Bob  a &lt;b&gt; &amp;amp; https://t.co/abc1\n https://t.co/abc12 https://t.co/own1',
      created_at: 'Wed Oct 10 20:19:24 +0000 2018',
      favorite_count: 5,
      reply_count: 4,
      retweet_count: 3,
      quote_count: 2,
      bookmark_count: 1,
      lang: 'qme',
      in_reply_to_status_id_str: POST,
      conversation_id_str: POST,
      entities: {
        urls: [
          { url: 'https://t.co/abc1', expanded_url: 'https://example.org/?a=1&amp=2' },
          { url: 'https://t.co/abc12', expanded_url: 'https://example.org/two' },
        ],
        media: [{ url: 'https://t.co/own1' }],
      },
      extended_entities: { media },
    };
    const more = {
      views: { count: '1234' },
      edit_control: { edit_tweet_ids: ['10', '11'] },
      core: {
        user_results: author('8', 'Bob', { avatar: { image_url: 'https://pbs.example/b_normal.jpg' }, verification: { verified: true } }),
      },
    };
    expect(await itemOf(node('11', legacy, more))).toEqual(
      wholeItem({
        id: '11',
        kind: 'comment',
        author: {
          name: 'Bob',
          username: 'bob',
          id: '8',
          url: 'https://x.com/bob',
          avatarUrl: 'https://pbs.example/b_normal.jpg',
          verified: true,
        },
        text: '@Bob  a <b> &amp; https://example.org/?a=1&amp=2\n https://example.org/two',
        createdAt: '2018-10-10T20:19:24.000Z',
        createdAtPrecision: 'second',
        likes: 5,
        replyCount: 4,
        language: 'qme',
        url: 'https://x.com/bob/status/11',
        media: [
          { type: 'image', url: 'https://pbs.example/a.jpg' },
          { type: 'video', url: 'https://video.example/l.mp4' },
          { type: 'video', url: 'https://video.example/g.mp4' },
        ],
        isEdited: true,
        isAuthorPost: false,
        extra: { retweets: 3, quotes: 2, bookmarks: 1, views: 1234, conversationId: POST },
      }),
    );
  });

  it('takes a long post whole: its text is not escaped, and has links of its own', async () => {
    const note = {
      text: 'Long &amp; whole https://t.co/n1',
      entity_set: { urls: [{ url: 'https://t.co/n1', expanded_url: 'https://n.example' }] },
    };
    expect(
      await itemOf(node('11', { full_text: 'Long &amp; wh…' }, { note_tweet: { note_tweet_results: { result: note } } })),
    ).toMatchObject({
      text: 'Long &amp; whole https://n.example',
    });
  });

  it('reads one with limited visibility, and an older account', async () => {
    const old = {
      result: {
        __typename: 'User',
        rest_id: '9',
        is_blue_verified: true,
        legacy: { name: 'Old', screen_name: 'old', profile_image_url_https: 'https://pbs.example/o_normal.jpg', verified: false },
      },
    };
    const tweet = node('11', {}, { core: { user_results: old } });
    delete tweet['__typename'];
    expect(await itemOf({ __typename: 'TweetWithVisibilityResults', tweet })).toMatchObject({
      id: '11',
      author: { name: 'Old', username: 'old', id: '9', avatarUrl: 'https://pbs.example/o_normal.jpg', verified: true },
    });
  });

  it('is null where X says nothing: an account that is not shown, no counts, media alone', async () => {
    const bare = node(
      '11',
      { full_text: 'https://t.co/own1', extended_entities: { media: [{ type: 'photo', url: 'https://t.co/own1' }] } },
      { core: { user_results: {} } },
    );
    expect(await itemOf(bare)).toMatchObject({
      text: null,
      author: { name: null, username: null, id: null, url: null, verified: null },
      url: 'https://x.com/i/status/11',
      createdAt: null,
      likes: null,
      isEdited: null,
      isAuthorPost: null,
      media: [],
      extra: {},
    });
  });

  it('is no empty cell where its form is unknown', async () => {
    const changed = { __typename: 'Tweet', rest_id: '11', core: { user_results: author('8', 'Bob') }, details: { full_text: 'new' } };
    for (const [odd, place] of [
      [changed, 'legacy'],
      [node('11', { favorite_count: 'many' }), 'favorite_count'],
    ] as const) {
      const { items, gaps } = await readOne(odd);
      expect(items).toEqual([]);
      expect(gaps).toMatchObject([{ cause: 'unreadable', count: 1, note: expect.stringContaining(place) }]);
    }
  });
});

describe('twitter: a short link', () => {
  it('leads to the replies of the post behind it', async () => {
    const exchanges = [{ match: '', simulator: twitterSimulator({ replies: 25 }) }];
    expect((await readAll(twitter, 'https://t.co/AbC123dEf4', exchanges)).items).toHaveLength(25);
    expect((await readAll(twitter, 'https://t.co/AbC123dEf4', exchanges, { likes: true })).items).toHaveLength(45);
  });

  it('also through the page that browsers get; and says where it leads when that is no post', async () => {
    const page = (to: string): FakeExchange => ({
      match: 't.co',
      body: `<head><noscript><META http-equiv="refresh" content="0;URL=${to}"></noscript>`,
    });
    const simulated = { match: '', simulator: twitterSimulator({ replies: 25 }) };
    expect((await readAll(twitter, 'https://t.co/a', [page(`https://x.com/o/status/${SIMULATED}`), simulated])).items).toHaveLength(25);
    await expect(readAll(twitter, 'https://t.co/a', [page('https://example.org/')])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('https://example.org/'),
    });
  });
});
