import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/producthunt/address.ts';
import producthunt from '#core/platforms/producthunt/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { type ProductHuntParams, productHuntSimulator } from '#core/platforms/producthunt/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const LAUNCH = 'https://www.producthunt.com/posts/a-launch';
const PERSON = 'https://www.producthunt.com/@somebody';
const TOKEN = { developer_token: 'good' };
const play = (url: string, options: RunOptions = {}, params: ProductHuntParams = {}, cookies: Record<string, string> = {}) =>
  readAll(producthunt, url, [{ match: '', simulator: productHuntSimulator(params) }], options, cookies);

describe('producthunt: addresses', () => {
  it.each([
    ['https://www.producthunt.com/posts/a-launch?comment=1', { kind: 'launch', params: { slug: 'a-launch' } }],
    ['https://producthunt.com/products/a-product/launches/a-launch', { kind: 'launch', params: { slug: 'a-launch' } }],
    ['https://www.producthunt.com/r/p/123', { kind: 'launch', params: { id: '123' } }],
    ['https://www.producthunt.com/products/a-product?ref=x', { kind: 'product', params: { product: 'a-product' } }],
    ['https://www.producthunt.com/products/a-product/reviews', { kind: 'product', params: { product: 'a-product' } }],
    ['https://www.producthunt.com/@some_body', { kind: 'user', params: { user: 'some_body' } }],
    ['https://www.producthunt.com/@somebody/following', { kind: 'following', params: { user: 'somebody' } }],
    ['https://www.producthunt.com/@somebody/upvotes', null],
    ['https://www.producthunt.com/products/a-product/alternatives', null],
    ['https://www.producthunt.com/products/a-product/launches', null],
    ['https://www.producthunt.com/topics/ai', null],
    ['https://api.producthunt.com/posts/a-launch', null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('producthunt: counts that an answer has under another name', () => {
  const listOf = (...nodes: object[]) => ({
    totalCount: 7,
    pageInfo: { hasNextPage: false, endCursor: null },
    edges: nodes.map((node) => ({ node })),
  });
  const repliesOf = (hasNextPage: boolean) => ({ ...listOf({ id: '2' }), totalCount: null, pageInfo: { hasNextPage, endCursor: null } });
  it.each([
    [LAUNCH, {}, { post: { id: '1', comments: listOf({ id: '1', replies: repliesOf(false) }) } }, [7, 1]],
    [LAUNCH, {}, { post: { id: '1', comments: listOf({ id: '1', replies: repliesOf(true) }) } }, [7, null]],
    ['https://www.producthunt.com/products/a-product', {}, { product: { reviews: listOf({ id: '1' }) } }, [7, null]],
    [LAUNCH, { likes: true }, { post: { votes: listOf({ id: '1', user: { id: '3' } }) } }, [7, null]],
  ])('%s %o', async (url, options, data, expected) => {
    const { total, items } = await readAll(producthunt, url, [{ match: '/graphql', body: { data } }], options, TOKEN);
    expect([total, items[0]?.replyCount]).toEqual(expected);
  });
});

describe('producthunt: comments of a launch', () => {
  it('are read from inside a page', async () => {
    const { items, total, doors, session } = await play(LAUNCH);
    expect([items.length, total, doors, session.sent.length]).toEqual([45, 45 + 9 * 24, ["the site's GraphQL in a page"], 3]);
    const [first] = session.sent.map(({ body }) => JSON.parse(body) as { query: string; variables: unknown });
    expect(first?.variables).toEqual({ slug: 'a-launch', cursor: null });
    expect(first?.query).toContain('post(slug: $slug)');
    expect(first?.query).toContain('threads(first: 20, after: $cursor, order: VOTES)');
    expect(items[1]).toEqual(
      wholeItem({
        id: '1001',
        kind: 'comment',
        author: { name: 'User 7', username: 'somebody', id: '7', url: PERSON, avatarUrl: 'https://ph-avatars.example/7.png' },
        text: 'Comment 1001 & a link\n\ntwo\nlines',
        createdAt: '2024-06-01T16:41:00.000Z',
        createdAtPrecision: 'second',
        likes: 2,
        replyCount: 0,
        url: 'https://www.producthunt.com/products/a-product?comment=1001',
        isPinned: false,
        isAuthorPost: true,
      }),
    );
    expect(items[0]).toMatchObject({ isPinned: true, replyCount: 23, isAuthorPost: false });
    // By the badge, whatever the launch says.
    expect(items[2]).toMatchObject({ author: { id: '102' }, isAuthorPost: true });
  });

  it('come with all replies, those of further pages too', async () => {
    const { items, total } = await play(LAUNCH, { replies: true });
    expect(items).toHaveLength(total ?? 0);
    expect(items[1]).toMatchObject({ id: '100000', parentId: '1000', kind: 'reply', replyCount: 0 });
    expect(items.find(({ id }) => id === '100022')).toMatchObject({ parentId: '1000' });
    expect(items.find(({ id }) => id === '10000100')).toMatchObject({ parentId: '100001', kind: 'reply' });
  });

  it('are found by number, and sorted', async () => {
    const { items, session } = await play('https://www.producthunt.com/r/p/123456', { sort: 'new' });
    expect(items[0]?.id).toBe('1044');
    expect(session.sent[0]?.body).toContain('order: DATE_DESC');
    expect(session.sent[0]?.body).toContain('post(id: $id)');
  });

  it('come from the official API with a token, people hidden', async () => {
    const { items, doors, session } = await play(LAUNCH, { replies: true }, {}, TOKEN);
    expect([items.length, doors]).toEqual([252, ['API v2']]);
    expect(session.sent[0]?.body).toContain('order: VOTES_COUNT');
    expect(session.sent[0]).toMatchObject({ url: 'https://api.producthunt.com/v2/api/graphql', headers: { authorization: 'Bearer good' } });
    expect(items[0]).toMatchObject({
      author: { name: null, username: null, id: null, url: null },
      isAuthorPost: null,
      url: 'https://www.producthunt.com/products/a-product?comment=1000',
    });
  });

  it('are asked for again with fewer fields where one went away', async () => {
    const { items, session } = await play(LAUNCH, {}, { missing: ['badges'] });
    expect([items.length, session.sent.length, items[0]?.isPinned]).toEqual([45, 4, null]);
    expect(items[2]?.isAuthorPost).toBe(null);
    await expect(play(LAUNCH, { likes: true }, { missing: ['votesCount'] })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'errors',
    });
    expect((await play(LAUNCH, {}, { missing: ['votesCount'] })).doors).toEqual(['state in the page']);
  });
});

describe('producthunt: lists', () => {
  it('of reviews', async () => {
    const { items, total, session } = await play('https://www.producthunt.com/products/a-product');
    expect([items.length, total]).toEqual([45, 45]);
    expect(session.sent.map(({ body }) => (JSON.parse(body) as { variables: unknown }).variables)).toEqual(
      [1, 2, 3].map((page) => ({ slug: 'a-product', page })),
    );
    expect(items[0]).toMatchObject({
      id: '700',
      kind: 'review',
      rating: 1,
      ratingScale: 5,
      text: null,
      likes: null,
      createdAt: '2024-06-01T08:00:00.000Z',
      extra: { positiveFeedback: 'Fast', headline: 'I make 300' },
    });
    expect(items[1]).toMatchObject({ text: 'All in all 1', extra: { alternativesFeedback: 'Others are slow' } });
    expect(items[5]).toMatchObject({ rating: null, ratingScale: null });
  });

  it('of reviews as it was before, where the site does not know that of today', async () => {
    const { items, total, session } = await play('https://www.producthunt.com/products/a-product', {}, { missing: ['detailedReviews'] });
    expect([items.length, total, session.sent.length]).toEqual([45, 45, 4]);
    expect(items[0]).toMatchObject({ id: '700', rating: 1, text: 'Review 0', likes: 0 });
    expect(session.sent.at(-1)?.body).toContain('"cursor":"NDA="');
  });

  it('of upvoters, others who took part left out', async () => {
    const { items, total } = await play(LAUNCH, { likes: true });
    expect([items.length, total]).toEqual([45, 45]);
    expect(items[0]).toMatchObject({
      id: '400',
      kind: 'like',
      text: 'I make 400',
      createdAt: null,
      url: 'https://www.producthunt.com/@user400',
    });
  });

  it('of votes with their moment, from the official API', async () => {
    const { items } = await play(LAUNCH, { likes: true }, {}, TOKEN);
    expect(items).toHaveLength(45);
    expect(items[0]).toMatchObject({ id: '400', createdAt: '2024-06-01T00:00:00.000Z' });
    expect(items[1]).toMatchObject({ id: '901', author: { id: null, name: null }, url: null });
  });

  it.each([
    [PERSON, { followers: true }, 'follower'],
    [`${PERSON}/following`, {}, 'following'],
  ] as const)('of people: %s', async (url, options, kind) => {
    const { items, total } = await play(url, options);
    expect([items.length, total, items[0]?.kind]).toEqual([45, 45, kind]);
  });
});

describe('producthunt: the state in its pages', () => {
  const shut: FakeExchange = { match: '/frontend/graphql', status: 403, body: '<title>Just a moment...</title>' };
  const world: FakeExchange = { match: '', simulator: productHuntSimulator({}) };

  it.each([LAUNCH, 'https://www.producthunt.com/r/p/123456'])('has the first comments where GraphQL is shut: %s', async (url) => {
    const { items, total, doors, gaps } = await readAll(producthunt, url, [shut, world]);
    expect([items.length, total, doors]).toEqual([5, 261, ['state in the page']]);
    expect(gaps).toEqual([{ cause: 'blocked', count: 256, note: expect.stringContaining('its page') }]);
    expect(items[1]).toMatchObject({ id: '1001', author: { username: 'somebody' }, isAuthorPost: true });
    const withReplies = await readAll(producthunt, url, [shut, world], { replies: true });
    expect([withReplies.items.length, withReplies.gaps[0]?.count]).toEqual([25, 236]);
    expect(withReplies.items[1]).toMatchObject({ id: '100000', parentId: '1000', kind: 'reply' });
  });

  it('has the first reviews', async () => {
    const { items, total, gaps } = await readAll(producthunt, 'https://www.producthunt.com/products/a-product', [shut, world]);
    expect([items.length, total, gaps[0]?.count]).toEqual([5, 45, 40]);
    expect(items[0]).toMatchObject({ id: '700', kind: 'review', rating: 1, ratingScale: 5, extra: { positiveFeedback: 'Fast' } });
  });

  it('is read in the browser where programs are refused', async () => {
    const refused: FakeExchange = { match: '/posts/', status: 403, body: '', times: 1 };
    expect((await readAll(producthunt, LAUNCH, [shut, refused, world])).items).toHaveLength(5);
  });

  const pushed = (data: string): string => `<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push(${data})</script>`;
  it.each<[string, string]>([
    ['no state', '<title>x</title>'],
    ['another launch', pushed('{"post":{"id":"1","slug":"other","comments":{"edges":[]}}}')],
    ['comments counted and none shown', pushed('{"post":{"id":"1","slug":"a-launch","commentsCount":3}}')],
    ['another form', pushed('{"post":{"slug":"a-launch","threads":{"edges":[{"node":{"text":1}}]}}}')],
    ['no JSON', pushed('{post:1}')],
  ])('is no help with %s', async (_, body) => {
    await expect(readAll(producthunt, LAUNCH, [shut, { match: '', body }])).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('says that a launch is not there, and that it has no comments', async () => {
    await expect(readAll(producthunt, LAUNCH, [shut, { match: '', status: 404 }])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const silent = pushed('{"post":{"slug":"a-launch","commentsCount":0,"text":"undefined"}}');
    expect((await readAll(producthunt, LAUNCH, [shut, { match: '', body: silent }])).items).toEqual([]);
  });

  it('is no door for other lists', async () => {
    await expect(readAll(producthunt, LAUNCH, [shut, world], { likes: true })).rejects.toMatchObject({ code: 'BLOCKED' });
    await expect(readAll(producthunt, PERSON, [shut, world], { followers: true })).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});

describe('producthunt: what it refuses', () => {
  it.each([
    ['https://www.producthunt.com/posts/nothing', {}],
    ['https://www.producthunt.com/posts/nothing', { likes: true }],
    ['https://www.producthunt.com/products/nothing', {}],
    ['https://www.producthunt.com/@nobody/followers', {}],
  ])('%s (%o) is NOT_FOUND', async (url, options) => {
    await expect(play(url, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['bad', 'LOGIN_REQUIRED', null],
    ['spent', 'RATE_LIMITED', 600],
  ])('the token %s: %s', async (token, code, secondsToWait) => {
    await expect(play(LAUNCH, {}, {}, { developer_token: token })).rejects.toMatchObject({ code, secondsToWait });
  });

  it('nothing where nobody has commented', async () => {
    const { items, total } = await play('https://www.producthunt.com/posts/silent');
    expect([items, total]).toEqual([[], 0]);
  });

  const list = { totalCount: 3, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] };
  it.each([
    [{ status: 403, body: '<title>Just a moment...</title>' }, 'BLOCKED'],
    [{ status: 200, body: '<title>Just a moment...</title>' }, 'BLOCKED'],
    [{ status: 401, body: {} }, 'LOGIN_REQUIRED'],
    [{ status: 429, body: 'slow down' }, 'RATE_LIMITED'],
    [{ status: 429, body: { message: 'slow down' } }, 'RATE_LIMITED'],
    [{ status: 503, body: '' }, 'NETWORK'],
    [{ body: { data: { post: { id: 1, commentsCount: 3, threads: list } } } }, 'PLATFORM_CHANGED'],
    [{ body: { data: { post: { id: 1, threads: { edges: [] } } } } }, 'PLATFORM_CHANGED'],
    [{ body: { data: { post: { id: 1 } } } }, 'PLATFORM_CHANGED'],
    [{ body: { data: { post: { id: 1, threads: { ...list, edges: [{ node: { id: 1, createdAt: 'lately' } }] } } } } }, 'PLATFORM_CHANGED'],
  ] as [Omit<FakeExchange, 'match'>, string][])('%j is %s', async (answer, code) => {
    const page = { match: '', body: '<title>Product Hunt</title>' };
    await expect(readAll(producthunt, LAUNCH, [{ match: '/graphql', ...answer }, page])).rejects.toMatchObject({ code });
  });
});
