import { describe, expect, it } from 'vitest';
import tumblr from '#core/platforms/tumblr/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type TumblrParams, tumblrSimulator } from '#core/platforms/tumblr/simulator.ts';

const ID = '788338580402716673';
const POST = `https://www.tumblr.com/owner/${ID}/a-slug`;
const BLOG = 'https://owner.tumblr.com/';

const world = (params: TumblrParams = {}): FakeExchange[] => [{ match: /./, simulator: tumblrSimulator(params) }];
const queriesOf = (urls: readonly string[]): URLSearchParams[] => urls.map((url) => new URL(url).searchParams);

const claimOf = (url: string) => claimIn(tumblr, url);

async function onePost(fields: object) {
  const body = { response: { posts: [{ id_string: '1', ...fields }], total_posts: 1 } };
  return (await readAll(tumblr, BLOG, [{ match: '/posts', body }])).items[0];
}

describe('addresses', () => {
  const owner = { blog: 'owner.tumblr.com', id: ID };
  it.each([
    [POST, ['post', owner]],
    [`https://www.tumblr.com/Owner/${ID}`, ['post', owner]],
    [`https://owner.tumblr.com/post/${ID}#notes`, ['post', owner]],
    [`https://owner.tumblr.com/private/${ID}/slug`, ['post', owner]],
    [`https://www.tumblr.com/blog/owner/${ID}`, ['post', owner]],
    [`https://www.tumblr.com/dashboard/blog/owner/${ID}`, ['post', owner]],
    [`https://www.blog.example.org/post/${ID}/slug`, ['customPost', { blog: 'www.blog.example.org', id: ID }]],
    ['https://forum.example.org/post/1234567', null],
    ['https://www.tumblr.com/@owner', ['blog', { blog: 'owner.tumblr.com' }]],
    ['https://owner.tumblr.com/archive', ['blog', { blog: 'owner.tumblr.com' }]],
    ['https://www.tumblr.com/owner/tagged/two words', ['blog', { blog: 'owner.tumblr.com', tag: 'two words' }]],
    ['https://owner.tumblr.com/tagged/either%2For', ['blog', { blog: 'owner.tumblr.com', tag: 'either/or' }]],
    ['https://www.tumblr.com/tagged/cats', null],
    ['https://www.tumblr.com/search/cats', null],
    ['https://www.tumblr.com/dashboard', null],
    ['https://www.tumblr.com/', null],
    ['https://assets.tumblr.com/x.png', null],
    ['https://owner.tumblr.com/about', null],
    ['https://tmblr.co/', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('the comments of a post', () => {
  it('are replies, and reblogs that add words', async () => {
    const { items, total, session, notes } = await readAll(tumblr, POST, world(), { replies: true });
    expect(total).toBe(260);
    expect(notes).toHaveLength(1);
    expect(items).toHaveLength(129);
    expect(new Set(items.map((item) => item.extra['type']))).toEqual(new Set(['reply', 'reblog']));
    expect(items.every((item) => item.text !== null)).toBe(true);
    const [first, second] = queriesOf(session.urls);
    expect(session.urls[0]).toMatch(/^https:\/\/api\.tumblr\.com\/v2\/blog\/owner\.tumblr\.com\/notes\?/);
    expect([first?.get('mode'), first?.get('id'), first?.get('before_timestamp')]).toEqual(['conversation', ID, null]);
    expect(second?.get('before_timestamp')).toMatch(/^\d+$/);
  });

  it('have every field', async () => {
    const { items } = await readAll(tumblr, POST, world(), { replies: true });
    const byId = new Map(items.map((item) => [item.id, item]));
    expect(byId.get('r1')).toMatchObject({
      parentId: null,
      kind: 'comment',
      author: { name: 'owner', username: 'owner', url: BLOG, avatarUrl: 'https://cdn.example/1_64.png' },
      text: 'Reply 1 & more',
      createdAt: '2025-06-30T23:59:00.000Z',
      url: null,
      isAuthorPost: true,
    });
    expect(byId.get('70000000000000002')).toMatchObject({
      text: 'Added 2',
      url: 'https://blog2.tumblr.com/post/70000000000000002',
      isAuthorPost: false,
      extra: { reblogParent: 'owner' },
    });
    expect(byId.get('r4')).toMatchObject({ parentId: 'r7', kind: 'reply' });
  });

  it('leave out what answers another reply without "replies"', async () => {
    const { items } = await readAll(tumblr, POST, world());
    expect(items.map((item) => item.id)).not.toContain('r4');
    expect(items.every((item) => item.kind === 'comment')).toBe(true);
  });

  it('are found through short links and on a domain of the blog', async () => {
    const through = await readAll(tumblr, 'https://tmblr.co/post', world({ notes: 10 }));
    expect(through.session.urls.slice(0, 2)).toEqual(['https://tmblr.co/post', 'https://at.tumblr.com/owner/a-slug/code']);
    expect(through.items.length).toBeGreaterThan(0);
    const own = await readAll(tumblr, `https://blog.example.org/post/${ID}`, world({ notes: 10 }));
    expect(own.items[0]).toMatchObject({ id: 'r1', isAuthorPost: null });
  });
});

describe('likes and reblogs of a post', () => {
  it('are accounts, with their own totals', async () => {
    const likes = await readAll(tumblr, POST, world(), { likes: true });
    expect(likes.items).toHaveLength(likes.total ?? 0);
    expect(likes.items[0]).toMatchObject({
      id: `blog0-${Date.UTC(2025, 6, 1) / 1000}`,
      kind: 'like',
      text: null,
      url: null,
      isAuthorPost: null,
    });
    expect(queriesOf(likes.session.urls)[0]?.get('mode')).toBe('likes');
    const shares = await readAll(tumblr, POST, world(), { shares: true });
    expect(shares.items).toHaveLength(shares.total ?? 0);
    expect(shares.items[0]).toMatchObject({ id: '70000000000000002', kind: 'share', text: 'Added 2' });
    expect(shares.items.some((item) => item.text === null)).toBe(true);
    expect(queriesOf(shares.session.urls)[0]?.get('mode')).toBe('all');
  });
});

describe('the posts of a blog', () => {
  it.each([true, false])('are read to the end, links to the next page given: %s', async (hasLinks) => {
    const { items, total, session } = await readAll(tumblr, BLOG, world({ hasLinks }));
    expect(items).toHaveLength(130);
    expect(total).toBe(130);
    const queries = queriesOf(session.urls);
    expect(queries.map((query) => query.get(hasLinks ? 'page_number' : 'offset'))).toEqual(
      hasLinks ? [null, '50', '100'] : ['0', '50', '100'],
    );
    for (const query of queries) expect([query.get('npf'), query.get('reblog_info')]).toEqual(['true', 'true']);
  });

  it('have every field, as blocks and as HTML', async () => {
    const { items } = await readAll(tumblr, `${BLOG}tagged/family`, world(), { tweets: true });
    expect(items[3]).toMatchObject({
      id: '780000000000000997',
      parentId: null,
      kind: 'post',
      author: { name: 'owner', username: 'owner', url: BLOG, id: 't:owner' },
      title: null,
      text: 'Post 3\n\none\ntwo',
      createdAt: '2025-06-30T21:00:00.000Z',
      likes: null,
      url: 'https://owner.tumblr.com/post/78000000000000997/slug',
      media: [{ type: 'image', url: 'https://cdn.example/3_big.jpg' }],
      extra: { noteCount: 3, tags: ['family'], rebloggedFrom: 'other', rebloggedText: 'Said before' },
    });
    expect(items[2]).toMatchObject({ text: 'HTML 2 & more\n\nbelow', media: [{ type: 'image', url: 'https://cdn.example/2.jpg' }] });
  });

  it('of the old kinds have their words elsewhere', async () => {
    expect(await onePost({ caption: '<p>A picture</p>' })).toMatchObject({ text: 'A picture' });
    expect(await onePost({ title: 'Named', text: 'A quote', content: null })).toMatchObject({ title: 'Named', text: 'A quote' });
    expect(await onePost({ content: [] })).toMatchObject({ text: null, media: [] });
    const sounds = await onePost({
      content: [
        { type: 'audio', media: { url: 'https://cdn.example/a.mp3' } },
        { type: 'video', url: 'https://v.example/1' },
      ],
    });
    expect(sounds?.media).toEqual([
      { type: 'audio', url: 'https://cdn.example/a.mp3' },
      { type: 'video', url: 'https://v.example/1' },
    ]);
    expect((await onePost({ body: '<video><source src="https://cdn.example/v.mp4"></video>' }))?.media).toEqual([
      { type: 'video', url: 'https://cdn.example/v.mp4' },
    ]);
  });

  it('end with a page that has none', async () => {
    const body = (posts: object[]) => ({ response: { posts, _links: { next: { query_params: { page_number: 2 } } } } });
    const exchanges = [
      { match: '/posts', times: 1, body: body([{ id_string: '1' }]) },
      { match: 'page_number=2', body: body([]) },
    ];
    const { items, total } = await readAll(tumblr, BLOG, exchanges);
    expect([items.length, total]).toEqual([1, null]);
  });
});

describe('what Tumblr refuses', () => {
  it.each([
    ['https://nobody.tumblr.com/', 'NOT_FOUND'],
    ['https://hidden.tumblr.com/', 'LOGIN_REQUIRED'],
    ['https://secret.tumblr.com/', 'LOGIN_REQUIRED'],
    ['https://owner.tumblr.com/post/123', 'NOT_FOUND'],
    ['https://tmblr.co/blog', 'NOT_FOUND'],
  ])('%s is %s', async (url, code) => {
    await expect(readAll(tumblr, url, world())).rejects.toMatchObject({ code });
  });

  it.each([
    [401, { meta: { status: 401, msg: 'Unauthorized' }, errors: [{ code: 1016 }] }, 'BLOCKED'],
    [403, '<html>blocked</html>', 'BLOCKED'],
    [429, { meta: { status: 429, msg: 'Limit Exceeded' } }, 'RATE_LIMITED'],
    [200, { meta: {}, response: {} }, 'PLATFORM_CHANGED'],
    [200, { response: { posts: [{ id: 1 }] } }, 'PLATFORM_CHANGED'],
  ])('%i %j is %s', async (status, body, code) => {
    await expect(readAll(tumblr, BLOG, [{ match: 'api.tumblr.com', status, body }])).rejects.toMatchObject({ code });
  });
});
