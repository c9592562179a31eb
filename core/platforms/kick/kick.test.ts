import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { placeAt } from '#core/platforms/kick/address.ts';
import kick from '#core/platforms/kick/index.ts';
import { CLIP, type KickParams, kickSimulator, VIDEO } from '#core/platforms/kick/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const OF_VIDEO = `https://kick.com/somebody/videos/${VIDEO}`;
const OF_CLIP = `https://kick.com/somebody/clips/${CLIP}`;
const CHAT = 'https://kick.com/popout/somebody/chat';
const play = (url: string, params: KickParams = {}, options: RunOptions = {}, before: readonly FakeExchange[] = []) =>
  readAll(kick, url, [...before, { match: '', simulator: kickSimulator(params) }], options);
const codeOf = (run: Promise<{ readonly items: readonly unknown[] }>): Promise<string> =>
  run.then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const numbersOf = (items: readonly { readonly id: string }[]): readonly number[] => items.map(({ id }) => Number(id.slice(-4)));

describe('kick: addresses', () => {
  const video = { kind: 'video', params: { video: VIDEO } };
  it.each([
    [`video/${VIDEO.toUpperCase()}`, video],
    [`Some_Body/videos/${VIDEO}`, video],
    [`somebody/clips/${CLIP}`, { kind: 'clip', params: { clip: CLIP } }],
    [`somebody?clip=${CLIP}`, { kind: 'clip', params: { clip: CLIP } }],
    ['Some-Body', { kind: 'channel', params: { slug: 'some-body' } }],
    ['popout/SomeBody/chat', { kind: 'chat', params: { slug: 'somebody' } }],
    ['somebody/chatroom', { kind: 'chat', params: { slug: 'somebody' } }],
    ...[
      '',
      'browse',
      'somebody/videos',
      'somebody/clips',
      'somebody/about',
      'category/irl',
      'popout/somebody',
      'video/12',
      'search?query=x',
    ].map((path): [string, null] => [path, null]),
  ])('%s', (path, place) => expect(placeAt(parsePastedUrl(`https://www.kick.com/${path}`))).toEqual(place));
});

describe('kick: the replay', () => {
  it('of a broadcast is asked for by moments, past what is silent', async () => {
    const { items, total, gaps, doors, session } = await play(OF_VIDEO);
    expect(numbersOf(items)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60]);
    expect([total, gaps, doors]).toEqual([null, [], ['web API']]);
    const moments = session.urls.slice(1).map((url) => new URL(url).searchParams.get('start_time'));
    expect(moments.slice(0, 7)).toEqual(['00', '05', '09', '13', '17', '19', '24'].map((s) => `2026-01-10T12:00:${s}.000Z`));
    expect(items[2]).toEqual(
      wholeItem({
        id: '5f4e3d2c-1b0a-4998-8776-100000000004',
        kind: 'chat',
        author: { name: 'User_4', username: 'user-4', id: '14', url: 'https://kick.com/user-4' },
        text: 'Words 4',
        createdAt: '2026-01-10T12:00:04.000Z',
        createdAtPrecision: 'second',
        isAuthorPost: false,
        extra: {
          type: 'reply',
          color: '#FF0000',
          offsetSeconds: 4,
          replyTo: { id: '5f4e3d2c-1b0a-4998-8776-100000000002', username: 'Some_One', text: 'Words KEKW 2' },
        },
      }),
    );
    expect(items[0]).toMatchObject({ author: { verified: true }, extra: { badges: ['verified', 'subscriber/3'] } });
    expect(items[1]).toMatchObject({ author: { username: 'user-2' }, isAuthorPost: true });
    expect(items[4]?.text).toBe('Hi words 8 KEKW');
  });

  it('of a clip is that of its stretch', async () => {
    const { items } = await play(OF_CLIP);
    expect(items.map(({ extra, isAuthorPost }) => [extra['offsetSeconds'], isAuthorPost])).toEqual(
      [0, 2, 4, 6, 8, 10].map((s) => [s, null]),
    );
  });

  it('goes on past a window that fails, and says so; many in a row end it', async () => {
    const { items, gaps } = await play(OF_VIDEO, { failing: [9] });
    expect([numbersOf(items).slice(0, 8), gaps]).toEqual([
      [0, 2, 4, 6, 8, 14, 16, 18],
      [{ cause: 'notServed', count: 0, note: expect.stringContaining('2026-01-10T12:00:09.000Z') }],
    ]);
    expect(await codeOf(play(OF_VIDEO, { failing: [9, 14, 19] }))).toBe('NETWORK');
  });

  it('is asked for from inside a page behind a firewall', async () => {
    const { items, doors } = await play(OF_VIDEO, { isWalled: true });
    expect([items.length, doors]).toEqual([23, ['web API, in the browser']]);
  });
});

describe('kick: live chat', () => {
  it('is what was said last, and what is said until the stream ends', async () => {
    const { items, doors, session } = await play(CHAT);
    expect([numbersOf(items), doors]).toEqual([[1003, 1002, 1001, 1000, 101, 102, 104], ['chat socket']]);
    expect(items[6]).toMatchObject({ kind: 'chat', text: 'Words 104', extra: { type: 'reply', replyTo: { username: 'Some_One' } } });
    expect(session.urls.some((url) => url.startsWith('wss://ws-us2.pusher.com/app/'))).toBe(true);
    expect((await play('https://kick.com/Somebody', {}, { live: true })).items).toHaveLength(7);
  });

  it('of a channel that does not stream is what was said last', async () => {
    const { items, notes } = await play(CHAT, { isLive: false });
    expect([items.length, notes]).toEqual([4, [expect.stringContaining('does not stream now')]]);
  });

  it('goes on after an interruption, and says so', async () => {
    const { items, gaps } = await play(CHAT, { socket: 'hangsUp' });
    expect(numbersOf(items).slice(4)).toEqual([101, 102, 104]);
    expect(gaps).toEqual([{ cause: 'notServed', count: 0, note: expect.stringContaining('interrupted') }]);
  });
});

describe('kick: what is refused', () => {
  it.each([
    ['a broadcast that is gone', OF_VIDEO, { match: '/video/', body: { id: 1, livestream: null } }, 'NOT_FOUND'],
    ['an unknown channel', CHAT, { match: '/channels/somebody', status: 404, body: '' }, 'NOT_FOUND'],
    [
      'no messages of that channel',
      OF_VIDEO,
      { match: '/messages', body: { status: { error: true, code: 404, message: 'x' } } },
      'NOT_FOUND',
    ],
    ['another refusal', OF_VIDEO, { match: '/messages', body: { status: { error: true, code: 500, message: 'x' } } }, 'PLATFORM_CHANGED'],
    ['another form', OF_VIDEO, { match: '/messages', body: { data: {} } }, 'PLATFORM_CHANGED'],
    ['a firewall everywhere', OF_VIDEO, { match: '', status: 403, body: '' }, 'BLOCKED'],
    ['too many calls', OF_VIDEO, { match: '', status: 429, body: '' }, 'RATE_LIMITED'],
  ] as const)('%s', async (_, url, exchange, code) => expect(await codeOf(play(url, {}, {}, [exchange]))).toBe(code));
});
