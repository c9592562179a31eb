import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/gitlab/address.ts';
import gitlab from '#core/platforms/gitlab/index.ts';
import { type GitlabParams, gitlabSimulator } from '#core/platforms/gitlab/simulator.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const ISSUE = 'https://gitlab.example/cats/fur/purr/-/issues/7';
const REQUEST = 'https://gitlab.com/cats/purr/-/merge_requests/8/diffs';
const TOKEN = { auth_token: 'good' };
const TEXT = (id: number) => `Note **${id}** &amp;\n\n\n> quoted :thumbsup:`;

const play = (url: string, params: GitlabParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(gitlab, url, [{ match: '', simulator: gitlabSimulator(params) }], options, cookies);
const codeOf = (url: string, params: GitlabParams, cookies: Record<string, string> = {}): Promise<unknown> =>
  play(url, params, {}, cookies).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('addresses', () => {
  const of = { host: 'gitlab.com', path: 'cats/purr' };
  it.each([
    ['https://gitlab.com/cats/purr/-/issues/7?x=1#note_3', { kind: 'issue', params: { ...of, number: '7' } }],
    ['https://www.gitlab.com/cats/purr/-/issues/7', { kind: 'issue', params: { ...of, number: '7' } }],
    ['https://gitlab.com/cats/purr/issues/7', { kind: 'issue', params: { ...of, number: '7' } }],
    ['https://gitlab.com/cats/purr/-/work_items/7', { kind: 'issue', params: { ...of, number: '7' } }],
    ['https://gitlab.com/cats/purr/merge_requests/8/diffs', { kind: 'mergeRequest', params: { ...of, number: '8' } }],
    ['https://gitlab.com/cats/purr/-/merge_requests/8/pipelines#note_1', { kind: 'mergeRequest', params: { ...of, number: '8' } }],
    ['https://gitlab.com/cats/purr/-/starrers', { kind: 'starrers', params: of }],
    [
      'https://git.cats.example:8443/a/b.c/d-e/-/issues/7',
      { kind: 'issue', params: { host: 'git.cats.example:8443', path: 'a/b.c/d-e', number: '7' } },
    ],
    ['https://git.cats.example/cats/purr/issues/7', null],
    ['https://git.cats.example/cats/purr/-/starrers', null],
    ['https://gitlab.com/cats/purr', null],
    ['https://gitlab.com/cats/purr/-/issues', null],
    ['https://gitlab.com/cats/purr/-/issues/new', null],
    ['https://gitlab.com/cats/purr/-/commit/0123456789abcdef', null],
    ['https://gitlab.com/cats/purr/-/snippets/3', null],
    ['https://gitlab.com/groups/cats/-/epics/3', null],
    ['https://gitlab.com/groups/cats/-/work_items/3', null],
    ['https://gitlab.com/purr/-/issues/7', null],
    ['https://gitlab.com/cats', null],
    ['https://notgitlab.com/cats/purr/issues/7', null],
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));
});

describe('notes', () => {
  const ways = [
    ['REST API', {}, TOKEN],
    ["the site's JSON", {}, {}],
    ['GraphQL', { site: 'notThere' }, {}],
    ['GraphQL', { site: 'signIn', graphql: 'old' }, {}],
    ['GraphQL', { site: 'page', graphql: 'frugal' }, {}],
  ] as const;

  it.each(ways)('come as threads one level deep, without system notes: %s %o', async (door, params, cookies) => {
    const { items, total, doors } = await play(ISSUE, params, { replies: true }, cookies);
    const threads = Array.from({ length: 25 }, (_, index) => index).filter((index) => index % 5 !== 4);
    const answered = threads.filter((index) => index % 3 === 0);
    expect(items.filter(({ parentId }) => parentId === null).map(({ id }) => Number(id) - 1_000)).toEqual(threads);
    expect([items.length, total, doors]).toEqual([threads.length + 2 * answered.length, items.length, [door]]);
    const replies = items.filter(({ kind }) => kind === 'reply').map(({ id, parentId }) => [Number(id), Number(parentId)]);
    expect(replies).toEqual(answered.flatMap((index) => [0, 2].map((place) => [1_025 + index * 3 + place, 1_000 + index])));
    expect((await play(ISSUE, params, {}, cookies)).items.map(({ kind }) => kind)).toEqual(threads.map(() => 'comment'));
  });

  it('have every field by the API', async () => {
    const { items, session } = await play(ISSUE, {}, {}, TOKEN);
    expect(session.urls).toEqual([
      'https://gitlab.example/api/v4/projects/cats%2Ffur%2Fpurr/issues/7',
      'https://gitlab.example/api/v4/projects/cats%2Ffur%2Fpurr/issues/7/discussions?per_page=100&page=1',
    ]);
    for (const { headers } of session.sent) expect(headers).toEqual({ accept: 'application/json', 'private-token': 'good' });
    expect(items.find(({ id }) => id === '1003')).toEqual(
      wholeItem({
        id: '1003',
        kind: 'comment',
        author: {
          name: 'User 103',
          username: 'user-103',
          id: '103',
          url: 'https://gitlab.com/user-103',
          avatarUrl: 'https://secure.gravatar.example/103?s=80',
        },
        text: TEXT(1_003),
        title: 'On purring',
        createdAt: '2024-05-01T00:03:00.000Z',
        createdAtPrecision: 'second',
        replyCount: 2,
        url: `${ISSUE}#note_1003`,
        isAuthorPost: false,
        extra: {
          threadId: '3'.padStart(40, '0'),
          noteType: 'DiscussionNote',
          resolvable: true,
          resolved: false,
          path: 'src/purr.rb',
          line: 1_003,
          internal: false,
        },
      }),
    );
    expect(items.find(({ id }) => id === '1002')).toMatchObject({ isAuthorPost: true, author: { id: '7' }, replyCount: 0, isEdited: null });
  });

  it("have whole addresses, and thumbs, by the site's own JSON", async () => {
    const { items, session } = await play(REQUEST, { mostPerPage: 10 });
    expect(session.urls.slice(1)).toEqual(
      ['', '&cursor=mark-10', '&cursor=mark-20'].map(
        (mark) => `https://gitlab.com/cats/purr/-/merge_requests/8/discussions.json?per_page=20${mark}`,
      ),
    );
    expect(items.find(({ id }) => id === '1010')).toMatchObject({
      author: {
        id: '110',
        url: 'https://gitlab.com/user-110',
        avatarUrl: 'https://gitlab.com/uploads/-/system/user/avatar/110/avatar.png',
      },
      text: TEXT(1_010),
      likes: 1,
      url: 'https://gitlab.com/cats/purr/-/merge_requests/8#note_1010',
    });
    expect(items.find(({ id }) => id === '1001')).toMatchObject({ likes: 1 });
    expect(items.find(({ id }) => id === '1002')).toMatchObject({ likes: 0, isEdited: null });
  });

  it('say by GraphQL whether they were edited, and how many answers they have where all were seen', async () => {
    const { items } = await play(ISSUE, { site: 'notThere' });
    expect(items.find(({ id }) => id === '1000')).toMatchObject({ isEdited: true, replyCount: 2, likes: null, author: { id: '100' } });
    expect(items.find(({ id }) => id === '1001')).toMatchObject({ isEdited: false, replyCount: 0 });
    const parts = await play(ISSUE, { site: 'notThere', graphql: 'frugal' });
    expect(parts.items.every(({ replyCount }) => replyCount === null)).toBe(true);
    const { sent } = parts.session;
    expect(sent.slice(2).map(({ body }) => (JSON.parse(body) as { variables: { first: number } }).variables.first)).toEqual([
      100, 20, 20, 20,
    ]);
    expect((await play(ISSUE, { site: 'notThere', graphql: 'old' })).items[0]?.isEdited).toBeNull();
  });

  it.each([true, false])('by the API go on to the last page (silent about pages: %s)', async (isSilent) => {
    const { items, session } = await play(ISSUE, { threads: 230, isSilent }, {}, TOKEN);
    expect(items).toHaveLength(184);
    expect(session.urls).toHaveLength(4);
  });

  it('of an issue that nobody wrote below are none', async () => {
    const { items, total } = await play(ISSUE, { threads: 0 });
    expect([items, total]).toEqual([[], 0]);
  });
});

describe('likes', () => {
  it('are emoji of an issue or a merge request', async () => {
    const { items, total } = await play(REQUEST, { mostPerPage: 10 }, { likes: true }, TOKEN);
    expect([items.length, total]).toEqual([25, null]);
    expect(items[1]).toMatchObject({
      id: '5001',
      kind: 'like',
      author: { id: '301', username: 'user-301', name: 'User 301' },
      text: null,
      createdAt: '2024-05-01T00:01:00.000Z',
      url: 'https://gitlab.com/user-301',
      extra: { emoji: 'heart' },
    });
    await expect(play(REQUEST, {}, { likes: true })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it('are stars of a project', async () => {
    const { items } = await play('https://gitlab.com/cats/purr/-/starrers', { mostPerPage: 10 });
    expect(items).toHaveLength(25);
    expect(items[0]).toMatchObject({ id: '200', kind: 'like', createdAt: '2024-05-01T00:00:00.000Z', url: 'https://gitlab.com/user-200' });
  });
});

describe('refusals', () => {
  it.each([
    [{ refusal: { status: 404, body: { message: '404 Project Not Found' } } }, TOKEN, 'NOT_FOUND'],
    [{ refusal: { status: 401, body: { message: '401 Unauthorized' } } }, TOKEN, 'LOGIN_REQUIRED'],
    [{ refusal: { status: 403, body: { message: '403 Forbidden' } } }, TOKEN, 'PRIVATE'],
    [{ refusal: { status: 403, body: '<html>no</html>' } }, TOKEN, 'BLOCKED'],
    [{ refusal: { status: 200, body: '<html>a page</html>' } }, TOKEN, 'BLOCKED'],
    [{ refusal: { status: 429, body: { message: 'Retry later' } } }, TOKEN, 'RATE_LIMITED'],
    [{ refusal: { status: 502, body: '<html>GitLab is not responding</html>' } }, TOKEN, 'NETWORK'],
    [{ refusal: { status: 200, body: [{ notes: 'none' }] } }, TOKEN, 'PLATFORM_CHANGED'],
    [{ refusal: { status: 404, body: { message: '404 Not found' } } }, {}, 'NOT_FOUND'],
    [{ refusal: { status: 200, body: '<html>a page</html>' } }, {}, 'BLOCKED'],
    [{ site: 'wantsLogin' }, {}, 'LOGIN_REQUIRED'],
    [{ site: 'notThere', graphql: 'none' }, {}, 'NOT_FOUND'],
    [{ site: 'page', graphql: 'none' }, {}, 'BLOCKED'],
  ] as const)('%o', async (params, cookies, code) => expect(await codeOf(ISSUE, params, cookies)).toBe(code));

  it.each([true, false])('an issue that is not there (token: %s)', async (hasToken) => {
    const unknown = ISSUE.replace(/7$/, '70');
    await expect(play(unknown, {}, {}, hasToken ? TOKEN : {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('members'),
    });
  });

  it('a token that is not taken is no reason to ask without', async () => {
    const { message } = await play(ISSUE, {}, {}, { auth_token: 'wrong' }).then(
      () => ({ message: 'done' }),
      (error: Error) => error,
    );
    expect(message).toContain('read_api');
  });

  it('a project that GraphQL does not show is not found, whatever else it says', async () => {
    const silent = [
      { match: 'discussions.json', status: 404, body: {} },
      { match: 'graphql', body: { data: { project: null }, errors: [{ message: 'You are not allowed to.' }] } },
    ];
    await expect(readAll(gitlab, ISSUE, silent)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a query that is refused for another reason is a change', async () => {
    const refusing = [
      { match: 'discussions.json', status: 404, body: {} },
      { match: 'graphql', body: { errors: [{ message: 'Internal server error' }] } },
    ];
    await expect(readAll(gitlab, ISSUE, refusing)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});
