import { describe, expect, it } from 'vitest';
import twitch from '#core/platforms/twitch/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type TwitchParams, twitchSimulator } from '#core/platforms/twitch/simulator.ts';

const VIDEO = 'https://www.twitch.tv/videos/1602009987';
const CLIP = 'https://clips.twitch.tv/SomeFunnyName-a1B2c3';

const world = (params: TwitchParams = {}): FakeExchange[] => [{ match: /./, simulator: twitchSimulator(params) }];

const claimOf = (url: string) => claimIn(twitch, url);

/** Variables of the chat pages that were asked for. */
async function pagesOf(params: TwitchParams, url = VIDEO) {
  const run = await readAll(twitch, url, world(params));
  const pages = run.session.sent.flatMap(({ body }) => {
    const asked = JSON.parse(body) as readonly { readonly variables: Record<string, unknown> }[];
    return Array.isArray(asked) ? [asked[0]?.variables] : [];
  });
  return { ...run, pages };
}

describe('addresses', () => {
  const video = ['video', { video: '123' }] as const;
  const clip = ['clip', { clip: 'Slug-x_1' }] as const;
  it.each([
    ['https://www.twitch.tv/videos/123?t=1h2m3s', video],
    ['https://m.twitch.tv/videos/123', video],
    ['https://www.twitch.tv/somebody/v/123', video],
    ['https://www.twitch.tv/somebody/video/123', video],
    ['https://www.twitch.tv/somebody/schedule?vodID=123', video],
    ['https://player.twitch.tv/?video=v123', video],
    ['https://player.twitch.tv/?video=123', video],
    ['https://clips.twitch.tv/Slug-x_1', clip],
    ['https://clips.twitch.tv/embed?clip=Slug-x_1&parent=x', clip],
    ['https://www.twitch.tv/somebody/clip/Slug-x_1', clip],
    ['https://m.twitch.tv/clip/Slug-x_1', clip],
    ['https://www.twitch.tv/Somebody', ['channel', { login: 'somebody' }]],
    ['https://www.twitch.tv/popout/somebody/chat?popout=', ['channel', { login: 'somebody' }]],
    ['https://player.twitch.tv/?channel=somebody', ['channel', { login: 'somebody' }]],
    ['https://www.twitch.tv/videos', null],
    ['https://www.twitch.tv/directory/game/x', null],
    ['https://clips.twitch.tv/', null],
    ['https://dev.twitch.tv/docs', null],
    ['https://www.twitch.tv/somebody/videos', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('the chat of a video', () => {
  it('is read from cursor to cursor, from the first second on', async () => {
    const { items, pages, session } = await pagesOf({});
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: 130 }, (_, index) => `message-${index}`));
    expect(pages).toEqual([
      { videoID: '1602009987', contentOffsetSeconds: 0 },
      { videoID: '1602009987', cursor: 'c50' },
      { videoID: '1602009987', cursor: 'c100' },
    ]);
    expect(JSON.parse(session.sent[0]?.body ?? '')).toMatchObject([
      { operationName: 'VideoCommentsByOffsetOrCursor', extensions: { persistedQuery: { version: 1 } } },
    ]);
    expect(session.sent[0]?.headers).toMatchObject({ 'client-id': 'kd1unb4b3q4t58fwlpcbzcbnm76a8fp' });
  });

  it('has every field', async () => {
    const { items } = await readAll(twitch, VIDEO, world(), { live: true });
    expect(items[3]).toMatchObject({
      id: 'message-3',
      parentId: null,
      kind: 'chat',
      author: { name: 'Person3', username: 'person3', id: '903', url: 'https://www.twitch.tv/person3', avatarUrl: null, verified: null },
      text: 'cheer100 well done Kappa',
      createdAt: '2024-12-28T03:00:01.000Z',
      likes: null,
      replyCount: null,
      url: null,
      extra: { offsetSeconds: 1, badges: ['subscriber/12'], bits: 100 },
    });
    expect(items[4]?.author).toEqual({ name: null, username: null, id: null, url: null, avatarUrl: null, verified: null });
    expect(items[6]?.extra).toEqual({ offsetSeconds: 3, color: '#B26422', badges: ['subscriber/12'] });
  });

  it('goes on by seconds where cursors need a proof', async () => {
    const { items, pages } = await pagesOf({ wantsProof: 'cursors' });
    expect(items).toHaveLength(130);
    expect(pages.slice(0, 3)).toEqual([
      { videoID: '1602009987', contentOffsetSeconds: 0 },
      { videoID: '1602009987', cursor: 'c50' },
      { videoID: '1602009987', contentOffsetSeconds: 23 },
    ]);
    expect(pages.filter((variables) => variables?.['cursor'] !== undefined)).toHaveLength(1);
  });

  it('steps over a second that fills a page, and says so', async () => {
    const { items, pages, gaps } = await pagesOf({ wantsProof: 'cursors', inFirstSecond: 60 });
    expect(items.map((item) => item.id)).toContain('message-129');
    expect(items).toHaveLength(120);
    expect(gaps).toEqual([expect.objectContaining({ cause: 'notServed' })]);
    expect(pages.map((variables) => variables?.['contentOffsetSeconds'])).toContain(1);
  });

  it('is asked for as another client where the first one needs a proof', async () => {
    const { items, session } = await pagesOf({ wantsProof: 'mobile' });
    expect(items).toHaveLength(130);
    expect(new Set(session.sent.map((request) => request.headers['client-id'])).size).toBe(2);
  });

  it('is dated by the video where its own dates lie before it', async () => {
    const shifted = await readAll(twitch, VIDEO, world({ shiftMinutes: 120 }));
    expect(shifted.items[3]?.createdAt).toBe('2024-12-28T03:00:01.000Z');
    const early = await readAll(twitch, VIDEO, world({ shiftMinutes: 4 }));
    expect(early.items[3]?.createdAt).toBe('2024-12-28T02:56:01.000Z');
  });

  it('may come as one answer, without a word on the video, and be empty', async () => {
    const body = { data: { video: { comments: { edges: null, pageInfo: { hasNextPage: false } } } } };
    const { items } = await readAll(twitch, VIDEO, [{ match: /./, body }]);
    expect(items).toEqual([]);
  });

  it('is asked for with the login of the owner', async () => {
    const { session } = await readAll(twitch, VIDEO, world(), {}, { 'auth-token': 'secret' });
    expect(session.sent[0]?.headers).toMatchObject({ authorization: 'OAuth secret' });
  });
});

describe('the chat of a clip', () => {
  it('is that of its stretch of the video', async () => {
    const { items, pages } = await pagesOf({}, CLIP);
    const seconds = items.map((item) => Number(item.extra['offsetSeconds']));
    expect([Math.min(...seconds), Math.max(...seconds)]).toEqual([10, 20]);
    expect(items).toHaveLength(22);
    expect(pages).toEqual([{ videoID: '1602009987', contentOffsetSeconds: 10 }]);
  });
});

describe('refusals', () => {
  it.each([
    [VIDEO, { gone: 'video' }, 'NOT_FOUND'],
    [CLIP, { gone: 'clip' }, 'NOT_FOUND'],
    [CLIP, { gone: 'videoOfClip' }, 'NOT_FOUND'],
    [VIDEO, { gone: 'comments' }, 'NETWORK'],
    [VIDEO, { wantsProof: 'everything' }, 'BLOCKED'],
    [VIDEO, { error: 'service error' }, 'NETWORK'],
    [VIDEO, { error: 'PersistedQueryNotFound' }, 'PLATFORM_CHANGED'],
    [VIDEO, { error: 'something new' }, 'PLATFORM_CHANGED'],
  ] as const)('%s with %j: %s', async (url, params, code) => {
    await expect(readAll(twitch, url, world(params))).rejects.toMatchObject({ code });
  });

  it.each([
    [401, 'LOGIN_REQUIRED'],
    [429, 'RATE_LIMITED'],
  ])('status %i is %s', async (status, code) => {
    await expect(readAll(twitch, VIDEO, [{ match: /./, status }])).rejects.toMatchObject({ code });
  });

  it('a message of another shape is a change of the platform', async () => {
    const body = [{ data: { video: { comments: { edges: [{ node: { id: 'a' } }] } } } }];
    await expect(readAll(twitch, VIDEO, [{ match: /./, body }])).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'data.video.comments.edges.0.node.contentOffsetSeconds',
    });
  });
});
