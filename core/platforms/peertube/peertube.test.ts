import { describe, expect, it } from 'vitest';
import peertube from '#core/platforms/peertube/index.ts';
import { placeAt } from '#core/platforms/peertube/address.ts';
import { type PeertubeParams, peertubeSimulator } from '#core/platforms/peertube/simulator.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d';
const VIDEO = `https://peertube.example/w/${UUID}`;
const play = (params: PeertubeParams = {}, options: RunOptions = {}, url = VIDEO) =>
  readAll(peertube, url, [{ match: '', simulator: peertubeSimulator(params) }], options);
const codeOf = (exchange: Partial<FakeExchange>, url = VIDEO): Promise<unknown> =>
  readAll(peertube, url, [{ match: '', ...exchange }]).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const paths = (urls: readonly string[]): readonly string[] => urls.map((url) => url.replace('https://peertube.example/api/v1', ''));

describe('peertube: addresses', () => {
  const host = 'tube.example.org';
  const short = 'kkGMgK9ZtnKfYAgnEtQxbv';
  it.each([
    [`https://tube.example.org/w/${UUID}`, { kind: 'video', params: { host, video: UUID } }],
    [`tube.example.org/w/${short};threadId=12?start=1m2s`, { kind: 'video', params: { host, video: short } }],
    [`https://tube.example.org/videos/watch/${short}?subtitle=fr`, { kind: 'video', params: { host, video: short } }],
    ['https://tube.example.org/videos/embed/1717', { kind: 'video', params: { host, video: '1717' } }],
    [
      'https://www.tube.example.org:9000/a/some.body',
      { kind: 'account', params: { host: 'www.tube.example.org:9000', name: 'some.body' } },
    ],
    [
      'https://tube.example.org/a/some_body@far.example/video-channels',
      { kind: 'account', params: { host, name: 'some_body@far.example' } },
    ],
    ['https://tube.example.org/accounts/somebody/videos', { kind: 'account', params: { host, name: 'somebody' } }],
    ['https://tube.example.org/c/films/videos?page=2', { kind: 'channel', params: { host, name: 'films' } }],
    ['https://tube.example.org/c/films@far.example/video-playlists', { kind: 'channel', params: { host, name: 'films@far.example' } }],
    ['https://tube.example.org/video-channels/films', { kind: 'channel', params: { host, name: 'films' } }],
    ...[
      [
        'w/1717',
        'w/short',
        `w/${UUID}/x`,
        `w/p/${UUID}`,
        `videos/watch/playlist/${UUID}`,
        `videos/${UUID}`,
        'videos/watch',
        'videos/trending',
      ],
      ['a/1234', 'a/somebody/about', 'a/somebody/videos/x', 'a/some body', 'accounts/somebody/about', 'accounts/somebody/followers'],
      ['c/films', 'c/films/about', 'video-channels/films/about', 'c/videos', `w/${short.replace('k', '0')}`, ''],
    ]
      .flat()
      .map((path): [string, null] => [`https://tube.example.org/${path}`, null]),
  ])('%s', (url, place) => expect(placeAt(parsePastedUrl(url))).toEqual(place));
});

describe('peertube: comments of a video', () => {
  it('are its threads, by as many rows as the server gives, deleted ones too', async () => {
    const { items, total, doors, session } = await play();
    expect([items.length, total, doors]).toEqual([25, 25, ['REST API']]);
    expect(paths(session.urls)).toEqual([
      `/videos/${UUID}`,
      ...[0, 12, 24].map((start) => `/videos/${UUID}/comment-threads?start=${start}&count=100&sort=-createdAt`),
    ]);
    expect(items[1]).toEqual(
      wholeItem({
        id: '40230',
        kind: 'comment',
        author: { name: 'User 40230', username: 'user40230@far.example', id: '40230', url: 'https://far.example/accounts/user40230' },
        text: '@owner\nComment 40230 &',
        media: [{ type: 'image', url: 'https://far.example/40230.gif' }],
        createdAt: '2025-07-10T03:50:00.000Z',
        createdAtPrecision: 'second',
        replyCount: 0,
        url: 'https://far.example/comments/40230',
        isAuthorPost: false,
        extra: { threadId: '40230', isDeleted: false, heldForReview: false },
      }),
    );
    expect(items.find(({ id }) => id === '40220')).toMatchObject({
      text: null,
      author: { username: null },
      isAuthorPost: null,
      extra: { isDeleted: true },
    });
    expect(items.find(({ id }) => id === '40130')?.text).toBe('Comment 40130: https://far.example/long/way');
  });

  it('are whole with their trees', async () => {
    const { items, session } = await play({}, { replies: true });
    expect(items).toHaveLength(25 + 5 * 4);
    expect(paths(session.urls).filter((path) => /threads\/\d/.test(path))).toEqual(
      [40200, 40150, 40100, 40050, 40000].map((id) => `/videos/${UUID}/comment-threads/${id}`),
    );
    const ofThread = items.filter(({ id }) => id.startsWith('4020'));
    expect(ofThread.map(({ id, parentId, kind }) => [id, parentId, kind])).toEqual([
      ['40200', null, 'comment'],
      ['40201', '40200', 'reply'],
      ['40204', '40201', 'reply'],
      ['40202', '40200', 'reply'],
      ['40203', '40200', 'reply'],
    ]);
  });

  it('are whole where a tree holds a part of the answers', async () => {
    const { items, gaps, session } = await play({ width: 1, pageSize: 1, threads: 1 }, { replies: true });
    expect(items.map(({ id }) => id).toSorted()).toEqual(['40000', '40001', '40002', '40003', '40004']);
    expect(gaps).toEqual([]);
    expect(paths(session.urls).filter((path) => path.includes('/replies'))).toEqual(
      [1, 2].map((start) => `/videos/${UUID}/comments/40000/replies?start=${start}&count=100`),
    );
  });

  it.each([
    ['old', 'createdAt', '40000'],
    ['top', '-totalReplies', '40200'],
  ] as const)('come in the order asked for (%s)', async (sort, word, first) => {
    const { items, session } = await play({}, { sort });
    expect(session.urls[1]).toContain(`sort=${word}`);
    expect(items[0]?.id).toBe(first);
  });

  it('come without a total where the video itself is not told', async () => {
    const world = peertubeSimulator();
    const { items, total } = await readAll(peertube, VIDEO, [
      { match: (request) => request.url.endsWith(UUID), status: 500 },
      { match: '', simulator: world },
    ]);
    expect([items.length, total, items[1]?.isAuthorPost]).toEqual([25, null, null]);
  });

  it('are those of the server where the video comes from, where this one may not show it', async () => {
    const { items, total, session } = await play({ origin: 'origin.example' });
    expect([items.length, total]).toEqual([25, 25]);
    expect(session.urls.slice(2)[0]).toBe(`https://origin.example/api/v1/videos/${UUID}`);
    await expect(play({ origin: 'origin.example' }, {}, 'https://peertube.example/videos/watch/1717')).rejects.toMatchObject({
      code: 'PRIVATE',
    });
  });

  it('may be switched off', async () => {
    await expect(play({ isClosed: true })).rejects.toMatchObject({ code: 'COMMENTS_DISABLED' });
    expect((await play({ threads: 0 })).items).toEqual([]);
  });

  it.each([
    ['Markdown *stays*\n\n  and 2 &lt; 3 <3', 'Markdown *stays*\n\n  and 2 < 3 <3'],
    ['<p>a</p><p>b &amp;amp; c</p>', 'a\n\nb &amp; c'],
    ['</p>', null],
    ['', null],
  ])('have words as they were sent: %j', async (text, expected) => {
    const body = { total: 1, data: [{ id: 1, text }] };
    const { items } = await readAll(peertube, VIDEO, [{ match: 'comment-threads', body }]);
    expect(items[0]).toEqual(wholeItem({ id: '1', kind: 'comment', text: expected }));
  });

  it.each([
    [
      {
        avatars: [
          { width: null, fileUrl: 'https://a.example/1' },
          { width: 48, path: '/2' },
          { width: 48, path: '/3' },
        ],
      },
      'https://peertube.example/2',
    ],
    [{ avatars: [{ width: null, fileUrl: 'https://a.example/1', path: '/1' }] }, 'https://a.example/1'],
    [{ avatar: { path: '/old.png' } }, 'https://peertube.example/old.png'],
    [{ avatars: [] }, null],
  ])('have pictures of their authors (%j)', async (pictures, expected) => {
    const body = { total: 1, data: [{ id: 1, account: { id: 2, name: 'a', host: 'b.example', ...pictures } }] };
    const { items } = await readAll(peertube, VIDEO, [{ match: 'comment-threads', body }]);
    expect(items[0]?.author).toMatchObject({ username: 'a@b.example', avatarUrl: expected });
  });
});

describe('peertube: videos', () => {
  it.each([
    ['https://peertube.example/a/owner@far.example/video-channels', {}, 'accounts/owner@far.example'],
    ['https://peertube.example/c/films/videos', { tweets: true }, 'video-channels/films'],
  ])('of %s', async (url, options, call) => {
    const { items, total, session } = await play({}, options, url);
    expect([items.length, total]).toEqual([30, 30]);
    expect(paths(session.urls)).toEqual([0, 12, 24].map((start) => `/${call}/videos?start=${start}&count=100&sort=-publishedAt`));
    expect(items[1]).toEqual(
      wholeItem({
        id: '00000001-0a1e-484a-b099-e80766180a6d',
        kind: 'post',
        author: {
          name: 'The Owner',
          username: 'owner@peertube.example',
          id: '3',
          url: 'https://peertube.example/accounts/owner',
          avatarUrl: 'https://peertube.example/lazy-static/avatars/3-120.png',
        },
        title: 'Video 1 & more',
        text: 'About 1',
        createdAt: '2025-07-09T23:00:00.000Z',
        createdAtPrecision: 'second',
        likes: 1,
        dislikes: 0,
        replyCount: 1,
        language: 'fr',
        url: 'https://peertube.example/videos/watch/00000001-0a1e-484a-b099-e80766180a6d',
        extra: {
          views: 1001,
          duration: 101,
          isLive: false,
          nsfw: false,
          channel: 'films@peertube.example',
          channelName: 'Films',
          category: 'Science & Technology',
        },
      }),
    );
    expect(items[0]).toMatchObject({ text: 'About **0** & more...', language: null });
  });
});

describe('peertube: what servers refuse', () => {
  it.each([
    [{ status: 404, body: { status: 404, detail: 'Video not found' } }, 'NOT_FOUND'],
    [{ status: 403, body: { status: 403, detail: 'no', code: 'video_requires_password' } }, 'PRIVATE'],
    [{ status: 403, body: { status: 403, originUrl: 'nowhere' } }, 'PRIVATE'],
    [{ status: 401, body: { status: 401 } }, 'LOGIN_REQUIRED'],
    [{ status: 429, body: { status: 429 } }, 'RATE_LIMITED'],
    [{ status: 403, body: '<html>no</html>' }, 'BLOCKED'],
    [{ body: '<!doctype html><title>Making sure you are not a bot</title>' }, 'BLOCKED'],
    [{ status: 502, body: '' }, 'NETWORK'],
    [{ body: { total: 1 } }, 'PLATFORM_CHANGED'],
    [{ body: { total: 0, data: [] } }, '0 items'],
  ])('%j', async (exchange, code) => expect(await codeOf(exchange)).toBe(code));
});
