import { describe, expect, it } from 'vitest';
import discourse from '#core/platforms/discourse/index.ts';
import { placeAt } from '#core/platforms/discourse/address.ts';
import { type DiscourseParams, discourseSimulator } from '#core/platforms/discourse/simulator.ts';
import { readCooked } from '#core/platforms/discourse/text.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const TOPIC = 'https://discourse.example/t/some-words/1000';
const play = (params: DiscourseParams = {}, options: RunOptions = {}, url = TOPIC) =>
  readAll(discourse, url, [{ match: '', simulator: discourseSimulator(params) }], options);
const answer = (body: unknown): FakeExchange[] => [{ match: '/t/1000.json', body }];
const topicWith = (...posts: readonly object[]) => ({
  id: 1000,
  title: 'T',
  slug: 's',
  post_stream: {
    posts: posts.map((post, index) => ({ id: index + 1, post_number: index + 1, ...post })),
    stream: posts.map((_, index) => index + 1),
  },
});
const codeOf = (exchange: Partial<FakeExchange>): Promise<unknown> =>
  readAll(discourse, TOPIC, [{ match: '', ...exchange }]).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('discourse: addresses', () => {
  const base = 'forum.example.org';
  it.each([
    ['https://forum.example.org/t/some-words/12', { base, topic: '12' }],
    ['forum.example.org/t/some-words/12/3?u=somebody&page=2#post_4', { base, topic: '12', post: '3' }],
    ['https://forum.example.org/t/12', { base, topic: '12' }],
    ['https://forum.example.org/t/12/3', { base, topic: '12', post: '3' }],
    ['https://forum.example.org/t/-/12/', { base, topic: '12' }],
    ['https://forum.example.org/t/2026/12/3', { base, topic: '12', post: '3' }],
    ['https://forum.example.org/t/%E4%BD%A0%E5%A5%BD/12', { base, topic: '12' }],
    ['https://www.forum.example.org:8443/forum/t/some-words/12', { base: 'www.forum.example.org:8443/forum', topic: '12' }],
    ['https://forum.example.org/c/cats/5', { base, category: 'cats/5' }],
    ['https://forum.example.org/c/cats/black/7/l/top', { base, category: 'cats/black/7' }],
    ['https://forum.example.org/c/cats/5/none', { base, category: 'cats/5' }],
    ['https://forum.example.org/forum/c/%E7%8C%AB/5/all', { base: `${base}/forum`, category: '%E7%8C%AB/5' }],
    ...[
      ['t/some-words', 't/some-words/12/last', 't/some-words/12/3/4', 'a/b/t/some-words/12', 't/12345678901'],
      ['c/cats', 'c/5', 'c/cats/5/about', 'tag/cats', 'latest', 'top', 'u/somebody', 'u/somebody/activity', 'g/staff'],
      ['p/12', 'p/12/3', 'chat/c/-/5', 'groups', ''],
    ]
      .flat()
      .map((path): [string, null] => [`https://forum.example.org/${path}`, null]),
  ])('%s', (url, params) => expect(placeAt(parsePastedUrl(url))?.params ?? null).toEqual(params));
});

describe('discourse: a topic', () => {
  it('is read by the ids that it lists, in its own order, with replies where they stand', async () => {
    const { items, total, gaps, session, doors } = await play({}, { replies: true });
    expect([items.length, total, doors, gaps]).toEqual([42, 43, ['JSON of the forum'], []]);
    expect(items.map(({ extra }) => extra['postNumber'])).toEqual(
      Array.from({ length: 45 }, (_, index) => index + 1).filter((number) => ![1, 7, 9].includes(number)),
    );
    expect(session.urls.map((url) => url.replace('https://discourse.example', '').slice(0, 60))).toEqual(
      [
        '/t/1000.json',
        '/t/1000/posts.json?post_ids[]=5063&post_ids[]=5066&post_ids[',
        '/t/1000/posts.json?post_ids[]=5123&post_ids[]=5126&post_ids[',
      ].map((url, index) => (index === 0 ? url : expect.stringMatching(/^\/t\/1000\/posts\.json\?post_ids\[\]=\d+&post_ids\[\]=/))),
    );
    expect(session.urls[1]?.split('post_ids[]=')).toHaveLength(21);
    expect(items[2]).toEqual(
      wholeItem({
        id: '5012',
        kind: 'comment',
        author: {
          name: 'User 104',
          username: 'user104',
          id: '104',
          url: 'https://discourse.example/u/user104',
          avatarUrl: 'https://discourse.example/user_avatar/discourse.example/user104/120/5_2.png',
        },
        text: 'Post 4 & more.\nA line.',
        createdAt: '2026-01-08T19:04:00.000Z',
        createdAtPrecision: 'second',
        likes: 3,
        replyCount: 0,
        title: 'Some words & more',
        url: 'https://discourse.example/t/some-words/1000/4',
        isEdited: false,
        isAuthorPost: false,
        extra: { postNumber: 4, trustLevel: 2, staff: false, userDeleted: false, hidden: false, reads: 10 },
      }),
    );
    const [answer, next] = items.filter(({ extra }) => extra['postNumber'] === 30 || extra['postNumber'] === 31);
    expect([answer?.parentId, answer?.kind, next?.parentId]).toEqual(['5084', 'reply', '5090']);
    expect(items.filter(({ isAuthorPost }) => isAuthorPost).map(({ extra }) => extra['postNumber'])).toEqual([21, 41]);
  });

  it('gives its first level by the same requests', async () => {
    const { items, session } = await play();
    expect([items.length, session.urls.length]).toEqual([34, 3]);
    expect(items.every(({ parentId, kind }) => parentId === null && kind === 'comment')).toBe(true);
    expect((await play({}, { limit: 5 })).session.urls).toHaveLength(1);
  });

  it('is read by numbers where it lists no ids, in a folder too', async () => {
    const url = 'https://discourse.example/community/t/some-words/1000/12';
    const { items, session } = await play({ isMega: true, folder: '/community' }, { replies: true }, url);
    expect(items.map(({ id }) => id)).toEqual((await play({}, { replies: true })).items.map(({ id }) => id));
    expect(session.urls.slice(1)).toEqual(
      [21, 41, 45].map((number) => `https://discourse.example/community/t/1000/posts.json?post_number=${number}&asc=true`),
    );
    expect(items[0]).toMatchObject({
      url: 'https://discourse.example/community/t/some-words/1000/2',
      author: { url: 'https://discourse.example/community/u/user102' },
    });
  });

  it('says how many of the listed posts are not given', async () => {
    const topic = topicWith({}, {}, {});
    const listed = { ...topic, post_stream: { ...topic.post_stream, stream: [1, 2, 3, 4, 5] } };
    const { items, gaps } = await readAll(discourse, TOPIC, [
      { match: '/t/1000.json', body: listed },
      { match: '/posts.json?post_ids[]=4&post_ids[]=5', body: { post_stream: { posts: [{ id: 5, post_number: 9 }] } } },
    ]);
    expect(items.map(({ id }) => id)).toEqual(['2', '3', '5']);
    expect(gaps).toEqual([{ cause: 'notServed', count: 1, note: expect.any(String) }]);
  });

  it('makes nothing up', async () => {
    const { items, total } = await readAll(discourse, TOPIC, answer(topicWith({}, {})));
    expect(total).toBeNull();
    expect(items).toEqual([
      wholeItem({ id: '2', kind: 'comment', title: 'T', url: 'https://discourse.example/t/s/1000/2', extra: { postNumber: 2 } }),
    ]);
  });

  it('keeps hidden posts, leaves out what the staff says, and puts answers to what is gone at the top', async () => {
    const { items } = await readAll(
      discourse,
      TOPIC,
      answer(
        topicWith(
          {},
          {
            hidden: true,
            accepted_answer: true,
            reply_to_post_number: 1,
            actions_summary: [{ id: 3, count: 2 }],
            reactions: [{ id: 'heart', count: 4 }],
          },
          { post_type: 4 },
          { reply_to_post_number: 2, post_type: 2, user_id: 4, version: 3 },
          { reply_to_post_number: 77 },
        ),
      ),
      { replies: true },
    );
    expect(items).toMatchObject([
      {
        id: '2',
        parentId: null,
        isPinned: true,
        likes: 0,
        isAuthorPost: null,
        extra: { hidden: true, reactions: [{ id: 'heart', count: 4 }] },
      },
      { id: '4', parentId: '2', isEdited: true },
      { id: '5', parentId: null, extra: { replyToPostNumber: 77 } },
    ]);
  });
});

describe('discourse: lists', () => {
  it('tells who likes the post that is named, and of none the first', async () => {
    const { items, total, session } = await play({}, { likes: true }, `${TOPIC}/2`);
    expect([items.length, total]).toEqual([130, 130]);
    expect(session.urls.map((url) => url.replace('https://discourse.example', ''))).toEqual([
      '/t/1000/2.json',
      '/post_action_users.json?id=5006&post_action_type_id=2&limit=100&page=0',
      '/post_action_users.json?id=5006&post_action_type_id=2&limit=100&page=1',
    ]);
    expect(items[0]).toEqual(
      wholeItem({
        id: '1100',
        kind: 'like',
        author: {
          name: 'User 1100',
          username: 'user1100',
          id: '1100',
          url: 'https://discourse.example/u/user1100',
          avatarUrl: 'https://discourse.example/user_avatar/discourse.example/user1100/120/5_2.png',
        },
        url: 'https://discourse.example/u/user1100',
      }),
    );
    expect((await play({}, { likes: true })).session.urls[0]).toContain('/t/1000/1.json');
    await expect(play({}, { likes: true }, `${TOPIC}/7`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([{}, { tweets: true }])('gives the topics of a category, those at the top once (%o)', async (options) => {
    const { items, session } = await play({}, options, 'https://discourse.example/c/general/5/l/top');
    expect([items.length, session.urls.length]).toEqual([65, 3]);
    expect(session.urls[2]).toBe('https://discourse.example/c/general/5.json?page=2');
    expect(items[2]).toEqual(
      wholeItem({
        id: '2002',
        kind: 'post',
        author: {
          name: 'User 302',
          username: 'user302',
          id: '302',
          url: 'https://discourse.example/u/user302',
          avatarUrl: 'https://discourse.example/user_avatar/discourse.example/user302/120/5_2.png',
        },
        title: 'Topic 2 & more',
        text: 'About … 2',
        createdAt: '2026-01-08T19:02:00.000Z',
        createdAtPrecision: 'second',
        likes: 2,
        replyCount: 1,
        url: 'https://discourse.example/t/topic-2/2002',
        isPinned: false,
        extra: { views: 102, lastPostedAt: '2026-01-08T20:42:00.000Z', closed: false, tags: ['dogs'], categoryId: '5' },
      }),
    );
    expect(items[0]?.isPinned).toBe(true);
  });
});

describe('discourse: words', () => {
  const text = (html: string): string | null => readCooked(html, 'forum.example').text;
  const media = (html: string): readonly string[] => readCooked(html, 'forum.example').media.map(({ url }) => url);

  it.each([
    [
      '<p>a</p>\n<aside class="quote no-group"><div class="title">\n<div class="quote-controls"><i>x</i></div>\n<img class="avatar" src="/a.png"> bob:</div>\n<blockquote>\n<p>b</p>\n<p>c</p>\n</blockquote>\n</aside>\n<p>d</p>',
      'a\n\nbob:\n\nb\n\nc\n\nd',
    ],
    [
      '<p>a</p><aside class="onebox x"><header><img src="/i.png"><a href="https://far.example/p">far</a></header><article><a href="/q">q</a></article></aside><p>b</p>',
      'a\n\nhttps://far.example/p\n\nb',
    ],
    ['<p>x <img class="emoji only-emoji" alt=":heart:" src="/e.png"> <a class="mention" href="/u/b">@b</a></p>', 'x :heart: @b'],
    ['<ul>\n<li>a</li>\n<li>b</li>\n</ul><pre><code>  c\n\n\n d</code></pre>', 'a\nb\n\n  c\n\n\n d'],
    [
      '<div class="md-table"><table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
      'a b\n1 2',
    ],
    ['<p><img src="/x.png" alt="x"></p>', null],
    ['', null],
  ])('%#', (html, expected) => expect(text(html)).toBe(expected));

  it('names pictures as large as they are shown, each by its whole address', () => {
    const large = '<a class="lightbox" href="//cdn.example/l.png"><img src="//cdn.example/s.png"><div class="meta">s.png 1 KB</div></a>';
    expect(media(`<p><img src="/a.png"></p>${large}<img src="https://b.example/b.png"><a href="/c">c</a><img src="c.png">`)).toEqual([
      'https://forum.example/a.png',
      'https://cdn.example/l.png',
      'https://b.example/b.png',
      'c.png',
    ]);
    expect(text(large)).toBeNull();
    expect(
      media('<img class="emoji" src="/e.png"><img class="avatar" src="/f.png"><aside class="onebox"><img src="/g.png"></aside>'),
    ).toEqual([]);
  });
});

describe('discourse: what forums refuse', () => {
  it.each([
    [{ status: 404, body: { errors: ['x'], error_type: 'not_found' } }, 'NOT_FOUND'],
    [{ status: 410, body: { errors: ['x'] } }, 'NOT_FOUND'],
    [{ status: 404, body: '<html></html>' }, 'NOT_FOUND'],
    [{ status: 403, body: { errors: ['x'], error_type: 'not_logged_in' } }, 'LOGIN_REQUIRED'],
    [{ status: 403, body: { errors: ['x'], error_type: 'invalid_access' } }, 'PRIVATE'],
    [{ status: 403, body: '<html>no</html>' }, 'BLOCKED'],
    [{ body: '<!doctype html><title>A blog</title>' }, 'BLOCKED'],
    [{ status: 429, body: { errors: ['x'], error_type: 'rate_limit', extras: { wait_seconds: 9.5 } } }, 'RATE_LIMITED'],
    [{ status: 503, body: { errors: ['read only'] } }, 'NETWORK'],
    [{ body: { id: 1000 } }, 'PLATFORM_CHANGED'],
    [{ body: topicWith({}) }, '0 items'],
  ])('%j', async (exchange, code) => expect(await codeOf(exchange)).toBe(code));

  it('says how long a forum asks to wait', async () => {
    const body = { errors: ['x'], error_type: 'rate_limit', extras: { wait_seconds: 9.5 } };
    await expect(readAll(discourse, TOPIC, [{ match: '', status: 429, body }])).rejects.toMatchObject({ secondsToWait: 10 });
  });
});
