import { describe, expect, it } from 'vitest';
import disqus from '#core/platforms/disqus/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { type DisqusParams, disqusSimulator } from '#core/platforms/disqus/simulator.ts';

const ARTICLE = 'https://blog.example.org/a-post/#disqus_thread';
const FRAME = 'https://disqus.com/embed/comments/?base=default&f=example&t_i=42&t_u=https%3A%2F%2Fblog.example.org%2Fa-post%2F';
const PERSON = 'https://disqus.com/by/somebody/';

const world = (params: DisqusParams = {}): FakeExchange[] => [{ match: /./, simulator: disqusSimulator(params) }];

function claimOf(url: string): string | null {
  const pasted = parsePastedUrl(url, [disqus]);
  return disqus.targets.find((target) => target.match(pasted) !== null)?.name ?? null;
}

function embedWith(posts: readonly object[], cursor: object = { hasNext: false, total: posts.length }): FakeExchange[] {
  const thread = { id: 1, link: 'https://blog.example.org/a-post/', forum: 'example' };
  const data = { cursor, code: 0, response: { posts, thread } };
  return [{ match: '/embed/comments', body: `<script type="text/json" id="disqus-threadData">${JSON.stringify(data)}</script>` }];
}

async function onePost(fields: object) {
  const { items } = await readAll(disqus, FRAME, embedWith([{ id: '5', ...fields }]), { replies: true });
  return items[0];
}

describe('addresses', () => {
  it.each([
    [FRAME, 'embed'],
    ['disqus.com/embed/comments/?base=default', null],
    ['https://disqus.com/home/discussion/channel-news/some_slug/?x=1', 'thread'],
    ['https://example.disqus.com/some_slug/#comment-12', 'thread'],
    ['https://example.disqus.com/embed.js', null],
    ['https://help.disqus.com/articles', null],
    ['https://disq.us/t/abc12', 'thread'],
    ['https://disq.us/url?url=x', null],
    ['https://disqus.com/by/somebody/comments/', 'user'],
    ['https://disqus.com/by/somebody/followers/', null],
    ['https://news.example.org/2024/story.html#comment-6400000000', null],
    ['https://news.example.org/2024/story.html#disqus_thread', 'article'],
    ['https://news.example.org/2024/story.html#comment-12', null],
    ['https://news.example.org/2024/story.html', null],
    ['disqus:https://news.example.org/2024/story.html', 'article'],
    ['disqus:somewhere', null],
    ['https://disqus.com/', null],
  ])('%s', (url, expected) => expect(claimOf(url)).toBe(expected));
});

describe('a thread', () => {
  it('is read from the embed page, then from the list; rows known are passed over', async () => {
    const { items, total, session, doors } = await readAll(disqus, FRAME, world(), { replies: true });
    expect(items).toHaveLength(230);
    expect(total).toBe(230);
    expect(doors).toEqual(['embed page', 'API 3.0']);
    expect(session.urls[0]).toBe(FRAME);
    const asked = session.urls.slice(1).map((url) => new URL(url).searchParams);
    expect(asked.map((query) => [query.get('thread'), query.get('order'), query.get('cursor')])).toEqual([
      ['4482008787', 'asc', null],
      ['4482008787', 'asc', '1213061528000000:100:0'],
      ['4482008787', 'asc', '1213061528000000:200:0'],
    ]);
    expect(session.sent[1]?.headers['referer']).toBe('https://disqus.com/');
  });

  it('reads every field', async () => {
    const { items } = await readAll(disqus, FRAME, world(), { replies: true });
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('1000001')).toMatchObject({
      parentId: '1000000',
      kind: 'reply',
      author: {
        name: 'Reader 1',
        username: 'reader1',
        id: '1',
        url: 'https://disqus.com/by/reader1/',
        avatarUrl: 'https://c.disquscdn.com/avatar92.jpg',
      },
      text: 'Comment 1 <3 & more\n\n\nbelow',
      createdAt: '2025-01-01T00:01:00.000Z',
      likes: 7,
      dislikes: 0,
      replyCount: null,
      isEdited: false,
      isPinned: false,
      isAuthorPost: null,
      url: 'https://blog.example.org/a-post/#comment-1000001',
      media: [{ type: 'image', url: 'https://uploads.disquscdn.com/images/1.jpg' }],
      extra: { depth: 1, isModerator: false },
    });
    expect(byId.get('1000002')?.author).toMatchObject({
      name: 'Guest 2',
      username: null,
      id: null,
      url: null,
      avatarUrl: 'https://a.disquscdn.com/noavatar92.png',
    });
    expect(byId.get('1000003')?.extra['isModerator']).toBe(true);
    expect(byId.get('1000005')).toMatchObject({ text: null, author: { name: null, id: null }, extra: { isDeleted: true } });
    expect(byId.get('1000008')?.isPinned).toBe(true);
  });

  it('keeps what has no parent without "replies", by the same requests', async () => {
    const [all, top] = [await readAll(disqus, FRAME, world(), { replies: true }), await readAll(disqus, FRAME, world())];
    expect(top.items.map((item) => item.id)).toEqual(all.items.filter((item) => item.parentId === null).map((item) => item.id));
    expect(top.session.urls).toEqual(all.session.urls);
  });

  it('is sorted here where the page is whole', async () => {
    const ids = async (sort: 'new' | 'old') => {
      const { items, session } = await readAll(disqus, FRAME, world({ comments: 12, embedded: 12 }), { replies: true, sort });
      expect(session.urls).toHaveLength(1);
      return items.map((item) => Number(item.id) - 1_000_000);
    };
    expect(await ids('old')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await ids('new')).toEqual([11, 8, 9, 10, 7, 4, 5, 6, 3, 0, 1, 2]);
  });

  it('takes a page that is not whole for its total alone where another order is wanted', async () => {
    const { items, total, session } = await readAll(disqus, FRAME, world({ comments: 120 }), { replies: true, sort: 'new' });
    expect(items[0]?.id).toBe('1000119');
    expect(total).toBe(120);
    expect(new URL(session.urls[1] ?? '').searchParams.get('order')).toBe('desc');
  });
});

describe('texts', () => {
  it.each([
    ['see http://disq.us/url?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%3AxYz_12&cuid=123 now', 'see https://example.org/a?b=1 now'],
    ['<p>one</p><p>two</p>three<br />four <a href="x">five</a>', 'one\n\ntwothree\nfour five'],
    ['a <3 b &lt;i&gt; <not closed', 'a <3 b <i> <not closed'],
    ['  two  blanks  ', 'two  blanks'],
    [' ', null],
  ])('typed %j is %j', async (raw, expected) => {
    expect((await onePost({ raw_message: raw, message: '<p>other</p>' }))?.text).toBe(expected);
  });

  it('comes from the HTML where the typed form is missing', async () => {
    const message =
      '<p>See <a href="https://disq.us/url?url=https%3A%2F%2Fexample.org%2Fa%2Flong%2Fpath%3AxYz&amp;cuid=1">https://example.org/a/lo...</a></p><p>&amp; <a class="mention">@bob</a></p>';
    expect((await onePost({ message }))?.text).toBe('See https://example.org/a/long/path\n\n& @bob');
  });

  it('may lack everything but its id', async () => {
    expect(await onePost({ author: null })).toMatchObject({ text: null, createdAt: null, author: { name: null }, likes: null });
  });
});

describe('an article', () => {
  it.each([ARTICLE, 'disqus:https://blog.example.org/a-post/', 'https://disq.us/p/abc', 'https://example.disqus.com/a_post/'])(
    '%s leads to its thread',
    async (url) => {
      const { items, session } = await readAll(disqus, url, world({ comments: 20 }), { replies: true });
      expect(items).toHaveLength(20);
      expect(session.urls.at(-1)).toBe(FRAME);
    },
  );

  it('that only speaks of Disqus is read as the browser shows it', async () => {
    const rendered =
      '<script>loadDisqus()</script><iframe src="https://disqus.com/embed/comments/?base=default&amp;f=example&amp;t_u=https://a.example/"></iframe>';
    const exchanges = [
      { match: 'news.example', times: 1, body: '<script src="/disqus-later.js"></script>' },
      { match: 'news.example', body: rendered },
      ...world({ comments: 3 }),
    ];
    const { items, session } = await readAll(disqus, 'disqus:https://news.example/x', exchanges, { replies: true });
    expect(items).toHaveLength(3);
    expect(session.urls.at(-1)).toBe('https://disqus.com/embed/comments/?base=default&f=example&t_u=https%3A%2F%2Fa.example%2F');
  });
});

describe('the comments of a person', () => {
  it('are read whole, newest first, with the page of each', async () => {
    const { items, total, session } = await readAll(disqus, PERSON, world());
    expect(items).toHaveLength(230);
    expect(items[0]).toMatchObject({ id: '1000229', kind: 'reply', url: 'https://blog.example.org/a-post/#comment-1000229' });
    expect(total).toBeNull();
    expect(new URL(session.urls[0] ?? '').searchParams.get('user:username')).toBe('somebody');
  });
});

describe('what Disqus refuses', () => {
  it.each([
    [2, 'NOT_FOUND'],
    [8, 'NOT_FOUND'],
    [4, 'LOGIN_REQUIRED'],
    [11, 'BLOCKED'],
    [13, 'RATE_LIMITED'],
    [14, 'RATE_LIMITED'],
    [15, 'NETWORK'],
    [5, 'PLATFORM_CHANGED'],
  ])('code %i is %s, with a bad status and a good one', async (code, expected) => {
    for (const status of [400, 200]) {
      const exchanges = [{ match: '/api/3.0/', status, body: { code, response: 'Some words' } }];
      await expect(readAll(disqus, PERSON, exchanges)).rejects.toMatchObject({ code: expected });
    }
  });

  it.each([
    [[{ match: '/embed/', body: '<html>We were unable to load Disqus.</html>' }], 'NOT_FOUND'],
    [
      [{ match: '/embed/', body: '<script id="disqus-threadData">{"code":0,"response":{"posts":[],"thread":{"forum":null}}}</script>' }],
      'NOT_FOUND',
    ],
    [[{ match: '/embed/', body: '<script id="disqus-threadData">{"code":13,"response":"limit"}</script>' }], 'RATE_LIMITED'],
    [[{ match: '/embed/', body: '<script id="disqus-threadData">{oops</script>' }], 'PLATFORM_CHANGED'],
    [[{ match: '/embed/', status: 429 }], 'RATE_LIMITED'],
    [embedWith([{ id: '1', likes: 'many' }]), 'PLATFORM_CHANGED'],
  ] as const)('an embed page %#', async (exchanges, code) => {
    await expect(readAll(disqus, FRAME, exchanges)).rejects.toMatchObject({ code });
  });

  it('a page without Disqus', async () => {
    const exchanges = [{ match: 'blog.example.org', body: '<html><body>Nothing here</body></html>' }];
    await expect(readAll(disqus, ARTICLE, exchanges)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('passes on a status without a code', async () => {
    await expect(readAll(disqus, PERSON, [{ match: '/api/', status: 403, body: 'no' }])).rejects.toMatchObject({ code: 'BLOCKED' });
  });
});
