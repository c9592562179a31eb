import { describe, expect, it } from 'vitest';
import stackexchange from '#core/platforms/stackexchange/index.ts';
import { type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type StackExchangeParams, stackExchangeSimulator } from '#core/platforms/stackexchange/simulator.ts';

const QUESTION = 'https://cooking.stackexchange.com/questions/1000/whats-al-dente';
const USER = 'https://cooking.stackexchange.com/users/77/somebody';

const world = (params: StackExchangeParams = {}): FakeExchange[] => [{ match: /./, simulator: stackExchangeSimulator(params) }];
const refusing = (status: number, body: object | string) => readAll(stackexchange, QUESTION, world({ refusal: { status, body } }));

const claimOf = (url: string) => {
  const [name, params = {}] = claimIn(stackexchange, url) ?? [];
  return name === undefined ? null : [name, params['site'], params['id']];
};

describe('addresses', () => {
  it.each([
    ['https://stackoverflow.com/questions/5/words/6#6', ['question', 'stackoverflow', '5']],
    ['https://www.stackoverflow.com/q/5/1', ['question', 'stackoverflow', '5']],
    ['http://superuser.com/a/7', ['answer', 'superuser', '7']],
    ['https://serverfault.com/questions/5', ['question', 'serverfault', '5']],
    ['https://askubuntu.com/a/7/1#7', ['answer', 'askubuntu', '7']],
    ['https://mathoverflow.net/questions/5/words', ['question', 'mathoverflow.net', '5']],
    ['https://stackapps.com/questions/5', ['question', 'stackapps', '5']],
    ['https://math.stackexchange.com/questions/5/words#comment8_5', ['question', 'math', '5']],
    ['https://meta.stackexchange.com/questions/5', ['question', 'meta', '5']],
    ['https://math.meta.stackexchange.com/questions/5', ['question', 'math.meta', '5']],
    ['https://meta.math.stackexchange.com/questions/5', ['question', 'math.meta', '5']],
    ['https://meta.stackoverflow.com/questions/5', ['question', 'meta.stackoverflow', '5']],
    ['https://meta.mathoverflow.net/questions/5', ['question', 'meta.mathoverflow.net', '5']],
    ['https://ru.stackoverflow.com/questions/5', ['question', 'ru.stackoverflow', '5']],
    ['https://pt.meta.stackoverflow.com/questions/5', ['question', 'pt.meta.stackoverflow', '5']],
    ['https://meta.pt.stackoverflow.com/questions/5', ['question', 'pt.meta.stackoverflow', '5']],
    ['https://stackoverflow.com/users/22656/jon-skeet?tab=profile', ['user', 'stackoverflow', '22656']],
    ['https://stackoverflow.com/questions/tagged/php', null],
    ['https://stackoverflow.com/questions', null],
    ['https://stackoverflow.com/users', null],
    ['https://fr.stackoverflow.com/questions/5', null],
    ['https://area51.stackexchange.com/questions/5', null],
    ['https://stackexchange.com/questions/5', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('answers', () => {
  it('are read page by page, by votes', async () => {
    const { items, total, session } = await readAll(stackexchange, QUESTION, world());
    expect(items).toHaveLength(230);
    expect(total).toBe(230);
    expect(session.urls).toEqual([
      'https://api.stackexchange.com/2.3/questions/1000?site=cooking&filter=withbody',
      ...[1, 2, 3].map(
        (page) =>
          `https://api.stackexchange.com/2.3/questions/1000/answers?site=cooking&filter=withbody&pagesize=100&page=${page}&order=desc&sort=votes`,
      ),
    ]);
  });

  it('have every field', async () => {
    const { items } = await readAll(stackexchange, QUESTION, world());
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('2003')).toMatchObject({
      parentId: null,
      kind: 'comment',
      author: {
        name: 'Jørgen 2003',
        username: null,
        id: '2003',
        url: 'https://cooking.stackexchange.com/users/2003/jorgen',
        avatarUrl: 'https://cdn.example/2003.png',
      },
      title: 'What\'s "al dente"?',
      text: 'Answer 2003 & more\n\nif (a < b) {\n    stir();\n}\n\nafter\nall',
      createdAt: '2020-01-02T09:23:00.000Z',
      likes: (2003 * 37) % 211,
      url: 'https://cooking.stackexchange.com/a/2003',
      isEdited: true,
      isPinned: false,
      isAuthorPost: false,
      extra: { reputation: 2003, license: 'CC BY-SA 4.0' },
    });
    expect(byId.get('2001')).toMatchObject({ isPinned: true, isEdited: false });
    expect(byId.get('2002')?.author).toMatchObject({ name: 'user2', id: null, url: null });
    expect(byId.get('2004')?.isAuthorPost).toBe(true);
  });

  it.each([
    ['new', 'order=desc&sort=creation'],
    ['old', 'order=asc&sort=creation'],
    ['best', 'order=desc&sort=votes'],
  ] as const)('are sorted: %s', async (sort, query) => {
    const { session } = await readAll(stackexchange, QUESTION, world({ answers: 3 }), { sort });
    expect(session.urls[1]).toContain(query);
  });

  it('are found through one of them', async () => {
    const { items, session } = await readAll(stackexchange, 'https://cooking.stackexchange.com/a/2001', world({ answers: 3 }));
    expect(items).toHaveLength(3);
    expect(session.urls[0]).toBe('https://api.stackexchange.com/2.3/answers/2001?site=cooking&filter=withbody');
  });

  it('without a body, an owner or a date are rows all the same', async () => {
    const exchanges = [
      { match: '/answers?', body: { items: [{ answer_id: 1, question_id: 1000 }], has_more: false } },
      { match: '/questions/1000?', body: { items: [{ question_id: 1000 }] } },
    ];
    const { items, total } = await readAll(stackexchange, QUESTION, exchanges);
    expect(items[0]).toMatchObject({ id: '1', text: null, title: null, createdAt: null, likes: null, isAuthorPost: null, isPinned: null });
    expect(total).toBeNull();
  });

  it('of a question that nobody answered are none', async () => {
    const { items, total } = await readAll(stackexchange, QUESTION, world({ answers: 0 }));
    expect([items.length, total]).toEqual([0, 0]);
  });
});

describe('comments', () => {
  it('of the question and of all answers of a page come with replies', async () => {
    const { items, session } = await readAll(stackexchange, QUESTION, world({ answers: 150 }), { replies: true });
    expect(items.filter((item) => item.kind === 'reply')).toHaveLength(100);
    const ofQuestion = items.filter((item) => item.extra['postId'] === '1000');
    expect(ofQuestion.map((item) => [item.kind, item.parentId, item.isAuthorPost])).toEqual(
      Array.from({ length: 3 }, () => ['comment', null, true]),
    );
    expect(session.urls.map((url) => new URL(url).pathname.replace(/(?:\d+;)+\d+/, 'many'))).toEqual([
      '/2.3/questions/1000',
      '/2.3/questions/1000/answers',
      '/2.3/questions/1000/comments',
      '/2.3/answers/many/comments',
      '/2.3/questions/1000/answers',
      '/2.3/answers/many/comments',
    ]);
    expect(session.urls[3]?.match(/;/g)).toHaveLength(99);
    expect(items.find((item) => item.id === '900100')).toMatchObject({
      parentId: '2001',
      text: 'Use salt, Jørgensen said',
      url: 'https://cooking.stackexchange.com/posts/comments/900100',
      isEdited: true,
      extra: { replyTo: 'Jørgen 1' },
    });
  });

  it('of many answers go over several pages', async () => {
    const { items } = await readAll(stackexchange, QUESTION, world({ answers: 9, commentsPerAnswer: 60 }), { replies: true });
    expect(items.filter((item) => item.kind === 'reply')).toHaveLength(180);
  });
});

describe('the posts of a user', () => {
  it.each([{}, { tweets: true }])('are the questions, then the answers: %o', async (options) => {
    const { items, session } = await readAll(stackexchange, USER, world(), options);
    expect(items).toHaveLength(240);
    expect(session.urls.map((url) => /users\/77\/(\w+)/.exec(url)?.[1])).toEqual(['questions', 'questions', 'answers', 'answers']);
    expect(items[0]).toMatchObject({
      id: '50000',
      kind: 'post',
      title: 'Is "0" so?',
      replyCount: 1,
      url: 'https://cooking.stackexchange.com/q/50000',
    });
    expect(items[120]).toMatchObject({ id: '60000', isPinned: true, url: 'https://cooking.stackexchange.com/a/60000' });
  });
});

describe('refusals', () => {
  it.each([
    [
      {
        error_id: 502,
        error_name: 'throttle_violation',
        error_message: 'too many requests from this IP, more requests available in 80 seconds',
      },
      'RATE_LIMITED',
    ],
    [{ error_id: 400, error_name: 'bad_parameter', error_message: 'No site found for name `x`' }, 'NOT_FOUND'],
    [{ error_id: 400, error_name: 'bad_parameter', error_message: 'ids' }, 'PLATFORM_CHANGED'],
    [{ error_id: 403, error_name: 'access_denied', error_message: 'page above 25 requires access token' }, 'BLOCKED'],
    [{ error_id: 503, error_name: 'temporarily_unavailable' }, 'NETWORK'],
  ])('%o', async (body, code) => {
    await expect(refusing(400, body)).rejects.toMatchObject({ code });
  });

  it('say how long to wait', async () => {
    const body = { error_id: 502, error_message: 'too many requests from this IP, more requests available in 4711 seconds' };
    await expect(refusing(400, body)).rejects.toMatchObject({ code: 'RATE_LIMITED', secondsToWait: 4711 });
  });

  it('come as pages of the wall in front, too', async () => {
    await expect(refusing(403, '<html>no</html>')).rejects.toMatchObject({ code: 'BLOCKED' });
  });

  it('a question or an answer that is gone is not found', async () => {
    await expect(readAll(stackexchange, QUESTION.replace('1000', '9'), world())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll(stackexchange, 'https://cooking.stackexchange.com/a/9', world())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('an answer of another shape is a change of the platform', async () => {
    await expect(readAll(stackexchange, QUESTION, [{ match: /./, body: { items: [{ question_id: 'x' }] } }])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'items.0.question_id',
    });
  });
});

describe('the pace', () => {
  it('a rest that the API asks for comes before the next page of the same list', async () => {
    const session = new FakeSession(world({ backoff: 10 }));
    const page = await stackexchange.fetchPage({ at: 'question', host: 'cooking.stackexchange.com', site: 'cooking', id: '1000' }, session);
    expect(page.next?.map(({ role, afterMs }) => [role, afterMs])).toEqual([['page', 10_000]]);
  });

  it('ends at the last page that anonymous readers get, and says so', async () => {
    const { items, gaps } = await readAll(stackexchange, QUESTION, world({ answers: 2_600 }));
    expect(items).toHaveLength(2_500);
    expect(gaps).toEqual([expect.objectContaining({ cause: 'notServed' })]);
  });
});
