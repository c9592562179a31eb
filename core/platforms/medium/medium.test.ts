import { describe, expect, it } from 'vitest';
import medium from '#core/platforms/medium/index.ts';
import { placeAt } from '#core/platforms/medium/address.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { ARTICLE, type MediumParams, mediumSimulator } from '#core/platforms/medium/simulator.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const URL_OF_ARTICLE = `https://medium.com/@somebody/a-story-${ARTICLE}`;
const PERSON = 'https://medium.com/@somebody';
const world = (params: MediumParams = {}): FakeExchange => ({ match: '', simulator: mediumSimulator(params) });
const play = (params: MediumParams = {}, options: RunOptions = {}, url = URL_OF_ARTICLE) => readAll(medium, url, [world(params)], options);
const isGraphql = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method === 'POST' && url.endsWith('/_/graphql');

describe('medium: addresses', () => {
  const post = '0123456789ab';
  it.each([
    [`https://medium.com/@some.body/a-story-${post}?source=x&sk=1#abcd`, { kind: 'article', params: { post } }],
    [`https://medium.com/pub/a-story-${post}`, { kind: 'article', params: { post } }],
    ['https://medium.com/pub/a-story-12345678', { kind: 'article', params: { post: '12345678' } }],
    [`https://medium.com/p/${post}`, { kind: 'article', params: { post } }],
    [`https://medium.com/p/${post}/responses/show`, { kind: 'article', params: { post } }],
    [`https://medium.com/amp/p/${post}`, { kind: 'article', params: { post } }],
    [`https://somebody.medium.com/a-story-${post}`, { kind: 'article', params: { post } }],
    [`https://levelup.gitconnected.com/a-story-${post}`, { kind: 'article', params: { post } }],
    [`https://blog.example.org/a-story-${post}`, { kind: 'customArticle', params: { post } }],
    ['https://link.medium.com/AbCd', { kind: 'short', params: { code: 'AbCd' } }],
    ['https://medium.com/@somebody', { kind: 'user', params: { user: 'somebody' } }],
    ['https://somebody.medium.com', { kind: 'user', params: { user: 'somebody' } }],
    ['https://medium.com/@somebody/followers', { kind: 'followers', params: { user: 'somebody' } }],
    ['https://somebody.medium.com/following', { kind: 'following', params: { user: 'somebody' } }],
    [`https://medium.com/@somebody/list/reading-${post}`, null],
    ['https://medium.com/tag/programming', null],
    ['https://help.medium.com/hc/en-us', null],
    ['https://blog.example.org/news-20240131', null],
    ['https://blog.example.org/news-123456789012', null],
    [`https://blog.example.org/a/b-${post}`, null],
  ])('%s', (url, expected) => expect(placeAt(parsePastedUrl(url))).toEqual(expected));
});

describe('medium: responses', () => {
  it('are read page by page', async () => {
    const { items, total, session, doors } = await play();
    expect(items).toHaveLength(60);
    expect([total, doors, session.sent.length]).toEqual([200, ['GraphQL'], 3]);
    const sent = session.sent.map(({ body }) => JSON.parse(body) as { operationName: string; variables: Record<string, unknown> });
    expect(sent.map(({ variables }) => variables['postResponsesPaging'])).toEqual([
      { limit: 25 },
      { limit: 25, to: `25:${ARTICLE}` },
      { limit: 25, to: `50:${ARTICLE}` },
    ]);
    expect(sent[0]).toMatchObject({
      operationName: 'PagedThreadedPostResponsesQuery',
      variables: { postId: ARTICLE, sortType: 'TOP', replies: false },
    });
    expect(session.sent[0]?.headers['graphql-operation']).toBe('PagedThreadedPostResponsesQuery');
    expect(items[4]).toEqual(
      wholeItem({
        id: 'c00000000004',
        kind: 'comment',
        author: {
          name: 'User 4',
          username: 'user4',
          id: 'e00000000004',
          url: 'https://medium.com/@user4',
          avatarUrl: 'https://miro.medium.com/v2/resize:fit:96/1*face4.jpeg',
        },
        text: 'Response 4 & <3\n\nsecond',
        createdAt: '2024-01-01T00:03:55.000Z',
        createdAtPrecision: 'second',
        likes: 12,
        replyCount: 0,
        language: 'en',
        url: 'https://medium.com/@user4/story-c00000000004',
        media: [{ type: 'image', url: 'https://miro.medium.com/v2/1*c00000000004.png' }],
        isEdited: false,
        isAuthorPost: false,
        extra: { isLocked: false },
      }),
    );
    expect(items[7]?.isAuthorPost).toBe(true);
    expect(items[5]?.isEdited).toBe(true);
  });

  it('come with the answers of all levels', async () => {
    const { items, total } = await play({}, { replies: true });
    expect(items).toHaveLength(200);
    expect(total).toBe(200);
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('c10000000000')).toMatchObject({ parentId: 'c00000000000', kind: 'reply' });
    expect(byId.get('c10000000011')).toMatchObject({ parentId: 'c00000000000', kind: 'reply' });
    expect(byId.get('c20000000000')).toMatchObject({ parentId: 'c10000000000', kind: 'reply' });
  });

  it('are asked for where either count tells of answers', async () => {
    const answer = { id: 'c1', createdAt: 1, postResponses: { count: 0 }, responsesCount: 0, content: null };
    const post = { id: 'c0', createdAt: 1, responsesCount: 0, postResponses: { count: 1 }, content: null };
    const discussionOf = (id: string, posts: readonly object[]) => ({ data: { post: { id, threadedPostResponses: { posts } } } });
    const asks =
      (id: string): FakeExchange['match'] =>
      (request) =>
        isGraphql(request) && request.body.includes(`"postId":"${id}"`);
    const { items } = await readAll(
      medium,
      URL_OF_ARTICLE,
      [
        { match: asks(ARTICLE), body: discussionOf(ARTICLE, [post]) },
        { match: asks('c0'), body: discussionOf('c0', [answer]) },
      ],
      { replies: true },
    );
    expect(items.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['c0', null],
      ['c1', 'c0'],
    ]);
  });

  it.each([
    ['top', 'TOP', 'c00000000000'],
    ['best', 'TOP', 'c00000000000'],
    ['new', 'REVERSE_CHRON', 'c00000000059'],
    ['old', 'TOP', 'c00000000000'],
  ] as const)('are sorted by %s', async (sort, word, first) => {
    const { session, items } = await play({}, { sort });
    expect(session.sent[0]?.body).toContain(`"sortType":"${word}"`);
    expect([items[0]?.id, items.length]).toEqual([first, 60]);
  });

  it.each([
    [{ firstPublishedAt: 0, latestPublishedAt: 1_700_000_000_000 }, null],
    [{ firstPublishedAt: null, latestPublishedAt: 1_700_000_000_000 }, null],
    [{ firstPublishedAt: 1_600_000_000_000, latestPublishedAt: 0 }, null],
    [{ firstPublishedAt: 1_600_000_000_000, latestPublishedAt: 1_600_000_000_000 }, false],
    [{ firstPublishedAt: 1_600_000_000_000, latestPublishedAt: 1_700_000_000_000 }, true],
  ])('%j: edited is %s', async (moments, isEdited) => {
    const post = { id: ARTICLE, threadedPostResponses: { posts: [{ id: 'c0', createdAt: 1_500_000_000_000, ...moments }] } };
    const { items } = await readAll(medium, URL_OF_ARTICLE, [{ match: isGraphql, body: { data: { post } } }]);
    expect(items.map((item) => [item.isEdited, item.createdAt])).toEqual([[isEdited, '2017-07-14T02:40:00.000Z']]);
  });

  it('take from a page what the next one is asked with, lists included', async () => {
    const next = { limit: 10, to: '1.2:c0', ignoredIds: ['c0'], from: null };
    const pageOf = (id: string, after: object | null) => ({
      data: { post: { id: ARTICLE, threadedPostResponses: { posts: [{ id }], pagingInfo: { next: after } } } },
    });
    const { items, session } = await readAll(medium, URL_OF_ARTICLE, [
      { match: isGraphql, body: pageOf('c0', next), times: 1 },
      { match: isGraphql, body: pageOf('c1', null) },
    ]);
    expect(items).toHaveLength(2);
    expect(JSON.parse(session.sent[1]?.body ?? '')).toMatchObject({
      variables: { postResponsesPaging: { limit: 10, to: '1.2:c0', ignoredIds: ['c0'] } },
    });
  });

  it('are found by a short link', async () => {
    const { items } = await play({}, {}, 'https://link.medium.com/AbCdEfGhIj');
    expect(items).toHaveLength(60);
    await expect(play({}, {}, 'https://link.medium.com/Other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are asked for in a page, with the operation that the page sends, where the door is shut', async () => {
    const query = 'query PostResponsesToday($postId: ID!) { threadedPostResponses }';
    const asks = [
      {
        url: 'https://medium.com/_/graphql',
        method: 'POST' as const,
        json: [{ operationName: 'Other', query: 'x', variables: { postResponsesCount: 1 } }],
      },
      {
        url: 'https://medium.com/_/graphql',
        method: 'POST' as const,
        json: [{ operationName: 'PostResponsesToday', query, variables: { postId: 'x', paging: {}, sortType: 'TOP', isLoggedIn: false } }],
      },
    ];
    const { items, session, doors } = await readAll(medium, URL_OF_ARTICLE, [
      { match: isGraphql, status: 403, body: '<html>Just a moment...</html>', times: 1 },
      { match: `/p/${ARTICLE}`, body: '<html></html>', asks },
      world({ operations: ['PostResponsesToday'] }),
    ]);
    expect(items).toHaveLength(60);
    expect(doors).toEqual(['GraphQL in a page']);
    const last = JSON.parse(session.sent.at(-1)?.body ?? '') as { variables: unknown };
    expect(last.variables).toEqual({
      postId: ARTICLE,
      paging: { limit: 25, to: `50:${ARTICLE}` },
      sortType: 'TOP',
      isLoggedIn: false,
    });
  });

  it('go the same way where Medium no longer knows our query', async () => {
    const json = {
      operationName: 'PostResponsesToday',
      query: 'query PostResponsesToday { threadedPostResponses }',
      variables: { postId: 'x' },
    };
    const { items } = await readAll(medium, URL_OF_ARTICLE, [
      {
        match: `/p/${ARTICLE}`,
        body: '',
        asks: [
          {
            url: 'https://medium.com/_/graphql',
            method: 'POST',
            json: { ...json, variables: { ...json.variables, postResponsesPaging: {} } },
          },
        ],
      },
      world({ operations: ['PostResponsesToday'] }),
    ]);
    expect(items).toHaveLength(60);
  });
});

describe('medium: lists', () => {
  it('of claps', async () => {
    const { items, total, session } = await play({}, { likes: true });
    expect([items.length, total, session.sent.length]).toEqual([60, 60, 3]);
    expect(items[1]).toMatchObject({
      id: 'e00000000002',
      kind: 'like',
      author: { username: 'user2' },
      text: 'I am 2',
      url: 'https://medium.com/@user2',
      createdAt: null,
      extra: { claps: 2 },
    });
  });

  it.each([
    [`${PERSON}/followers`, {}, 'follower'],
    [PERSON, { following: true }, 'following'],
  ] as const)('of people: %s', async (url, options, kind) => {
    const { items, total } = await play({}, options, url);
    expect([items.length, total]).toEqual([60, 60]);
    expect(items[2]).toMatchObject({ id: 'e00000000003', kind, text: null, author: { avatarUrl: null } });
  });

  it('of stories', async () => {
    const { items } = await play({}, { tweets: true }, PERSON);
    expect(items).toHaveLength(60);
    expect(items[1]).toMatchObject({
      kind: 'post',
      createdAt: '2023-12-31T00:00:00.000Z',
      title: 'Story 1 & more',
      text: 'Subtitle 1',
      replyCount: 1,
      media: [{ type: 'image', url: 'https://miro.medium.com/v2/1*d00000000001.jpeg' }],
      extra: { isLocked: false, readingMinutes: 3.5 },
    });
  });

  it('are asked for in a page where the door is shut', async () => {
    const { items, doors } = await readAll(medium, `${PERSON}/followers`, [{ match: isGraphql, status: 403, times: 1, body: '' }, world()]);
    expect([items.length, doors]).toEqual([60, ['GraphQL in a page']]);
  });
});

describe('medium: the feed', () => {
  const shut: FakeExchange = { match: isGraphql, status: 403, body: '' };
  it('has the newest stories where every other door is shut, and says that there may be more', async () => {
    const run = await readAll(medium, PERSON, [shut, world()]);
    expect([run.items.length, run.doors, run.total]).toEqual([10, ['feed'], null]);
    expect(run.gaps).toEqual([{ cause: 'blocked', count: 0, note: expect.stringContaining('ten newest') }]);
    expect(run.items[2]).toMatchObject({
      id: 'f00000000002',
      kind: 'post',
      author: { name: 'Some Body', username: 'somebody', url: PERSON },
      title: 'Story 2 & <3',
      text: 'Words of 2 & more',
      createdAt: '2023-12-30T00:00:00.000Z',
      url: 'https://medium.com/@somebody/story-f00000000002',
      media: [{ type: 'image', url: 'https://cdn-images-1.medium.com/max/1024/1*f00000000002.png' }],
      extra: { tags: ['music'] },
    });
  });

  it.each<[string, RunOptions, string]>([
    ['https://medium.com/@nobody', {}, 'NOT_FOUND'],
    [PERSON, { followers: true }, 'BLOCKED'],
    [URL_OF_ARTICLE, { likes: true }, 'BLOCKED'],
  ])('is no door for %s %j: %s', async (url, options, code) => {
    await expect(readAll(medium, url, [shut, world()], options)).rejects.toMatchObject({ code });
  });

  it.each([{ body: '<html>' }, { body: '<rss></rss>' }, { body: '<rss><channel><item></item></channel></rss>' }, { status: 403 }])(
    'of another form is as shut as the others: %j',
    async (answer) => {
      await expect(readAll(medium, PERSON, [shut, { match: '/feed/', ...answer }])).rejects.toMatchObject({ code: 'BLOCKED' });
    },
  );
});

describe('medium: what it refuses', () => {
  it.each([
    ['https://medium.com/p/ffffffffffff', {}, 'NOT_FOUND'],
    ['https://medium.com/p/ffffffffffff', { likes: true }, 'NOT_FOUND'],
    ['https://medium.com/@nobody', {}, 'NOT_FOUND'],
    ['https://medium.com/@gone', {}, 'NOT_FOUND'],
    ['https://medium.com/p/bbbbbbbbbbbb', {}, 'COMMENTS_DISABLED'],
    ['https://medium.com/p/cccccccccccc', {}, 'COMMENTS_DISABLED'],
  ])('%s (%o) is %s', async (url, options, code) => {
    await expect(play({}, options, url)).rejects.toMatchObject({ code });
  });

  it('nothing where nobody has responded', async () => {
    const { items, total } = await play({}, {}, 'https://medium.com/p/aaaaaaaaaaaa');
    expect([items, total]).toEqual([[], 0]);
  });

  const post = { id: ARTICLE, responsesCount: 3, threadedPostResponses: { posts: [] } };
  it('whatever else a query asks for', async () => {
    const refused = readAll(medium, URL_OF_ARTICLE, [{ match: isGraphql, status: 400, body: { errors: [{ message: 'Unknown' }] } }]);
    await expect(refused).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: 'errors' });
  });

  it.each([
    [{ status: 403, body: '<html>Just a moment...</html>' }, 'BLOCKED'],
    [{ status: 200, body: '<html>Just a moment...</html>' }, 'BLOCKED'],
    [{ status: 404, body: '' }, 'NOT_FOUND'],
    [{ status: 410, body: 'The author deleted this Medium story' }, 'NOT_FOUND'],
    [{ status: 429, body: '' }, 'RATE_LIMITED'],
    [{ status: 502, body: '' }, 'NETWORK'],
    [{ body: { data: { post } } }, 'PLATFORM_CHANGED'],
    [{ body: { data: { post: { id: 1 } } } }, 'PLATFORM_CHANGED'],
  ])('%j is %s', async (answer, code) => {
    await expect(readAll(medium, `${URL_OF_ARTICLE}`, [{ match: isGraphql, ...answer }], { likes: false })).rejects.toMatchObject({ code });
  });
});
