import { describe, expect, it } from 'vitest';
import wordpress from '#core/platforms/wordpress/index.ts';
import { type WordpressParams, wordpressSimulator } from '#core/platforms/wordpress/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const POST = 'https://wordpress.example/2016/the-post/';
const API = 'https://wordpress.example/wp-json/wp/v2/';
const play = (params: WordpressParams = {}, options: RunOptions = {}, url = POST) =>
  readAll(wordpress, url, [{ match: '', simulator: wordpressSimulator(params) }], options);
const codeOf = (exchanges: readonly FakeExchange[], url = POST, options: RunOptions = {}): Promise<unknown> =>
  readAll(wordpress, url, exchanges, options).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );

describe('wordpress: addresses', () => {
  const host = 'blog.example.org';
  const page = (path: string) => ['post', { host, page: `https://${host}/${path}` }];
  it.each([
    ['https://blog.example.org/2016/the-post/?x=1', page('2016/the-post/?x=1')],
    ['http://blog.example.org/2016/11/the-post#comments', page('2016/11/the-post')],
    ['blog.example.org/2016/11/25/the-post/comment-page-2/#comment-5', page('2016/11/25/the-post/')],
    ['https://blog.example.org/2016/11/25/the-post/amp/', page('2016/11/25/the-post/')],
    ['https://blog.example.org/the-post/#comment-123456789', page('the-post/')],
    ['https://blog.example.org/#comment-5', page('')],
    [
      'https://www.blog.example.org/?p=60',
      ['post', { host: 'www.blog.example.org', base: 'https://www.blog.example.org', id: '60', of: 'posts' }],
    ],
    [
      'https://blog.example.org/news/index.php?lang=de&page_id=7#comment-3',
      ['post', { host, base: 'https://blog.example.org/news', id: '7', of: 'pages' }],
    ],
    [
      'https://blog.example.org/2016/the-post/?p=60',
      ['post', { host, base: 'https://blog.example.org/2016/the-post', id: '60', of: 'posts' }],
    ],
    [
      'https://some-body.wordpress.com/2020/01/02/slug/',
      ['hosted', { host: 'some-body.wordpress.com', page: 'https://some-body.wordpress.com/2020/01/02/slug/' }],
    ],
    [
      'https://somebody.wordpress.com/2020/slug',
      ['post', { host: 'somebody.wordpress.com', page: 'https://somebody.wordpress.com/2020/slug' }],
    ],
    ['https://blog.example.org/?p=x', ['site', { host, page: 'https://blog.example.org/' }]],
    ['https://blog.example.org', ['site', { host, page: 'https://blog.example.org/' }]],
    ...[
      ['the-post/', '2016/', '2016/11/', '2016/11/25/', '2016/13/', '2016/40/the-post/', '1816/the-post/', '2016/1/2/3/slug/', 'blog/'],
      ['archives/60', 'a/b/c', '2016/the-post/feed/', 'the-post/#comment-x', 'the-post/#respond', '2016/the-post/#disqus_thread'],
    ]
      .flat()
      .map((path): [string, null] => [`https://blog.example.org/${path}`, null]),
  ])('%s', (url, claim) => expect(claimIn(wordpress, url)).toEqual(claim));
});

describe('wordpress: comments of a post', () => {
  it('come from the API that its page names, to the last page', async () => {
    const { items, total, doors, session } = await play({}, { replies: true });
    expect([items.length, total, doors]).toEqual([230, 230, ['REST API']]);
    const call = (number: number) => `${API}comments?post=60&per_page=100&page=${number}&order=asc&orderby=date_gmt`;
    expect(session.urls).toEqual([POST, `${API}posts/60`, call(1), call(2), call(3)]);
    expect(items[3]).toEqual(
      wholeItem({
        id: '503',
        parentId: '502',
        kind: 'reply',
        author: {
          name: 'Reader 503 & Co',
          url: 'https://reader503.example',
          avatarUrl: 'https://secure.gravatar.com/avatar/503?s=96&d=mm&r=g',
        },
        text: 'Comment 503 – “words” 🙂.\nA line.',
        media: [{ type: 'image', url: 'https://far.example/503.png' }],
        title: 'The Post 0 & more',
        createdAt: '2017-01-13T16:03:00.000Z',
        createdAtPrecision: 'second',
        url: 'https://wordpress.example/2016/the-post/comment-page-1/#comment-503',
        extra: { type: 'comment', localDate: '2017-01-13T18:03:00' },
      }),
    );
    expect(items[10]).toMatchObject({ author: { id: '2', avatarUrl: expect.any(String) }, isAuthorPost: true });
    expect(items[4]?.author.avatarUrl).toBeNull();
    expect(items[6]?.author.name).toBeNull();
  });

  it('are its first level, and the newest first, where asked', async () => {
    const { items, total, session } = await play({}, { sort: 'new' });
    expect([items.length, total, items[0]?.id]).toEqual([173, 173, '729']);
    expect(session.urls[2]).toBe(`${API}comments?post=60&per_page=100&page=1&order=desc&orderby=date_gmt&parent=0`);
  });

  it('leave answers out that come unasked', async () => {
    const body = [
      { id: 1, parent: 0 },
      { id: 2, parent: 1 },
    ];
    const exchanges = [
      { match: '/comments?', body },
      { match: '', simulator: wordpressSimulator() },
    ];
    expect((await readAll(wordpress, POST, exchanges)).items.map(({ id }) => id)).toEqual(['1']);
  });

  it.each(['elements', 'shortlink', 'body', 'article', 'api'] as const)(
    'are those of the post that its page tells by %s',
    async (names) => {
      const { items, session } = await play({ names, comments: 3 });
      expect(items).toHaveLength(3);
      expect(session.urls.at(-1)).toContain('/comments?post=60&');
      expect(session.urls.filter((url) => url.includes('slug=')).length).toBe(names === 'api' ? 1 : 0);
    },
  );

  it('come from an API that stands in the query, and without a word of how many there are', async () => {
    const { items, total, session } = await play({ api: 'query', counts: false }, { replies: true });
    expect([items.length, total]).toEqual([230, null]);
    expect(session.urls.at(-1)).toBe(
      'https://wordpress.example/?rest_route=/wp/v2/comments&post=60&per_page=100&page=3&order=asc&orderby=date_gmt',
    );
    expect((await play({ api: 'query', names: 'elements', comments: 2 })).items).toHaveLength(2);
  });

  it('come without a look at a page where its number is known', async () => {
    const { items, session } = await play({ comments: 2 }, {}, 'https://wordpress.example/?p=60');
    expect(items).toHaveLength(2);
    expect(session.urls[0]).toBe(`${API}posts/60`);
    const { session: ofPage } = await play({ comments: 2 }, {}, 'https://wordpress.example/index.php?page_id=60');
    expect(ofPage.urls[0]).toBe(`${API}pages/60`);
  });

  it('of sites on WordPress.com are asked of WordPress.com', async () => {
    const root = 'https://public-api.wordpress.com/wp/v2/sites/somebody.wordpress.com/';
    const exchanges = [
      { match: /\/2020\/01\/02\/slug\/$/, body: '<html><body class="single postid-7"></body></html>' },
      { match: `${root}comments?post=7&`, body: [{ id: 3 }] },
    ];
    const { items, session } = await readAll(wordpress, 'https://somebody.wordpress.com/2020/01/02/slug/', exchanges);
    expect(items).toEqual([wholeItem({ id: '3', kind: 'comment' })]);
    expect(session.urls[1]).toBe(`${root}posts/7`);
    const numbered = await readAll(wordpress, 'https://somebody.wordpress.com/?p=7', exchanges);
    expect(numbered.items).toHaveLength(1);
  });

  it.each([
    [{ status: 401, body: { code: 'rest_forbidden' } }],
    [{ status: 403, body: { code: 'rest_disabled' } }],
    [{ status: 404, body: { code: 'rest_no_route' } }],
    [{ status: 200, body: '<html></html>' }],
    [{ status: 200, body: 'nothing here' }],
  ])('are those of the feed where the API is shut: %j', async (closed) => {
    const { items, total, doors, gaps, notes } = await play({ closed });
    expect([items.length, total, doors, notes.length]).toEqual([10, null, ['feed'], 1]);
    expect(gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('feed') }]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '508',
        kind: 'comment',
        author: { name: 'Reader 508' },
        text: 'Comment 508 – “words” 🙂.\nA line.',
        media: [{ type: 'image', url: 'https://far.example/508.png' }],
        title: 'The Post 0 & more',
        createdAt: '2017-01-13T16:08:00.000Z',
        createdAtPrecision: 'second',
        url: 'https://wordpress.example/2016/the-post/',
      }),
    );
  });

  it('of a post without an address of its own have a feed in the query', async () => {
    const exchanges = [
      { match: '/posts/60', status: 500 },
      { match: '', simulator: wordpressSimulator({ closed: { status: 404, body: '' } }) },
    ];
    const { items, session } = await readAll(wordpress, 'https://wordpress.example/?p=60', exchanges);
    expect(items).toHaveLength(10);
    expect(session.urls.at(-1)).toBe('https://wordpress.example/?p=60&feed=rss2');
  });
});

describe('wordpress: posts of a site', () => {
  it('come where they are asked for', async () => {
    const { items, total, session } = await play({}, { tweets: true }, 'https://wordpress.example');
    expect([items.length, total]).toEqual([130, 130]);
    expect(session.urls).toEqual([
      'https://wordpress.example/',
      `${API}posts?per_page=100&page=1&_embed=author`,
      `${API}posts?per_page=100&page=2&_embed=author`,
    ]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '1001',
        kind: 'post',
        author: {
          name: 'The & Writer',
          username: 'writer',
          id: '2',
          url: 'https://wordpress.example/author/writer/',
          avatarUrl: 'https://secure.gravatar.com/avatar/2?s=96&d=mm&r=g',
        },
        title: 'The Post 1 & more',
        text: 'Words of 1.',
        createdAt: '2017-01-20T14:39:00.000Z',
        createdAtPrecision: 'second',
        url: 'https://wordpress.example/2016/post-1/',
        extra: { slug: 'post-1', categories: [1, 1], tags: [], modified: '2017-01-20T14:39:00' },
      }),
    );
    expect(items[3]?.author).toMatchObject({ id: '9', name: null, username: null });
    expect(items[5]?.text).toBeNull();
  });

  it('end with the page that the site refuses', async () => {
    expect((await play({ posts: 100, counts: false }, { tweets: true }, 'https://wordpress.example')).items).toHaveLength(100);
  });
});

describe('wordpress: what sites refuse', () => {
  const closed = (answer: Partial<FakeExchange>): FakeExchange[] => [
    { match: '/comments?', ...answer },
    { match: '/feed/', status: 404, body: '<html></html>' },
    { match: '', simulator: wordpressSimulator() },
  ];
  it.each([
    [closed({ status: 401, body: { code: 'rest_cannot_read_post' } }), 'LOGIN_REQUIRED'],
    [closed({ status: 403, body: { code: 'rest_forbidden' } }), 'PRIVATE'],
    [closed({ status: 403, body: '<html></html>' }), 'BLOCKED'],
    [closed({ status: 404, body: { code: 'rest_post_invalid_id' } }), 'NOT_FOUND'],
    [closed({ body: '<html></html>' }), 'BLOCKED'],
    [closed({ status: 429, body: '' }), 'RATE_LIMITED'],
    [closed({ status: 400, body: { code: 'rest_invalid_param' } }), 'PLATFORM_CHANGED'],
    [closed({ body: { comments: [] } }), 'PLATFORM_CHANGED'],
    [closed({ body: [] }), '0 items'],
    [[{ match: '', status: 404, body: '<html></html>' }], 'NOT_FOUND'],
    [[{ match: '', status: 403, body: '<html></html>' }], 'BLOCKED'],
    [[{ match: '', body: '<html><body class="postid-7">no WordPress</body></html>' }], 'NOT_FOUND'],
  ] as const)('%#', async (exchanges, code) => expect(await codeOf(exchanges as readonly FakeExchange[])).toBe(code));

  it('says that there is no WordPress, and no post', async () => {
    const page = (headers: Record<string, string>): FakeExchange[] => [
      { match: /the-post\/$/, headers, body: '<html></html>' },
      { match: 'slug=', body: [] },
    ];
    await expect(readAll(wordpress, POST, page({}))).rejects.toMatchObject({ message: expect.stringContaining('no WordPress here') });
    const link = '<https://wordpress.example/wp-json/>; rel="https://api.w.org/"';
    await expect(readAll(wordpress, POST, page({ link }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no post'),
    });
  });
});
