import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/quora/address.ts';
import quora from '#core/platforms/quora/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { HASH, type QuoraParams, quoraSimulator } from '#core/platforms/quora/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const QUESTION = 'https://www.quora.com/What-is-it';
const ANSWER = `${QUESTION}/answer/Some-Body-1`;
const PERSON = 'https://www.quora.com/profile/Some-Body-1';
const world = (params: QuoraParams = {}): FakeExchange => ({ match: '', simulator: quoraSimulator(params) });
const play = (url: string, options: RunOptions = {}, params: QuoraParams = {}) => readAll(quora, url, [world(params)], options);
/** A page that asks the API by itself while it is scrolled. */
const asking = (path: string, queryName: string, variables: object): FakeExchange => ({
  match: ({ url, method }) => method === 'GET' && url === `https://www.quora.com${path}`,
  simulator: quoraSimulator({ answers: 25 }),
  asks: [
    {
      url: `https://www.quora.com/graphql/gql_para_POST?q=${queryName}`,
      method: 'POST',
      headers: { 'quora-formkey': 'abcdef0123456789abcdef0123456789', 'quora-revision': 'r1' },
      json: { queryName, variables, extensions: { hash: HASH } },
    },
  ],
});

describe('quora: addresses', () => {
  const host = 'www.quora.com';
  it.each([
    ['https://www.quora.com/What-is-it?share=1', { kind: 'question', params: { host, path: '/What-is-it' } }],
    ['https://www.quora.com/unanswered/What-is-it', { kind: 'question', params: { host, path: '/What-is-it' } }],
    ['https://de.quora.com/Was-ist-das', { kind: 'question', params: { host: 'de.quora.com', path: '/Was-ist-das' } }],
    ['https://www.quora.com/What-is-it/answer/Some-Body-1', { kind: 'entry', params: { host, path: '/What-is-it/answer/Some-Body-1' } }],
    ['https://www.quora.com/What-is-it/answers/123', { kind: 'entry', params: { host, path: '/What-is-it/answers/123' } }],
    ['https://www.quora.com/q/aspace/A-post', { kind: 'entry', params: { host, path: '/q/aspace/A-post' } }],
    ['https://aspace.quora.com/A-post', { kind: 'entry', params: { host: 'aspace.quora.com', path: '/A-post' } }],
    ['https://qr.ae/pAbC', { kind: 'short', params: { code: 'pAbC' } }],
    ['https://www.quora.com/profile/Some-Body-1/posts', { kind: 'user', params: { host, name: 'Some-Body-1' } }],
    ['https://es.quora.com/profile/Some-Body-1/followers', { kind: 'followers', params: { host: 'es.quora.com', name: 'Some-Body-1' } }],
    ['https://www.quora.com/topic/Physics', null],
    ['https://www.quora.com/about', null],
    ['https://help.quora.com/hc', null],
    ['https://www.quora.com/', null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('quora: answers', () => {
  it('are read from the page, answers to other questions left out', async () => {
    const { items, total, doors, session } = await play(QUESTION);
    expect([items.length, total, doors, session.urls]).toEqual([4, 4, ['page'], [QUESTION]]);
    expect(items[0]).toEqual(
      wholeItem({
        id: '1477743841000000',
        kind: 'comment',
        author: {
          name: 'Given1 Family1',
          username: 'Some-Body-1',
          id: '501',
          url: 'https://www.quora.com/profile/Some-Body-1',
          avatarUrl: 'https://qph.example/1.jpg',
          verified: false,
        },
        text: 'Answer 0 </b> & "more"\nsecond',
        createdAt: '2024-04-01T00:00:00.000Z',
        createdAtPrecision: 'second',
        likes: 0,
        replyCount: 39,
        url: 'https://www.quora.com/What-is-it/answer/Given-Family-0',
        isEdited: false,
        extra: { views: 1000, shares: 0, credential: 'Knows 0', isMachineAnswer: false },
      }),
    );
    expect(items[2]).toMatchObject({ url: 'https://aspace.quora.com/Post-2', author: { name: 'Given3' }, isEdited: false });
    expect(items.map(({ isEdited }) => isEdited)).toEqual([false, true, false, false]);
  });

  it('come with the comments of each', async () => {
    const { items, gaps } = await play(QUESTION, { replies: true });
    expect(items).toHaveLength(4 + 2 * 39);
    const [first] = items.filter(({ kind }) => kind === 'reply');
    expect(first).toMatchObject({ id: '100000', parentId: '1477743841000000', text: 'Comment 100000', isAuthorPost: true });
    expect(items.find(({ id }) => id === '10000001')).toMatchObject({ parentId: '100000', isAuthorPost: false });
    expect(gaps).toEqual([]);
  });

  it.each([
    ['top', { cursor: '3', count: 10 }, '1477743841000004'],
    ['new', { forceScoreVersion: 'recent' }, '1477743841000024'],
  ] as const)('go on with the query that the page sends (%s)', async (sort, variables, id) => {
    const template = { id: 'UXVlc3Rpb25AMDox', count: 10, cursor: '1', forceScoreVersion: null };
    const { items, session } = await readAll(
      quora,
      QUESTION,
      [asking('/What-is-it', 'QuestionPagedListPaginationQuery', template), world({ answers: 25 })],
      { sort },
    );
    expect(items).toHaveLength(25);
    const sent = session.sent.filter(({ method }) => method === 'POST')[1];
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      queryName: 'QuestionPagedListPaginationQuery',
      variables,
      extensions: { hash: HASH },
    });
    expect(sent?.headers).toMatchObject({ 'quora-revision': 'r1' });
    expect(items[sort === 'new' ? 0 : 4]?.id).toBe(id);
  });

  it('say what is missing where no page sends one', async () => {
    const { items, gaps } = await play(QUESTION, {}, { answers: 9 });
    expect([items.length, gaps]).toEqual([4, [{ cause: 'login', count: 0, note: expect.any(String) as string }]]);
  });

  it('are those of the page, the newest first, where nothing else can be had', async () => {
    const { items, gaps } = await play(QUESTION, { sort: 'new' }, { answers: 9 });
    expect([items.map(({ id }) => Number(id.slice(-1))), gaps.length]).toEqual([[3, 2, 1, 0], 1]);
    expect((await play(QUESTION, { sort: 'new' })).items).toHaveLength(4);
  });

  it('are found by a short link', async () => {
    expect((await play('https://qr.ae/pAbCdE')).items).toHaveLength(4);
    await expect(play('https://qr.ae/Other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are read in a browser where plain clients are kept out', async () => {
    const { items } = await readAll(quora, QUESTION, [{ match: QUESTION, status: 403, times: 1, body: '' }, world()]);
    expect(items).toHaveLength(4);
  });
});

describe('quora: other lists', () => {
  it('comments of an answer', async () => {
    const { items, total } = await play(ANSWER);
    expect([items.length, total]).toEqual([12, 39]);
    expect(items[0]).toMatchObject({ id: '100000', parentId: null, kind: 'comment', isAuthorPost: true, isEdited: null });
  });

  it('replies of every level, those beyond the first few asked for by the number of what they answer', async () => {
    const { items, total, session } = await play(ANSWER, { replies: true });
    expect([items.length, new Set(items.map(({ id }) => id)).size, total]).toEqual([39, 39, 39]);
    const below = (parent: string) => items.filter(({ parentId }) => parentId === parent).length;
    expect(['100000', '10000001', '100008', '100004', '10000401'].map(below)).toEqual([1, 1, 12, 1, 12]);
    expect(items.find(({ id }) => id === '1000000101')).toMatchObject({
      kind: 'reply',
      parentId: '10000001',
      text: 'Comment 1000000101',
      author: { name: 'Given3', id: '503', url: null },
      createdAt: null,
      url: null,
    });
    const asked = session.sent.map(({ body }) => body).filter((body) => body.includes('CommentRepliesListQuery'));
    expect(asked.map((body) => JSON.parse(body) as unknown)).toEqual(
      [10_000_401, 100_008].map((commentId) => ({
        queryName: 'CommentRepliesListQuery',
        variables: { commentId, first: 10, after: '2', requestType: null, commentType: 'answer_comment' },
        extensions: { hash: expect.any(String) as string },
      })),
    );
  });

  it.each([
    [{}, { code: 'LOGIN_REQUIRED' }],
    [
      { 'm-b': 'b', 'm-s': 's', 'm-login': '1' },
      { code: 'PLATFORM_CHANGED', path: 'extensions.hash' },
    ],
  ])('are refused where the known hash is stale: %j', async (cookies, refusal) => {
    await expect(readAll(quora, ANSWER, [world({ hashes: 'stale' })], {}, cookies)).rejects.toMatchObject(refusal);
  });

  it('learn the hash of the page anew where the one that it sent before has ended', async () => {
    const tab = '/profile/Some-Body-1/followers';
    let isOver = false;
    const ended: FakeExchange = { match: ({ url }) => isOver && url.includes('gql_para_POST'), times: 1, status: 400 };
    const page = asking(tab, 'UserProfileFollowers_ProfileTopics_Query', { uid: 501, first: 3 });
    const session = new FakeSession([ended, page, world()]);
    const [start] = quora.start(chooseFor(quora, `https://www.quora.com${tab}`), session.options);
    const [later] = (await quora.fetchPage(start!.cursor, session)).next ?? [];
    isOver = true;
    await expect(quora.fetchPage(later!.cursor, session)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'extensions.hash' });
    const asked = () => session.sent.filter(({ method, body }) => method === 'POST' && body.includes('Followers')).length;
    const before = asked();
    expect((await quora.fetchPage(later!.cursor, session)).items.length).toBeGreaterThan(0);
    // Once by the page itself, once by us.
    expect(asked() - before).toBe(2);
  });

  it('answers of a person', async () => {
    const { items } = await play(PERSON, { tweets: true });
    expect(items).toHaveLength(25);
    expect(items[1]).toMatchObject({ id: '1477743841000001', kind: 'post', title: 'What is it?' });
  });

  it.each([
    ['followers', 'UserProfileFollowers_ProfileTopics_Query', 'follower'],
    ['following', 'UserProfileFollowingPeople_ProfileTopics_Query', 'following'],
  ] as const)('%s, with the query that the page sends', async (tab, query, kind) => {
    const { items } = await readAll(quora, `${PERSON}/${tab}`, [
      asking(`/profile/Some-Body-1/${tab}`, query, { uid: 501, first: 3 }),
      world(),
    ]);
    expect(items).toHaveLength(25);
    expect(items[0]).toMatchObject({
      id: '502',
      kind,
      author: { name: 'Given2 Family2' },
      url: 'https://www.quora.com/profile/Given-Family-2',
    });
    expect(items[3]?.author.name).toBe('Family5 Given5');
  });

  it('following, with the hash that is known, as the page begins with spaces', async () => {
    const { items } = await play(`${PERSON}/following`);
    expect([items.length, items[0]?.id]).toEqual([25, '502']);
  });

  it('are for members where no page asks for them', async () => {
    await expect(play(`${PERSON}/followers`)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('quora: what it refuses', () => {
  it.each([
    ['https://www.quora.com/Not-a-question', 'NOT_FOUND'],
    ['https://www.quora.com/It-is-gone', 'NOT_FOUND'],
    ['https://www.quora.com/Only-for-members', 'LOGIN_REQUIRED'],
    ['https://www.quora.com/A-plain-page', 'PLATFORM_CHANGED'],
    ['https://www.quora.com/profile/Nobody', 'NOT_FOUND'],
  ])('%s is %s', async (url, code) => {
    await expect(play(url)).rejects.toMatchObject({ code });
  });

  it('nothing where nobody has answered', async () => {
    const { items, total } = await play('https://www.quora.com/Nobody-has-said');
    expect([items, total]).toEqual([[], 0]);
  });

  it.each([
    [{ match: '', status: 403, body: 'Just a moment...' }, 'BLOCKED'],
    [{ match: '', status: 429, body: '' }, 'RATE_LIMITED'],
    [{ match: '', status: 503, body: '' }, 'NETWORK'],
  ] as const)('%j is %s', async (exchange, code) => {
    await expect(readAll(quora, QUESTION, [exchange])).rejects.toMatchObject({ code });
  });

  it('an answer of the API without data', async () => {
    const empty: FakeExchange = { match: 'gql_para_POST', body: { data: null, errors: [{ message: 'Server Error' }] } };
    await expect(readAll(quora, PERSON, [empty, world()])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'data' });
  });
});
