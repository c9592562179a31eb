import { describe, expect, it } from 'vitest';
import { CommentdockError, type ErrorCode, TransientFailure } from '#core/contract/error.ts';
import tiktok from '#core/platforms/tiktok/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { OWNER, tiktokSimulator, type TikTokParams, VIDEO } from '#core/platforms/tiktok/simulator.ts';

const URL_OF_VIDEO = `https://www.tiktok.com/@owner/video/${VIDEO}`;

function world(params: TikTokParams = {}): FakeExchange[] {
  return [{ match: /./, simulator: tiktokSimulator(params) }];
}

const pathsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).pathname);

describe('comments of a video', () => {
  it('are read to the end, with the true signal of it', async () => {
    const { items, total, session, doors } = await readAll(tiktok, URL_OF_VIDEO, world());
    expect(items).toHaveLength(45);
    expect(total).toBe(45 + 15 * 25);
    expect(doors).toEqual(['web API']);
    const queries = session.urls.map((url) => new URL(url).searchParams);
    expect(queries.map((query) => query.get('cursor'))).toEqual(['0', '19', '38']);
    expect(Object.fromEntries(queries[0] ?? [])).toEqual({ aid: '1988', aweme_id: VIDEO, count: '20', cursor: '0' });
    expect(session.sent[0]?.headers['referer']).toBe('https://www.tiktok.com/');
  });

  it('have every field', async () => {
    const { items } = await readAll(tiktok, URL_OF_VIDEO, world({ comments: 6 }));
    expect(items[0]).toMatchObject({
      isPinned: true,
      replyCount: 25,
      language: 'en',
      isAuthorPost: null,
      extra: { heartedByCreator: false },
    });
    expect(items[1]).toMatchObject({
      id: '7571269780301510001',
      parentId: null,
      kind: 'comment',
      author: {
        name: 'User 1',
        username: 'user.1',
        id: '6934915800185110001',
        url: 'https://www.tiktok.com/@user.1',
        avatarUrl: 'https://cdn.example/a1.webp',
        verified: false,
      },
      text: 'Words 1\nand more 🎉',
      createdAt: '2025-10-09T08:54:20.000Z',
      likes: 1,
      replyCount: 0,
      language: null,
      media: [],
      url: null,
      isPinned: false,
      extra: { heartedByCreator: true },
    });
    expect(items[2]?.author.verified).toBe(true);
    expect(items[4]?.media).toEqual([{ type: 'image', url: 'https://cdn.example/4.webp' }]);
  });

  it('take what an answer lacks as not said', async () => {
    const comments = [{ cid: '1', image_list: [{ origin_url: { url_list: ['https://cdn.example/s.webp'] } }], text: '' }];
    const { items } = await readAll(tiktok, URL_OF_VIDEO, [{ match: '/api/comment/list/', body: { comments } }]);
    expect(items[0]).toMatchObject({
      text: '',
      createdAt: null,
      likes: null,
      replyCount: null,
      isPinned: null,
      isAuthorPost: null,
      author: { name: null, username: null, url: null, verified: null },
      media: [{ type: 'image', url: 'https://cdn.example/s.webp' }],
    });
  });

  it.each([
    [{ label_list: [{ type: 1, text: 'Tác giả' }] }, true],
    [{ label_list: null, label_type: 1, label_text: '作者' }, true],
    [
      {
        label_list: [
          { type: 20, text: 'Creator liked' },
          { type: 1, text: 'Creator' },
        ],
      },
      true,
    ],
    [{ label_text: 'Creator' }, true],
    [{ label_list: [{ type: 20, text: 'Creator' }], label_type: 20, label_text: 'Creator' }, null],
    [{ label_text: 'Tác giả' }, null],
  ])('know the owner of the video by the number of the label, in every language: %j', async (labels, isAuthorPost) => {
    const comments = [{ cid: '1', text: 'a', ...labels }];
    const { items } = await readAll(tiktok, URL_OF_VIDEO, [{ match: '/api/comment/list/', body: { comments } }]);
    expect(items[0]?.isAuthorPost).toBe(isAuthorPost);
  });

  it('of short links are found where those lead', async () => {
    for (const short of ['https://vm.tiktok.com/ZMvideo1/', 'https://vm.tiktok.com/ZMquery1', 'https://www.tiktok.com/t/ZTvideo1/'])
      expect((await readAll(tiktok, short, world({ comments: 3 }))).items, short).toHaveLength(3);
    for (const short of ['https://vm.tiktok.com/ZMuser01', 'https://vm.tiktok.com/ZMgone01'])
      await expect(readAll(tiktok, short, world()), short).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that TikTok filters are a note of the ledger', async () => {
    const body = { status_code: 0, comments: [{ cid: '1', text: 'a' }], total: 1, has_filtered_comments: 1, has_more: 0 };
    const { gaps } = await readAll(tiktok, URL_OF_VIDEO, [{ match: '/api/comment/list/', body }]);
    expect(gaps).toMatchObject([{ cause: 'hidden', count: 0 }]);
  });
});

describe('replies', () => {
  it('come from their list alone, each once, below the comment asked for', async () => {
    const { items, session } = await readAll(tiktok, URL_OF_VIDEO, world({ comments: 4 }), { replies: true });
    expect(items).toHaveLength(4 + 2 * 25);
    const [reply] = items.filter((item) => item.kind === 'reply');
    expect(reply).toMatchObject({
      parentId: '7571269780301510000',
      text: 'Reply 0 👍',
      isAuthorPost: true,
      author: { username: 'user.0' },
    });
    expect(items.filter((item) => item.extra['replyToId'] !== undefined)).toHaveLength(2);
    const asked = session.urls.filter((url) => url.includes('/reply/')).map((url) => new URL(url).searchParams);
    expect(asked.map((query) => query.get('cursor')).toSorted()).toEqual(['0', '0', '19', '19']);
    expect(asked[0]?.get('item_id')).toBe(VIDEO);
  });

  it('that come along stand in where their list is shut', async () => {
    const { items, gaps } = await readAll(tiktok, URL_OF_VIDEO, world({ comments: 1, shutReplies: true }), { replies: true });
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({ kind: 'reply', parentId: items[0]?.id, isAuthorPost: true, author: { name: null } });
    expect(gaps).toMatchObject([{ cause: 'blocked' }]);
  });

  it('are asked for where only some that come along say that there are any', async () => {
    const comments = [{ cid: '1', text: 'a', reply_comment: [{ cid: '2', text: 'b' }] }];
    const exchanges = [
      { match: '/reply/', body: { comments: [{ cid: '2', text: 'b', reply_id: '1', user: { uid: '7' } }] } },
      { match: '/api/comment/list/', body: { comments } },
    ];
    const { items } = await readAll(tiktok, URL_OF_VIDEO, exchanges, { replies: true });
    expect(items.map((item) => [item.id, item.author.id])).toEqual([
      ['1', null],
      ['2', '7'],
    ]);
  });
});

describe('the second door', () => {
  it.each([
    [{ body: '' }],
    [{ status: 403, body: '' }],
    [{ status: 404, body: '' }],
    [{ body: '<html>Please wait...</html>' }],
    [{ body: { code: '10000', verify_event: 'x' } }],
    [{ body: { status_code: 10000 } }],
  ])('is a fetch in the page of the video, after %j', async (refusal) => {
    const { items, doors, session } = await readAll(tiktok, URL_OF_VIDEO, world({ plain: false, refusal }), { replies: true });
    expect(items).toHaveLength(45 + 15 * 25);
    expect(doors).toEqual(['web API in a page']);
    // The first door is not tried again in the same run.
    expect(session.sent.filter(({ headers }) => headers['referer'] !== undefined)).toHaveLength(1);
    expect(pathsOf(session.urls).filter((path) => path.endsWith(`/video/${VIDEO}`))).toHaveLength(1);
    expect(items.find((item) => item.author.id === OWNER && item.kind === 'comment')?.isAuthorPost).toBe(true);
    expect(items[1]?.isAuthorPost).toBe(false);
  });
});

describe('a second door that cannot be reached', () => {
  const inPage = (failure: Error): FakeExchange => ({ match: ({ url, headers }) => url.includes('/api/') && !headers['referer'], failure });

  it('leaves what the first said, and why the browser was no help', async () => {
    const exchanges = [inPage(new TransientFailure('No certificate.')), { match: '/api/', body: '' }];
    const error = { code: 'BLOCKED', message: expect.stringMatching(/takes this machine for a program.*No certificate\./) };
    await expect(readAll(tiktok, URL_OF_VIDEO, exchanges)).rejects.toMatchObject(error);
  });

  it('says that there is no browser', async () => {
    const exchanges = [inPage(new CommentdockError('BROWSER_MISSING')), { match: '/api/', body: '' }];
    await expect(readAll(tiktok, URL_OF_VIDEO, exchanges)).rejects.toMatchObject({ code: 'BROWSER_MISSING' });
  });
});

describe('what TikTok refuses', () => {
  const api = (body: unknown, status = 200): FakeExchange[] => [{ match: '/api/', status, body }];

  const refusals: [string, FakeExchange[], ErrorCode][] = [
    ['empty answers', api(''), 'BLOCKED'],
    ['403', api('', 403), 'BLOCKED'],
    ['404', api('', 404), 'NOT_FOUND'],
    ['a web page', api('<html>Please wait...</html>'), 'PLATFORM_CHANGED'],
    ['a page with a check', api('<html><script>verify_data</script></html>'), 'CAPTCHA'],
    ['a check as JSON', api({ code: '10000', type: 'verify' }), 'CAPTCHA'],
    ['429', api('', 429), 'RATE_LIMITED'],
    ['500', api('', 500), 'NETWORK'],
    ['an unknown code', api({ status_code: 77, status_msg: 'odd' }), 'PLATFORM_CHANGED'],
    ['a list of another form', api({ status_code: 0, comments: [{ id: 1 }] }), 'PLATFORM_CHANGED'],
    ['10231', api({ status_code: 10231 }), 'GEO_BLOCKED'],
  ];
  it.each(refusals)('%s', async (_, exchanges, code) => {
    await expect(readAll(tiktok, URL_OF_VIDEO, exchanges)).rejects.toMatchObject({ code });
  });
  it.each([10101, 10204, 10221, 10202, 2065, 10223])('a video that is not there: %i', async (code) => {
    await expect(readAll(tiktok, URL_OF_VIDEO, api({ status_code: code }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  it.each([10216, 10215, 10222, 2096])('a private video: %i', async (code) => {
    await expect(readAll(tiktok, URL_OF_VIDEO, api({ statusCode: code }))).rejects.toMatchObject({ code: 'PRIVATE' });
  });

  const empty = { comments: 0 };
  it.each([
    ['closed comments', { itemInfo: { itemStruct: { itemCommentStatus: 1 } } }, 'COMMENTS_DISABLED'],
    ['an age gate', { statusCode: 0, isContentClassified: true }, 'AGE_RESTRICTED'],
    ['a deleted video', { statusCode: 10204 }, 'NOT_FOUND'],
    ['a private video', { statusCode: 10216 }, 'PRIVATE'],
    ['another country', { statusCode: 10231 }, 'GEO_BLOCKED'],
  ])('%s, told by the page of a video without comments', async (_, detail, code) => {
    await expect(readAll(tiktok, URL_OF_VIDEO, world({ ...empty, detail }))).rejects.toMatchObject({ code });
  });

  it('an age gate also where the list is shut', async () => {
    const exchanges = [...api(''), ...world({ detail: { isContentClassified: true } })];
    await expect(readAll(tiktok, URL_OF_VIDEO, exchanges)).rejects.toMatchObject({ code: 'AGE_RESTRICTED' });
  });

  it('nothing, where there are no comments', async () => {
    expect((await readAll(tiktok, URL_OF_VIDEO, world(empty))).items).toEqual([]);
    const body = { status_code: 0, comments: null, total: 0, has_more: 0 };
    expect((await readAll(tiktok, URL_OF_VIDEO, [{ match: '/api/', body }])).items).toEqual([]);
  });

  it('says so where comments are counted and none is shown', async () => {
    const { items, gaps } = await readAll(tiktok, URL_OF_VIDEO, world({ comments: 0, empty: { total: 12 } }));
    expect(items).toEqual([]);
    expect(gaps).toMatchObject([{ cause: 'hidden', count: 12 }]);
  });
});
