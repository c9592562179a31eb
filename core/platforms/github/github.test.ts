import { describe, expect, it } from 'vitest';
import github from '#core/platforms/github/index.ts';
import { type GithubParams, githubSimulator, RESET_AT } from '#core/platforms/github/simulator.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const REPOSITORY = 'https://github.com/cats/purr';
const TOKEN = { auth_token: 'good' };
const SHA = '0123456789abcdef0123456789abcdef01234567';
const GIST = '0123456789abcdef0123';
const TEXT = (index: number) => `Comment *${index}* &amp; <b>\n\n> quoted\n- [ ] task`;

const play = (path: string, params: GithubParams = {}, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
  readAll(
    github,
    path.startsWith('https:') ? path : REPOSITORY + path,
    [{ match: '', simulator: githubSimulator(params) }],
    options,
    cookies,
  );
const paths = (session: FakeSession): string[] => session.urls.map((url) => url.replace('https://api.github.com', ''));
const refusing = (status: number, body: object | string, headers: Record<string, string> = {}, path = '/stargazers') =>
  play(path, { refusal: { status, headers, body } }).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('comments of an issue', () => {
  it('come page after page, by the addresses that GitHub names', async () => {
    const { items, total, session, doors } = await play('/issues/7', { rows: 230 });
    expect([items.length, total, doors]).toEqual([230, 230, ['REST API']]);
    expect(paths(session)).toEqual([
      '/repos/cats/purr/issues/7',
      '/repos/cats/purr/issues/7/comments?per_page=100',
      '/repositories/1296269/issues/7/comments?per_page=100&page=2',
      '/repositories/1296269/issues/7/comments?per_page=100&page=3',
    ]);
    for (const { headers } of session.sent)
      expect(headers).toEqual({ accept: 'application/vnd.github+json', 'user-agent': 'Commentdock', 'x-github-api-version': '2022-11-28' });
  });

  it('have every field', async () => {
    const { items } = await play('/issues/7');
    expect(items[13]).toEqual(
      wholeItem({
        id: '1013',
        kind: 'comment',
        author: {
          username: 'cats',
          id: '583231',
          url: 'https://github.com/cats',
          avatarUrl: 'https://avatars.githubusercontent.com/u/583231?v=4',
        },
        text: TEXT(13),
        title: 'On purring',
        createdAt: '2024-05-01T00:13:00.000Z',
        createdAtPrecision: 'second',
        likes: 1,
        dislikes: 1,
        url: `${REPOSITORY}/issues/7#issuecomment-1013`,
        isEdited: false,
        isAuthorPost: true,
        extra: { authorAssociation: 'OWNER', reactions: { '+1': 1, '-1': 1, hooray: 1, heart: 1 } },
      }),
    );
    expect(items[8]).toMatchObject({ author: { username: null, id: null, url: null, avatarUrl: null }, isAuthorPost: null });
    expect(items[10]).toMatchObject({ isEdited: true, isAuthorPost: false });
  });

  it('are whole where the issue itself cannot be read', async () => {
    const { items, total } = await play('/issues/7', { refusal: { status: 500, body: '' }, refused: /issues\/7$/ });
    expect([items.length, total]).toEqual([25, null]);
    expect(items[13]).toMatchObject({ title: null, isAuthorPost: null });
  });

  it('follow a repository that has moved', async () => {
    const { items, session } = await play('/issues/7', { isMoved: true });
    expect(items).toHaveLength(25);
    expect(paths(session)[0]).toBe('/repos/cats/purr/issues/7');
  });

  it('follow one whose new address stands in the answer alone, once', async () => {
    const moved = {
      match: '/repos/cats/purr/',
      status: 301,
      body: { url: 'https://api.github.com/repositories/1296269/issues/7/comments' },
    };
    const { items } = await readAll(github, `${REPOSITORY}/issues/7`, [moved, { match: '', simulator: githubSimulator({}) }]);
    expect(items).toHaveLength(25);
    const circle = readAll(github, `${REPOSITORY}/issues/7`, [{ ...moved, match: '' }]);
    await expect(circle).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });

  it('nobody has written are none', async () => {
    const { items, total } = await play('/issues/7', { rows: 0 });
    expect([items, total]).toEqual([[], 0]);
  });
});

describe('a pull request', () => {
  it('gives the conversation, then reviews with words, then comments on the code', async () => {
    const { items, total, session } = await play('/pull/8/files', { rows: 12, mostPerPage: 5 }, { replies: true });
    expect(total).toBe(24);
    expect(
      paths(session).map((path) => path.replace(/^\/(?:repos\/cats\/purr|repositories\/1296269)/, '').replace('per_page=100', '*')),
    ).toEqual(
      ['/pulls/8', '/issues/8/comments?*', '/issues/8/comments?*&page=2', '/issues/8/comments?*&page=3'].concat(
        ['reviews', 'comments'].flatMap((list) => ['*', '*&page=2', '*&page=3'].map((query) => `/pulls/8/${list}?${query}`)),
      ),
    );
    expect(items.map(({ id }) => id.replace(/\d+$/, ''))).toEqual([
      ...Array.from({ length: 12 }, () => ''),
      ...Array.from({ length: 4 }, () => 'pullrequestreview-'),
      ...Array.from({ length: 12 }, () => 'discussion_r'),
    ]);
    expect(items[12]).toMatchObject({
      id: 'pullrequestreview-2000',
      text: 'Review 0',
      createdAt: '2024-05-01T00:00:00.000Z',
      likes: null,
      isEdited: null,
      url: `${REPOSITORY}/pull/8#pullrequestreview-2000`,
      extra: { reviewState: 'APPROVED' },
    });
    expect(items.slice(19, 22).map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['discussion_r3003', null, 'comment'],
      ['discussion_r3004', 'discussion_r3003', 'reply'],
      ['discussion_r3005', 'discussion_r3003', 'reply'],
    ]);
    expect(items[16]).toMatchObject({ isEdited: null, likes: 0, title: 'On purring', extra: { path: 'src/purr.ts', line: 10 } });
  });

  it('passes over answers on the code that nobody wants', async () => {
    const { items } = await play('/pull/8', { rows: 12 });
    expect(items.filter(({ id }) => id.startsWith('discussion_r')).map(({ parentId }) => parentId)).toEqual(
      Array.from({ length: 8 }, () => null),
    );
  });

  it('lives without its further lists, and says so', async () => {
    const { items, gaps } = await play('/pull/8', { rows: 6, refusal: { status: 403, body: { message: 'No.' } }, refused: /reviews$/ });
    expect(items.map(({ id }) => id.replace(/\d+$/, ''))).toEqual([
      ...Array.from({ length: 6 }, () => ''),
      ...Array.from({ length: 4 }, () => 'discussion_r'),
    ]);
    expect(gaps).toHaveLength(1);
  });
});

describe('a discussion', () => {
  it.each([
    [{}, 'REST API'],
    [TOKEN, 'GraphQL'],
  ])('gives its comments, and answers below them (%o)', async (cookies, door) => {
    const first = await play('/discussions/9', { rows: 9, mostPerPage: 4 }, {}, cookies);
    expect([first.items.length, first.total, first.doors]).toEqual([9, 9, [door]]);
    const { items, gaps } = await play('/discussions/9', { rows: 9, mostPerPage: 4, mostAnswers: 1 }, { replies: true }, cookies);
    expect(gaps).toEqual([]);
    const below = items.filter(({ kind }) => kind === 'reply').map(({ id, parentId }) => [id, parentId]);
    expect(below.toSorted()).toEqual([
      ['4500', '4000'],
      ['4501', '4000'],
      ['4508', '4004'],
      ['4509', '4004'],
      ['4516', '4008'],
      ['4517', '4008'],
    ]);
    expect(items).toHaveLength(15);
    expect(items.find(({ id }) => id === '4006')).toMatchObject({
      author: { username: 'cats', url: 'https://github.com/cats', avatarUrl: 'https://avatars.githubusercontent.com/u/583231?v=4' },
      text: TEXT(6),
      title: 'On purring',
      createdAt: '2024-05-01T00:06:00.000Z',
      dislikes: 0,
      replyCount: 0,
      url: `${REPOSITORY}/discussions/9#discussioncomment-4006`,
      isEdited: false,
      isAuthorPost: true,
    });
    expect(items.find(({ id }) => id === '4008')).toMatchObject({ author: { username: null }, replyCount: 2 });
  });

  it('asks GraphQL for answers only where they are wanted', async () => {
    const { session, items } = await play('/discussions/9', {}, {}, TOKEN);
    expect(session.sent.map(({ body }) => /replies\(/.test(body))).toEqual([false]);
    expect(session.sent[0]?.headers['authorization']).toBe('Bearer good');
    expect(items[1]).toMatchObject({ likes: 1, replyCount: null, extra: { isAnswer: true } });
  });

  it('says how many answers are counted and not given without a token', async () => {
    const { gaps } = await play('/discussions/9', { rows: 5, mostPerPage: 4, hidden: 3 }, { replies: true });
    expect(gaps).toEqual([expect.objectContaining({ cause: 'notServed', count: 3 })]);
  });

  it.each([[{}], [TOKEN]])('that is not there is not found (%o)', async (cookies) => {
    await expect(play('/discussions/10', {}, {}, cookies)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('further lists', () => {
  it('comments of a commit', async () => {
    const { items, total, session } = await play(`/commit/${SHA}`);
    expect([items.length, total, session.urls.length]).toEqual([25, null, 1]);
    expect(items[3]).toMatchObject({ isAuthorPost: null, title: null, url: `${REPOSITORY}/commit/${SHA}#commitcomment-1003` });
  });

  it('comments of a gist, with addresses made of its owner', async () => {
    const { items, total } = await play(`https://gist.github.com/${GIST}`);
    expect([items.length, total]).toEqual([25, 25]);
    expect(items[6]).toMatchObject({
      isAuthorPost: true,
      likes: null,
      url: `https://gist.github.com/cats/${GIST}?permalink_comment_id=1006#gistcomment-1006`,
    });
    const unread = await play(`https://gist.github.com/${GIST}`, { refusal: { status: 500, body: '' }, refused: /\w{20}$/ });
    expect(unread.items[6]).toMatchObject({
      isAuthorPost: null,
      url: `https://gist.github.com/${GIST}?permalink_comment_id=1006#gistcomment-1006`,
    });
  });

  it('issues and pull requests of a repository, or either', async () => {
    const all = await play('', { rows: 30, mostPerPage: 10 });
    expect(all.items).toHaveLength(30);
    expect(paths(all.session)[0]).toBe('/repos/cats/purr/issues?state=all&per_page=100');
    expect(all.items[2]).toMatchObject({
      id: '1028',
      kind: 'post',
      title: 'Title 1028',
      replyCount: 3,
      likes: 2,
      isEdited: null,
      isAuthorPost: null,
      url: `${REPOSITORY}/issues/1028`,
      extra: { state: 'closed', isPullRequest: false, labels: ['bug'], closedAt: '2024-05-01T17:09:00Z', authorAssociation: 'OWNER' },
    });
    const [issues, pulls] = [await play('/issues', { rows: 30 }, { tweets: true }), await play('/pulls', { rows: 30 })];
    expect([issues.items.length, pulls.items.length]).toEqual([20, 10]);
    expect(pulls.items.every(({ url, extra }) => url?.includes('/pull/') && extra['isPullRequest'] === true)).toBe(true);
  });

  it('stars with their moments', async () => {
    for (const [path, options] of [
      ['', { likes: true }],
      ['/stargazers', {}],
    ] as const) {
      const { items, session } = await play(path, { mostPerPage: 10 }, options);
      expect(items).toHaveLength(25);
      expect(session.sent.map(({ headers }) => headers['accept'])).toEqual(
        Array.from({ length: 3 }, () => 'application/vnd.github.star+json'),
      );
      expect(items[2]).toMatchObject({
        id: '10002',
        kind: 'like',
        author: { username: 'user-10002', id: '10002' },
        text: null,
        createdAt: '2024-05-01T00:02:00.000Z',
        createdAtPrecision: 'second',
        url: 'https://github.com/user-10002',
      });
    }
  });

  it.each([
    ['', { followers: true }, 'follower', '20000'],
    ['/watchers', {}, 'follower', '20000'],
    ['/forks', {}, 'share', '9000'],
    ['/stargazers', { shares: true }, 'share', '9000'],
    ['/issues/7', { likes: true }, 'like', '8000'],
    ['/pull/8', { likes: true }, 'like', '8000'],
    ['https://github.com/cats', { followers: true }, 'follower', '100'],
    ['https://github.com/orgs/cats', { followers: true }, 'follower', '100'],
    ['https://github.com/cats?tab=following', {}, 'following', '5000'],
    ['https://github.com/cats?tab=following', { followers: true }, 'follower', '100'],
  ] as const)('%s with %o', async (path, options, kind, id) => {
    const { items } = await play(path, { mostPerPage: 10 }, options);
    expect(items).toHaveLength(25);
    expect(items[0]).toMatchObject({ id, kind, text: null });
  });

  it('an account gives nothing without an option, and says of a list where it is', () => {
    expect(() => chooseFor(github, 'https://github.com/cats?tab=stars')).toThrow('no row');
  });

  it('forks are by their owners, reactions by their ways', async () => {
    const forks = await play('/forks');
    expect(forks.items[1]).toMatchObject({
      author: { username: 'user-50001' },
      url: 'https://github.com/user-50001/purr',
      createdAt: '2024-05-01T00:01:00.000Z',
    });
    const reactions = await play('/issues/7', {}, { likes: true });
    expect(reactions.items.slice(0, 2).map(({ author, extra, url }) => [author.id, extra['reaction'], url])).toEqual([
      ['40000', '+1', 'https://github.com/user-40000'],
      ['40000', 'heart', 'https://github.com/user-40000'],
    ]);
  });

  it('end where GitHub serves no further page, and say so', async () => {
    const { items, gaps } = await play('/stargazers', { rows: 30, mostPerPage: 5, mostPages: 4 });
    expect(items).toHaveLength(20);
    expect(gaps).toEqual([expect.objectContaining({ cause: 'notServed', note: expect.stringContaining('400') })]);
  });
});

describe('the limit of calls', () => {
  const told = async (params: GithubParams, options: RunOptions = {}, cookies: Record<string, string> = {}) =>
    (await play('/stargazers', { rows: 800, ...params }, options, cookies)).notes;

  it('is told with the first answer where a list takes more, and to nobody else', async () => {
    const session = new FakeSession([{ match: '', simulator: githubSimulator({ rows: 6_500 }) }]);
    const [first] = github.start(chooseFor(github, `${REPOSITORY}/stargazers`), session.options);
    const page = await github.fetchPage((first as NonNullable<typeof first>).cursor, session);
    expect(page.notes).toEqual([
      expect.stringMatching(/takes 64 further calls, and GitHub answers 59 more until 00:40 UTC\. Without a token .* 60 .* 5,000/),
    ]);
    expect(await told({})).toEqual([]);
    expect(await told({ calls: 3 }, { limit: 250 })).toEqual([]);
    expect(await told({ rows: 6_500 }, { limit: 100 }, TOKEN)).toEqual([]);
  });

  it('ends an export with how long it holds, and what lifts it', async () => {
    await expect(play('/stargazers', { rows: 800, calls: 3 })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      secondsToWait: RESET_AT - Date.UTC(2026, 0, 1) / 1000,
      message: expect.stringMatching(/until 00:40 UTC.*auth_token/),
    });
  });

  it('is waited for once where it is lifted within a minute', async () => {
    const soon = {
      match: '',
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1) / 1000 + 20) },
      body: { message: 'API rate limit exceeded' },
    };
    const session = new FakeSession([
      { ...soon, times: 1 },
      { match: '', simulator: githubSimulator({}) },
    ]);
    const [first] = github.start(chooseFor(github, `${REPOSITORY}/stargazers`), session.options);
    const page = await github.fetchPage((first as NonNullable<typeof first>).cursor, session);
    expect(page.items).toEqual([]);
    expect(page.next).toEqual([expect.objectContaining({ role: 'page', afterMs: 20_000 })]);
    const again: readonly FakeExchange[] = [
      { ...soon, times: 1 },
      { match: '', simulator: githubSimulator({}) },
    ];
    expect((await readAll(github, `${REPOSITORY}/stargazers`, again)).items).toHaveLength(25);
    await expect(readAll(github, `${REPOSITORY}/stargazers`, [soon])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('refusals', () => {
  it.each([
    [404, { message: 'Not Found' }, {}, 'NOT_FOUND'],
    [410, { message: 'This issue was deleted' }, {}, 'NOT_FOUND'],
    [410, { message: 'Issues are disabled for this repo' }, {}, 'COMMENTS_DISABLED'],
    [401, { message: 'Bad credentials' }, {}, 'LOGIN_REQUIRED'],
    [403, { message: 'You have exceeded a secondary rate limit.' }, {}, 'RATE_LIMITED'],
    [403, { message: 'You have triggered an abuse detection mechanism.' }, {}, 'RATE_LIMITED'],
    [403, { message: 'Wait.' }, { 'retry-after': '60' }, 'RATE_LIMITED'],
    [429, { message: 'Too many' }, {}, 'RATE_LIMITED'],
    [403, { message: 'Repository access blocked' }, {}, 'PRIVATE'],
    [403, '<html>no</html>', {}, 'BLOCKED'],
    [451, { message: 'Repository unavailable due to DMCA takedown.' }, {}, 'GEO_BLOCKED'],
    [502, '<html>Unicorn!</html>', {}, 'NETWORK'],
    [422, { message: 'Validation Failed' }, {}, 'PLATFORM_CHANGED'],
    [200, '<html>no API</html>', {}, 'PLATFORM_CHANGED'],
    [200, { message: 'hello' }, {}, 'PLATFORM_CHANGED'],
  ])('%i %o', async (status, body, headers, code) => expect(await refusing(status, body, headers)).toBe(code));

  it('a token that is not taken is no reason to ask without', async () => {
    await expect(play('/issues/7', {}, {}, { auth_token: 'wrong' })).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });

  it.each([
    ['RATE_LIMITED', 'RATE_LIMITED'],
    ['SOME_OTHER', 'PLATFORM_CHANGED'],
  ])('of GraphQL: %s', async (type, code) => {
    const refusal = { status: 200, body: { data: null, errors: [{ type, message: 'no' }] } };
    await expect(play('/discussions/9', { refusal }, {}, TOKEN)).rejects.toMatchObject({ code });
  });
});
