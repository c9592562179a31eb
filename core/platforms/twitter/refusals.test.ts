import { describe, expect, it } from 'vitest';
import { OPERATION_IDS } from '#core/platforms/twitter/operations.ts';
import twitter from '#core/platforms/twitter/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import {
  add,
  author,
  conversation,
  entry,
  focal,
  look,
  moduleOf,
  ofUser,
  POST,
  reply,
  tweetContent,
  cursor,
} from '#core/platforms/twitter/simulator/wire-forms.ts';
import { POST as SIMULATED, twitterSimulator, type TwitterParams } from '#core/platforms/twitter/simulator.ts';

const HOME: FakeExchange = { match: '/home', status: 404 };
const REPLIES = `https://x.com/ann/status/${POST}`;
const outcome = (
  url: string,
  exchanges: readonly FakeExchange[],
  options: RunOptions = {},
  cookies?: Record<string, string>,
): Promise<unknown> =>
  readAll(twitter, url, [HOME, ...exchanges], options, cookies).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const play = (url: string, params: TwitterParams, options: RunOptions = {}) =>
  outcome(url, [{ match: '', simulator: twitterSimulator(params) }], options);
const errors = (code: number | null, message: string, status = 200): FakeExchange => ({
  match: '/graphql/',
  status,
  body: { errors: [{ ...(code === null ? {} : { code }), message }], data: {} },
});

describe('twitter: sessions', () => {
  it('asks for nothing without auth_token', async () => {
    await expect(readAll(twitter, REPLIES, [], {}, { ct0: 'x' })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('makes up a ct0 where none is given, the same for the whole run, and sends it twice', async () => {
    const { session } = await readAll(
      twitter,
      `https://x.com/owner/status/${SIMULATED}`,
      [{ match: '', simulator: twitterSimulator({}) }],
      {},
      { auth_token: 'a' },
    );
    const sent = session.sent.filter(({ url }) => url.includes('/graphql/')).map(({ headers }) => headers);
    expect(sent[0]?.['x-csrf-token']).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map((headers) => `${headers['x-csrf-token']} ${headers['cookie']}`))).toEqual(
      new Set([`${sent[0]?.['x-csrf-token']} ct0=${sent[0]?.['x-csrf-token']}`]),
    );
  });

  it('sends the ct0 that is given, and the headers of the page', async () => {
    const { session } = await readAll(twitter, `https://x.com/owner/status/${SIMULATED}`, [{ match: '', simulator: twitterSimulator({}) }]);
    expect(session.sent.at(-1)?.headers).toMatchObject({
      'x-csrf-token': 'simulated-ct0',
      cookie: 'ct0=simulated-ct0',
      authorization: expect.stringMatching(/^Bearer AAAA/),
      'x-twitter-auth-type': 'OAuth2Session',
    });
    expect(session.sent.at(-1)?.headers).not.toHaveProperty('x-client-transaction-id');
  });
});

describe('twitter: refusals', () => {
  it.each<[string, FakeExchange, string]>([
    ['401', { match: '/graphql/', status: 401 }, 'LOGIN_REQUIRED'],
    ['(32) with 401', errors(32, 'Could not authenticate you', 401), 'LOGIN_REQUIRED'],
    ['(32) with 200', errors(32, 'Could not authenticate you'), 'LOGIN_REQUIRED'],
    ['(32) with 403', errors(32, 'Could not authenticate you', 403), 'LOGIN_REQUIRED'],
    ['a bare 403', { match: '/graphql/', status: 403 }, 'BLOCKED'],
    ['403 for the token', errors(353, 'This request requires a matching csrf cookie and header.', 403), 'BLOCKED'],
    ['(326)', errors(326, 'Authorization: Denied by access control', 403), 'BLOCKED'],
    ['(64)', errors(64, 'Your account is suspended', 403), 'BLOCKED'],
    ['429', { match: '/graphql/', status: 429, body: 'Rate limit exceeded' }, 'RATE_LIMITED'],
    ['(88)', errors(88, 'Rate limit exceeded.'), 'RATE_LIMITED'],
    ['(88) in words alone', errors(null, '(88) Rate limit exceeded.'), 'RATE_LIMITED'],
    ['(131)', errors(131, 'Dependency: Internal error.'), 'NETWORK'],
    ['(-1)', errors(-1, 'LoadShed'), 'NETWORK'],
    ['_Missing', errors(144, '_Missing: No status found with that ID.'), 'NOT_FOUND'],
    ['_Missing without a number', errors(null, '_Missing: No status found with that ID'), 'NOT_FOUND'],
    ['(179)', errors(179, 'Sorry, you are not authorized to see this status.'), 'PRIVATE'],
    ['(214)', errors(214, 'BadRequest: bad query', 400), 'PLATFORM_CHANGED'],
    ['empty data', { match: '/graphql/', body: { data: {} } }, 'NOT_FOUND'],
    ['other data', { match: '/graphql/', body: { data: { conversation: {} } } }, 'PLATFORM_CHANGED'],
    ['404', { match: '/graphql/', status: 404 }, 'PLATFORM_CHANGED'],
    ['no JSON', { match: '/graphql/', body: '<html>' }, 'PLATFORM_CHANGED'],
    ['an empty timeline', { match: '/graphql/', body: conversation(add()) }, 'BLOCKED'],
  ])('%s', async (_name, exchange, code) => {
    expect(await outcome(REPLIES, [exchange])).toBe(code);
  });

  it('names stale cookies where a 403 says nothing', async () => {
    await expect(readAll(twitter, REPLIES, [HOME, { match: '/graphql/', status: 403 }])).rejects.toMatchObject({
      message: expect.stringContaining('cookies that have expired'),
    });
  });

  it('uses data that comes with errors', async () => {
    const body = {
      ...conversation(add(focal, moduleOf('conversationthread-11', ['tweet-11', reply('11')]))),
      errors: [{ code: 131, message: 'x' }],
    };
    expect(await outcome(REPLIES, [{ match: '/graphql/', body }])).toBe('1 items');
  });

  it('ends a list where a later page is a 404', async () => {
    const first = conversation(add(focal, moduleOf('conversationthread-11', ['tweet-11', reply('11')]), cursor('Bottom', 'c1')));
    expect(
      await outcome(REPLIES, [
        { match: 'cursor', status: 404 },
        { match: '/graphql/', body: first },
      ]),
    ).toBe('NOT_FOUND');
  });

  it.each<[string, unknown, string]>([
    ['protected', { __typename: 'TweetUnavailable', reason: 'Protected' }, 'PRIVATE'],
    [
      'limited',
      { __typename: 'TweetTombstone', tombstone: { text: { text: 'this account owner limits who can view their Posts.' } } },
      'PRIVATE',
    ],
    ['for adults', { __typename: 'TweetUnavailable', reason: 'NsfwLoggedOut' }, 'AGE_RESTRICTED'],
    ['suspended', { __typename: 'TweetUnavailable', reason: 'Suspended' }, 'NOT_FOUND'],
    ['deleted', { __typename: 'TweetTombstone', tombstone: { text: { text: 'This Post was deleted by the Post author.' } } }, 'NOT_FOUND'],
    ['gone without a word', {}, '0 items'],
  ])('a post that is %s', async (_name, result, code) => {
    expect(await outcome(REPLIES, [{ match: '/graphql/', body: conversation(add(entry(`tweet-${POST}`, tweetContent(result)))) }])).toBe(
      code,
    );
  });

  it('is done with nothing for a post that nobody has answered', async () => {
    expect(await outcome(REPLIES, [{ match: '/graphql/', body: conversation(add(focal)) }])).toBe('0 items');
  });
});

describe('twitter: accounts that are not shown', () => {
  it.each<[TwitterParams['account'], string]>([
    ['protected', 'PRIVATE'],
    ['followed', '46 items'],
    ['suspended', 'NOT_FOUND'],
    ['unknown', 'NOT_FOUND'],
  ])('%s', async (account, code) => {
    expect(await play('https://x.com/owner', { account: account ?? 'open' })).toBe(code);
    expect(await play('https://x.com/owner', { account: account ?? 'open', shape: 2024 })).toBe(code);
  });

  it('are not asked for their list', async () => {
    const exchanges = [
      { match: '/Followers', failure: new Error('the list was asked for') },
      { match: '', simulator: twitterSimulator({ account: 'protected' }) },
    ];
    await expect(readAll(twitter, 'https://x.com/owner', exchanges, { followers: true })).rejects.toMatchObject({ code: 'PRIVATE' });
  });

  it.each<[unknown, string]>([
    [look({ __typename: 'UserUnavailable', reason: 'Suspended' }), 'NOT_FOUND'],
    [look({ __typename: 'UserUnavailable', reason: 'Protected' }), 'PRIVATE'],
    [{ data: { user: {} } }, 'NOT_FOUND'],
    [look(author('7', 'Ann')['result']), 'PLATFORM_CHANGED'],
  ])('also where the list itself says so: %j', async (body, code) => {
    expect(await outcome('https://x.com/i/user/7', [{ match: 'UserTweets', body }])).toBe(code);
  });

  it('reads the older place of a timeline', async () => {
    const list = (ofUser(add()).data as { user: { result: { timeline: unknown } } }).user.result.timeline;
    expect(await outcome('https://x.com/i/user/7', [{ match: 'UserTweets', body: look({ __typename: 'User', timeline_v2: list }) }])).toBe(
      '0 items',
    );
  });
});

describe('twitter: the dialect of the page', () => {
  const url = `https://x.com/owner/status/${SIMULATED}`;

  it('reads new ids from the scripts after a 404, once', async () => {
    const run = await readAll(twitter, url, [{ match: '', simulator: twitterSimulator({ ids: { TweetDetail: 'newId_1' } }) }]);
    const paths = run.session.urls.map((address) => new URL(address).pathname);
    expect(run.items).toHaveLength(50);
    expect(paths.slice(0, 7)).toEqual([
      '/home',
      '/xdevelopers',
      `/i/api/graphql/${OPERATION_IDS.TweetDetail}/TweetDetail`,
      '/home',
      '/xdevelopers',
      '/responsive-web/client-web/main.0a1b2c3a.js',
      '/i/api/graphql/newId_1/TweetDetail',
    ]);
    expect(paths.filter((path) => path === '/home')).toHaveLength(2);
  });

  it('names further switches that are asked for, up to three times', async () => {
    const missing = (count: number) => Array.from({ length: count }, (_, index) => `new_feature_${index}_enabled`);
    expect(await play(url, { switches: missing(3) })).toBe('50 items');
    expect(await play(url, { switches: missing(4) })).toBe('PLATFORM_CHANGED');
  });
});
