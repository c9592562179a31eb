import { describe, expect, it } from 'vitest';
import substack from '#core/platforms/substack/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type SubstackParams, substackSimulator } from '#core/platforms/substack/simulator.ts';

const PROFILE = 'https://substack.com/@owner';
const POST = 'https://owner.substack.com/p/a-post';
const NOTE = 'https://substack.com/@owner/note/c-131661687';

const world = (params: SubstackParams = {}): FakeExchange[] => [{ match: /./, simulator: substackSimulator(params) }];

const claimOf = (url: string) => claimIn(substack, url);

describe('addresses', () => {
  it.each([
    ['https://substack.com/@some.one', ['profile', { handle: 'some.one' }]],
    ['https://substack.com/profile/27968736', ['profile', { uid: '27968736' }]],
    ['https://substack.com/@owner/notes?x=1', ['notes', { handle: 'owner' }]],
    ['https://substack.com/@owner/likes', null],
    ['https://substack.com/@owner/note/c-12', ['note', { note: '12' }]],
    ['https://newsletter.example.org/note/c-12', ['customNote', { note: '12' }]],
    ['https://owner.substack.com/p/a-post/comments#x', ['post', { host: 'owner.substack.com', slug: 'a-post' }]],
    ['https://owner.substack.com/p/a-post/comment/77', ['post', { host: 'owner.substack.com', slug: 'a-post', comment: '77' }]],
    ['https://open.substack.com/pub/Owner/p/a-post?utm=1', ['post', { host: 'owner.substack.com', slug: 'a-post' }]],
    ['https://substack.com/@owner/p-165787873', ['post', { id: '165787873' }]],
    ['https://www.example.org/p/a-post', ['customPost', { host: 'www.example.org', slug: 'a-post' }]],
    ['https://owner.substack.com/', ['publication', { host: 'owner.substack.com' }]],
    ['https://owner.substack.com/about', null],
    ['https://substack.com/chat/123/post/abc', null],
    ['https://substack.com/', null],
    ['https://support.substack.com/', null],
    ['https://example.org/p/a-post/more/parts', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('the posts of a person', () => {
  it('are read whole, by the number that the handle has', async () => {
    const { items, session, total } = await readAll(substack, PROFILE, world());
    expect(items).toHaveLength(130);
    expect(total).toBeNull();
    expect(session.urls).toEqual([
      'https://substack.com/api/v1/user/owner/public_profile',
      ...[0, 50, 100].map((offset) => `https://substack.com/api/v1/profile/posts?profile_user_id=27968736&limit=50&offset=${offset}`),
    ]);
    expect(items[1]).toMatchObject({
      id: '1001',
      kind: 'post',
      author: {
        name: 'The owner',
        username: 'owner',
        id: '27968736',
        url: 'https://substack.com/@owner',
        avatarUrl: 'https://cdn.example/owner.png',
      },
      title: 'Title of post-1',
      text: 'Subtitle & post-1',
      createdAt: '2024-12-31T23:00:00.000Z',
      likes: 7,
      replyCount: 1,
      url: 'https://owner.substack.com/p/post-1',
      extra: { furtherAuthors: ['A guest'], audience: 'everyone' },
    });
    expect(items[0]?.text).toBeNull();
  });

  it('are what "tweets" gives for the address of the notes', async () => {
    const { items } = await readAll(substack, `${PROFILE}/notes`, world({ listed: 5 }), { tweets: true });
    expect(items.map((item) => item.title)).toContain('Title of post-0');
  });
});

describe('the notes of a person', () => {
  it('are read to the end of the feed, posts left out', async () => {
    const { items, session } = await readAll(substack, 'https://substack.com/profile/27968736-owner/notes', world({ listed: 30 }));
    expect(items.map((item) => item.id)).toEqual(
      Array.from({ length: 30 }, (_, index) => index)
        .filter((index) => index % 4 !== 3)
        .map((index) => String(9000 + index)),
    );
    expect(session.urls.map((url) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'after-12', 'after-24']);
    expect(items[0]).toMatchObject({
      kind: 'post',
      parentId: null,
      text: 'Comment 0 & <3\n\nsecond',
      isEdited: true,
      media: [{ type: 'image', url: 'https://cdn.example/0.png' }],
      url: 'https://substack.com/@owner/note/c-9000',
      extra: { restacks: 1 },
    });
  });

  it('have links and posts as links', async () => {
    const attachments = [
      { type: 'post', post: { canonical_url: 'https://a.example/p/x' } },
      { type: 'link', linkMetadata: { url: 'https://b.example/' } },
    ];
    const body = { items: [{ type: 'comment', comment: { id: 1, body: 'x', attachments } }], nextCursor: null };
    const { items } = await readAll(substack, 'https://substack.com/profile/1/notes', [{ match: 'feed', body }]);
    expect(items[0]?.extra['links']).toEqual(['https://a.example/p/x', 'https://b.example/']);
  });
});

describe('the posts of a publication', () => {
  it('come from its archive, to the first empty page', async () => {
    const { items, session } = await readAll(substack, 'https://owner.substack.com/archive', world());
    expect(items).toHaveLength(130);
    expect(session.urls.map((url) => new URL(url).searchParams.get('offset'))).toEqual(['0', '50', '100', '130']);
  });
});

describe('the comments of a post', () => {
  it('are its first level, by one answer', async () => {
    const { items, total, session } = await readAll(substack, POST, world());
    expect(items).toHaveLength(30);
    expect(total).toBe(60);
    expect(session.urls).toEqual([
      'https://owner.substack.com/api/v1/posts/a-post',
      'https://owner.substack.com/api/v1/post/165787873/comments?token=&all_comments=true&sort=best_first',
    ]);
    expect(items[0]).toMatchObject({
      id: '9000',
      parentId: null,
      kind: 'comment',
      author: { username: 'owner', id: '27968736' },
      replyCount: 2,
      isAuthorPost: true,
      url: `${POST}/comment/9000`,
    });
    expect(items.find((item) => item.id === '9046')?.isAuthorPost).toBe(false);
  });

  it('are the whole tree with "replies", and branches that were cut off', async () => {
    const { items, session } = await readAll(substack, POST, world({ comments: 12 }), { replies: true });
    expect(items).toHaveLength(16);
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('9003')).toMatchObject({ parentId: '9002', kind: 'reply' });
    expect(byId.get('9006')).toMatchObject({
      text: null,
      author: { name: null, id: null, url: null },
      isAuthorPost: null,
      extra: { isDeleted: true },
    });
    expect(byId.get('9007')?.author).toMatchObject({ username: null, url: 'https://substack.com/profile/7' });
    const cut = items.filter((item) => item.parentId === '9005');
    expect(cut).toHaveLength(1);
    expect(cut[0]?.url).toBe(`${POST}/comment/${cut[0]?.id}`);
    expect(session.urls.filter((url) => url.includes('/reader/comment/'))).toEqual([
      'https://substack.com/api/v1/reader/comment/9005/replies',
      'https://substack.com/api/v1/reader/comment/9011/replies',
    ]);
  });

  it('are sorted as asked', async () => {
    for (const [sort, expected] of [
      ['new', 'most_recent_first'],
      ['old', 'oldest_first'],
      ['best', 'best_first'],
    ] as const) {
      const { session } = await readAll(substack, POST, world(), { sort });
      expect(new URL(session.urls[1] ?? '').searchParams.get('sort')).toBe(expected);
    }
  });

  it('are found on a domain of its own and by number, at the canonical host', async () => {
    for (const url of ['https://newsletter.example.org/p/a-post', 'https://substack.com/home/post/p-165787873']) {
      const { items } = await readAll(substack, url, world());
      expect(items[0]?.url).toBe(`${POST}/comment/9000`);
    }
  });

  it('below one comment are those that answer it', async () => {
    const { items, total } = await readAll(substack, `${POST}/comment/9000`, world(), { replies: true });
    expect(items.map((item) => [item.id, item.parentId])).toEqual([
      ['9001', null],
      ['9002', null],
      ['9003', '9002'],
    ]);
    expect(total).toBeNull();
    const unseen = await readAll(substack, `${POST}/comment/9999`, world(), { replies: true });
    expect(unseen.items.map((item) => item.kind)).toEqual(['comment', 'reply']);
  });
});

describe('answers that a tree or a branch does not hold', () => {
  const written = (id: number, path: string, count: number, children: readonly object[] = []) => ({
    id,
    body: `Words ${id}`,
    date: '2024-01-01T00:00:00.000Z',
    ancestor_path: path,
    children_count: count,
    children,
  });
  const nested = (count: number) => written(1, '', count, [written(2, '1', 2, [written(3, '1.2', 0), written(4, '1.2', 0)])]);

  it.each([
    ['of direct answers, of which one is missing', 2, 1],
    ['of direct answers, all there', 1, 0],
    ['of all below, all there', 3, 0],
    ['of all below, of which one is missing', 4, 1],
  ])('are asked for by a count %s', async (_what, count, asked) => {
    const { session } = await readAll(substack, POST, [{ match: '/comments?', body: { comments: [nested(count)] } }, ...world()], {
      replies: true,
    });
    expect(session.urls.filter((url) => url.includes('/reader/comment/1/replies'))).toHaveLength(asked);
  });

  it('are asked for below an answer to an answer of a note too', async () => {
    const { items, session } = await readAll(substack, NOTE, world({ listed: 10 }), { replies: true });
    expect(session.urls.at(-1)).toContain('/reader/comment/14009/replies');
    expect(items.filter(({ parentId }) => parentId === '14009').map(({ kind }) => kind)).toEqual(['reply']);
  });
});

describe('the answers to a note', () => {
  it('are read page by page, with what stands below them', async () => {
    const { items, session } = await readAll(substack, NOTE, world({ listed: 25 }), { replies: true });
    expect(items).toHaveLength(36);
    expect(session.urls).toHaveLength(4);
    expect(items.slice(0, 2).map((item) => [item.id, item.parentId, item.kind])).toEqual([
      ['9000', null, 'comment'],
      ['14000', '9000', 'reply'],
    ]);
    expect(items[3]?.url).toBe('https://substack.com/@reader2/note/c-9002');
    const top = await readAll(substack, NOTE, world({ listed: 25 }));
    expect(top.items).toHaveLength(25);
  });

  it('say how many were not handed out', async () => {
    const body = { commentBranches: [], nextCursor: null, moreBranches: 4 };
    const { gaps } = await readAll(substack, NOTE, [{ match: '/replies', body }]);
    expect(gaps).toEqual([{ cause: 'notServed', count: 4 }]);
  });
});

describe('what Substack refuses', () => {
  it.each([
    ['https://substack.com/@nobody', 'NOT_FOUND'],
    ['https://owner.substack.com/p/missing', 'NOT_FOUND'],
    ['https://owner.substack.com/p/paid', 'PRIVATE'],
    ['https://owner.substack.com/p/off', 'COMMENTS_DISABLED'],
  ])('%s is %s', async (url, code) => {
    await expect(readAll(substack, url, world())).rejects.toMatchObject({ code });
  });

  it('nothing where nobody has commented', async () => {
    expect((await readAll(substack, 'https://owner.substack.com/p/silent', world())).items).toEqual([]);
  });

  const post = (fields: object): FakeExchange => ({ match: '/api/v1/posts/', body: { id: 1, slug: 'x', ...fields } });
  it.each([
    [[post({ comment_count: 3, audience: 'everyone' }), { match: '/comments', body: { comments: [] } }], 'PLATFORM_CHANGED'],
    [[post({ comment_count: 3, audience: 'only_paid' }), { match: '/comments', body: { comments: [] } }], 'PRIVATE'],
    [[post({ default_comment_sort: null }), { match: '/comments', body: { comments: [] } }], 'COMMENTS_DISABLED'],
    [[{ match: '/api/v1/posts/', body: '<html>another site</html>' }], 'NOT_FOUND'],
    [[{ match: '/api/v1/posts/', status: 403, body: '<html>blocked</html>' }], 'BLOCKED'],
    [[{ match: '/api/v1/posts/', status: 429, body: 'Too Many Requests' }], 'RATE_LIMITED'],
    [[post({}), { match: '/comments', body: { comments: [{ id: 1, reaction_count: 'many' }] } }], 'PLATFORM_CHANGED'],
  ] as const)('%# by its answers', async (exchanges, code) => {
    await expect(readAll(substack, POST, exchanges)).rejects.toMatchObject({ code });
  });
});
